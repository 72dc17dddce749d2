package taxonomy

import "fmt"

// Applied says whether a failed attempt may have taken effect all the same. The
// values are ordered from the worst to the best, the worst is the zero value,
// and the worst of several is their min.
type Applied uint8

const (
	// Unanswered: it was sent, or may have been, and nothing came back (reset,
	// timeout, 502, 504, a panic). It may have happened.
	Unanswered Applied = iota
	// Answered: the tool itself said that it failed, without saying that
	// nothing was done (a 500 with a body, an error nobody recognises). It may
	// have happened, too.
	Answered
	// No: there is proof that nothing happened (refused connection, failed
	// name lookup, 4xx, failed validation, rolled back statement).
	No
)

// Maybe reports whether the attempt may have taken effect.
func (a Applied) Maybe() bool { return a != No }

// String returns "unanswered", "answered" or "no". Reports for people use
// [Applied.Word].
func (a Applied) String() string {
	switch a {
	case Unanswered:
		return "unanswered"
	case Answered:
		return "answered"
	case No:
		return "no"
	}
	return fmt.Sprintf("Applied(%d)", uint8(a))
}

// Word returns "no" or "maybe", the two words that reports know.
func (a Applied) Word() string {
	if a == No {
		return "no"
	}
	return "maybe"
}

// MarshalText returns the text form; an undefined value is an error.
func (a Applied) MarshalText() ([]byte, error) {
	if a > No {
		return nil, fmt.Errorf("%w: %s", errUnknownText, a.String())
	}
	return []byte(a.String()), nil
}

// UnmarshalText reads the exact text form, and "maybe" as Unanswered.
func (a *Applied) UnmarshalText(text []byte) error {
	switch string(text) {
	case "unanswered", "maybe":
		*a = Unanswered
	case "answered":
		*a = Answered
	case "no":
		*a = No
	default:
		return fmt.Errorf("%w: %q; applied is no, answered, unanswered or maybe", errUnknownText, text)
	}
	return nil
}

// Scope says what else a failure speaks about: what it would hit as well if it
// were called now.
type Scope uint8

const (
	// ScopeItem: this call only, as far as is known.
	ScopeItem Scope = iota
	// ScopeTarget: every call on the same record or file.
	ScopeTarget
	// ScopeTool: every call of the tool.
	ScopeTool
	// ScopeCredential: every call that is made with the same login.
	ScopeCredential
	// ScopeHost: every call to the same host.
	ScopeHost
)

var scopeNames = [...]string{"item", "target", "tool", "credential", "host"} //nolint:gochecknoglobals // a table, never written

// String returns the lower-case name.
func (s Scope) String() string {
	if int(s) < len(scopeNames) {
		return scopeNames[s]
	}
	return fmt.Sprintf("Scope(%d)", uint8(s))
}

// MarshalText returns the text form; an undefined value is an error.
func (s Scope) MarshalText() ([]byte, error) {
	if int(s) >= len(scopeNames) {
		return nil, fmt.Errorf("%w: %s", errUnknownText, s.String())
	}
	return []byte(s.String()), nil
}

// UnmarshalText reads the exact text form.
func (s *Scope) UnmarshalText(text []byte) error {
	for i, name := range scopeNames {
		if string(text) == name {
			*s = Scope(i)
			return nil
		}
	}
	return fmt.Errorf("%w: %q is no scope", errUnknownText, text)
}

// Basis says what a classification rests on, from the weakest to the
// strongest.
type Basis uint8

const (
	// BasisUnknown: nothing was recognised; the class is Fatal by default.
	BasisUnknown Basis = iota
	// BasisText: words in a message.
	BasisText
	// BasisType: the error's Go type.
	BasisType
	// BasisCode: a code that a standard or a vendor documents.
	BasisCode
	// BasisDeclared: the author of the tool, or the user's own rule, said so.
	BasisDeclared
)

var basisNames = [...]string{"unknown", "text", "type", "code", "declared"} //nolint:gochecknoglobals // a table, never written

// String returns the lower-case name.
func (b Basis) String() string {
	if int(b) < len(basisNames) {
		return basisNames[b]
	}
	return fmt.Sprintf("Basis(%d)", uint8(b))
}

// MarshalText returns the text form; an undefined value is an error.
func (b Basis) MarshalText() ([]byte, error) {
	if int(b) >= len(basisNames) {
		return nil, fmt.Errorf("%w: %s", errUnknownText, b.String())
	}
	return []byte(b.String()), nil
}

// UnmarshalText reads the exact text form.
func (b *Basis) UnmarshalText(text []byte) error {
	for i, name := range basisNames {
		if string(text) == name {
			*b = Basis(i)
			return nil
		}
	}
	return fmt.Errorf("%w: %q is no basis", errUnknownText, text)
}
