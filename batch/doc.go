// Package batch runs one tool over many items and keeps what became of each.
//
// # Guarantees
//
//   - Every item that was read ends in exactly one of the five outcomes, and
//     the counts add up to the number of items read.
//   - One item's failure is that item's. RESOURCE_CONFLICT skips it, FATAL
//     fails it; PERMISSION would hit every item and stops the batch: no new
//     dispatch, what runs settles and is reported, and the rest of the input
//     is read without calls, for up to Options.Grace, so that every item is
//     named as not done.
//   - An item that waits (backoff, Retry-After, breaker) holds no worker.
//   - Input is read lazily: at most Concurrency items beyond those that run or
//     wait, and one in the reader's hand.
//   - Results are tied to their inputs, whatever the order of completion.
//   - An id that came before is reported with both positions and not called.
//     ([Stream] keeps no record of the past and notices only ids that are still
//     under way.)
//   - [Run] returns an error unless every item succeeded, as exec.Cmd.Run does,
//     and its report is never nil.
//
// When the caller's context ends, the contexts of running tools end at once,
// and the batch waits for them for up to Options.Grace. A tool that is still
// running then is left behind: its item is in_doubt (not_done if the tool is
// ReadOnly).
package batch
