package job

import (
	"bytes"
	"io"
	"slices"
)

// peeker is a reader of which the start can be looked at.
type peeker struct {
	src io.Reader
	buf []byte
	err error // of src, when it has come before its turn
}

// peek returns the first n bytes, or fewer where the file is shorter or cannot be read.
func (p *peeker) peek(n int) []byte {
	p.buf = slices.Grow(p.buf, max(0, n-len(p.buf)))
	for len(p.buf) < n && p.err == nil {
		have := len(p.buf)
		got, err := readOnce(p.src, p.buf[have:n])
		p.buf, p.err = p.buf[:have+got], err
	}
	return p.buf[:min(n, len(p.buf))]
}

// ended says whether what was peeked at is the whole file.
func (p *peeker) ended() bool { return p.err != nil }

// firstByte returns the first byte that is neither white space nor part of a byte order mark, or 0
// for a file that has none. It reads no further, so that a slow stream of JSON is not waited for.
func (p *peeker) firstByte() byte {
	start := p.peek(4)
	_, mark := markOf(start)
	if text := bytes.TrimLeft(start[mark:], " \t\r\n\x00"); len(text) > 0 {
		return text[0]
	}
	for n := len(start) + 1; n <= sampleSize; n++ {
		if start = p.peek(n); len(start) < n {
			break
		}
		if b := start[n-1]; b != 0 && !isSpace(b) {
			return b
		}
	}
	return 0
}

// Read implements io.Reader.
func (p *peeker) Read(into []byte) (int, error) {
	if len(p.buf) > 0 {
		n := copy(into, p.buf)
		p.buf = p.buf[n:]
		return n, nil
	}
	if p.err != nil {
		return 0, p.err
	}
	return p.src.Read(into)
}
