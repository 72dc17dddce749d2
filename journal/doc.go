// Package journal keeps what a batch does while it does it: what was about to
// be sent, before it is sent, and what came of it, after. It is what `resume`,
// `retry`, `show` and every report rest on once a process has ended, in order or
// not. [NewMemory] keeps it in memory; package journal/sqlite in a file; package
// journal/journaltest holds an implementation to what stands here.
//
// # Guarantees
//
//   - Durable means durable: what was handed in with [Durable] is on record when
//     the call returns nil, whatever happens to the process afterwards. What
//     "on record" survives beyond that is the implementation's to say.
//   - No holes. What is on record of a run is, at any moment and after any
//     crash, a prefix of what was handed in, in that order; what one goroutine
//     handed in with [Queued] is never on record before what it handed in
//     earlier.
//   - Nothing is lost in silence. An error of the store goes to every caller
//     that waits and to every later call of that [Log]. What was handed in with
//     Queued before it may not be on record; nothing after it ever is.
//   - One owner. A run that somebody writes to can be read by anybody and is
//     opened by nobody else: they get an [OwnedError]. The death of the owner
//     frees the run at once.
//   - Bytes come back as they went in: arguments, values, rows, keys and
//     ids, whatever stands in them. Times have microseconds, in UTC.
//   - Memory does not grow with the number of items, but for NewMemory's.
//
// # What an item goes through
//
// An item has a position in the input, and is unsettled or settled. Any [Intent]
// or [Event] begins it, or begins it again if it was settled; [Log.Settle]
// settles it. What it was settled as before remains in its story. An item that
// was begun and not settled is not counted under any outcome: it is found with
// [Reader.Begun], and whoever resumes the run decides about it.
//
// # Secrets
//
// A journal does not look into texts. Whoever writes to it takes the secrets
// out first: of job texts, requests, replies, notes, errors, arguments and
// values. Implementations keep others from reading their files; that is all.
package journal
