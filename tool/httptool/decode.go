package httptool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/batchagent/batchagent/taxonomy"
)

// DefaultMaxResponse is how much of an answer is read, in bytes: 10 MiB.
const DefaultMaxResponse = 10 << 20

// Decode reads the answer to a call and closes its body. A status other than
// 2xx is the error of taxonomy.FromResponse. What else is no success stands in
// the package comment; an answer larger than [DefaultMaxResponse] is none.
//
// The body is read as JSON into Out, with numbers as json.Number where Out
// leaves their type open. A json.RawMessage takes JSON as it came, byte for byte
// but for the space around it and for what is not UTF-8, which becomes U+FFFD,
// any other text as a JSON string, and an empty body as null. A string and an any
// take other text, too. An empty body is the zero value where nothing can come
// (204, 205, HEAD) or where Out can be nothing: a pointer, a map, a slice, an
// interface or a struct without fields; else it cannot be used.
//
// A body that breaks off is an error of the network, which says that there may
// have been no answer.
func Decode[Out any](resp *http.Response) (Out, error) {
	var out, zero Out
	body, err := read(resp, DefaultMaxResponse, nil)
	if err != nil {
		return zero, err
	}
	if err := into(resp, body, &out); err != nil {
		return zero, err
	}
	return out, nil
}

// read takes an answer to the point where it is a success with a body: UTF-8
// mark and outer space cut off, nil if empty. It closes the body. hide takes
// secrets out of texts that become part of an error; nil: there are none.
func read(resp *http.Response, most int64, hide func(string) string) ([]byte, error) {
	if hide == nil {
		hide = func(s string) string { return s }
	}
	if resp.Body == nil { // made by hand
		resp.Body = http.NoBody
	}
	defer resp.Body.Close() //nolint:errcheck // it was only read
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return nil, refused(resp, hide)
	}
	if err := turned(resp); err != nil {
		return nil, err
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, most+1))
	if err != nil {
		return nil, broken(resp, len(body), err, hide)
	}
	if int64(len(body)) > most {
		return nil, unreadable(resp, nil, "is larger than the %d bytes that are read of it", most)
	}
	body = trim(body)
	if len(body) == 0 {
		return nil, nil
	}
	valid := json.Valid(body)
	if !valid {
		if err := page(resp, body); err != nil {
			return nil, err
		}
		if isJSON(resp.Header.Get(contentType)) {
			return nil, unreadable(resp, nil, "says that it is JSON and is not: it begins with %q", head(hide(string(body))))
		}
	}
	text := string(body)
	if valid && body[0] == '"' {
		text = unquote(body)
	}
	if envelope(resp, text) != nil {
		return nil, envelope(resp, hide(text))
	}
	return body, nil
}

// broken is the error of a successful answer that broke off: one of the
// network, as which package taxonomy knows those of net/http by *url.Error.
// net/http itself does not wrap what comes while a body is read.
func broken(resp *http.Response, after int, err error, hide func(string) string) error {
	if text := err.Error(); hide(text) != text { // a trailer that net/http cannot read
		err = fmt.Errorf("%w: %s", io.ErrUnexpectedEOF, hide(text))
	}
	e := &url.Error{Op: "Read", Err: err}
	if resp.Request != nil {
		e.URL = hide(address(resp.Request.URL))
	}
	return fmt.Errorf("httptool: the answer (%d) broke off after %d bytes: %w", resp.StatusCode, after, e)
}

// maxRefusal is how much of a failed answer is read: as much as package
// taxonomy looks at.
const maxRefusal = 64 << 10

// refused is the error of an answer other than 2xx.
func refused(resp *http.Response, hide func(string) string) error {
	var body []byte
	if resp.StatusCode >= 200 { // what follows a 101 is no body, and has no end
		body, _ = io.ReadAll(io.LimitReader(resp.Body, maxRefusal))
	}
	r := *resp
	r.Body = io.NopCloser(strings.NewReader(hide(string(body))))
	err := taxonomy.FromResponse(&r)
	var e *taxonomy.Error
	if resp.StatusCode < 400 && errors.As(err, &e) {
		redirected(resp, e, hide)
	}
	return err
}

