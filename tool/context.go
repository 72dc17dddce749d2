package tool

import "context"

// CallInfo is what a tool's func can learn about its call from its context.
type CallInfo interface {
	// Key returns the call's idempotency key, or "" if it has none.
	Key() string
	// Attempts counts the invocations of the call, the present one included.
	Attempts() int
}

type callInfoKey struct{}

// WithCallInfo returns a context that carries info, for executors.
func WithCallInfo(ctx context.Context, info CallInfo) context.Context {
	return context.WithValue(ctx, callInfoKey{}, info)
}

// InfoOf returns what [WithCallInfo] has put in, or nil: for executors.
func InfoOf(ctx context.Context) CallInfo {
	info, _ := ctx.Value(callInfoKey{}).(CallInfo)
	return info
}

// CallKey returns the idempotency key of the call that ctx belongs to: the
// same on every attempt, also after a crash, and another one after a
// correction. Send it where the other side takes one, such as in the header
// Idempotency-Key. It is "" outside an executor's call.
func CallKey(ctx context.Context) string {
	if info := InfoOf(ctx); info != nil {
		return info.Key()
	}
	return ""
}

// Attempt returns which invocation of its call this is, from 1; 0 outside an
// executor's call.
func Attempt(ctx context.Context) int {
	if info := InfoOf(ctx); info != nil {
		return info.Attempts()
	}
	return 0
}
