package taxonomy

import "strings"

// sysexits are the codes of sysexits.h. firm: the code is believed whatever the
// text says, since nobody returns it by chance; the others are catch-alls.
//
//nolint:gochecknoglobals // a table, never written
var sysexits = map[int]struct {
	ruling
	firm bool
}{
	64: {ruling{InputError, CodeValidationFailed, No, ScopeItem}, true},    // EX_USAGE
	65: {ruling{InputError, CodeValidationFailed, No, ScopeItem}, true},    // EX_DATAERR
	66: {ruling{InputError, CodeFileNotFound, No, ScopeTarget}, true},      // EX_NOINPUT
	67: {ruling{InputError, CodeValidationFailed, No, ScopeTarget}, true},  // EX_NOUSER
	68: {ruling{Fatal, CodeDNSFailure, No, ScopeHost}, true},               // EX_NOHOST
	69: {ruling{Transient, CodeUnavailable, Answered, ScopeHost}, false},   // EX_UNAVAILABLE
	70: {ruling{Fatal, CodeUnknown, Answered, ScopeTool}, false},           // EX_SOFTWARE
	71: {ruling{Fatal, CodeUnknown, Answered, ScopeHost}, false},           // EX_OSERR
	72: {ruling{Fatal, CodeUnknown, No, ScopeHost}, false},                 // EX_OSFILE
	73: {ruling{InputError, CodeValidationFailed, No, ScopeTarget}, false}, // EX_CANTCREAT
	74: {ruling{Fatal, CodeUnknown, Answered, ScopeTarget}, false},         // EX_IOERR
	75: {ruling{Transient, CodeUnavailable, Answered, ScopeHost}, true},    // EX_TEMPFAIL
	76: {ruling{Fatal, CodeUnknown, Unanswered, ScopeHost}, false},         // EX_PROTOCOL
	77: {ruling{Permission, CodeForbidden, No, ScopeTarget}, true},         // EX_NOPERM
	78: {ruling{Fatal, CodeUnknown, No, ScopeTool}, true},                  // EX_CONFIG
}

