package taxonomy

import (
	"encoding/asn1"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"net/textproto"
	"net/url"
	"os"
	"os/exec"
	"reflect"
	"regexp/syntax"
	"runtime"
	"strconv"
	"strings"
)

// valueRule knows the error values and types of the standard library that
// stand for one failure each.
func valueRule(s spine) *Error {
	for _, node := range s {
		if row, ok := valueRow(node); ok {
			return &Error{Class: row.class, Code: row.code, Applied: row.applied, Scope: row.scope, Basis: BasisType}
		}
		if e, ok := node.(*textproto.Error); ok { //nolint:errorlint // by node
			return mailReply(e)
		}
	}
	return nil
}

//nolint:gochecknoglobals // rows of tables, never written
var (
	badFormat  = statusRow{InputError, CodeInvalidFormat, No, ScopeItem}
	badValue   = statusRow{InputError, CodeValidationFailed, No, ScopeItem}
	badReply   = statusRow{Fatal, CodeUnknown, Unanswered, ScopeItem} // an answer, mostly, that cannot be read
	missing    = statusRow{InputError, CodeMissingField, No, ScopeItem}
	tooLarge   = statusRow{InputError, CodeTooLarge, No, ScopeItem}
	connClosed = statusRow{Transient, CodeConnectionReset, Unanswered, ScopeHost}
)

func valueRow(node error) (statusRow, bool) {
	switch n := node.(type) { //nolint:errorlint // by node
	case runtime.Error: // its text is "index out of range", which is no argument's fault
		return statusRow{Fatal, CodePanic, Unanswered, ScopeItem}, true
	case net.UnknownNetworkError:
		return statusRow{Fatal, CodeUnsupported, No, ScopeTool}, true
	case net.InvalidAddrError, url.EscapeError, url.InvalidHostError, *csv.ParseError, *syntax.Error:
		return badFormat, true
	case *http.MaxBytesError:
		return tooLarge, true
	case *http.ProtocolError: //nolint:staticcheck // deprecated, and still returned
		return protocolRow(n), true
	case *json.UnsupportedValueError:
		return statusRow{InputError, CodeOutOfRange, No, ScopeItem}, true
	case *json.UnsupportedTypeError, *json.InvalidUnmarshalError: // code
		return statusRow{Fatal, CodeUnknown, No, ScopeTool}, true
	case asn1.SyntaxError, asn1.StructuralError, textproto.ProtocolError:
		return badReply, true
	}
	if row, ok := values[pointerNode(node)]; ok {
		return row, true
	}
	if row, ok := valueTypes[traitsOf(node).name]; ok {
		return row, true
	}
	return textValue(node)
}

// pointerNode returns node where it is a pointer, which can be looked up in a map,
// else nil.
func pointerNode(node error) error {
	if reflect.TypeOf(node).Kind() == reflect.Pointer {
		return node
	}
	return nil
}

//nolint:gochecknoglobals // a table, never written
var values = map[error]statusRow{
	strconv.ErrSyntax:             badFormat,
	strconv.ErrRange:              {InputError, CodeOutOfRange, No, ScopeItem},
	hex.ErrLength:                 badFormat,
	mime.ErrInvalidMediaParameter: badFormat,
	multipart.ErrMessageTooLarge:  tooLarge,
	http.ErrNoCookie:              missing,
	http.ErrMissingFile:           missing,
	http.ErrServerClosed:          {Transient, CodeUnavailable, Answered, ScopeHost},
	http.ErrBodyReadAfterClose:    {Fatal, CodeUnknown, Answered, ScopeTool},
	http.ErrContentLength:         {Fatal, CodeUnknown, Answered, ScopeTool},
	http.ErrLineTooLong:           badReply,
	http.ErrAbortHandler:          {Fatal, CodeCanceled, Unanswered, ScopeItem},
	os.ErrProcessDone:             {Fatal, CodeNotFound, No, ScopeTarget},
	exec.ErrWaitDelay:             {Fatal, CodeUnknown, Unanswered, ScopeItem}, // the program ended well, and something of it still runs
}

// valueTypes are types of packages that are not worth importing for it.
//
//nolint:gochecknoglobals // a table, never written
var valueTypes = map[string]statusRow{
	"os/user.UnknownUserError":          badValue, // a name in the arguments
	"os/user.UnknownUserIdError":        badValue,
	"os/user.UnknownGroupError":         badValue,
	"os/user.UnknownGroupIdError":       badValue,
	"time.parseDurationError":           badFormat,
	"net/netip.parseAddrError":          badFormat,
	"net/netip.parsePrefixError":        badFormat,
	"crypto/aes.KeySizeError":           badValue,
	"crypto/des.KeySizeError":           badValue,
	"crypto/rc4.KeySizeError":           badValue,
	"text/template.ExecError":           {Fatal, CodeUnknown, Answered, ScopeTool}, // a part of it is written
	"html/template.Error":               {Fatal, CodeUnknown, Answered, ScopeTool},
	"encoding/xml.UnsupportedTypeError": {Fatal, CodeUnknown, No, ScopeTool},
	"go/scanner.ErrorList":              badFormat,
}