// envelope looks for an error in a successful answer.
func envelope(resp *http.Response, text string) error {
	err := taxonomy.FromResult(text)
	var e *taxonomy.Error
	if !errors.As(err, &e) {
		return err
	}
	if e.Context == nil {
		e.Context = map[string]any{"status": resp.StatusCode}
	}
	if e.Class == taxonomy.Transient && e.RetryAfter == 0 { // GraphQL says in headers when to come back
		e.RetryAfter = taxonomy.RetryAfter(resp.Header, time.Time{})
	}
	return err
}

// unquote returns the text that a JSON string holds, or the string itself.
func unquote(raw []byte) string {
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return string(raw)
	}
	return text
}

// into fills *out with a body that read has returned.
func into[Out any](resp *http.Response, body []byte, out *Out) error {
	text, isText := any(out).(*string)
	switch p := any(out).(type) {
	case *json.RawMessage:
		*p = rawJSON(body)
		return nil
	case *any:
		if body != nil && !json.Valid(body) {
			*p = string(body)
			return nil
		}
	}
	if body == nil {
		if nothing(resp, reflect.TypeFor[Out]()) {
			return nil
		}
		return unreadable(resp, nil, "is empty, where a %s was expected", reflect.TypeFor[Out]())
	}
	if isText && (body[0] != '"' || !json.Valid(body)) {
		*text = string(body)
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	err := dec.Decode(out)
	if err == nil {
		if _, more := dec.Token(); !errors.Is(more, io.EOF) {
			err = errTwoValues
		}
	}
	if err != nil {
		return unreadable(resp, err, "is no %s: %s; it begins with %q", reflect.TypeFor[Out](), err.Error(), head(string(body)))
	}
	return nil
}

var errTwoValues = errors.New("more than one JSON value")

func rawJSON(body []byte) json.RawMessage {
	switch {
	case body == nil:
		return json.RawMessage("null")
	case json.Valid(body):
		return bytes.ToValidUTF8(body, []byte("\uFFFD"))
	}
	raw, err := jsonBody(string(body))
	if err != nil {
		return json.RawMessage("null") // a string always encodes
	}
	return raw
}

// nothing reports whether an empty body is an answer that t can hold.
func nothing(resp *http.Response, t reflect.Type) bool {
	switch {
	case resp.StatusCode == http.StatusNoContent, resp.StatusCode == http.StatusResetContent,
		resp.Request != nil && resp.Request.Method == http.MethodHead:
		return true
	}
	switch t.Kind() { //nolint:exhaustive // the kinds that can be nothing
	case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Interface:
		return true
	case reflect.Struct:
		return t.NumField() == 0
	}
	return false
}

// unreadable is the error of an answer that says success and cannot be used.
// The rest of the sentence begins after "the answer".
func unreadable(resp *http.Response, cause error, format string, args ...any) *taxonomy.Error {
	status := strconv.Itoa(resp.StatusCode)
	if text := http.StatusText(resp.StatusCode); text != "" {
		status += " " + text
	}
	return &taxonomy.Error{
		Class: taxonomy.Fatal, Code: taxonomy.CodeUnreadableAnswer, Applied: taxonomy.Answered, Basis: taxonomy.BasisDeclared,
		Message: taxonomy.Clean("the call was answered with success (" + status + ") and may have been executed, but the answer " +
			fmt.Sprintf(format, args...)),
		Context: map[string]any{"status": resp.StatusCode}, Err: cause,
	}
}

// trim cuts off what is no part of a JSON text or of any other: a UTF-8 mark
// (RFC 8259 section 8.1 lets readers ignore it) and the space around it.
func trim(body []byte) []byte {
	return bytes.Trim(bytes.TrimPrefix(body, []byte("\uFEFF")), " \t\r\n")
}

// head is the beginning of a text, for an error.
func head(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// isJSON follows RFC 6839 section 3.1.
func isJSON(contentType string) bool {
	media := mediaType(contentType)
	return media == jsonType || media == "text/json" || strings.HasSuffix(media, "+json")
}

func mediaType(contentType string) string {
	media, _, err := mime.ParseMediaType(contentType)
	if err != nil && media == "" {
		media, _, _ = strings.Cut(strings.ToLower(contentType), ";")
	}
	return strings.TrimSpace(media)
}
