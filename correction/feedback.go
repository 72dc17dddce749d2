package correction

import (
	"fmt"

	"github.com/batchagent/batchagent/taxonomy"
)

// Feedback is implemented by correctors that learn from what became of what
// they proposed. The executor tells its Corrector of every correction that it
// has executed, whoever proposed it; a [Chain] passes it on.
type Feedback interface {
	// Settled is called when an attempt with corrected arguments has ended, and
	// when none will be made or not soon. Where the verdict is Unclear it is
	// called again for the same correction if a later attempt is clear: any
	// number of times with Unclear, at most once with another verdict. The
	// call may be a different process's than the one that made the correction.
	// It must be quick and safe for concurrent use, and must not keep or change
	// what t points to.
	Settled(t *Trial)
}

// Trial is a correction that was executed, and what came of it.
type Trial struct {
	// Req is the request that was answered. Its Args may be in the form of
	// tool.Canonical.
	Req        *Request
	Correction *Correction
	Verdict    Verdict
	// Err is how the attempt failed, nil where it did not.
	Err *taxonomy.Error
}

// Verdict says whether a correction was right. The zero value is Unclear.
type Verdict uint8

const (
	// Unclear: nobody has looked at the arguments. The attempt failed for a
	// reason that comes and goes or that nobody recognises, or none was made.
	Unclear Verdict = iota
	// Worked: the attempt succeeded, or failed for a reason other than the
	// corrected arguments. What complained before does not any more.
	Worked
	// Refused: the corrected arguments were refused at a place that was
	// changed, or it was not said where.
	Refused
)

// Verdicts returns all three.
func Verdicts() []Verdict { return []Verdict{Unclear, Worked, Refused} }

// String returns "unclear", "worked" or "refused".
func (v Verdict) String() string {
	switch v {
	case Unclear:
		return "unclear"
	case Worked:
		return "worked"
	case Refused:
		return "refused"
	}
	return fmt.Sprintf("Verdict(%d)", uint8(v))
}

// VerdictOf says what err, with which the attempt after a correction failed
// (nil: it did not), says of the changes in patch.
//
// A permission error, a conflict or a record that does not exist speak for the
// correction: a tool that looks at them first had said so the first time.
func VerdictOf(patch []Change, err *taxonomy.Error) Verdict {
	switch {
	case err == nil:
		return Worked
	case err.Class == taxonomy.Transient, err.Code == taxonomy.CodeCanceled, err.Code == taxonomy.CodeUnknown, err.Applied == taxonomy.Unanswered:
		return Unclear
	case err.Class != taxonomy.InputError:
		return Worked
	}
	named := places(nil).with(err.Fields)
	if len(named) == 0 {
		return Refused
	}
	for _, c := range patch {
		if named.touch(c.Path) {
			return Refused
		}
	}
	return Worked
}

// touch reports whether a place is path, above it or below it.
func (ps places) touch(path string) bool {
	for _, p := range ps {
		if ps.cover(path) || (places{path}).cover(p) {
			return true
		}
	}
	return false
}

// Settled implements [Feedback].
func (c chain) Settled(t *Trial) {
	for _, corrector := range c {
		if f, ok := corrector.(Feedback); ok {
			f.Settled(t)
		}
	}
}
