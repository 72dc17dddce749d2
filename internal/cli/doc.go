// Package cli is the command tree of batchagent: flags and wiring. What a run
// does is decided in packages job, executor and batch.
//
// Machine output goes to standard output and nothing else does; the summary for
// people does too, unless --json takes its place. Progress and logs go to
// standard error, whose first line is the run's id.
package cli
