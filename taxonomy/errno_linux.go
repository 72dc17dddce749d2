package taxonomy

import "syscall"

// systemErrnos are those that Linux alone has (asm-generic/errno.h).
//
//nolint:gochecknoglobals // a table, never written
var systemErrnos = []errnoRow{
	// Keys of the kernel's keyring: the credential.
	{"ENOKEY", syscall.ENOKEY, Permission, CodeUnauthenticated, No, ScopeCredential},
	{"EKEYEXPIRED", syscall.EKEYEXPIRED, Permission, CodeUnauthenticated, No, ScopeCredential},
	{"EKEYREVOKED", syscall.EKEYREVOKED, Permission, CodeUnauthenticated, No, ScopeCredential},
	{"EKEYREJECTED", syscall.EKEYREJECTED, Permission, CodeUnauthenticated, No, ScopeCredential},
	// The network.
	{"ENONET", syscall.ENONET, Transient, CodeUnavailable, Unanswered, ScopeHost},
	{"ECOMM", syscall.ECOMM, Transient, CodeConnectionReset, Unanswered, ScopeHost},
	{"ETIME", syscall.ETIME, Transient, CodeTimeout, Unanswered, ScopeHost},
	{"ENOSR", syscall.ENOSR, Transient, CodeOverloaded, Answered, ScopeHost},
	{"ERESTART", syscall.ERESTART, Transient, CodeUnavailable, Answered, ScopeItem},
	{"EREMCHG", syscall.EREMCHG, Fatal, CodeUnknown, Unanswered, ScopeHost},
	{"ENOLINK", syscall.ENOLINK, Fatal, CodeUnknown, Unanswered, ScopeHost},
	{"EMULTIHOP", syscall.EMULTIHOP, Fatal, CodeUnsupported, No, ScopeHost},
	{"EBADMSG", syscall.EBADMSG, Fatal, CodeUnknown, Unanswered, ScopeTarget},
	{"EREMOTEIO", syscall.EREMOTEIO, Fatal, CodeUnknown, Answered, ScopeTarget},
	{"ENOTUNIQ", syscall.ENOTUNIQ, ResourceConflict, CodeAlreadyExists, No, ScopeTarget},
	// What is named is not there.
	{"ENODATA", syscall.ENODATA, Fatal, CodeNotFound, No, ScopeTarget}, // mostly an extended attribute
	{"ENOMEDIUM", syscall.ENOMEDIUM, Fatal, CodeUnavailable, No, ScopeTarget},
	{"ERFKILL", syscall.ERFKILL, Fatal, CodeUnavailable, No, ScopeHost},
	{"EMEDIUMTYPE", syscall.EMEDIUMTYPE, Fatal, CodeUnsupported, No, ScopeTarget},
	// Programs that cannot be started, for want of a library.
	{"ELIBACC", syscall.ELIBACC, Fatal, CodeUnsupported, No, ScopeTool},
	{"ELIBBAD", syscall.ELIBBAD, Fatal, CodeUnsupported, No, ScopeTool},
	{"ELIBSCN", syscall.ELIBSCN, Fatal, CodeUnsupported, No, ScopeTool},
	{"ELIBMAX", syscall.ELIBMAX, Fatal, CodeUnsupported, No, ScopeTool},
	{"ELIBEXEC", syscall.ELIBEXEC, Fatal, CodeUnsupported, No, ScopeTool},
	{"ENOPKG", syscall.ENOPKG, Fatal, CodeUnsupported, No, ScopeTool},
	// Broken, or of System V's streams and of no use here.
	{"EUCLEAN", syscall.EUCLEAN, Fatal, CodeUnknown, Answered, ScopeTarget},
	{"EHWPOISON", 133, Fatal, CodeUnknown, Answered, ScopeTarget}, // package syscall has it not
	{"EOWNERDEAD", syscall.EOWNERDEAD, Fatal, CodeUnknown, Answered, ScopeTarget},
	{"ENOTRECOVERABLE", syscall.ENOTRECOVERABLE, Fatal, CodeUnknown, Answered, ScopeTarget},
	{"ECHRNG", syscall.ECHRNG, Fatal, CodeUnknown, Answered, ScopeItem},
	{"EL2NSYNC", syscall.EL2NSYNC, Fatal, CodeUnknown, Answered, ScopeItem},
	{"EL3HLT", syscall.EL3HLT, Fatal, CodeUnknown, Answered, ScopeItem},
	{"EL3RST", syscall.EL3RST, Fatal, CodeUnknown, Answered, ScopeItem},
	{"ELNRNG", syscall.ELNRNG, Fatal, CodeUnknown, Answered, ScopeItem},
	{"EUNATCH", syscall.EUNATCH, Fatal, CodeUnknown, Answered, ScopeItem},
	{"ENOCSI", syscall.ENOCSI, Fatal, CodeUnknown, Answered, ScopeItem},
	{"EL2HLT", syscall.EL2HLT, Fatal, CodeUnknown, Answered, ScopeItem},
	{"EBADE", syscall.EBADE, Fatal, CodeUnknown, Answered, ScopeItem},
	{"EBADR", syscall.EBADR, Fatal, CodeUnknown, Answered, ScopeItem},
	{"EXFULL", syscall.EXFULL, Fatal, CodeUnknown, Answered, ScopeItem},
	{"ENOANO", syscall.ENOANO, Fatal, CodeUnknown, Answered, ScopeItem},
	{"EBADRQC", syscall.EBADRQC, Fatal, CodeUnknown, Answered, ScopeItem},
	{"EBADSLT", syscall.EBADSLT, Fatal, CodeUnknown, Answered, ScopeItem},
	{"EBFONT", syscall.EBFONT, Fatal, CodeUnknown, Answered, ScopeItem},
	{"ENOSTR", syscall.ENOSTR, Fatal, CodeUnknown, Answered, ScopeItem},
	{"EADV", syscall.EADV, Fatal, CodeUnknown, Answered, ScopeItem},
	{"ESRMNT", syscall.ESRMNT, Fatal, CodeUnknown, Answered, ScopeItem},
	{"EDOTDOT", syscall.EDOTDOT, Fatal, CodeUnknown, Answered, ScopeItem},
	{"EBADFD", syscall.EBADFD, Fatal, CodeUnknown, Answered, ScopeItem},
	{"ESTRPIPE", syscall.ESTRPIPE, Fatal, CodeUnknown, Answered, ScopeItem},
	{"ENOTNAM", syscall.ENOTNAM, Fatal, CodeUnknown, Answered, ScopeItem},
	{"ENAVAIL", syscall.ENAVAIL, Fatal, CodeUnknown, Answered, ScopeItem},
	{"EISNAM", syscall.EISNAM, Fatal, CodeUnknown, Answered, ScopeItem},
	{"EDEADLOCK", syscall.EDEADLOCK, Transient, CodeDeadlock, No, ScopeTarget},
}
