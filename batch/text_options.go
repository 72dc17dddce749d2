package batch

import "github.com/batchagent/batchagent/taxonomy"

// CommandKind is what a command that the summary names would do.
type CommandKind string

// The kinds of commands.
const (
	// CommandAgain sends items again now, in doubt or failed, each with the
	// key that it had.
	CommandAgain CommandKind = "again"
	// CommandCarryOn goes on with the run, past items that are not permitted.
	CommandCarryOn CommandKind = "carry_on"
	// CommandResume goes on with the run: what is not settled.
	CommandResume CommandKind = "resume"
	// CommandResolve settles items that are in doubt as done, by hand. The
	// text adds "(or not-done)".
	CommandResolve CommandKind = "resolve"
	// CommandDetail shows all about one item.
	CommandDetail CommandKind = "detail"
	// CommandRetry runs all that did not succeed once more.
	CommandRetry CommandKind = "retry"
)

// CommandKinds returns all kinds.
func CommandKinds() []CommandKind {
	return []CommandKind{CommandAgain, CommandCarryOn, CommandResume, CommandResolve, CommandDetail, CommandRetry}
}

// TextOptions are the settings of [Summary.Text]. nil stands for the zero
// value.
type TextOptions struct {
	// Lang is the language: "en", or "zh" and its variants. "": English, as
	// for any other.
	Lang string
	// Source is the name of the input file, for "orders.csv line 8". "": only
	// the line is named, if it is known.
	Source string
	// Width is how many columns the text may take. Only an id or a command
	// that is longer goes beyond, because it is to be pasted. 0: 80. The least
	// is 40.
	Width int
	// Command returns the command that does what the kind says, ready to be
	// pasted, or "". ids are the items that it is for, quoted for a POSIX
	// shell; there is none where they are too many to be named, so that the
	// command must say what it is for in another way. nil: the advice is given
	// in words alone.
	Command func(kind CommandKind, ids []string) string
	// Advice returns what to do about a failure, or "" for the advice that is
	// built in: for codes that a tool declares itself. nil: none.
	Advice func(e *taxonomy.Error) string
	// SameKeyAgain: sending an item again sends the key that it was sent with
	// before, so that an Idempotent tool cannot act twice. Then the advice for
	// items in doubt says so. Options.RunID or Options.Key must be the same in
	// the next run, and the tool must send its key.
	SameKeyAgain bool
	// Footer is said behind the number of calls, such as "2 model calls".
	Footer string
	// ExitStatus is named in the last lines. 0: not named.
	ExitStatus int
}