// valueTexts are errors that are their text alone, of which each begins as no
// other does (Go 1.26, the package in front).
//
//nolint:gochecknoglobals // a table, never written
var valueTexts = []struct {
	begins string
	row    statusRow
}{
	{"time: invalid duration", badFormat},
	{"time: unknown unit", badFormat},
	{"time: missing unit", badFormat},
	{"unknown time zone ", badValue},
	{"mail: ", badFormat},
	{"mime: ", badFormat},
	{"zip: not a valid zip file", badReply},
	{"zip: checksum error", badReply},
	{"zip: unsupported compression", statusRow{Fatal, CodeUnsupported, No, ScopeTool}},
	{"archive/tar: ", badReply},
	{"asn1: ", badReply},
	{"x509: decryption password incorrect", statusRow{Permission, CodeUnauthenticated, No, ScopeCredential}},
	{"connection is shut down", connClosed}, // net/rpc
	{"short write", statusRow{Fatal, CodeUnknown, Answered, ScopeItem}},
	{"multiple Read calls return no data or error", badReply},
}

// textValue looks at what errors.New or fmt.Errorf made.
func textValue(node error) (statusRow, bool) {
	switch reflect.TypeOf(node).String() {
	case "*errors.errorString", "*fmt.wrapError", "*fmt.fmtError":
	default:
		return statusRow{}, false
	}
	text := textOf(node)
	for _, v := range valueTexts {
		if strings.HasPrefix(text, v.begins) {
			return v.row, true
		}
	}
	return statusRow{}, false
}

func protocolRow(e *http.ProtocolError) statusRow { //nolint:staticcheck // deprecated, and still returned
	switch e {
	case http.ErrNotSupported:
		return statusRow{Fatal, CodeUnsupported, No, ScopeTool}
	case http.ErrNotMultipart, http.ErrMissingBoundary:
		return badFormat
	}
	return badReply
}

// mailReplies are replies of SMTP (RFC 5321 section 4.2, RFC 4954). A 4yz and a
// 5yz say that the action did not take place; with 421 the server goes away,
// whatever was going on.
//
//nolint:gochecknoglobals // a table, never written
var mailReplies = map[int]statusRow{
	421: {Transient, CodeUnavailable, Answered, ScopeHost},
	426: {Transient, CodeConnectionReset, Unanswered, ScopeHost}, // FTP, RFC 959: transfer aborted
	450: {Transient, CodeBusy, No, ScopeTarget},
	451: {Transient, CodeUnavailable, No, ScopeHost},
	452: {Transient, CodeOverloaded, No, ScopeHost},
	500: {Fatal, CodeUnsupported, No, ScopeTool},
	501: {InputError, CodeInvalidFormat, No, ScopeItem},
	502: {Fatal, CodeUnsupported, No, ScopeTool},
	504: {Fatal, CodeUnsupported, No, ScopeTool},
	530: {Permission, CodeUnauthenticated, No, ScopeCredential},
	534: {Permission, CodeUnauthenticated, No, ScopeCredential},
	535: {Permission, CodeUnauthenticated, No, ScopeCredential},
	538: {Permission, CodeUnauthenticated, No, ScopeCredential},
	550: badValue, 551: badValue, 553: badValue, // the mailbox
	552: tooLarge,
}

func mailReply(e *textproto.Error) *Error {
	row, ok := mailReplies[e.Code]
	switch {
	case ok && e.Code == 550 && strings.HasPrefix(e.Msg, "5.7."): // RFC 3463: security or policy
		row = statusRow{Permission, CodeForbidden, No, ScopeCredential}
	case ok && e.Code == 552 && strings.HasPrefix(e.Msg, "5.2.2"): // mailbox full
		row = statusRow{ResourceConflict, CodeStateConflict, No, ScopeTarget}
	case ok:
	case e.Code >= 400 && e.Code < 500:
		row = statusRow{Transient, CodeUnavailable, No, ScopeHost}
	case e.Code >= 500 && e.Code < 600:
		row = statusRow{Fatal, CodeUnknown, No, ScopeItem}
	default:
		return nil
	}
	return &Error{Class: row.class, Code: row.code, Applied: row.applied, Scope: row.scope, Basis: BasisCode, Context: map[string]any{"reply": e.Code}}
}
