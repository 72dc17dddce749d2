// Package taxonomy says what a failure is: which of five classes it belongs
// to, by which stable code it is known, and whether the call may have taken
// effect all the same.
//
// One question decides the class: what must change before the same call can
// succeed?
//
//   - only time: [Transient]
//   - the arguments: [InputError]
//   - the state of the target: [ResourceConflict]
//   - who is calling: [Permission]
//   - an operator, a payment, code, or nobody knows: [Fatal]
//
// A record that the item is about and that does not exist is Fatal, code
// NOT_FOUND; a name inside the arguments that does not exist (a file, a column,
// a bucket) is an InputError.
//
// # Guarantees
//
// [Classify] and [ClassOf] are total: any error has a class, also one whose
// Error method panics, and what nobody recognises is Fatal with basis
// "unknown", because what is not understood must not be repeated. [Applied] is
// [No] only on proof that nothing took effect.
//
// # How an error is judged
//
// A [Chain] asks its rules in order; each may have no opinion, and the first
// opinion wins. The order: rules that the user put in front, what the author
// of the tool declared ([Errorf], [NotSent], a literal [Error]), the caller's
// cancellation, codes (HTTP, errno), types of the standard library, codes that
// stand in the text, and words last, at word boundaries only. Errors joined
// with [errors.Join] are judged branch by branch: a permanent branch beats
// Transient, and the worst Applied wins.
//
// The package imports the standard library only.
package taxonomy
