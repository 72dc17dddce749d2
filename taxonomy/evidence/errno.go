package evidence

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"

	"github.com/batchagent/batchagent/taxonomy"
)

var errNoErrno = errors.New("there is no such errno on this system")

// networks are what net.Dial takes.
//
//nolint:gochecknoglobals // a table, never written
var networks = map[string]bool{
	"tcp": true, "tcp4": true, "tcp6": true, "udp": true, "udp4": true, "udp6": true, "unix": true, "unixgram": true, "ip": true,
}

// readErrno makes the error that package os or net would make of it.
func readErrno(data json.RawMessage) (error, error) {
	var d struct {
		Errno, Op, Path string
		Number          int
	}
	if err := json.Unmarshal(data, &d); err != nil {
		return nil, err
	}
	errno := syscall.Errno(d.Number)
	if d.Number == 0 {
		number, ok := taxonomy.Errno(d.Errno)
		if !ok {
			return nil, fmt.Errorf("%w: %q", errNoErrno, d.Errno)
		}
		errno = number
	}
	switch {
	case networks[d.Path] || strings.Contains(d.Path, ":"):
		name := d.Op
		if name == "dial" {
			name = "connect"
		}
		return &net.OpError{Op: d.Op, Net: d.Path, Err: os.NewSyscallError(name, errno)}, nil
	case d.Op == "exec":
		return &exec.Error{Name: d.Path, Err: errno}, nil
	case d.Path == "" && d.Op != "":
		return os.NewSyscallError(d.Op, errno), nil
	case d.Path == "":
		return errno, nil
	}
	return &fs.PathError{Op: d.Op, Path: d.Path, Err: errno}, nil
}
