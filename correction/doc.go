// Package correction repairs the arguments of a call that a tool refused, and
// nothing else.
//
// A [Corrector] proposes new arguments; [Guard] decides whether they may be
// executed. No corrector can get around the guard: the executor runs only what
// passed it. [Rules] is the corrector that needs no model: lossless repairs
// that follow from the tool's schema. [Learn] wraps one that does, and makes
// rules of those of its edits that mean the same for every item; what became of
// a correction it is told as [Feedback].
//
// # What the guard promises
//
// A correction changes only what was complained about, never the record that
// the call is about, never to something tried before, never to something the
// schema refuses, and never after an attempt that may have taken effect.
package correction
