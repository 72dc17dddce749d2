package taxonomy

import "strings"

// saying is what a program says, in lower case, anywhere in its output.
type saying struct {
	words string
	row   ruling
}

// program is what is known of a program. A nil one is one that nothing is known
// of.
type program struct {
	reads  bool // it changes nothing
	single bool // it does one thing, so that one that it refuses is not done
	most   int  // so many operands are one thing, such as the two of cp; 0: any number
	quiet  bool // its codes say all there is
	firm   map[int]ruling
	weak   map[int]ruling // where the text says nothing
	said   []saying
}

func (p *program) knows(code int) bool {
	if p == nil {
		return false
	}
	_, firm := p.firm[code]
	_, weak := p.weak[code]
	return firm || weak
}

func (p *program) once() bool   { return p != nil && (p.single || p.reads) }
func (p *program) silent() bool { return p != nil && p.quiet }

// readsOnly: what it prints may be sent to a file all the same.
func (p *program) readsOnly(run *commandRun) bool {
	return p != nil && p.reads && !run.script && !run.redirected()
}

// saying looks for what the program is known to say.
func (p *program) saying(lines []string, stdout string) *exitVerdict {
	if len(p.said) == 0 {
		return nil
	}
	text := strings.ToLower(strings.Join(lines, "\n") + "\n" + stdout[:min(len(stdout), maxLook)])
	for _, s := range p.said {
		at := strings.Index(text, s.words)
		if at < 0 {
			continue
		}
		from := strings.LastIndexByte(text[:at], '\n') + 1
		v := &exitVerdict{ruling: s.row, basis: BasisCode, sure: true, message: lineLike(lines, text[from:at+len(s.words)])}
		if s.row.class == InputError && s.row.code == CodeUnknownField {
			v.early = true
		}
		return v
	}
	return nil
}

// lineLike returns the line that begins as the lower-case text does.
func lineLike(lines []string, lower string) string {
	for _, line := range lines {
		if strings.HasPrefix(strings.ToLower(line), lower) {
			return line
		}
	}
	return ""
}

// programs has the programs by name.
//
//nolint:gochecknoglobals // an index of the table, never written after this
var programs = func() map[string]*program {
	index := make(map[string]*program)
	for i := range programTable {
		for name := range strings.FieldsSeq(programTable[i].names) {
			index[name] = &programTable[i].program
		}
	}
	return index
}()

