// Package journaltest holds an implementation of [journal.Journal] to what
// package journal promises. What takes a process that dies, a disk that is full
// or a file that is damaged is left to the implementation's own tests.
package journaltest
