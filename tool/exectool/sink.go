package exectool

import (
	"io"
	"slices"
	"sync"
)

const (
	// maxStderr is how much of the end of the standard error is kept, in bytes,
	// and maxHead how much of the beginning of the standard output goes into an
	// error.
	maxStderr = 64 << 10
	maxHead   = 64 << 10
)

// sink takes what a program writes, as much as is wanted of it, so that it never
// waits for us. It is safe for concurrent use.
type sink struct {
	done chan struct{} // closed at the end of the pipe
	most int64
	tail bool // keep the end, else the beginning

	mu    sync.Mutex
	kept  []byte
	total int64
}

func newSink(most int64) *sink { return &sink{done: make(chan struct{}), most: most} }

func newTail(most int64) *sink { return &sink{done: make(chan struct{}), most: most, tail: true} }

func (s *sink) readFrom(r io.Reader) {
	defer close(s.done)
	buf := make([]byte, 32<<10)
	for {
		n, err := r.Read(buf)
		s.add(buf[:n])
		if err != nil {
			return
		}
	}
}

func (s *sink) add(b []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.total += int64(len(b))
	if !s.tail {
		room := max(s.most-int64(len(s.kept)), 0)
		s.kept = append(s.kept, b[:min(int64(len(b)), room)]...)
		return
	}
	// Up to twice as much as is wanted: a secret that the cut goes through
	// would not be found.
	s.kept = append(s.kept, b...)
	if n := int64(len(s.kept)) - 2*s.most; n > s.most {
		s.kept = append(s.kept[:0], s.kept[n:]...)
	}
}

// take returns what is kept and how much came in all.
func (s *sink) take() ([]byte, int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clip(s.kept), s.total
}
