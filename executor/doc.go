// Package executor brings one call of a tool to one definite [Outcome]. It is
// the only caller of tools.
//
// A failure is classified (package taxonomy) and gets the treatment of its
// class:
//
//	TRANSIENT          wait (backoff, Retry-After) and call again, if that is safe
//	INPUT_ERROR        correct the arguments, under guard, and call again
//	RESOURCE_CONFLICT  skipped
//	PERMISSION         failed, and a batch stops
//	FATAL              failed
//
// # Guarantees
//
//   - Never twice by accident. A call that may have happened is made again
//     only if the tool is Idempotent or ReadOnly, or a probe says that it did
//     not happen. Every attempt has the same idempotency key.
//   - After an attempt that may have happened, a refusal (409, 404, 412, …)
//     may be the echo of that attempt and is not believed: the probe is asked,
//     or the outcome is in_doubt.
//   - At most Retry.Attempts invocations, 3 by default, corrections included.
//     What the breaker or the validation rejects is no attempt.
//   - Never earlier than the other side asked for, and never longer than
//     Retry.MaxWait in all.
//   - The attempt runs on the caller's goroutine and ends when the tool's func
//     returns, so that attempts of one call never overlap. A func that ignores
//     its context keeps its caller waiting; if it then succeeds, that is
//     success.
//   - A panic in a tool, a classifier, a corrector, a probe or an observer
//     becomes a value. runtime.Goexit in a tool ends the goroutine, as it is
//     meant to; the call is settled all the same.
//
// # Form
//
// [Executor.Step] is a state machine that never sleeps: it makes at most one
// invocation and says whether the call is settled or waits, for what and until
// when. [Do] and [Wrap] loop over it with a timer; package batch schedules the
// waits, so that they hold no worker.
package executor
