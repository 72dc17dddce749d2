package service

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// answer is a 2xx answer, or the lack of one.
type answer struct {
	status   int
	body     []byte
	replayed bool // it was stored with the key of an earlier request
	lost     bool // the change was made; drop the connection and say nothing
}

// update changes an order's deadline in one transaction. The error is a *refusal
// where the change is refused. key may be empty.
//
// A key is stored only for an unconditional change. A conditional one needs
// none: its version already keeps it from being made twice. The price is that a
// client which lost the reply and sends it again is refused with 409 and cannot
// tell its own change from somebody else's. That is what such an API honestly
// knows without keys, and what a careful client must be able to live with.
func (s *Service) update(ctx context.Context, id string, c change, key string) (answer, error) {
	var (
		result answer
		spent  *refusal // a fault that was spent: committed, and then answered
	)
	err := s.inTx(ctx, func(tx *sql.Tx) error {
		order, err := findOrder(ctx, tx, id)
		if err != nil {
			return err
		}
		if s.bars(order) {
			return forbidden()
		}
		// Before the order's state is looked at: the stored answer is true
		// whatever became of the order since.
		if key != "" {
			body, err := storedAnswer(ctx, tx, key, c.fingerprint(id))
			if err != nil || body != nil {
				result = answer{status: http.StatusOK, body: body, replayed: true}
				return err
			}
		}
		if spent = faultAnswer(order.Fault); spent != nil {
			_, err := tx.ExecContext(ctx, "UPDATE orders SET fault = 'none' WHERE order_id = ?", id)
			return err
		}
		if err := order.accepts(c); err != nil {
			return err
		}
		result, err = write(ctx, tx, order, c, key)
		return err
	})
	switch {
	case errors.Is(err, ErrNoSuchOrder):
		return answer{}, notFound(ErrNoSuchOrder.Error())
	case err != nil:
		return answer{}, err
	case spent != nil:
		return answer{}, spent
	}
	return result, nil
}

// bars says whether the order belongs to somebody else.
func (s *Service) bars(o Order) bool { return s.opts.Deny && o.Owner != s.opts.Owner }

// accepts returns why the order cannot be changed like this, as a *refusal, or
// nil. What can never be cured is asked first.
func (o Order) accepts(c change) error {
	switch {
	case o.Status != StatusOpen:
		return stateConflict(o.Status)
	case o.LockHolder != "":
		return locked(o)
	case c.version != nil && *c.version != o.Version:
		return versionConflict(*c.version, o.Version)
	}
	return nil
}

// faultAnswer is what a fault answers instead of making the change; nil for
// those that let it be made.
func faultAnswer(f Fault) *refusal {
	switch f {
	case FaultUnavailable:
		return unavailable("")
	case FaultPatience:
		return rateLimited("1")
	case FaultBusy:
		return unavailable("1")
	case FaultNone, FaultLoseReply:
	}
	return nil
}

// write makes the change and stores its answer under the key, if it has one.
func write(ctx context.Context, tx *sql.Tx, before Order, c change, key string) (answer, error) {
	const set = `UPDATE orders SET deadline = ?, version = version + 1, writes = writes + 1, fault = 'none'
		WHERE order_id = ? RETURNING ` + orderColumns
	after, err := scanOrder(tx.QueryRowContext(ctx, set, c.deadline, before.ID))
	if err != nil {
		return answer{}, fmt.Errorf("change order: %w", err)
	}
	body, err := json.Marshal(after)
	if err != nil {
		return answer{}, fmt.Errorf("encode order: %w", err)
	}
	if key != "" && c.version == nil {
		const store = "INSERT INTO idempotency_keys (key, request, answer) VALUES (?, ?, ?)"
		if _, err := tx.ExecContext(ctx, store, key, c.fingerprint(before.ID), string(body)); err != nil {
			return answer{}, fmt.Errorf("store the answer: %w", err)
		}
	}
	return answer{status: http.StatusOK, body: body, lost: before.Fault == FaultLoseReply}, nil
}

// storedAnswer returns the answer stored under a key, nil if there is none, and
// a *refusal if the key belongs to another request. A conditional change stores
// no key but may not borrow one either.
func storedAnswer(ctx context.Context, tx *sql.Tx, key, request string) ([]byte, error) {
	var storedFor, body string
	err := tx.QueryRowContext(ctx, "SELECT request, answer FROM idempotency_keys WHERE key = ?", key).Scan(&storedFor, &body)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("look up the key: %w", err)
	case storedFor != request:
		return nil, keyReused()
	}
	return []byte(body), nil
}
