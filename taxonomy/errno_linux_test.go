package taxonomy_test

import (
	"strings"
	"syscall"
	"testing"

	"github.com/batchagent/batchagent/taxonomy"
)

// linuxErrnos are the names of 1 to 133 in order (asm-generic/errno-base.h and
// errno.h); "-" is a number without one.
const linuxErrnos = `EPERM ENOENT ESRCH EINTR EIO ENXIO E2BIG ENOEXEC EBADF ECHILD EAGAIN ENOMEM EACCES EFAULT ENOTBLK EBUSY EEXIST EXDEV ENODEV ENOTDIR
EISDIR EINVAL ENFILE EMFILE ENOTTY ETXTBSY EFBIG ENOSPC ESPIPE EROFS EMLINK EPIPE EDOM ERANGE EDEADLK ENAMETOOLONG ENOLCK ENOSYS ENOTEMPTY ELOOP
- ENOMSG EIDRM ECHRNG EL2NSYNC EL3HLT EL3RST ELNRNG EUNATCH ENOCSI EL2HLT EBADE EBADR EXFULL ENOANO EBADRQC EBADSLT - EBFONT ENOSTR
ENODATA ETIME ENOSR ENONET ENOPKG EREMOTE ENOLINK EADV ESRMNT ECOMM EPROTO EMULTIHOP EDOTDOT EBADMSG EOVERFLOW ENOTUNIQ EBADFD EREMCHG ELIBACC ELIBBAD
ELIBSCN ELIBMAX ELIBEXEC EILSEQ ERESTART ESTRPIPE EUSERS ENOTSOCK EDESTADDRREQ EMSGSIZE EPROTOTYPE ENOPROTOOPT EPROTONOSUPPORT ESOCKTNOSUPPORT EOPNOTSUPP EPFNOSUPPORT EAFNOSUPPORT EADDRINUSE EADDRNOTAVAIL ENETDOWN
ENETUNREACH ENETRESET ECONNABORTED ECONNRESET ENOBUFS EISCONN ENOTCONN ESHUTDOWN ETOOMANYREFS ETIMEDOUT ECONNREFUSED EHOSTDOWN EHOSTUNREACH EALREADY EINPROGRESS ESTALE EUCLEAN ENOTNAM ENAVAIL EISNAM
EREMOTEIO EDQUOT ENOMEDIUM EMEDIUMTYPE ECANCELED ENOKEY EKEYEXPIRED EKEYREVOKED EKEYREJECTED EOWNERDEAD ENOTRECOVERABLE ERFKILL EHWPOISON`

func TestErrnoNames(t *testing.T) {
	t.Parallel()
	names := strings.Fields(linuxErrnos)
	if len(names) != 133 {
		t.Fatalf("%d names", len(names))
	}
	for i, name := range names {
		if name == "-" {
			continue
		}
		want := syscall.Errno(i + 1)
		if got, ok := taxonomy.Errno(name); !ok || got != want {
			t.Errorf("Errno(%q) is %d, %t, want %d", name, got, ok, want)
		}
		if e := taxonomy.Classify(want); e.Class == taxonomy.Transient && e.Code == taxonomy.CodeUnknown || e.Basis != taxonomy.BasisCode {
			t.Errorf("%s: got %s %s by %s", name, e.Class, e.Code, e.Basis)
		}
	}
	for name, same := range map[string]syscall.Errno{"EWOULDBLOCK": syscall.EAGAIN, "ENOTSUP": syscall.EOPNOTSUPP, "EDEADLOCK": syscall.EDEADLK} {
		if got, ok := taxonomy.Errno(name); !ok || got != same {
			t.Errorf("Errno(%q) is %d, %t, want %d", name, got, ok, same)
		}
	}
	for _, name := range []string{"", "ENOPE", "econnrefused", "111"} {
		if got, ok := taxonomy.Errno(name); ok {
			t.Errorf("Errno(%q) is %d", name, got)
		}
	}
}
