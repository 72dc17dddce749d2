package sqlite

import (
	"fmt"
	"time"
)

// Synchronous says what a commit survives.
type Synchronous uint8

const (
	// Full: a power cut, as far as the disk keeps what it has acknowledged. Every
	// commit ends with an fsync (on macOS with F_FULLFSYNC).
	Full Synchronous = iota
	// Normal: a crash of the process. A power cut, or a crash of the operating
	// system, may take the last commits with it: the file stays whole, and what
	// is left is what stood in it some moments before. The disk is waited for at
	// checkpoints alone.
	Normal
)

// Synchronouses returns both.
func Synchronouses() []Synchronous { return []Synchronous{Full, Normal} }

// String returns "full" or "normal".
func (s Synchronous) String() string {
	switch s {
	case Full:
		return "full"
	case Normal:
		return "normal"
	}
	return fmt.Sprintf("Synchronous(%d)", uint8(s))
}

// MarshalText returns the text form; an undefined value is an error.
func (s Synchronous) MarshalText() ([]byte, error) {
	if s > Normal {
		return nil, fmt.Errorf("journal/sqlite: %s is neither full nor normal", s)
	}
	return []byte(s.String()), nil
}

// UnmarshalText reads the exact text form and leaves s alone on error.
func (s *Synchronous) UnmarshalText(text []byte) error {
	for _, known := range Synchronouses() {
		if string(text) == known.String() {
			*s = known
			return nil
		}
	}
	return fmt.Errorf("journal/sqlite: %q is neither full nor normal", text)
}

// Options are the settings of a journal. nil stands for the zero value.
type Options struct {
	// Synchronous says what a commit survives. The zero value is Full.
	Synchronous Synchronous
	// BusyTimeout is how long a commit waits for another process that writes to
	// the same file; a millisecond at least. After it the commit has failed, and
	// with it the logs that had something in it. 0: 10 s.
	BusyTimeout time.Duration

	migrations []string // for tests: instead of the real ones
	maxPages   int      // for tests: the size of the disk
}

const defaultBusyTimeout = 10 * time.Second

func (o *Options) withDefaults() Options {
	var c Options
	if o != nil {
		c = *o
	}
	if c.BusyTimeout == 0 {
		c.BusyTimeout = defaultBusyTimeout
	}
	c.BusyTimeout = max(time.Millisecond, c.BusyTimeout)
	if c.migrations == nil {
		c.migrations = migrations()
	}
	return c
}
