package job

import (
	"fmt"
	"slices"
	"strings"
)

// Empty is what an empty cell means. The zero value is EmptyReject.
type Empty int

const (
	// EmptyReject makes the row a failed item.
	EmptyReject Empty = iota
	// EmptyOmit leaves the param out.
	EmptyOmit
	// EmptyNull gives a JSON null.
	EmptyNull
	// EmptyText gives the empty text.
	EmptyText
)

func emptyNames() []string { return []string{"reject", "omit", "null", "text"} }

// String returns the text of the job file: reject, omit, null or text.
func (e Empty) String() string { return nameOf(int(e), emptyNames()) }

// MarshalText returns String, or an error for a value that is none of the constants.
func (e Empty) MarshalText() ([]byte, error) { return marshal(int(e), emptyNames()) }

// UnmarshalText accepts what String returns, and nothing else.
func (e *Empty) UnmarshalText(text []byte) error { return unmarshal(e, text, emptyNames()) }

// OnDuplicate is what becomes of a row whose id was seen before. It is never called.
// The zero value is DuplicateReject.
type OnDuplicate int

const (
	// DuplicateReject makes the later row a failed item.
	DuplicateReject OnDuplicate = iota
	// DuplicateSkip makes the later row a skipped item.
	DuplicateSkip
)

func duplicateNames() []string { return []string{"reject", "skip"} }

// String returns the text of the job file: reject or skip.
func (o OnDuplicate) String() string { return nameOf(int(o), duplicateNames()) }

// MarshalText returns String, or an error for a value that is none of the constants.
func (o OnDuplicate) MarshalText() ([]byte, error) { return marshal(int(o), duplicateNames()) }

// UnmarshalText accepts what String returns, and nothing else.
func (o *OnDuplicate) UnmarshalText(text []byte) error { return unmarshal(o, text, duplicateNames()) }

// OnConflict is what is done when the state of the target does not allow the call.
// The zero value is ConflictSkip.
type OnConflict int

const (
	// ConflictSkip skips the item.
	ConflictSkip OnConflict = iota
	// ConflictFail fails the item.
	ConflictFail
)

func conflictNames() []string { return []string{"skip", "fail"} }

// String returns the text of the job file: skip or fail.
func (o OnConflict) String() string { return nameOf(int(o), conflictNames()) }

// MarshalText returns String, or an error for a value that is none of the constants.
func (o OnConflict) MarshalText() ([]byte, error) { return marshal(int(o), conflictNames()) }

// UnmarshalText accepts what String returns, and nothing else.
func (o *OnConflict) UnmarshalText(text []byte) error { return unmarshal(o, text, conflictNames()) }

// OnPermission is what is done when the caller may not do this.
// The zero value is PermissionAbort.
type OnPermission int

const (
	// PermissionAbort stops the batch.
	PermissionAbort OnPermission = iota
	// PermissionFail fails the item and goes on.
	PermissionFail
)

func permissionNames() []string { return []string{"abort", "fail"} }

// String returns the text of the job file: abort or fail.
func (o OnPermission) String() string { return nameOf(int(o), permissionNames()) }

// MarshalText returns String, or an error for a value that is none of the constants.
func (o OnPermission) MarshalText() ([]byte, error) { return marshal(int(o), permissionNames()) }

// UnmarshalText accepts what String returns, and nothing else.
func (o *OnPermission) UnmarshalText(text []byte) error { return unmarshal(o, text, permissionNames()) }

// OnInput is what is done when the arguments are wrong. The zero value is InputCorrect: what a
// correction may touch is guarded elsewhere, and without a corrector it fails the item.
type OnInput int

const (
	// InputCorrect tries a correction.
	InputCorrect OnInput = iota
	// InputFail fails the item.
	InputFail
)

func inputNames() []string { return []string{"correct", "fail"} }

// String returns the text of the job file: correct or fail.
func (o OnInput) String() string { return nameOf(int(o), inputNames()) }

// MarshalText returns String, or an error for a value that is none of the constants.
func (o OnInput) MarshalText() ([]byte, error) { return marshal(int(o), inputNames()) }

// UnmarshalText accepts what String returns, and nothing else.
func (o *OnInput) UnmarshalText(text []byte) error { return unmarshal(o, text, inputNames()) }

// OnFatal is what is done when nothing that is known would help. The zero value is FatalFail.
type OnFatal int

const (
	// FatalFail fails the item and goes on.
	FatalFail OnFatal = iota
	// FatalAbort stops the batch.
	FatalAbort
)

func fatalNames() []string { return []string{"fail", "abort"} }

// String returns the text of the job file: fail or abort.
func (o OnFatal) String() string { return nameOf(int(o), fatalNames()) }

// MarshalText returns String, or an error for a value that is none of the constants.
func (o OnFatal) MarshalText() ([]byte, error) { return marshal(int(o), fatalNames()) }

// UnmarshalText accepts what String returns, and nothing else.
func (o *OnFatal) UnmarshalText(text []byte) error { return unmarshal(o, text, fatalNames()) }

func nameOf(value int, names []string) string {
	if value < 0 || value >= len(names) {
		return fmt.Sprintf("invalid(%d)", value)
	}
	return names[value]
}

func marshal(value int, names []string) ([]byte, error) {
	if value < 0 || value >= len(names) {
		return nil, fmt.Errorf("%d is no value of this setting", value)
	}
	return []byte(names[value]), nil
}

func unmarshal[E ~int](value *E, text []byte, names []string) error {
	i := slices.Index(names, string(text))
	if i < 0 {
		return fmt.Errorf("%q is not one of %s", text, strings.Join(names, ", "))
	}
	*value = E(i)
	return nil
}
