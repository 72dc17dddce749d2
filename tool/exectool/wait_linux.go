package exectool

import (
	"syscall"
	"unsafe"
)

// awaitExit returns true when the process has ended, without reaping it: until
// it is reaped, neither its number nor that of its group is given to another
// one, so that the group can be killed without hitting a stranger. False: that
// could not be done.
func awaitExit(pid int) bool {
	const pPID = 1      // P_PID of waitid(2)
	var info [16]uint64 // siginfo_t, 128 bytes, which waitid fills
	for {
		_, _, errno := syscall.Syscall6(syscall.SYS_WAITID, pPID, uintptr(pid),
			uintptr(unsafe.Pointer(&info)), syscall.WEXITED|syscall.WNOWAIT, 0, 0) //nolint:gosec // the kernel writes into it
		if errno != syscall.EINTR {
			return errno == 0
		}
	}
}
