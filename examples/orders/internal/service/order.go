package service

import (
	"fmt"
	"slices"
	"strings"
)

// Order is one order as the database holds it. Its JSON form is what the HTTP
// API answers; who owns it, who locked it and what will go wrong with it are not
// part of that.
type Order struct {
	// ID is the order's number, unique and never empty.
	ID string `json:"order_id"`
	// Customer is the name of the company that the goods go to.
	Customer string `json:"customer"`
	// Deadline is a day of the calendar, as YYYY-MM-DD.
	Deadline string `json:"deadline"`
	// Status says whether the order can still be changed.
	Status Status `json:"status"`
	// Version counts up by one with every change. It is at least 1.
	Version int64 `json:"version"`
	// Writes is how many changes of this order were committed since it was
	// seeded: the proof that nothing was done twice.
	Writes int64 `json:"writes"`

	// Owner is the login that may change the order, see [Options.Deny].
	Owner string `json:"-"`
	// LockHolder is who holds the order; empty if nobody does. The lock stands
	// until its holder gives it back: the clock does not open it.
	LockHolder string `json:"-"`
	// LockedUntil is the time of day, as HH:MM, that the holder announced. Empty
	// without a holder.
	LockedUntil string `json:"-"`
	// Fault is what will go wrong with the next change; FaultNone once spent.
	Fault Fault `json:"-"`
}

// Status says what may still happen to an order.
type Status int

const (
	// StatusCancelled is an order that will never be sent and cannot be
	// changed. It is the zero value, because an order whose status nobody set
	// must not be changed either.
	StatusCancelled Status = iota
	// StatusShipped is an order that has left and cannot be changed.
	StatusShipped
	// StatusOpen is an order that can be changed.
	StatusOpen
)

var statusNames = []string{StatusCancelled: "cancelled", StatusShipped: "shipped", StatusOpen: "open"}

// String returns the name used in the seed, in the database and in JSON.
func (s Status) String() string { return nameOf(statusNames, int(s), "Status") }

// MarshalText returns the same name as String. A value that is not one of the
// constants is an error.
func (s Status) MarshalText() ([]byte, error) { return marshalName(statusNames, int(s), "status") }

// UnmarshalText takes exactly the names that MarshalText gives.
func (s *Status) UnmarshalText(text []byte) error {
	i, err := indexOf(statusNames, string(text), "status")
	if err != nil {
		return err
	}
	*s = Status(i)
	return nil
}

// Fault is something that goes wrong with a change of an order, once. A request
// that is refused before its order is looked at (its body, its login) does not
// spend it.
type Fault int

const (
	// FaultNone is no fault: the zero value.
	FaultNone Fault = iota
	// FaultUnavailable answers 503 without Retry-After; nothing is changed.
	FaultUnavailable
	// FaultPatience answers 429 with Retry-After: 1; nothing is changed.
	FaultPatience
	// FaultBusy answers 503 with Retry-After: 1; nothing is changed.
	FaultBusy
	// FaultLoseReply commits the change and then resets the connection, so that
	// no byte of an answer arrives. A change that is refused does not spend it.
	FaultLoseReply
)

var faultNames = []string{
	FaultNone:        "none",
	FaultUnavailable: "unavailable",
	FaultPatience:    "patience",
	FaultBusy:        "busy",
	FaultLoseReply:   "lose-reply",
}

// String returns the name used in the seed and in the database.
func (f Fault) String() string { return nameOf(faultNames, int(f), "Fault") }

// MarshalText returns the same name as String. A value that is not one of the
// constants is an error.
func (f Fault) MarshalText() ([]byte, error) { return marshalName(faultNames, int(f), "fault") }

// UnmarshalText takes the names that MarshalText gives, and empty text, as an
// empty cell of the seed has it, for FaultNone.
func (f *Fault) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*f = FaultNone
		return nil
	}
	i, err := indexOf(faultNames, string(text), "fault")
	if err != nil {
		return err
	}
	*f = Fault(i)
	return nil
}

func nameOf(names []string, i int, typ string) string {
	if i < 0 || i >= len(names) {
		return fmt.Sprintf("%s(%d)", typ, i)
	}
	return names[i]
}

func marshalName(names []string, i int, what string) ([]byte, error) {
	if i < 0 || i >= len(names) {
		return nil, fmt.Errorf("there is no %s number %d", what, i)
	}
	return []byte(names[i]), nil
}

// indexOf names every known name in its error: there are few enough of them that
// all is better than the nearest.
func indexOf(names []string, text, what string) (int, error) {
	i := slices.Index(names, text)
	if i < 0 {
		return 0, fmt.Errorf("unknown %s %q: use one of %s", what, clip(text), strings.Join(names, ", "))
	}
	return i, nil
}

// clip keeps what a message repeats of its input to a readable length.
func clip(s string) string {
	const longest = 40 // runes; no right value is longer
	runes := []rune(s)
	if len(runes) <= longest {
		return s
	}
	return string(runes[:longest]) + "…"
}
