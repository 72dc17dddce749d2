package sqlite

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

// lockFile locks f until it is closed, which the death of the process does too.
// Windows keeps others from reading what is locked, so the byte is one far
// behind the text.
func lockFile(f *os.File) error {
	at := &windows.Overlapped{OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, at)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, windows.ERROR_LOCK_VIOLATION), errors.Is(err, windows.ERROR_IO_PENDING):
		return errLocked
	}
	return fmt.Errorf("journal/sqlite: %s cannot be locked: %w", f.Name(), err)
}

// syncDir: there is nothing to sync on Windows.
func syncDir(string) error { return nil }
