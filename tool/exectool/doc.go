// Package exectool makes tools of commands: a program that is run once a call,
// with an argument vector and never through a shell.
//
// # What the program gets
//
// Its arguments, each made of one template and each exactly one argument,
// whatever is in the values: spaces, quotes, $(…) and line breaks mean nothing.
// On its standard input the arguments as one line of JSON, a text, or nothing
// (/dev/null). The environment of this process, with what Config.Env says, and
//
//	BATCHAGENT_IDEMPOTENCY_KEY  the key of the call: the same on every attempt,
//	                            also after a crash, another one after a correction
//	BATCHAGENT_ATTEMPT          which attempt of the call this is, from 1
//
// A program that can act twice should pass the key on to whatever it calls, or
// remember it. Neither is set outside an executor's call, the key not for a
// tool that only reads; those that this process has inherited never go through.
//
// An argument that has no value, or null, is an INPUT_ERROR and never left out,
// because those behind it would move into its place. A value that begins with
// "-" where the program looks for options (as the beginning of an argument,
// before an element "--") is refused, too, unless [Config.Dashed] names it: it
// could become an option, such as -rf. What else a program reads into its
// arguments (curl's @file, say) is the program's business.
//
// # What it says
//
// Exit status 0 is success. The standard output is the value: one JSON value as
// it stands, with every digit of its numbers; any other text as a JSON string,
// without its line breaks at the end; null where there is none. Bytes that are
// not UTF-8 become U+FFFD. An error envelope in it ({"ok":false,…}, a text that
// begins with "Error:", see taxonomy.FromResult) is a failure, and so is one
// that is announced on the standard error while the standard output is empty.
// "0 errors found" is a success. More output than [Config.MaxOutput] is read to
// its end and thrown away; as the value is not whole, the call has failed: FATAL,
// code UNREADABLE_ANSWER, applied "answered".
//
// Any other end is an error that wraps a *taxonomy.ExitError, which package
// taxonomy judges by exit status, signal and what was said, unless
// [Config.ExitCodes] declares the status. A program that cannot be started is
// FATAL, code COMMAND_NOT_FOUND in most cases, and nothing has happened.
//
// # Nothing is left running
//
// The program runs in a session of its own, so in a process group of its own
// and without a terminal: what would ask for a password there fails at once. When
// the context ends, the whole group gets SIGTERM and, [Config.KillGrace] later,
// SIGKILL; the error is the context's, TRANSIENT TIMEOUT or CANCELED, and says
// that no answer came: what a program says that was told to stop is not believed.
// One that had ended before is judged as it ended.
//
// When the program has ended and others of its group still hold its output open,
// they have as long as KillGrace to finish; then they are killed, as are those
// that hold nothing. So a program that is to outlive the call (a daemon) has to
// begin a session of its own, as daemons do. That one is not waited for. A
// process that may not be killed, because it belongs to another user (sudo), is
// waited for until it ends, so that attempts never overlap.
//
// Nobody is left to do that when this process is killed itself (SIGKILL, or
// SIGQUIT, which makes Go print its goroutines and exit): then a program that
// runs goes on to its own end, without a limit of time. Before such a batch is
// run again, see that none does.
//
// On systems without process groups (Windows) the program alone is killed, at
// once.
//
// # Secrets
//
// The values of environment variables that the templates of a tool use never
// stand in its errors, also where the program repeats them: they are shown as
// ${env:NAME}. The arguments of a running program can be read by every user of
// the machine, its environment and its standard input cannot: put secrets there.
package exectool