// programTable has the exit codes that the programs' manuals give, and what they
// were seen to say on Debian 12.
//
//nolint:gochecknoglobals // a table, never written
var programTable = []struct {
	names string
	program
}{
	// GNU coreutils, and what POSIX has: one thing for each operand.
	{
		names:   "mkdir rmdir rm unlink touch mktemp mkfifo truncate tee",
		program: program{single: true, most: 1},
	},
	{
		names: "cp mv ln install link chmod chown chgrp mknod",
		program: program{single: true, most: 2, said: []saying{
			{"are the same file", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"omitting directory", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"to a subdirectory of itself", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"inter-device move failed", ruling{Fatal, CodeUnknown, Answered, ScopeTarget}},
		}},
	},
	{
		names:   "dd shred split csplit sync kill renice hostname date logger chsh",
		program: program{single: true},
	},
	// Those that only read.
	{
		names:   "cat ls head tail wc sort uniq cut tr od nl paste join comm fold stat df du readlink realpath basename dirname seq sleep id who whoami groups printf echo pwd tty nproc numfmt factor base64 base32 md5sum sha1sum sha256sum sha512sum cksum file strings xxd hexdump column look rev less more ps lsof uname arch printenv tac expand unexpand fmt pr tsort ldd nm objdump readelf iconv",
		program: program{reads: true},
	},
	// POSIX grep: 1 where no line was selected.
	{
		names: "grep egrep fgrep zgrep rg ag ack pgrep",
		program: program{reads: true, weak: map[int]ruling{
			1: {Fatal, CodeNotFound, No, ScopeItem},
			2: {Fatal, CodeUnknown, No, ScopeItem},
		}, said: []saying{
			{"unmatched", ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
			{"invalid regular expression", ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
			{"trailing backslash", ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
			{"invalid back reference", ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
			{"invalid range end", ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
			{"regex parse error", ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
		}},
	},
	// POSIX diff: 1 where the files differ.
	{
		names: "diff cmp sdiff diff3",
		program: program{reads: true, weak: map[int]ruling{
			1: {Fatal, CodeUnknown, No, ScopeTarget},
			2: {Fatal, CodeUnknown, No, ScopeItem},
		}},
	},
	// POSIX test: 1 is false.
	{
		names: "test [ [[",
		program: program{reads: true, weak: map[int]ruling{
			1: {Fatal, CodeUnknown, No, ScopeItem},
			2: {InputError, CodeValidationFailed, No, ScopeItem},
		}},
	},
	// POSIX expr: 1 for null or zero, 2 for an invalid expression.
	{
		names: "expr",
		program: program{reads: true, weak: map[int]ruling{
			1: {Fatal, CodeUnknown, No, ScopeItem},
			2: {InputError, CodeValidationFailed, No, ScopeItem},
			3: {Fatal, CodeUnknown, No, ScopeItem},
		}, said: []saying{
			{"non-integer argument", ruling{InputError, CodeWrongType, No, ScopeItem}},
			{"division by zero", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
		}},
	},
	{
		names: "true false :",
		program: program{reads: true, weak: map[int]ruling{
			1: {Fatal, CodeUnknown, No, ScopeItem},
		}},
	},
	// GNU sed: 1 invalid command, 2 an input file, 4 an I/O error.
	{
		names: "sed",
		program: program{single: true, most: 2, weak: map[int]ruling{
			1: {InputError, CodeInvalidFormat, No, ScopeItem},
			2: {InputError, CodeFileNotFound, Answered, ScopeTarget},
			4: {Fatal, CodeUnknown, Answered, ScopeTarget},
		}, said: []saying{
			{"unterminated", ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
			{"unknown command", ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
			{"unknown option to", ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
			{"expression #1, char", ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
		}},
	},
	{
		names: "awk gawk mawk nawk",
		program: program{single: true, weak: map[int]ruling{
			1: {InputError, CodeInvalidFormat, No, ScopeItem},
			2: {Fatal, CodeUnknown, Answered, ScopeItem},
		}},
	},
	{
		names: "find",
		program: program{single: true, said: []saying{
			{"unknown predicate", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"missing argument to", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"invalid argument", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"paths must precede expression", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
		}},
	},
	// GNU xargs: 123 some command failed, 124 one ended with 255, 125 one was killed.
	{
		names: "xargs parallel",
		program: program{quiet: true, firm: map[int]ruling{
			123: {Fatal, CodeUnknown, Answered, ScopeItem},
			124: {Fatal, CodeUnknown, Answered, ScopeItem},
			125: {Fatal, CodeUnknown, Unanswered, ScopeItem},
		}},
	},
	// util-linux flock: 1 (or what -E says) where the lock is held; 66 and so on as in sysexits.h.
	{
		names: "flock",
		program: program{firm: map[int]ruling{
			66: {InputError, CodeFileNotFound, No, ScopeTarget},
		}, weak: map[int]ruling{
			1: {ResourceConflict, CodeLocked, Answered, ScopeTarget},
		}},
	},
	// mount(8).
	{
		names: "mount umount",
		program: program{single: true, weak: map[int]ruling{
			1:  {InputError, CodeValidationFailed, No, ScopeItem},
			2:  {Fatal, CodeUnknown, Answered, ScopeHost},
			4:  {Fatal, CodeUnknown, Answered, ScopeHost},
			8:  {Fatal, CodeCanceled, Unanswered, ScopeItem},
			16: {Fatal, CodeUnknown, Answered, ScopeHost},
			32: {Fatal, CodeUnknown, Answered, ScopeTarget},
			64: {Fatal, CodeUnknown, Answered, ScopeTarget},
		}, said: []saying{
			{"target is busy", ruling{ResourceConflict, CodeBusy, No, ScopeTarget}},
			{"device is busy", ruling{ResourceConflict, CodeBusy, No, ScopeTarget}},
			{"already mounted", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"not mounted", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"special device", ruling{InputError, CodeFileNotFound, No, ScopeTarget}},
			{"mount point does not exist", ruling{InputError, CodeFileNotFound, No, ScopeTarget}},
			{"no mount point specified", ruling{InputError, CodeFileNotFound, No, ScopeTarget}},
			{"wrong fs type", ruling{InputError, CodeValidationFailed, No, ScopeTarget}},
			{"unknown filesystem type", ruling{InputError, CodeValidationFailed, No, ScopeTarget}},
			{"can't find in /etc/fstab", ruling{InputError, CodeValidationFailed, No, ScopeTarget}},
		}},
	},
	// fsck(8): bits.
	{
		names: "fsck e2fsck fsck.ext4 fsck.xfs fsck.vfat",
		program: program{firm: map[int]ruling{
			1:   {Fatal, CodeUnknown, Answered, ScopeTarget},
			2:   {Fatal, CodeUnknown, Answered, ScopeHost},
			3:   {Fatal, CodeUnknown, Answered, ScopeHost},
			4:   {Fatal, CodeUnknown, Answered, ScopeTarget},
			8:   {Fatal, CodeUnknown, Answered, ScopeTarget},
			16:  {InputError, CodeValidationFailed, No, ScopeItem},
			32:  {Fatal, CodeCanceled, Unanswered, ScopeItem},
			128: {Fatal, CodeUnsupported, No, ScopeTool},
		}},
	},
	// getent(1).
	{
		names: "getent",
		program: program{reads: true, firm: map[int]ruling{
			1: {InputError, CodeValidationFailed, No, ScopeItem},
			2: {Fatal, CodeNotFound, No, ScopeTarget},
			3: {Fatal, CodeUnsupported, No, ScopeTool},
		}},
	},
	{
		names: "killall pkill pidof",
		program: program{single: true, weak: map[int]ruling{
			1: {Fatal, CodeNotFound, No, ScopeTarget},
			2: {InputError, CodeValidationFailed, No, ScopeItem},
			3: {Fatal, CodeUnknown, Answered, ScopeItem},
		}},
	},
	// useradd(8), groupadd(8).
	{
		names: "useradd adduser usermod groupadd groupmod",
		program: program{single: true, weak: map[int]ruling{
			1:  {Permission, CodeForbidden, No, ScopeTarget},
			2:  {InputError, CodeValidationFailed, No, ScopeItem},
			3:  {InputError, CodeValidationFailed, No, ScopeItem},
			4:  {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},
			6:  {InputError, CodeValidationFailed, No, ScopeItem},
			9:  {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},
			10: {Permission, CodeForbidden, No, ScopeTarget},
			12: {Fatal, CodeUnknown, Answered, ScopeTarget},
		}},
	},
	// userdel(8), groupdel(8).
	{
		names: "userdel groupdel",
		program: program{single: true, weak: map[int]ruling{
			1:  {Permission, CodeForbidden, No, ScopeTarget},
			2:  {InputError, CodeValidationFailed, No, ScopeItem},
			6:  {Fatal, CodeNotFound, No, ScopeTarget},
			8:  {ResourceConflict, CodeBusy, No, ScopeTarget},
			10: {Permission, CodeForbidden, No, ScopeTarget},
		}},
	},
	// passwd(1).
	{
		names: "passwd",
		program: program{single: true, weak: map[int]ruling{
			1: {Permission, CodeForbidden, No, ScopeTarget},
			2: {InputError, CodeValidationFailed, No, ScopeItem},
			3: {Fatal, CodeUnknown, No, ScopeHost},
			4: {Fatal, CodeUnknown, No, ScopeHost},
			5: {Transient, CodeBusy, No, ScopeHost},
			6: {InputError, CodeValidationFailed, No, ScopeItem},
		}, said: []saying{
			{"you may not view or modify", ruling{Permission, CodeForbidden, No, ScopeTarget}},
		}},
	},
	{
		names: "su sudo doas",
		program: program{single: true, weak: map[int]ruling{
			1: {Permission, CodeForbidden, No, ScopeCredential},
		}, said: []saying{
			{"authentication failure", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"password is required", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"incorrect password", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"terminal is required to read the password", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"not in the sudoers", ruling{Permission, CodeForbidden, No, ScopeCredential}},
			{"not allowed to execute", ruling{Permission, CodeForbidden, No, ScopeCredential}},
			{"may not run sudo", ruling{Permission, CodeForbidden, No, ScopeCredential}},
		}},
	},
	// GNU tar: 1 some files differ, 2 fatal, 64 usage.
	{
		names: "tar bsdtar cpio",
		program: program{firm: map[int]ruling{
			64: {InputError, CodeValidationFailed, No, ScopeItem},
		}, weak: map[int]ruling{
			1: {Fatal, CodeUnknown, Answered, ScopeTarget},
			2: {Fatal, CodeUnknown, Answered, ScopeTarget},
		}, said: []saying{
			{"does not look like a tar archive", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"not in gzip format", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"not a bzip2 file", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"file format not recognized", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"unknown suffix", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"cannot find zipfile directory", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"end-of-central-directory signature not found", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"not a zip", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"unexpected end of file", ruling{InputError, CodeInvalidFormat, Answered, ScopeTarget}},
			{"unexpected eof in archive", ruling{InputError, CodeInvalidFormat, Answered, ScopeTarget}},
			{"crc error", ruling{InputError, CodeInvalidFormat, Answered, ScopeTarget}},
			{"invalid compressed data", ruling{InputError, CodeInvalidFormat, Answered, ScopeTarget}},
			{"data integrity error", ruling{InputError, CodeInvalidFormat, Answered, ScopeTarget}},
			{"skipping to next header", ruling{InputError, CodeInvalidFormat, Answered, ScopeTarget}},
			{"compressed file ends unexpectedly", ruling{InputError, CodeInvalidFormat, Answered, ScopeTarget}},
			{"cannot find or open", ruling{InputError, CodeFileNotFound, No, ScopeTarget}},
			{"already exists;", ruling{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}},
			{"already exists -- skipping", ruling{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}},
			{"you must specify one of", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"cowardly refusing", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"not found in archive", ruling{InputError, CodeValidationFailed, Answered, ScopeTarget}},
		}},
	},
	{
		names: "gzip gunzip bzip2 bunzip2 xz unxz zstd lz4 zcat bzcat xzcat compress",
		program: program{single: true, most: 1, weak: map[int]ruling{
			1: {Fatal, CodeUnknown, Answered, ScopeTarget},
			2: {Fatal, CodeUnknown, Answered, ScopeTarget},
		}, said: []saying{
			{"does not look like a tar archive", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"not in gzip format", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"not a bzip2 file", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"file format not recognized", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"unknown suffix", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"cannot find zipfile directory", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"end-of-central-directory signature not found", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"not a zip", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"unexpected end of file", ruling{InputError, CodeInvalidFormat, Answered, ScopeTarget}},
			{"unexpected eof in archive", ruling{InputError, CodeInvalidFormat, Answered, ScopeTarget}},
			{"crc error", ruling{InputError, CodeInvalidFormat, Answered, ScopeTarget}},
			{"invalid compressed data", ruling{InputError, CodeInvalidFormat, Answered, ScopeTarget}},
			{"data integrity error", ruling{InputError, CodeInvalidFormat, Answered, ScopeTarget}},
			{"skipping to next header", ruling{InputError, CodeInvalidFormat, Answered, ScopeTarget}},
			{"compressed file ends unexpectedly", ruling{InputError, CodeInvalidFormat, Answered, ScopeTarget}},
			{"cannot find or open", ruling{InputError, CodeFileNotFound, No, ScopeTarget}},
			{"already exists;", ruling{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}},
			{"already exists -- skipping", ruling{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}},
		}},
	},
	// Info-ZIP unzip(1).
	{
		names: "unzip",
		program: program{weak: map[int]ruling{
			1:  {Fatal, CodeUnknown, Answered, ScopeTarget},
			2:  {InputError, CodeInvalidFormat, Answered, ScopeTarget},
			3:  {InputError, CodeInvalidFormat, Answered, ScopeTarget},
			4:  {Fatal, CodeOverloaded, Answered, ScopeHost},
			5:  {Fatal, CodeOverloaded, Answered, ScopeHost},
			6:  {Fatal, CodeOverloaded, Answered, ScopeHost},
			7:  {Fatal, CodeOverloaded, Answered, ScopeHost},
			9:  {InputError, CodeFileNotFound, No, ScopeTarget},
			10: {InputError, CodeValidationFailed, No, ScopeItem},
			11: {InputError, CodeFileNotFound, No, ScopeItem},
			50: {Fatal, CodeQuotaExhausted, Answered, ScopeHost},
			51: {InputError, CodeInvalidFormat, Answered, ScopeTarget},
			80: {Fatal, CodeCanceled, Unanswered, ScopeItem},
			81: {Fatal, CodeUnsupported, Answered, ScopeTarget},
			82: {Permission, CodeUnauthenticated, Answered, ScopeTarget},
		}, said: []saying{
			{"does not look like a tar archive", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"not in gzip format", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"not a bzip2 file", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"file format not recognized", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"unknown suffix", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"cannot find zipfile directory", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"end-of-central-directory signature not found", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"not a zip", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"unexpected end of file", ruling{InputError, CodeInvalidFormat, Answered, ScopeTarget}},
			{"unexpected eof in archive", ruling{InputError, CodeInvalidFormat, Answered, ScopeTarget}},
			{"crc error", ruling{InputError, CodeInvalidFormat, Answered, ScopeTarget}},
			{"invalid compressed data", ruling{InputError, CodeInvalidFormat, Answered, ScopeTarget}},
			{"data integrity error", ruling{InputError, CodeInvalidFormat, Answered, ScopeTarget}},
			{"skipping to next header", ruling{InputError, CodeInvalidFormat, Answered, ScopeTarget}},
			{"compressed file ends unexpectedly", ruling{InputError, CodeInvalidFormat, Answered, ScopeTarget}},
			{"cannot find or open", ruling{InputError, CodeFileNotFound, No, ScopeTarget}},
			{"already exists;", ruling{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}},
			{"already exists -- skipping", ruling{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}},
		}},
	},
	// Info-ZIP zip(1).
	{
		names: "zip",
		program: program{quiet: true, firm: map[int]ruling{
			2:  {InputError, CodeInvalidFormat, No, ScopeTarget},
			3:  {InputError, CodeInvalidFormat, No, ScopeTarget},
			9:  {Fatal, CodeCanceled, Unanswered, ScopeItem},
			10: {Fatal, CodeUnknown, Answered, ScopeHost},
			11: {Fatal, CodeUnknown, Answered, ScopeTarget},
			12: {InputError, CodeFileNotFound, No, ScopeItem},
			13: {InputError, CodeFileNotFound, No, ScopeTarget},
			14: {Fatal, CodeQuotaExhausted, Answered, ScopeHost},
			15: {Permission, CodeForbidden, No, ScopeTarget},
			16: {InputError, CodeValidationFailed, No, ScopeItem},
			18: {InputError, CodeFileNotFound, Answered, ScopeTarget},
		}},
	},
	// gpg(1): 1 a bad signature, 2 anything else.
	{
		names: "gpg gpg2",
		program: program{single: true, weak: map[int]ruling{
			1: {Fatal, CodeUnknown, No, ScopeTarget},
			2: {Fatal, CodeUnknown, Answered, ScopeItem},
		}, said: []saying{
			{"bad passphrase", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"no secret key", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"no pinentry", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"inappropriate ioctl", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"no public key", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"no valid openpgp data", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"skipped: no name", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"no name", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"no data", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"unusable public key", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"bad signature", ruling{Fatal, CodeUnknown, No, ScopeTarget}},
		}},
	},
	{
		names: "openssl",
		program: program{single: true, weak: map[int]ruling{
			1: {InputError, CodeInvalidFormat, No, ScopeTarget},
			2: {Fatal, CodeUnknown, No, ScopeTarget},
		}, said: []saying{
			{":no such file or directory:", ruling{InputError, CodeFileNotFound, No, ScopeTarget}},
			{"bio_connect:connection refused", ruling{Transient, CodeConnectionRefused, No, ScopeHost}},
			{"verify error", ruling{Fatal, CodeCertificateInvalid, No, ScopeHost}},
			{"verification failed", ruling{Fatal, CodeCertificateInvalid, No, ScopeHost}},
			{"invalid command", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
		}},
	},
	{
		names:   "curl",
		program: program{single: true, quiet: true},
	},
	// wget(1): exit status.
	{
		names: "wget",
		program: program{single: true, weak: map[int]ruling{
			1: {Fatal, CodeUnknown, Answered, ScopeItem},
			2: {InputError, CodeValidationFailed, No, ScopeItem},
			3: {Fatal, CodeUnknown, Answered, ScopeTarget},
			4: {Transient, CodeConnectionReset, Unanswered, ScopeHost},
			5: {Fatal, CodeCertificateInvalid, No, ScopeHost},
			6: {Permission, CodeUnauthenticated, No, ScopeCredential},
			7: {Fatal, CodeUnknown, Unanswered, ScopeHost},
			8: {Fatal, CodeUnknown, Answered, ScopeTarget},
		}, said: []saying{
			{"is not trusted", ruling{Fatal, CodeCertificateInvalid, No, ScopeHost}},
			{"cannot verify", ruling{Fatal, CodeCertificateInvalid, No, ScopeHost}},
			{"username/password authentication failed", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"failed: connection refused", ruling{Transient, CodeConnectionRefused, No, ScopeHost}},
			{"failed: connection timed out", ruling{Transient, CodeTimeout, No, ScopeHost}},
			{"failed: timed out", ruling{Transient, CodeTimeout, No, ScopeHost}},
			{"no data received", ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}},
			{"read error", ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}},
		}},
	},
	// ssh(1): 255 for itself, else what the remote command ended with.
	{
		names: "ssh scp sftp ssh-copy-id autossh",
		program: program{single: true, said: []saying{
			{"permission denied (publickey", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"permission denied (password", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"permission denied, please try again", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"too many authentication failures", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"no supported authentication methods", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"host key verification failed", ruling{Fatal, CodeCertificateInvalid, No, ScopeHost}},
			{"remote host identification has changed", ruling{Fatal, CodeCertificateInvalid, No, ScopeHost}},
			{"kex_exchange_identification", ruling{Transient, CodeConnectionReset, No, ScopeHost}},
			{"ssh_exchange_identification", ruling{Transient, CodeConnectionReset, No, ScopeHost}},
			{"ssh_dispatch_run_fatal", ruling{Transient, CodeConnectionReset, No, ScopeHost}},
			{"banner exchange", ruling{Transient, CodeConnectionReset, No, ScopeHost}},
			{"bad configuration option", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"bad port", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"no such identity", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"hostname contains invalid characters", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"no matching", ruling{Fatal, CodeUnsupported, No, ScopeHost}},
			{"unable to negotiate", ruling{Fatal, CodeUnsupported, No, ScopeHost}},
			{"administratively prohibited", ruling{Permission, CodeForbidden, No, ScopeCredential}},
			{"closed by remote host", ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}},
			{"client_loop:", ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}},
			{"not responding", ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}},
			{"packet_write_wait", ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}},
			{"lost connection", ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}},
		}},
	},
	{
		names:   "ssh-keygen ssh-add",
		program: program{single: true},
	},
	// rsync(1): exit values.
	{
		names: "rsync",
		program: program{weak: map[int]ruling{
			1:  {InputError, CodeValidationFailed, No, ScopeItem},
			2:  {Fatal, CodeUnsupported, No, ScopeHost},
			3:  {InputError, CodeFileNotFound, No, ScopeTarget},
			4:  {Fatal, CodeUnsupported, No, ScopeTool},
			5:  {Fatal, CodeUnavailable, No, ScopeHost},
			6:  {Fatal, CodeUnknown, Answered, ScopeHost},
			10: {Transient, CodeConnectionReset, Unanswered, ScopeHost},
			11: {Fatal, CodeUnknown, Answered, ScopeTarget},
			12: {Transient, CodeConnectionReset, Unanswered, ScopeHost},
			13: {Fatal, CodeUnknown, Answered, ScopeTool},
			14: {Fatal, CodeUnknown, Unanswered, ScopeTool},
			20: {Fatal, CodeCanceled, Unanswered, ScopeItem},
			21: {Fatal, CodeUnknown, Unanswered, ScopeTool},
			22: {Fatal, CodeOverloaded, Answered, ScopeHost},
			23: {Fatal, CodeUnknown, Answered, ScopeTarget},
			24: {Fatal, CodeUnknown, Answered, ScopeTarget},
			25: {Fatal, CodeOutOfRange, Answered, ScopeItem},
			30: {Transient, CodeTimeout, Unanswered, ScopeHost},
			35: {Transient, CodeTimeout, No, ScopeHost},
		}, said: []saying{
			{"timeout waiting for daemon connection", ruling{Transient, CodeTimeout, No, ScopeHost}},
			// What the daemon answers before any file is named (clientserver.c).
			{"@error: max connections", ruling{Transient, CodeOverloaded, No, ScopeHost}},
			{"@error: auth failed", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"@error: access denied", ruling{Permission, CodeForbidden, No, ScopeCredential}},
			{"@error: unknown module", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"permission denied (publickey", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"permission denied (password", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"permission denied, please try again", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"too many authentication failures", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"no supported authentication methods", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"host key verification failed", ruling{Fatal, CodeCertificateInvalid, No, ScopeHost}},
			{"remote host identification has changed", ruling{Fatal, CodeCertificateInvalid, No, ScopeHost}},
			{"kex_exchange_identification", ruling{Transient, CodeConnectionReset, No, ScopeHost}},
			{"ssh_exchange_identification", ruling{Transient, CodeConnectionReset, No, ScopeHost}},
			{"ssh_dispatch_run_fatal", ruling{Transient, CodeConnectionReset, No, ScopeHost}},
			{"banner exchange", ruling{Transient, CodeConnectionReset, No, ScopeHost}},
			{"bad configuration option", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"bad port", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"no such identity", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"hostname contains invalid characters", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"no matching", ruling{Fatal, CodeUnsupported, No, ScopeHost}},
			{"unable to negotiate", ruling{Fatal, CodeUnsupported, No, ScopeHost}},
			{"administratively prohibited", ruling{Permission, CodeForbidden, No, ScopeCredential}},
			{"closed by remote host", ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}},
			{"client_loop:", ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}},
			{"not responding", ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}},
			{"packet_write_wait", ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}},
			{"lost connection", ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}},
		}},
	},
	// ping(8): 1 no reply, 2 any other error.
	{
		names: "ping ping6 fping",
		program: program{reads: true, weak: map[int]ruling{
			1: {Transient, CodeTimeout, No, ScopeHost},
			2: {Fatal, CodeUnknown, No, ScopeItem},
		}},
	},
	// dig(1): 9 no reply from the server.
	{
		names: "dig host nslookup delv",
		program: program{reads: true, weak: map[int]ruling{
			1:  {InputError, CodeValidationFailed, No, ScopeItem},
			8:  {InputError, CodeFileNotFound, No, ScopeTarget},
			9:  {Transient, CodeDNSFailure, No, ScopeHost},
			10: {Fatal, CodeUnknown, No, ScopeTool},
		}},
	},
	{
		names: "nc ncat netcat telnet socat",
		program: program{single: true, weak: map[int]ruling{
			1: {Transient, CodeConnectionRefused, Answered, ScopeHost},
		}},
	},
	// iproute2: 1 a syntax error, 2 from the kernel.
	{
		names: "ip ifconfig route bridge tc",
		program: program{single: true, weak: map[int]ruling{
			1:   {InputError, CodeValidationFailed, No, ScopeItem},
			2:   {Fatal, CodeUnknown, Answered, ScopeTarget},
			255: {InputError, CodeValidationFailed, No, ScopeItem},
		}, said: []saying{
			{"is unknown, try", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"cannot find device", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
		}},
	},
	// iptables(8): 2 usage, 3 kernel and program differ, 4 no resources or a held lock.
	{
		names: "iptables ip6tables nft",
		program: program{single: true, weak: map[int]ruling{
			2: {InputError, CodeValidationFailed, No, ScopeItem},
			3: {Fatal, CodeUnsupported, No, ScopeTool},
			4: {Transient, CodeLocked, No, ScopeHost},
		}, said: []saying{
			{"holding the xtables lock", ruling{ResourceConflict, CodeLocked, No, ScopeHost}},
			{"you must be root", ruling{Permission, CodeForbidden, No, ScopeCredential}},
		}},
	},
	// aria2c(1): exit status.
	{
		names: "aria2c",
		program: program{weak: map[int]ruling{
			2:  {Transient, CodeTimeout, Unanswered, ScopeHost},
			3:  {Fatal, CodeNotFound, No, ScopeTarget},
			4:  {Fatal, CodeNotFound, No, ScopeTarget},
			5:  {Transient, CodeTimeout, Unanswered, ScopeHost},
			6:  {Transient, CodeConnectionReset, Unanswered, ScopeHost},
			9:  {Fatal, CodeQuotaExhausted, Answered, ScopeHost},
			13: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},
			19: {Transient, CodeDNSFailure, No, ScopeHost},
			23: {Fatal, CodeUnsupported, Answered, ScopeHost},
			24: {Permission, CodeUnauthenticated, No, ScopeCredential},
			28: {InputError, CodeValidationFailed, No, ScopeItem},
			29: {Transient, CodeOverloaded, Answered, ScopeHost},
		}},
	},
	// rclone's documentation: exit codes.
	{
		names: "rclone",
		program: program{weak: map[int]ruling{
			1:  {InputError, CodeValidationFailed, No, ScopeItem},
			2:  {Fatal, CodeUnknown, Answered, ScopeItem},
			3:  {InputError, CodeFileNotFound, No, ScopeTarget},
			4:  {InputError, CodeFileNotFound, No, ScopeTarget},
			5:  {Transient, CodeUnavailable, Answered, ScopeHost},
			6:  {Fatal, CodeUnknown, Answered, ScopeItem},
			7:  {Fatal, CodeUnknown, Answered, ScopeItem},
			8:  {Fatal, CodeQuotaExhausted, Answered, ScopeItem},
			10: {Fatal, CodeQuotaExhausted, Answered, ScopeItem},
		}},
	},
	// restic's documentation: exit codes.
	{
		names: "restic",
		program: program{firm: map[int]ruling{
			10: {InputError, CodeFileNotFound, No, ScopeTarget},
			11: {ResourceConflict, CodeLocked, No, ScopeTarget},
			12: {Permission, CodeUnauthenticated, No, ScopeCredential},
		}, weak: map[int]ruling{
			1: {Fatal, CodeUnknown, Answered, ScopeItem},
			2: {Fatal, CodeUnknown, Answered, ScopeItem},
			3: {Fatal, CodeUnknown, Answered, ScopeTarget},
		}},
	},
	// s3cmd's ExitCodes.py.
	{
		names: "s3cmd",
		program: program{weak: map[int]ruling{
			11: {Fatal, CodeUnknown, Answered, ScopeHost},
			12: {InputError, CodeFileNotFound, No, ScopeTarget},
			13: {ResourceConflict, CodeStateConflict, No, ScopeTarget},
			64: {InputError, CodeValidationFailed, No, ScopeItem},
			74: {Fatal, CodeUnknown, Answered, ScopeHost},
			75: {Transient, CodeUnavailable, Answered, ScopeHost},
			77: {Permission, CodeForbidden, No, ScopeCredential},
			78: {Fatal, CodeUnknown, No, ScopeTool},
		}},
	},
	// git: 1 and 128 say nothing by themselves, 129 is its usage.
	{
		names: "git",
		program: program{single: true, firm: map[int]ruling{
			129: {InputError, CodeValidationFailed, No, ScopeItem},
		}, said: []saying{
			{"(fetch first)", ruling{ResourceConflict, CodeVersionConflict, No, ScopeTarget}},
			{"(non-fast-forward)", ruling{ResourceConflict, CodeVersionConflict, No, ScopeTarget}},
			{"(stale info)", ruling{ResourceConflict, CodeVersionConflict, No, ScopeTarget}},
			{"(needs force)", ruling{ResourceConflict, CodeVersionConflict, No, ScopeTarget}},
			{"(already exists)", ruling{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}},
			{"(failed to lock)", ruling{ResourceConflict, CodeBusy, No, ScopeTarget}},
			{"(failed to update ref)", ruling{ResourceConflict, CodeBusy, No, ScopeTarget}},
			{"protected branch", ruling{Permission, CodeForbidden, No, ScopeTarget}},
			{"denied to", ruling{Permission, CodeForbidden, No, ScopeTarget}},
			{"hook declined", ruling{Fatal, CodeUnknown, No, ScopeTarget}},
			{"another git process", ruling{ResourceConflict, CodeLocked, No, ScopeTarget}},
			{".lock': file exists", ruling{ResourceConflict, CodeLocked, No, ScopeTarget}},
			{"could not lock config file", ruling{ResourceConflict, CodeLocked, No, ScopeTarget}},
			{"cannot lock ref", ruling{ResourceConflict, CodeVersionConflict, No, ScopeTarget}},
			{"merge conflict in", ruling{ResourceConflict, CodeStateConflict, Answered, ScopeTarget}},
			{"automatic merge failed", ruling{ResourceConflict, CodeStateConflict, Answered, ScopeTarget}},
			{"could not apply", ruling{ResourceConflict, CodeStateConflict, Answered, ScopeTarget}},
			{"fix conflicts", ruling{ResourceConflict, CodeStateConflict, Answered, ScopeTarget}},
			{"unmerged files", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"unresolved conflict", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"patch does not apply", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"patch failed", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"would be overwritten by", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"commit your changes or stash them", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"you have unstaged changes", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"your index contains uncommitted changes", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"not possible to fast-forward", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"divergent branches", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"refusing to merge unrelated histories", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"not fully merged", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"not concluded your merge", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"rebase in progress?", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"is a rebase in progress", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"already a rebase-merge directory", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"no merge to abort", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"no stash entries found", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"no cherry-pick or revert in progress", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"nothing to commit", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"nothing added to commit", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"no changes added to commit", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"checked out at", ruling{ResourceConflict, CodeBusy, No, ScopeTarget}},
			{"used by worktree", ruling{ResourceConflict, CodeBusy, No, ScopeTarget}},
			{"did not match any file", ruling{InputError, CodeFileNotFound, No, ScopeTarget}},
			{"pathspec", ruling{InputError, CodeFileNotFound, No, ScopeTarget}},
			{"unknown revision", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"bad revision", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"needed a single revision", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"not a valid object name", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"invalid object name", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"not a valid ref", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"couldn't find remote ref", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"no such remote", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"does not match any", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"invalid reference", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"bad source", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"not a git repository", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"does not appear to be a git repository", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"is not a git command", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"not found in upstream", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"no such branch", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"malformed object name", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"not a valid branch name", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"not something we can merge", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"could not read username", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"could not read password", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"authentication failed", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"terminal prompts disabled", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"invalid username or password", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"permission denied (publickey", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"password authentication was removed", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"host key verification failed", ruling{Fatal, CodeCertificateInvalid, No, ScopeHost}},
			{"certificate verification failed", ruling{Fatal, CodeCertificateInvalid, No, ScopeHost}},
			{"ssl certificate problem", ruling{Fatal, CodeCertificateInvalid, No, ScopeHost}},
			{"couldn't connect to server", ruling{Transient, CodeConnectionRefused, No, ScopeHost}},
			{"errno=connection refused", ruling{Transient, CodeConnectionRefused, No, ScopeHost}},
			{"errno=connection timed out", ruling{Transient, CodeTimeout, No, ScopeHost}},
			{"no configured push destination", ruling{InputError, CodeMissingField, No, ScopeItem}},
			{"no upstream branch", ruling{InputError, CodeMissingField, No, ScopeItem}},
			{"no tracking information", ruling{InputError, CodeMissingField, No, ScopeItem}},
			{"not currently on a branch", ruling{InputError, CodeMissingField, No, ScopeItem}},
			{"tell me who you are", ruling{Fatal, CodeUnknown, No, ScopeTool}},
			{"auto-detect email", ruling{Fatal, CodeUnknown, No, ScopeTool}},
			{"dubious ownership", ruling{Fatal, CodeUnknown, No, ScopeTool}},
			{"repository not found", ruling{InputError, CodeValidationFailed, No, ScopeTarget}},
			{"rpc failed; curl", ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}},
			{"hung up unexpectedly", ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}},
			{"early eof", ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}},
			{"unexpected disconnect", ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}},
			{"empty reply from server", ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}},
		}},
	},
	{
		names: "hg svn",
		program: program{single: true, weak: map[int]ruling{
			1:   {Fatal, CodeUnknown, Answered, ScopeItem},
			255: {Fatal, CodeUnknown, Answered, ScopeItem},
		}},
	},
	// gh: 2 canceled, 4 authentication.
	{
		names: "gh glab",
		program: program{single: true, weak: map[int]ruling{
			1: {Fatal, CodeUnknown, Answered, ScopeItem},
			2: {Fatal, CodeCanceled, Unanswered, ScopeItem},
			4: {Permission, CodeUnauthenticated, No, ScopeCredential},
		}},
	},
	// patch(1): 1 some hunks failed, 2 trouble.
	{
		names: "patch",
		program: program{firm: map[int]ruling{
			1: {ResourceConflict, CodeStateConflict, Answered, ScopeTarget},
		}, weak: map[int]ruling{
			2: {Fatal, CodeUnknown, Answered, ScopeItem},
		}, said: []saying{
			{"can't open patch file", ruling{InputError, CodeFileNotFound, No, ScopeTarget}},
			{"only garbage was found", ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
			{"malformed patch", ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
		}},
	},
	// psql(1): 1 a fatal error of its own, 2 the connection, 3 an error in a script.
	{
		names: "psql pg_dump pg_restore createdb dropdb createuser",
		program: program{single: true, weak: map[int]ruling{
			2: {Transient, CodeConnectionReset, Unanswered, ScopeHost},
			3: {Fatal, CodeUnknown, Answered, ScopeItem},
		}, said: []saying{
			{"too many clients", ruling{Transient, CodeOverloaded, No, ScopeHost}},
			{"remaining connection slots", ruling{Transient, CodeOverloaded, No, ScopeHost}},
			{"the database system is starting up", ruling{Transient, CodeUnavailable, No, ScopeHost}},
			{"the database system is shutting down", ruling{Transient, CodeUnavailable, No, ScopeHost}},
			{"the database system is in recovery", ruling{Transient, CodeUnavailable, No, ScopeHost}},
			{"password authentication failed", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"peer authentication failed", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"ident authentication failed", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"no pg_hba.conf entry", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"no password supplied", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"permission denied for", ruling{Permission, CodeForbidden, No, ScopeTarget}},
			{"must be owner of", ruling{Permission, CodeForbidden, No, ScopeTarget}},
			{"server closed the connection unexpectedly", ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}},
			{"terminating connection", ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}},
			{"timeout expired", ruling{Transient, CodeTimeout, No, ScopeHost}},
			{"due to statement timeout", ruling{Transient, CodeTimeout, No, ScopeItem}},
			{"deadlock detected", ruling{Transient, CodeDeadlock, No, ScopeTarget}},
			{"could not serialize access", ruling{Transient, CodeSerializationFailure, No, ScopeTarget}},
			{"duplicate key value", ruling{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}},
			{"is being accessed by other users", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"because other objects depend on it", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"violates not-null", ruling{InputError, CodeMissingField, No, ScopeItem}},
			{"violates check constraint", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"violates foreign key", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"syntax error at", ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
			{"invalid input syntax", ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
			{"\" does not exist", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
		}},
	},
	// pg_isready(1).
	{
		names: "pg_isready",
		program: program{reads: true, firm: map[int]ruling{
			1: {Transient, CodeUnavailable, No, ScopeHost},
			2: {Transient, CodeUnavailable, No, ScopeHost},
			3: {InputError, CodeValidationFailed, No, ScopeItem},
		}},
	},
	{
		names: "mysql mariadb mysqldump mysqladmin mysqlimport",
		program: program{single: true, weak: map[int]ruling{
			2: {InputError, CodeValidationFailed, No, ScopeItem},
			5: {Fatal, CodeQuotaExhausted, Answered, ScopeHost},
		}},
	},
	// sqlite3: the result code of the last statement (sqlite.org/rescode.html).
	{
		names: "sqlite3",
		program: program{single: true, weak: map[int]ruling{
			3:  {Permission, CodeForbidden, No, ScopeTarget},
			23: {Permission, CodeForbidden, No, ScopeTarget},
			5:  {Transient, CodeLocked, No, ScopeTarget},
			6:  {Transient, CodeLocked, No, ScopeTarget},
			7:  {Transient, CodeOverloaded, Answered, ScopeHost},
			8:  {Permission, CodeForbidden, No, ScopeTarget},
			10: {Fatal, CodeUnknown, Answered, ScopeTarget},
			11: {Fatal, CodeUnknown, Answered, ScopeTarget},
			13: {Fatal, CodeQuotaExhausted, No, ScopeHost},
			14: {InputError, CodeFileNotFound, No, ScopeTarget},
			15: {Transient, CodeLocked, No, ScopeTarget},
			17: {Transient, CodeSerializationFailure, No, ScopeTarget},
			18: {InputError, CodeTooLarge, No, ScopeItem},
			19: {ResourceConflict, CodeStateConflict, No, ScopeTarget},
			20: {InputError, CodeWrongType, No, ScopeItem},
			25: {InputError, CodeOutOfRange, No, ScopeItem},
			26: {InputError, CodeInvalidFormat, No, ScopeTarget},
		}, said: []saying{
			{"database is locked", ruling{Transient, CodeLocked, No, ScopeTarget}},
			{"database table is locked", ruling{Transient, CodeLocked, No, ScopeTarget}},
			{"unique constraint failed", ruling{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}},
			{"already exists", ruling{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}},
			{"not null constraint failed", ruling{InputError, CodeMissingField, No, ScopeItem}},
			{"check constraint failed", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"foreign key constraint failed", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"datatype mismatch", ruling{InputError, CodeWrongType, No, ScopeItem}},
			{"no such table", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"no such column", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"no such function", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"has no column named", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"syntax error", ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
			{"incomplete input", ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
			{"unrecognized token", ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
			{"readonly database", ruling{Permission, CodeForbidden, No, ScopeTarget}},
			{"unable to open database", ruling{InputError, CodeFileNotFound, No, ScopeTarget}},
			{"file is not a database", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"database disk image is malformed", ruling{Fatal, CodeUnknown, Answered, ScopeTarget}},
			{"database or disk is full", ruling{Fatal, CodeQuotaExhausted, No, ScopeHost}},
		}},
	},
	{
		names: "redis-cli valkey-cli",
		program: program{single: true, said: []saying{
			{"server closed the connection", ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}},
			{"noauth", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"wrongpass", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"noperm", ruling{Permission, CodeForbidden, No, ScopeCredential}},
			{"loading redis", ruling{Transient, CodeUnavailable, No, ScopeHost}},
			{"clusterdown", ruling{Transient, CodeUnavailable, No, ScopeHost}},
			{"wrongtype", ruling{InputError, CodeWrongType, No, ScopeTarget}},
		}},
	},
	{
		names: "mongosh mongo mongodump",
		program: program{weak: map[int]ruling{
			1: {Fatal, CodeUnknown, Answered, ScopeItem},
		}},
	},
	// docker run: 125 the daemon, 126 and 127 the command; else the command's own.
	{
		names: "docker podman nerdctl",
		program: program{single: true, weak: map[int]ruling{
			125: {Fatal, CodeUnknown, Answered, ScopeTool},
		}, said: []saying{
			{"permission denied while trying to connect", ruling{Permission, CodeForbidden, No, ScopeCredential}},
			{"cannot connect to the docker daemon", ruling{Transient, CodeUnavailable, No, ScopeHost}},
			{"is the docker daemon running", ruling{Transient, CodeUnavailable, No, ScopeHost}},
			{"cannot connect to podman", ruling{Transient, CodeUnavailable, No, ScopeHost}},
			{"is already in use by container", ruling{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}},
			{"port is already allocated", ruling{ResourceConflict, CodeBusy, No, ScopeTarget}},
			{"address already in use", ruling{ResourceConflict, CodeBusy, No, ScopeTarget}},
			{"is not running", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"is not paused", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"container is running", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"is using its referenced image", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"has active endpoints", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"is already in progress", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"cannot remove a running container", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
			{"no such container", ruling{Fatal, CodeNotFound, No, ScopeTarget}},
			{"no such object", ruling{Fatal, CodeNotFound, No, ScopeTarget}},
			{"no such network", ruling{Fatal, CodeNotFound, No, ScopeTarget}},
			{"no such volume", ruling{Fatal, CodeNotFound, No, ScopeTarget}},
			{"no such image", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"manifest unknown", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"invalid reference format", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"manifest for", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"unable to find image", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"toomanyrequests", ruling{Transient, CodeRateLimited, No, ScopeHost}},
			{"pull access denied", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"unauthorized", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"no basic auth credentials", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"denied: requested access", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"executable file not found", ruling{Fatal, CodeCommandNotFound, No, ScopeTool}},
		}},
	},
	{
		names: "kubectl oc k9s",
		program: program{single: true, said: []saying{
			{"you must be logged in", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"was refused - did you specify the right host", ruling{Transient, CodeConnectionRefused, No, ScopeHost}},
			{"x509:", ruling{Fatal, CodeCertificateInvalid, No, ScopeHost}},
			{"i/o timeout", ruling{Transient, CodeTimeout, No, ScopeHost}},
			{"tls handshake timeout", ruling{Transient, CodeTimeout, No, ScopeHost}},
			{"timed out waiting for the condition", ruling{Transient, CodeTimeout, Unanswered, ScopeItem}},
			{"doesn't have a resource type", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"error validating", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"unknown command", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"no matches for kind", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"error parsing", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
		}},
	},
	{
		names: "helm",
		program: program{said: []saying{
			{"cannot re-use a name", ruling{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}},
			{"another operation (install/upgrade/rollback) is in progress", ruling{ResourceConflict, CodeLocked, No, ScopeTarget}},
			{"release: not found", ruling{Fatal, CodeNotFound, No, ScopeTarget}},
			{"timed out waiting for the condition", ruling{Transient, CodeTimeout, Unanswered, ScopeItem}},
			{"failed to download", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"chart not found", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
		}},
	},
	{
		names: "terraform tofu terragrunt",
		program: program{said: []saying{
			{"error acquiring the state lock", ruling{ResourceConflict, CodeLocked, No, ScopeTarget}},
			{"no configuration files", ruling{InputError, CodeFileNotFound, No, ScopeItem}},
			{"no valid credential sources", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"expiredtoken", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"inconsistent dependency lock file", ruling{Fatal, CodeUnsupported, No, ScopeTool}},
			{"required plugins are not installed", ruling{Fatal, CodeUnsupported, No, ScopeTool}},
			{"module not installed", ruling{Fatal, CodeUnsupported, No, ScopeTool}},
			{"has no command named", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"unsupported argument", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"missing required argument", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"reference to undeclared", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"invalid value for variable", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"no value for required variable", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
		}},
	},
	// ansible: TaskQueueManager and CLI.
	{
		names: "ansible ansible-playbook",
		program: program{quiet: true, firm: map[int]ruling{
			2:   {Fatal, CodeUnknown, Answered, ScopeTarget},
			3:   {Transient, CodeUnavailable, Answered, ScopeHost},
			4:   {Transient, CodeUnavailable, Answered, ScopeHost},
			5:   {InputError, CodeValidationFailed, No, ScopeItem},
			8:   {Fatal, CodeUnknown, Answered, ScopeTarget},
			99:  {Fatal, CodeCanceled, Unanswered, ScopeItem},
			250: {Fatal, CodeUnknown, Unanswered, ScopeTool},
		}, weak: map[int]ruling{
			1: {Fatal, CodeUnknown, Answered, ScopeItem},
		}},
	},
	// AWS CLI: return codes.
	{
		names: "aws",
		program: program{single: true, firm: map[int]ruling{
			252: {InputError, CodeValidationFailed, No, ScopeItem},
			130: {Fatal, CodeCanceled, Unanswered, ScopeItem},
		}, weak: map[int]ruling{
			1:   {Fatal, CodeUnknown, Answered, ScopeItem},
			2:   {Fatal, CodeUnknown, Answered, ScopeItem},
			253: {Permission, CodeUnauthenticated, No, ScopeCredential},
			254: {Fatal, CodeUnknown, Answered, ScopeItem},
			255: {Fatal, CodeUnknown, Answered, ScopeItem},
		}, said: []saying{
			{"unable to locate credentials", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"token has expired", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"sso session associated", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"partial credentials", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
			{"could not connect to the endpoint", ruling{Transient, CodeUnavailable, No, ScopeHost}},
			{"read timeout on endpoint", ruling{Transient, CodeTimeout, Unanswered, ScopeHost}},
			{"connect timeout on endpoint", ruling{Transient, CodeTimeout, No, ScopeHost}},
			{"you must specify a region", ruling{InputError, CodeMissingField, No, ScopeItem}},
			{"does not exist", ruling{InputError, CodeFileNotFound, No, ScopeTarget}},
		}},
	},
	{
		names: "az gcloud gsutil doctl flyctl heroku",
		program: program{single: true, weak: map[int]ruling{
			1: {Fatal, CodeUnknown, Answered, ScopeItem},
			2: {InputError, CodeValidationFailed, No, ScopeItem},
			3: {Fatal, CodeNotFound, No, ScopeTarget},
		}, said: []saying{
			{"quota '", ruling{Fatal, CodeQuotaExhausted, Answered, ScopeCredential}}, // "Quota 'CPUS' exceeded.  Limit: 24.0 …": perhaps of one among several
			{"exceeding approved", ruling{Fatal, CodeQuotaExhausted, No, ScopeCredential}},
			{"(quotaexceeded)", ruling{Fatal, CodeQuotaExhausted, No, ScopeCredential}},
		}},
	},
	// crontab(1) of cron (crontab.c): a table with an error is not installed.
	{
		names: "crontab",
		program: program{single: true, weak: map[int]ruling{
			1: {Fatal, CodeUnknown, Answered, ScopeTarget},
		}, said: []saying{
			{"errors in crontab file", ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
			{"errors in input", ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
			{"no crontab for", ruling{Fatal, CodeNotFound, No, ScopeTarget}},
			{"not allowed to use this program", ruling{Permission, CodeForbidden, No, ScopeCredential}},
			{"must be privileged", ruling{Permission, CodeForbidden, No, ScopeCredential}},
		}},
	},
	// systemctl(1), and the LSB's codes for init scripts.
	{
		names: "systemctl service",
		program: program{single: true, weak: map[int]ruling{
			1: {Fatal, CodeUnknown, Answered, ScopeTarget},
			2: {InputError, CodeValidationFailed, No, ScopeItem},
			3: {ResourceConflict, CodeStateConflict, No, ScopeTarget},
			4: {Fatal, CodeNotFound, No, ScopeTarget},
			5: {Fatal, CodeNotFound, No, ScopeTarget},
			6: {Fatal, CodeUnknown, No, ScopeTarget},
			7: {ResourceConflict, CodeStateConflict, No, ScopeTarget},
		}, said: []saying{
			{"interactive authentication required", ruling{Permission, CodeForbidden, No, ScopeCredential}},
			{"access denied", ruling{Permission, CodeForbidden, No, ScopeCredential}},
			{"not been booted with systemd", ruling{Fatal, CodeUnsupported, No, ScopeHost}},
			{"not found.", ruling{Fatal, CodeNotFound, No, ScopeTarget}},
			{"could not be found", ruling{Fatal, CodeNotFound, No, ScopeTarget}},
			{"not loaded", ruling{Fatal, CodeNotFound, No, ScopeTarget}},
			{"exited with error code", ruling{Fatal, CodeUnknown, Answered, ScopeTarget}},
			{"unknown command verb", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"is masked", ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
		}},
	},
	// apt-get(8): 100 on any error.
	{
		names: "apt apt-get aptitude dpkg dpkg-query",
		program: program{single: true, weak: map[int]ruling{
			1:   {Fatal, CodeUnknown, Answered, ScopeHost},
			2:   {Fatal, CodeUnknown, Answered, ScopeHost},
			100: {Fatal, CodeUnknown, Answered, ScopeHost},
		}, said: []saying{
			{"could not get lock", ruling{ResourceConflict, CodeLocked, No, ScopeHost}},
			{"is held by process", ruling{ResourceConflict, CodeLocked, No, ScopeHost}},
			{"unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), is another", ruling{ResourceConflict, CodeLocked, No, ScopeHost}},
			{"is locked by another process", ruling{ResourceConflict, CodeLocked, No, ScopeHost}},
			{"status database area is locked", ruling{ResourceConflict, CodeLocked, No, ScopeHost}},
			{"are you root", ruling{Permission, CodeForbidden, No, ScopeCredential}},
			{"superuser privilege", ruling{Permission, CodeForbidden, No, ScopeCredential}},
			{"(13: permission denied)", ruling{Permission, CodeForbidden, No, ScopeCredential}},
			{"unable to locate package", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"has no installation candidate", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"invalid operation", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"is not installed", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"no packages found matching", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"temporary failure resolving", ruling{Transient, CodeDNSFailure, No, ScopeHost}},
			{"failed to fetch", ruling{Transient, CodeUnavailable, No, ScopeHost}},
			{"some index files failed to download", ruling{Transient, CodeUnavailable, No, ScopeHost}},
			{"dpkg was interrupted", ruling{Fatal, CodeUnknown, No, ScopeHost}},
			{"unmet dependencies", ruling{Fatal, CodeUnknown, No, ScopeHost}},
			{"held broken packages", ruling{Fatal, CodeUnknown, No, ScopeHost}},
		}},
	},
	{
		names: "yum dnf rpm",
		program: program{single: true, weak: map[int]ruling{
			1:   {Fatal, CodeUnknown, Answered, ScopeHost},
			100: {Fatal, CodeUnknown, No, ScopeHost},
			200: {ResourceConflict, CodeLocked, No, ScopeHost},
		}, said: []saying{
			{"superuser privileges", ruling{Permission, CodeForbidden, No, ScopeCredential}},
			{"has to be run with", ruling{Permission, CodeForbidden, No, ScopeCredential}},
			{"need to be root", ruling{Permission, CodeForbidden, No, ScopeCredential}},
			{"unable to find a match", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"no match for argument", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"no package", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"waiting for process with pid", ruling{ResourceConflict, CodeLocked, No, ScopeHost}},
		}},
	},
	// zypper(8): exit codes.
	{
		names: "zypper",
		program: program{single: true, firm: map[int]ruling{
			2:   {InputError, CodeValidationFailed, No, ScopeItem},
			3:   {InputError, CodeValidationFailed, No, ScopeItem},
			4:   {Fatal, CodeUnknown, Answered, ScopeHost},
			5:   {Permission, CodeForbidden, No, ScopeCredential},
			6:   {Fatal, CodeUnknown, No, ScopeHost},
			7:   {ResourceConflict, CodeLocked, No, ScopeHost},
			8:   {Fatal, CodeUnknown, Answered, ScopeHost},
			104: {InputError, CodeValidationFailed, No, ScopeItem},
			105: {Fatal, CodeCanceled, Unanswered, ScopeItem},
			106: {Transient, CodeUnavailable, Answered, ScopeHost},
		}},
	},
	// GNU make: 2 on any error.
	{
		names: "make gmake ninja cmake",
		program: program{weak: map[int]ruling{
			1: {Fatal, CodeUnknown, Answered, ScopeItem},
			2: {Fatal, CodeUnknown, Answered, ScopeItem},
		}, said: []saying{
			{"no makefile found", ruling{InputError, CodeFileNotFound, No, ScopeItem}},
			{"no rule to make target", ruling{InputError, CodeFileNotFound, Answered, ScopeItem}},
			{"missing separator", ruling{Fatal, CodeUnknown, No, ScopeItem}},
			{"circular", ruling{Fatal, CodeUnknown, No, ScopeItem}},
		}},
	},
	// Compilers.
	{
		names: "gcc g++ cc c++ clang clang++ ld cl javac rustc tsc",
		program: program{single: true, weak: map[int]ruling{
			1: {Fatal, CodeUnknown, Answered, ScopeItem},
			2: {Fatal, CodeUnknown, Answered, ScopeItem},
		}, said: []saying{
			{": no such file or directory", ruling{InputError, CodeFileNotFound, No, ScopeTarget}},
			{"no input files", ruling{InputError, CodeFileNotFound, No, ScopeTarget}},
		}},
	},
	// go: 1 for what it builds, 2 for its usage.
	{
		names: "go",
		program: program{weak: map[int]ruling{
			1: {Fatal, CodeUnknown, Answered, ScopeItem},
		}, said: []saying{
			{"unknown command", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"flag provided but not defined", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"go.mod file not found", ruling{Fatal, CodeFileNotFound, No, ScopeItem}},
			{"no required module provides package", ruling{Fatal, CodeCommandNotFound, No, ScopeItem}},
		}},
	},
	{
		names: "cargo",
		program: program{weak: map[int]ruling{
			101: {Fatal, CodeUnknown, Answered, ScopeItem},
			1:   {Fatal, CodeUnknown, Answered, ScopeItem},
		}},
	},
	// Package managers do many things.
	{
		names: "npm npx yarn pnpm pip pipx poetry uv gem bundle composer",
		program: program{weak: map[int]ruling{
			1:   {Fatal, CodeUnknown, Answered, ScopeItem},
			254: {Fatal, CodeUnknown, Answered, ScopeItem},
		}, said: []saying{
			{"externally-managed-environment", ruling{Fatal, CodeUnknown, No, ScopeTool}},
			{"code e404", ruling{Fatal, CodeNotFound, No, ScopeTarget}}, // found out before anything is installed
			{"err_pnpm_fetch_404", ruling{Fatal, CodeNotFound, No, ScopeTarget}},
			{"code etarget", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"no matching version", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"could not find a valid gem", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"eresolve", ruling{Fatal, CodeUnknown, Answered, ScopeItem}},
			{"unknown command", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"no matching distribution", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"could not find a version", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
			{"missing script", ruling{InputError, CodeValidationFailed, No, ScopeItem}},
		}},
	},
	// Interpreters.
	{
		names: "python perl ruby php lua deno bun rscript",
		program: program{weak: map[int]ruling{
			1: {Fatal, CodeUnknown, Answered, ScopeItem},
			2: {Fatal, CodeUnknown, Answered, ScopeItem},
		}, said: []saying{
			{"can't open file", ruling{InputError, CodeFileNotFound, No, ScopeItem}},
			{"can't open perl script", ruling{InputError, CodeFileNotFound, No, ScopeItem}},
			{"could not open input file", ruling{InputError, CodeFileNotFound, No, ScopeItem}},
			{": no module named", ruling{Fatal, CodeCommandNotFound, No, ScopeTool}},
			{"can't locate", ruling{Fatal, CodeCommandNotFound, Answered, ScopeTool}},
		}},
	},
	// node: 9 an argument of its own.
	{
		names: "node",
		program: program{firm: map[int]ruling{
			9: {InputError, CodeValidationFailed, No, ScopeItem},
		}, said: []saying{
			{"cannot find module", ruling{Fatal, CodeCommandNotFound, Answered, ScopeTool}},
			{"cannot find package", ruling{Fatal, CodeCommandNotFound, Answered, ScopeTool}},
		}},
	},
	{
		names: "java",
		program: program{said: []saying{
			{"could not find or load main class", ruling{Fatal, CodeCommandNotFound, No, ScopeTool}},
			{"unable to access jarfile", ruling{InputError, CodeFileNotFound, No, ScopeItem}},
			{"could not create the java virtual machine", ruling{Fatal, CodeUnsupported, No, ScopeTool}},
		}},
	},
	// pytest: exit codes.
	{
		names: "pytest py.test",
		program: program{quiet: true, firm: map[int]ruling{
			1: {Fatal, CodeUnknown, Answered, ScopeItem},
			2: {Fatal, CodeCanceled, Unanswered, ScopeItem},
			3: {Fatal, CodeUnknown, Answered, ScopeTool},
			4: {InputError, CodeValidationFailed, No, ScopeItem},
			5: {InputError, CodeFileNotFound, No, ScopeItem},
		}},
	},
	// jq(1): 2 usage or a file, 3 the program, 5 an error while it ran, 1 and 4 with -e.
	{
		names: "jq yq",
		program: program{reads: true, firm: map[int]ruling{
			3: {InputError, CodeInvalidFormat, No, ScopeItem},
			5: {InputError, CodeWrongType, No, ScopeItem},
		}, weak: map[int]ruling{
			1: {Fatal, CodeNotFound, No, ScopeItem},
			2: {InputError, CodeValidationFailed, No, ScopeItem},
			4: {Fatal, CodeNotFound, No, ScopeItem},
		}},
	},
	{
		names: "ffmpeg ffprobe convert magick",
		program: program{single: true, weak: map[int]ruling{
			1: {Fatal, CodeUnknown, Answered, ScopeItem},
		}, said: []saying{
			{"invalid data found", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"moov atom not found", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"no decode delegate", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"improper image header", ruling{InputError, CodeInvalidFormat, No, ScopeTarget}},
			{"unknown encoder", ruling{InputError, CodeUnsupported, No, ScopeItem}},
			{"unrecognized option", ruling{InputError, CodeUnsupported, No, ScopeItem}},
			{"already exists. exiting", ruling{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}},
		}},
	},
}
