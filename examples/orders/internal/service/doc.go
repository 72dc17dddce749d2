// Package service is a small order service over embedded SQLite: orders whose
// deadline can be changed over HTTP. It exists so that the story of
// examples/orders is told against something that really commits, really
// refuses and really loses replies.
//
// What it guarantees:
//
//   - A change and all that belongs to it (the order's new version, its count
//     of writes, the stored answer of its idempotency key, the spent fault) are
//     one transaction. A refusal changes nothing.
//   - An answer other than 2xx means that this request changed nothing, but for
//     500, which means that the service does not know. A change whose reply is
//     lost has been committed.
//   - An unconditional change (no version) with an Idempotency-Key is carried
//     out once. The same key with the same request gets the stored answer, with
//     the header "Idempotent-Replayed: true"; with another request it gets 422.
//   - A conditional change (with a version) is guarded by that version and
//     stores no key, see [Service.Handler].
//
// Faults are seeded with the orders, see [Fault], and each is spent once in the
// database: two requests at the same time, or two processes on one file, never
// both get it.
package service
