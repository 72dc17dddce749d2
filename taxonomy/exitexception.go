package taxonomy

import (
	"slices"
	"strings"
)

// exceptions are those of Python, JavaScript and Java that say by their names
// what is wrong (docs.python.org/3/library/exceptions, subprocess, ssl,
// http.client, asyncio; java.lang, java.net). A program that ends with one had
// begun, so that it may have done something, unless it could not even be read.
//
//nolint:gochecknoglobals // a table, never written
var exceptions = map[string]ruling{
	// Code, or what is installed.
	"ModuleNotFoundError": {Fatal, CodeCommandNotFound, No, ScopeTool}, "ImportError": {Fatal, CodeCommandNotFound, No, ScopeTool},
	"SyntaxError": {Fatal, CodeUnknown, No, ScopeTool}, "IndentationError": {Fatal, CodeUnknown, No, ScopeTool}, "TabError": {Fatal, CodeUnknown, No, ScopeTool},
	"NameError": bug, "UnboundLocalError": bug, "ReferenceError": bug, "AttributeError": bug, "TypeError": bug, "KeyError": bug, "IndexError": bug, "LookupError": bug,
	"ZeroDivisionError": bug, "AssertionError": bug, "RecursionError": bug, "NotImplementedError": {Fatal, CodeUnsupported, Answered, ScopeTool}, "StopIteration": bug, "SystemError": bug,
	"MemoryError": {Fatal, CodeOverloaded, Answered, ScopeHost}, "CalledProcessError": bug, "JSONDecodeError": {Fatal, CodeUnknown, Unanswered, ScopeItem},
	"NullPointerException": bug, "ClassCastException": bug, "ArrayIndexOutOfBoundsException": bug, "IndexOutOfBoundsException": bug, "ConcurrentModificationException": bug, "ArithmeticException": bug,
	"ClassNotFoundException": {Fatal, CodeCommandNotFound, Answered, ScopeTool}, "NoClassDefFoundError": {Fatal, CodeCommandNotFound, Answered, ScopeTool},
	"OutOfMemoryError": {Fatal, CodeOverloaded, Answered, ScopeHost}, "StackOverflowError": bug, "UnsupportedOperationException": {Fatal, CodeUnsupported, Answered, ScopeTool},
	// The caller.
	"KeyboardInterrupt": {Fatal, CodeCanceled, Unanswered, ScopeItem}, "CancelledError": {Fatal, CodeCanceled, Unanswered, ScopeItem},
	// The arguments.
	"ValueError": {InputError, CodeValidationFailed, Answered, ScopeItem}, "OverflowError": {InputError, CodeOutOfRange, Answered, ScopeItem}, "RangeError": {InputError, CodeOutOfRange, Answered, ScopeItem},
	"UnicodeDecodeError": {InputError, CodeInvalidFormat, Answered, ScopeItem}, "UnicodeEncodeError": {InputError, CodeInvalidFormat, Answered, ScopeItem},
	"FileNotFoundError": {InputError, CodeFileNotFound, Answered, ScopeTarget}, "IsADirectoryError": {InputError, CodeValidationFailed, Answered, ScopeTarget}, "NotADirectoryError": {InputError, CodeFileNotFound, Answered, ScopeTarget},
	"FileNotFoundException": {InputError, CodeFileNotFound, Answered, ScopeTarget}, "NoSuchFileException": {InputError, CodeFileNotFound, Answered, ScopeTarget},
	"IllegalArgumentException": {InputError, CodeValidationFailed, Answered, ScopeItem}, "NumberFormatException": {InputError, CodeInvalidFormat, Answered, ScopeItem}, "DateTimeParseException": {InputError, CodeInvalidFormat, Answered, ScopeItem},
	// The target, and who is calling.
	"FileExistsError": {ResourceConflict, CodeAlreadyExists, Answered, ScopeTarget}, "FileAlreadyExistsException": {ResourceConflict, CodeAlreadyExists, Answered, ScopeTarget}, "DirectoryNotEmptyException": {ResourceConflict, CodeStateConflict, Answered, ScopeTarget},
	"PermissionError": {Permission, CodeForbidden, Answered, ScopeTarget}, "AccessDeniedException": {Permission, CodeForbidden, Answered, ScopeTarget},
	"ProcessLookupError": {Fatal, CodeNotFound, Answered, ScopeTarget},
	// The network.
	"TimeoutError": {Transient, CodeTimeout, Unanswered, ScopeItem}, "TimeoutExpired": {Transient, CodeTimeout, Unanswered, ScopeItem}, "SocketTimeoutException": {Transient, CodeTimeout, Unanswered, ScopeHost},
	"ReadTimeout": {Transient, CodeTimeout, Unanswered, ScopeHost}, "ConnectTimeout": {Transient, CodeTimeout, Answered, ScopeHost},
	"ConnectionRefusedError": {Transient, CodeConnectionRefused, Answered, ScopeHost}, "ConnectionResetError": {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	"ConnectionAbortedError": {Transient, CodeConnectionReset, Unanswered, ScopeHost}, "BrokenPipeError": {Transient, CodeConnectionReset, Unanswered, ScopeHost}, "RemoteDisconnected": {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	"IncompleteRead": {Transient, CodeConnectionReset, Unanswered, ScopeHost}, "UnknownHostException": {Transient, CodeDNSFailure, Answered, ScopeHost},
	"SSLCertVerificationError": {Fatal, CodeCertificateInvalid, Answered, ScopeHost}, "BlockingIOError": {Transient, CodeBusy, Answered, ScopeTarget},
}

//nolint:gochecknoglobals // a row of tables, never written
var bug = ruling{Fatal, CodeUnknown, Answered, ScopeItem}

// judgeException reads the name that a line begins with.
func judgeException(line string, run *commandRun) *exitVerdict {
	text := strings.TrimSpace(line)
	for _, before := range []string{"Uncaught ", "Caused by: ", "Exception in thread \"main\" "} {
		text = strings.TrimPrefix(text, before)
	}
	name, rest, _ := strings.Cut(text, ":")
	name, _, _ = strings.Cut(name, " [") // "Error [ERR_MODULE_NOT_FOUND]"
	row, known := exceptions[name[strings.LastIndexByte(name, '.')+1:]]
	if !known {
		return nil
	}
	v := &exitVerdict{ruling: row, basis: BasisText, message: text}
	switch {
	case row.code == CodeUnknown && strings.Contains(name, "Error") && strings.Contains(rest, "fetch failed"):
		return nil // undici's TypeError for whatever happened in the network; the cause follows
	case row.applied == No && run.name == "python" && strings.HasSuffix(name, "SyntaxError") && hasArg(run.args, "-c"):
		v.class, v.code, v.scope = InputError, CodeInvalidFormat, ScopeItem // the program is an argument
	case row.class == Transient && row.applied == Unanswered && connecting(strings.ToLower(rest)):
		v.applied = Answered
	}
	v.early = row.applied == No
	return v
}

func hasArg(args []string, want string) bool {
	return slices.Contains(args, want)
}

// traceback returns the line that names the exception of the last traceback of
// Python, or that of an error of node before its stack; -1 where there is none.
// running: it came from within a function, when more had been done than to load
// modules.
func traceback(lines []string) (found int, running bool) {
	found = -1
	within := false
	for i, line := range lines {
		switch {
		case strings.HasPrefix(line, "Traceback (most recent call last)"):
			within = true
		case within && line[0] == ' ':
			running = running || strings.Contains(line, ", in ") && !strings.HasSuffix(line, "in <module>") && !strings.Contains(line, "importlib")
		case within:
			found, within = i, false
		case found < 0 && strings.HasPrefix(line, "Error: ") && i+1 < len(lines) && strings.HasPrefix(lines[i+1], " at "):
			return i, true
		}
	}
	return found, running
}
