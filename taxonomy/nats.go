package taxonomy

import (
	"reflect"
	"strconv"
	"strings"
)

const natsPrefix = "nats: "

// natsError is an answer of JetStream's API: an HTTP-like status, the server's
// own error code, and words.
type natsError struct {
	text    string
	status  int64
	code    int64
	message string
	row     *ruling // what the client says that it is, where it says more than the answer
}

func (e *natsError) Error() string { return e.text }

func (e *natsError) judge() *Error {
	if e.row != nil {
		return e.row.judge()
	}
	row, ok := jetStreamCodes[e.code]
	if e.code == jetStreamStoreFailed {
		for _, full := range jetStreamFull {
			if full.in(strings.ToLower(e.message)) {
				row = full.ruling
			}
		}
	}
	switch {
	case ok:
	case e.status == 400 && e.code >= 10000 && e.code < 11000:
		// All others of the server's with this status speak of the request.
		row = ruling{InputError, CodeValidationFailed, No, ScopeItem}
	case e.status >= 500:
		// The words, which are those of an inner error, may say more; that
		// nothing was done is not to be had from them.
		if said := wordsOf(e.message); said != nil && said.Class != Transient {
			said.Applied = min(said.Applied, Answered)
			said.Basis = BasisCode
			return said
		}
		row = ruling{Transient, CodeServerError, Answered, ScopeHost}
	case e.status >= 400:
		row = statusRowOf(int(e.status))
	default:
		return nil
	}
	return row.judge()
}

// natsText reads what begins as the client's errors do and is none of its
// variables: an answer of the API that was passed on as text, or what the server
// said, which the client repeats.
func natsText(text string) foreign {
	said := strings.TrimPrefix(text, natsPrefix)
	if rest, ok := strings.CutPrefix(said, "API error: "); ok { // jetstream.APIError
		e := &natsError{text: text}
		for rest != "" {
			var part string
			if message, ok := strings.CutPrefix(rest, "description="); ok {
				e.message = message
				break
			}
			part, rest, _ = strings.Cut(rest, " ")
			name, value, _ := strings.Cut(part, "=")
			n, err := strconv.ParseInt(value, 10, 32)
			if err != nil {
				break
			}
			switch name {
			case "code":
				e.status = n
			case "err_code":
				e.code = n
			}
		}
		if e.code == 0 {
			return nil
		}
		return e
	}
	said = strings.ToLower(strings.Trim(said, "'"))
	if row, ok := natsSentinels[natsPrefix+said]; ok {
		return &sentinel{text, row}
	}
	for i := range natsServer {
		if natsServer[i].in(said) {
			return &sentinel{text, natsServer[i].ruling}
		}
	}
	return nil
}

//nolint:gochecknoglobals // a table, never written
var natsLifters = []lifter{
	{types: []string{"github.com/nats-io/nats.go.APIError", "github.com/nats-io/nats.go/jetstream.APIError"}, lift: func(node error) foreign {
		return natsAnswer(reflect.ValueOf(node), node.Error())
	}},
	// Errors of the client, some of which stand for an answer of the API.
	{types: []string{"github.com/nats-io/nats.go.jsError", "github.com/nats-io/nats.go/jetstream.jsError"}, lift: func(node error) foreign {
		text := node.Error()
		if row, ok := natsSentinels[text]; ok { // such as the key that exists, for which the code is the stream's
			return &natsError{text: text, row: &row}
		}
		answer := reflect.ValueOf(node).MethodByName("APIError").Call(nil)[0]
		if answer.Kind() == reflect.Pointer && !answer.IsNil() {
			return natsAnswer(answer, text)
		}
		return nil
	}},
}

func natsAnswer(v reflect.Value, text string) *natsError {
	return &natsError{text: text, status: fieldInt(v, "Code"), code: fieldInt(v, "ErrorCode"), message: fieldString(v, "Description")}
}
