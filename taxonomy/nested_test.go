package taxonomy_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"syscall"
	"testing"

	"github.com/batchagent/batchagent/taxonomy"
)

// builder makes an error of bytes: each says what is made, and of what.
type builder struct {
	data  []byte
	made  int
	depth int
}

func (b *builder) next() byte {
	if len(b.data) == 0 {
		return 0
	}
	c := b.data[0]
	b.data = b.data[1:]
	return c
}

func (b *builder) text() string {
	n := min(int(b.next())%32, len(b.data))
	s := string(b.data[:n])
	b.data = b.data[n:]
	return s
}

func (b *builder) error() error {
	if b.made++; b.made > 50 || b.depth > 20 || len(b.data) == 0 {
		return io.EOF
	}
	b.depth++
	defer func() { b.depth-- }()
	switch b.next() % 26 {
	case 0:
		return fmt.Errorf("%s: %w", b.text(), b.error())
	case 1:
		return errors.Join(b.error(), b.error(), b.error())
	case 2:
		return fmt.Errorf("%s: %w and %w", b.text(), b.error(), b.error())
	case 3:
		return taxonomy.Errorf(taxonomy.Class(b.next()%6), taxonomy.Code(b.text()), "%s: %w", b.text(), b.error())
	case 4:
		return taxonomy.NotSent(b.error())
	case 5:
		return &taxonomy.Error{Class: taxonomy.Class(b.next()), Applied: taxonomy.Applied(b.next()), Basis: taxonomy.Basis(b.next()), Message: b.text(), Err: b.error()}
	case 6:
		return &taxonomy.SQLError{Vendor: b.text(), State: b.text(), Number: int(b.next()) << 4, Message: b.text(), Detail: b.text(), Severity: b.text()}
	case 7:
		return &taxonomy.GRPCError{Code: uint32(b.next()), Message: b.text(), Details: []map[string]any{{"type": b.text(), "retry_delay": b.text(), b.text(): b.text()}, nil}}
	case 8:
		return &taxonomy.RedisError{Reply: b.text()}
	case 9:
		return &taxonomy.AWSError{Service: b.text(), Operation: b.text(), Status: int(b.next()) * 3, Code: b.text(), Message: b.text(), Fault: b.text()}
	case 10:
		return &taxonomy.RPCError{Code: int64(b.next()) - 32700, Message: b.text(), Data: []byte(b.text())}
	case 11:
		return &taxonomy.ExitError{Argv: []string{b.text(), b.text()}, Code: int(b.next()) - 1, Signal: int(b.next()), Stderr: b.text(), Stdout: b.text()}
	case 12:
		return &net.OpError{Op: b.text(), Net: "tcp", Err: b.error()}
	case 13:
		return &url.Error{Op: b.text(), URL: b.text(), Err: b.error()}
	case 14:
		return &fs.PathError{Op: b.text(), Path: b.text(), Err: b.error()}
	case 15:
		return os.NewSyscallError(b.text(), syscall.Errno(b.next()))
	case 16:
		return syscall.Errno(b.next())
	case 17:
		return &taxonomy.PanicError{Value: b.error()}
	case 18:
		return retryableMark{nonRetryable{b.error(), b.next()%2 == 0}}
	case 19:
		return panickyMark{b.error()}
	case 20:
		return []error{context.Canceled, context.DeadlineExceeded, io.ErrUnexpectedEOF, sql.ErrNoRows, (*taxonomy.SQLError)(nil), (*taxonomy.Error)(nil), (*net.OpError)(nil)}[b.next()%7]
	case 21:
		return &net.DNSError{Err: b.text(), Name: b.text(), IsNotFound: b.next()%2 == 0, IsTimeout: b.next()%2 == 0}
	case 22:
		if err := taxonomy.FromResult(b.text()); err != nil {
			return err
		}
		return errors.New(b.text())
	case 23:
		if err := taxonomy.FromAnswer(taxonomy.Answer{Status: int(b.next()) * 3, Body: []byte(b.text()), Header: map[string][]string{b.text(): {b.text()}}}); err != nil {
			return err
		}
	case 24:
		return &endless{b.text()}
	}
	return errors.New(b.text())
}

// endless unwraps to itself.
type endless struct{ text string }

func (e *endless) Error() string { return e.text }
func (e *endless) Unwrap() error { return e }

// FuzzNested: whatever is wrapped in whatever, the verdict is sound, and where
// a branch may have happened the whole may have.
func FuzzNested(f *testing.F) {
	for kind := range byte(26) {
		f.Add([]byte{0, 3, 'a', 'b', 'c', kind, 5, 'h', 'e', 'l', 'l', 'o', kind, 2, 'x', 'y', 7, 1, 1})
		f.Add([]byte{1, kind, 0, kind + 1, 20, kind, 20, kind + 2})
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		b := &builder{data: data}
		err := b.error()
		sound(t, err)
		sound(t, errors.Join(err, context.DeadlineExceeded))
		if e := taxonomy.Classify(errors.Join(err, &net.OpError{Op: "read", Net: "tcp", Err: syscall.ECONNRESET})); e.Applied != taxonomy.Unanswered {
			t.Errorf("one branch was a lost reply, and all is applied %s", e.Applied)
		}
	})
}