// curlCodes are those of curl (libcurl-errors(3), curl(1)). Those from 5 to 9 and
// of the handshake come before anything is sent; what comes after it may have
// been done.
//
//nolint:gochecknoglobals // a table, never written
var curlCodes = map[int]ruling{
	1:  {Fatal, CodeUnsupported, No, ScopeItem},
	2:  {Fatal, CodeUnknown, No, ScopeTool},
	3:  {InputError, CodeInvalidFormat, No, ScopeItem},
	4:  {Fatal, CodeUnsupported, No, ScopeTool},
	5:  {Transient, CodeDNSFailure, No, ScopeHost},
	6:  {Transient, CodeDNSFailure, No, ScopeHost},
	7:  {Transient, CodeConnectionRefused, No, ScopeHost},
	8:  {Fatal, CodeUnknown, Unanswered, ScopeHost},
	9:  {Permission, CodeForbidden, No, ScopeTarget},
	10: {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	11: {Permission, CodeUnauthenticated, No, ScopeCredential},
	12: {Transient, CodeTimeout, Unanswered, ScopeHost},
	13: {Fatal, CodeUnknown, Unanswered, ScopeHost},
	14: {Fatal, CodeUnknown, Unanswered, ScopeHost},
	15: {Transient, CodeDNSFailure, Unanswered, ScopeHost},
	16: {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	17: {Fatal, CodeUnknown, Answered, ScopeTarget},
	18: {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	19: {InputError, CodeFileNotFound, No, ScopeTarget},
	21: {Fatal, CodeUnknown, Answered, ScopeTarget},
	22: {Fatal, CodeUnknown, Answered, ScopeTarget},
	23: {Fatal, CodeUnknown, Unanswered, ScopeTarget},
	25: {Fatal, CodeUnknown, Answered, ScopeTarget},
	26: {InputError, CodeFileNotFound, No, ScopeItem},
	27: {Transient, CodeOverloaded, Unanswered, ScopeHost},
	28: {Transient, CodeTimeout, Unanswered, ScopeHost},
	30: {Fatal, CodeUnknown, Unanswered, ScopeHost},
	31: {Fatal, CodeUnknown, Answered, ScopeTarget},
	33: {InputError, CodeOutOfRange, Answered, ScopeTarget},
	34: {Fatal, CodeUnknown, Answered, ScopeHost},
	35: {Transient, CodeConnectionReset, No, ScopeHost},
	36: {InputError, CodeOutOfRange, Answered, ScopeTarget},
	37: {InputError, CodeFileNotFound, No, ScopeTarget},
	38: {Permission, CodeUnauthenticated, No, ScopeCredential},
	39: {Fatal, CodeUnknown, Answered, ScopeHost},
	41: {Fatal, CodeUnsupported, No, ScopeTool},
	42: {Fatal, CodeCanceled, Unanswered, ScopeItem},
	43: {Fatal, CodeUnknown, Unanswered, ScopeTool},
	45: {InputError, CodeValidationFailed, No, ScopeItem},
	47: {Fatal, CodeUnsupported, Answered, ScopeHost},
	48: {InputError, CodeUnknownField, No, ScopeItem},
	49: {InputError, CodeValidationFailed, No, ScopeItem},
	51: {Fatal, CodeCertificateInvalid, No, ScopeHost},
	52: {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	53: {Fatal, CodeUnsupported, No, ScopeTool},
	54: {Fatal, CodeUnsupported, No, ScopeTool},
	55: {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	56: {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	58: {Permission, CodeUnauthenticated, No, ScopeCredential},
	59: {Fatal, CodeUnsupported, No, ScopeTool},
	60: {Fatal, CodeCertificateInvalid, No, ScopeHost},
	61: {Fatal, CodeUnsupported, Unanswered, ScopeHost},
	63: {InputError, CodeTooLarge, Answered, ScopeTarget},
	64: {Fatal, CodeUnsupported, Unanswered, ScopeHost},
	65: {Fatal, CodeUnknown, Unanswered, ScopeHost},
	66: {Fatal, CodeUnsupported, No, ScopeTool},
	67: {Permission, CodeUnauthenticated, No, ScopeCredential},
	68: {InputError, CodeFileNotFound, No, ScopeTarget},
	69: {Permission, CodeForbidden, No, ScopeTarget},
	70: {Fatal, CodeQuotaExhausted, Answered, ScopeHost},
	71: {Fatal, CodeUnsupported, No, ScopeHost},
	72: {Fatal, CodeUnknown, Answered, ScopeHost},
	73: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},
	74: {Fatal, CodeNotFound, No, ScopeTarget},
	75: {InputError, CodeInvalidFormat, No, ScopeItem},
	76: {Fatal, CodeUnknown, No, ScopeTool},
	77: {Fatal, CodeCertificateInvalid, No, ScopeHost},
	78: {InputError, CodeFileNotFound, No, ScopeTarget},
	79: {Fatal, CodeUnknown, Unanswered, ScopeHost},
	80: {Fatal, CodeUnknown, Unanswered, ScopeHost},
	81: {Transient, CodeBusy, Unanswered, ScopeHost},
	82: {InputError, CodeFileNotFound, No, ScopeItem},
	83: {Fatal, CodeCertificateInvalid, No, ScopeHost},
	84: {Fatal, CodeUnknown, Answered, ScopeHost},
	85: {Fatal, CodeUnknown, Unanswered, ScopeHost},
	86: {Fatal, CodeUnknown, Unanswered, ScopeHost},
	87: {Fatal, CodeUnknown, Unanswered, ScopeHost},
	88: {Fatal, CodeUnknown, Unanswered, ScopeItem},
	89: {Transient, CodeOverloaded, No, ScopeHost},
	90: {Fatal, CodeCertificateInvalid, No, ScopeHost},
	91: {Fatal, CodeCertificateInvalid, No, ScopeHost},
	92: {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	93: {Fatal, CodeUnknown, Unanswered, ScopeTool},
	94: {Permission, CodeUnauthenticated, No, ScopeCredential},
	95: {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	96: {Transient, CodeConnectionReset, No, ScopeHost},
	97: {Transient, CodeUnavailable, No, ScopeHost},
	98: {Permission, CodeUnauthenticated, No, ScopeCredential},
	99: {Transient, CodeUnavailable, Answered, ScopeHost},
}

// curlVerdict judges a code of curl and what it said with it.
func curlVerdict(code int, text string) *exitVerdict {
	row, ok := curlCodes[code]
	if !ok {
		return nil
	}
	v := &exitVerdict{ruling: row, basis: BasisCode}
	lower := strings.ToLower(text)
	switch code {
	case 1:
		if strings.Contains(lower, "received http/0.9") {
			v.applied = Unanswered // something answered, and nobody knows what
		}
	case 2:
		v.class, v.code, v.early = InputError, CodeValidationFailed, true
	case 7:
		if strings.Contains(lower, "timed out") || strings.Contains(lower, "timeout") {
			v.code = CodeTimeout
		}
	case 22:
		if status := statusAfter(text, "returned error: "); status != nil {
			return status
		}
	case 28:
		for _, phase := range []string{"connection timed out", "connection timeout", "resolving timed out", "failed to connect", "ssl connection timeout", "connect timeout"} {
			if strings.Contains(lower, phase) {
				v.applied = No
			}
		}
	case 35, 56:
		if strings.Contains(lower, "certificate") {
			v.class, v.code = Fatal, CodeCertificateInvalid
		} else if strings.Contains(lower, "wrong version number") || strings.Contains(lower, "alert") {
			v.class, v.code = Fatal, CodeUnsupported
		}
	case 97:
		if strings.Contains(lower, "timed out") {
			v.code = CodeTimeout
		}
	}
	return v
}

// kubectlReasons are those of a Status of Kubernetes, which kubectl prints in
// brackets (k8s.io/apimachinery/pkg/apis/meta/v1).
//
//nolint:gochecknoglobals // a table, never written
var kubectlReasons = map[string]ruling{
	"NotFound":              {Fatal, CodeNotFound, No, ScopeTarget},
	"AlreadyExists":         {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},
	"Conflict":              {ResourceConflict, CodeVersionConflict, No, ScopeTarget},
	"Forbidden":             {Permission, CodeForbidden, No, ScopeTarget},
	"Unauthorized":          {Permission, CodeUnauthenticated, No, ScopeCredential},
	"Invalid":               {InputError, CodeValidationFailed, No, ScopeItem},
	"BadRequest":            {InputError, CodeValidationFailed, No, ScopeItem},
	"MethodNotAllowed":      {Fatal, CodeUnsupported, No, ScopeTool},
	"NotAcceptable":         {Fatal, CodeUnsupported, No, ScopeTool},
	"UnsupportedMediaType":  {Fatal, CodeUnsupported, No, ScopeTool},
	"RequestEntityTooLarge": {InputError, CodeTooLarge, No, ScopeItem},
	"ServerTimeout":         {Transient, CodeTimeout, Unanswered, ScopeHost},
	"Timeout":               {Transient, CodeTimeout, Unanswered, ScopeHost},
	"TooManyRequests":       {Transient, CodeRateLimited, No, ScopeHost},
	"InternalError":         {Transient, CodeServerError, Answered, ScopeHost},
	"ServiceUnavailable":    {Transient, CodeUnavailable, Answered, ScopeHost},
	"Gone":                  {Fatal, CodeNotFound, No, ScopeTarget},
	"Expired":               {Fatal, CodeNotFound, No, ScopeTarget},
}

// mysqlClient are errors of MySQL's client (errmsg.h), which come before or
// instead of an answer of the server.
func mysqlClient(number int) *exitVerdict {
	v := &exitVerdict{basis: BasisCode}
	switch number {
	case 2002, 2003:
		v.ruling = ruling{Transient, CodeConnectionRefused, No, ScopeHost}
	case 2005:
		v.ruling = ruling{Transient, CodeDNSFailure, No, ScopeHost}
	case 2006, 2013, 2055:
		v.ruling = ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}
	case 2026:
		v.ruling = ruling{Fatal, CodeCertificateInvalid, No, ScopeHost}
	default:
		return nil
	}
	return v
}

// usageWords are what programs say of a command line that they do not
// understand, which is before they do anything. They are those of getopt, of
// Go's flag and cobra, of Python's argparse and of the GNU coreutils 9.1, also
// in other languages.
//
//nolint:gochecknoglobals // a table, never written
var usageWords = []struct {
	code  Code
	words []string
}{
	{CodeUnknownField, []string{
		"unrecognized option", "unrecognised option", "invalid option --", "illegal option --", "unknown option", "unknown flag", "unknown shorthand flag", "unknown switch", "flag provided but not defined", "no such option", "unrecognized command-line option", "unrecognized argument", "unknown argument", "is unknown, try", "option non reconnue", "option incorrecte", "opción inválida", "opción desconocida", "opção desconhecida", "opção inválida", "die option", "无法识别的选项", "无效的选项", "無効なオプション", "オプション '",
	}},
	{CodeMissingField, []string{
		"missing operand", "missing file operand", "missing destination file operand", "option requires an argument", "requires an argument", "flag needs an argument", "the following arguments are required", "no url specified", "usage error:", "fehlender operand", "opérande manquant", "falta un operando", "falta operando", "オペランドがありません", "피연산자 빠짐", "缺少操作对象", "no command specified",
	}},
	{CodeValidationFailed, []string{
		"extra operand", "too many arguments", "unexpected positional argument", "unknown command",
	}},
}

// usageTexts and usageCodes are made of usageWords: words, and their code.
//
//nolint:gochecknoglobals // tables, never written after this
var usageTexts, usageCodes = func() (*textSet, []Code) {
	var texts []string
	var codes []Code
	for _, u := range usageWords {
		for _, words := range u.words {
			texts, codes = append(texts, words), append(codes, u.code)
		}
	}
	return textSetOf(texts...), codes
}()

func usageError(lower string) *exitVerdict {
	if n := usageTexts.in(lower); n >= 0 {
		return &exitVerdict{ruling: ruling{InputError, usageCodes[n], No, ScopeItem}, basis: BasisText, early: true}
	}
	return nil
}

//nolint:gochecknoglobals // of sayings, never written after this
var sayingTexts = func() *textSet {
	var texts []string
	for _, s := range sayings {
		texts = append(texts, s.words)
	}
	return textSetOf(texts...)
}()

// sayings are what more than one program says.
//
//nolint:gochecknoglobals // a table, never written
var sayings = []saying{
	{"command not found", ruling{Fatal, CodeCommandNotFound, Answered, ScopeTool}},
	{"executable file not found", ruling{Fatal, CodeCommandNotFound, Answered, ScopeTool}},
	{"certificate verify failed", ruling{Fatal, CodeCertificateInvalid, No, ScopeHost}},
	{"certificate verification failed", ruling{Fatal, CodeCertificateInvalid, No, ScopeHost}},
	{"ssl certificate problem", ruling{Fatal, CodeCertificateInvalid, No, ScopeHost}},
	{"self-signed certificate", ruling{Fatal, CodeCertificateInvalid, No, ScopeHost}},
	{"self signed certificate", ruling{Fatal, CodeCertificateInvalid, No, ScopeHost}},
	{"host key verification failed", ruling{Fatal, CodeCertificateInvalid, No, ScopeHost}},
	{"must be superuser", ruling{Permission, CodeForbidden, No, ScopeCredential}},
	{"must be root", ruling{Permission, CodeForbidden, No, ScopeCredential}},
	{"are you root", ruling{Permission, CodeForbidden, No, ScopeCredential}},
	{"need to be root", ruling{Permission, CodeForbidden, No, ScopeCredential}},
	{"superuser privilege", ruling{Permission, CodeForbidden, No, ScopeCredential}},
	{"requires root", ruling{Permission, CodeForbidden, No, ScopeCredential}},
	{"run as root", ruling{Permission, CodeForbidden, No, ScopeCredential}},
	{"not in the sudoers", ruling{Permission, CodeForbidden, No, ScopeCredential}},
	{"a password is required", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
	{"permission denied (publickey", ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
	{"couldn't connect to server", ruling{Transient, CodeConnectionRefused, No, ScopeHost}},
	{"segmentation fault", ruling{Fatal, CodeUnknown, Unanswered, ScopeItem}},
	{"core dumped", ruling{Fatal, CodeUnknown, Unanswered, ScopeItem}},
	{"unbound variable", ruling{Fatal, CodeUnknown, Answered, ScopeItem}},
	{"error while loading shared libraries", ruling{Fatal, CodeCommandNotFound, Answered, ScopeTool}},
	{"could not get lock", ruling{ResourceConflict, CodeLocked, No, ScopeTarget}},
	{".lock': file exists", ruling{ResourceConflict, CodeLocked, No, ScopeTarget}},
	{"port is already allocated", ruling{ResourceConflict, CodeBusy, No, ScopeTarget}},
	{"hung up unexpectedly", ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}},
}
