package taxonomy

import "strconv"

// signalRow is what it means that a signal ended a program.
type signalRow struct {
	name  string
	class Class
	code  Code
	means string
}

// signalRows has the signals that end a program, by the numbers of Linux
// (signal(7)); those of the BSDs are the same but for BUS, SYS, USR1 and USR2,
// which are judged like any that is not here.
//
// Nobody can say what a program had done that was killed. Whoever interrupts or
// ends it wants it stopped, and the kernel's KILL comes for want of memory as
// often as from an operator: none of these is healed by time for sure. A timer
// is.
//
//nolint:gochecknoglobals // a table, never written
var signalRows = map[int]signalRow{
	1:  {"SIGHUP", Fatal, CodeCanceled, "its terminal or session ended"},
	2:  {"SIGINT", Fatal, CodeCanceled, "interrupted"},
	3:  {"SIGQUIT", Fatal, CodeCanceled, "told to quit"},
	4:  {"SIGILL", Fatal, CodeUnknown, "it crashed: illegal instruction"},
	5:  {"SIGTRAP", Fatal, CodeUnknown, "it crashed: trap"},
	6:  {"SIGABRT", Fatal, CodeUnknown, "it gave up by itself: a failed assertion, mostly"},
	7:  {"SIGBUS", Fatal, CodeUnknown, "it crashed: bus error"},
	8:  {"SIGFPE", Fatal, CodeUnknown, "it crashed: division by zero, mostly"},
	9:  {"SIGKILL", Fatal, CodeUnknown, "killed by the system, which does so when memory runs out, or by an operator"},
	11: {"SIGSEGV", Fatal, CodeUnknown, "it crashed: segmentation fault"},
	13: {"SIGPIPE", Fatal, CodeUnknown, "whoever read its output went away"},
	14: {"SIGALRM", Transient, CodeTimeout, "its own timer ended it"},
	15: {"SIGTERM", Fatal, CodeCanceled, "told to end"},
	24: {"SIGXCPU", Fatal, CodeQuotaExhausted, "its limit of processor time is used up"},
	25: {"SIGXFSZ", Fatal, CodeQuotaExhausted, "its limit of file size is reached"},
	31: {"SIGSYS", Fatal, CodeForbidden, "a system call that it may not make"},
}

// maxSignal is the last of the standard signals.
const maxSignal = 31

// signaled judges a program that a signal ended. timed: a program that sets
// limits of time had started it.
func signaled(signal int, timed bool) *Error { //nolint:revive // the flag is one of the causes
	row, ok := signalRows[signal]
	if !ok {
		row = signalRow{"signal " + strconv.Itoa(signal), Fatal, CodeUnknown, "ended by a signal"}
	}
	if timed && (signal == 9 || signal == 15) {
		row.class, row.code, row.means = Transient, CodeTimeout, "it took longer than it was allowed"
	}
	return &Error{
		Class: row.class, Code: row.code, Applied: Unanswered, Scope: ScopeItem, Basis: BasisCode,
		Message: "ended by " + row.name + ": " + row.means,
		Context: map[string]any{"signal": signal},
	}
}
