package taxonomy

import (
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"time"
)

// answered is an HTTP answer in an error's clothes: what the errors of API
// clients are that carry a status and nothing more specific.
type answered struct {
	Answer
	text string
	wait time.Duration // as the client has read it
}

func (e *answered) Error() string { return e.text }

// judge: without a status, as in the middle of a stream, the body is an
// envelope.
func (e *answered) judge() *Error {
	var own *Error
	if e.Status == 0 {
		own, _ = errors.AsType[*Error](FromResult(string(e.Body)))
	} else {
		own = e.Answer.judge()
	}
	if own == nil {
		return nil
	}
	if healsInTime(own.Class) {
		own.RetryAfter = max(own.RetryAfter, e.wait)
	}
	own.Err = nil // the chain sets it
	return own
}

// apiError says where the error of a client keeps what the server said. Each is
// the name of an exported field, or "" where there is none.
type apiError struct {
	types                                     []string
	status, response, header, body            string // int; *http.Response; http.Header; []byte or string
	code, kind, decline, message, param, wait string
	unit                                      time.Duration // of wait, where it is a bare number
	fixed                                     int           // the status that the type itself stands for
}

// lifter reads such an error.
func (a apiError) lifter() lifter {
	return lifter{types: a.types, lift: func(node error) foreign { return a.lift(node) }}
}

func liftersOf(table []apiError) []lifter {
	all := make([]lifter, len(table))
	for i := range table {
		all[i] = table[i].lifter()
	}
	return all
}

func (a apiError) lift(node error) foreign {
	v := reflect.ValueOf(node)
	e := &answered{}
	e.Status = a.fixed
	if a.status != "" {
		e.Status = int(fieldInt(v, a.status))
	}
	if resp := field(v, a.response); resp.IsValid() {
		if r, ok := reflect.TypeAssert[*http.Response](resp); ok && r != nil { //nolint:bodyclose // the library has read it
			e.Header = r.Header
			if e.Status == 0 || a.fixed != 0 && r.StatusCode != 0 {
				e.Status = r.StatusCode
			}
			if r.Request != nil {
				e.Method = r.Request.Method
			}
		} else if h := field(resp, "Header"); h.IsValid() { // Stripe's own kind of response
			e.Header, _ = reflect.TypeAssert[http.Header](h)
		}
	}
	if h := field(v, a.header); h.IsValid() {
		e.Header, _ = reflect.TypeAssert[http.Header](h)
	}
	switch d := field(v, a.wait); {
	case !d.IsValid(), d.Kind() == reflect.Pointer && d.IsNil():
	default:
		if n := fieldInt(v, a.wait); n > 0 && a.unit != 0 {
			e.wait = time.Duration(n) * a.unit
		}
	}
	e.Body = a.bodyOf(v)
	if e.Status >= 200 && e.Status < 300 || e.Status == 0 && len(e.Body) == 0 {
		return nil // what it wraps knows more
	}
	e.text = string(e.Body)
	return e
}

// bodyOf returns the answer's body, or one that is made of the fields.
func (a apiError) bodyOf(v reflect.Value) []byte {
	if b := field(v, a.body); b.IsValid() {
		if raw, ok := reflect.TypeAssert[[]byte](b); ok && len(raw) > 0 {
			return raw
		}
		if b.Kind() == reflect.String && b.Len() > 0 {
			return []byte(b.String())
		}
	}
	if raw := v.MethodByName("RawJSON"); a.body == "" && raw.IsValid() && raw.Type().NumIn() == 0 && raw.Type().NumOut() == 1 {
		if text := raw.Call(nil)[0]; text.Kind() == reflect.String && text.Len() > 0 {
			return []byte(text.String())
		}
	}
	said := map[string]any{}
	for key, name := range map[string]string{"type": a.kind, "decline_code": a.decline, "message": a.message, "param": a.param} {
		if text := fieldString(v, name); text != "" {
			said[key] = text
		}
	}
	switch code := field(v, a.code); {
	case !code.IsValid():
	case fieldString(v, a.code) != "":
		said["code"] = fieldString(v, a.code)
	case code.Kind() == reflect.Interface && !code.IsNil(): // go-openai: any
		said["code"] = code.Interface()
	case fieldInt(v, a.code) != 0:
		said["code"] = fieldInt(v, a.code)
	}
	if inner := fieldString(field(v, "InnerError"), "Code"); inner != "" {
		said["innererror"] = map[string]string{"code": inner}
	}
	if list := errorsIn(v); list != nil {
		said["errors"] = list
	}
	if len(said) == 0 {
		return nil
	}
	body, err := json.Marshal(map[string]any{"error": said})
	if err != nil {
		return nil
	}
	return body
}

// errorsIn reads a field "Errors": texts, or structs of what was refused.
func errorsIn(v reflect.Value) []any {
	list := field(v, "Errors")
	if list.Kind() != reflect.Slice {
		return nil
	}
	var all []any
	for i := range min(list.Len(), maxFields) {
		entry := list.Index(i)
		for entry.Kind() == reflect.Pointer && !entry.IsNil() {
			entry = entry.Elem()
		}
		switch entry.Kind() { //nolint:exhaustive // the others have no message
		case reflect.String:
			all = append(all, entry.String())
		case reflect.Struct:
			m := map[string]any{}
			for key, name := range map[string]string{"field": "Field", "code": "Code", "message": "Message"} {
				if text := fieldString(entry, name); text != "" {
					m[key] = text
				}
			}
			all = append(all, m)
		}
	}
	return all
}

// apiErrors are clients of services, by the names of their types and fields in
// their sources.
//
//nolint:gochecknoglobals // a table, never written
var apiErrors = []apiError{
	// golang.org/x/oauth2/token.go
	{types: []string{"golang.org/x/oauth2.RetrieveError"}, response: "Response", body: "Body", code: "ErrorCode", message: "ErrorDescription"},
	// google/go-github, github.go: three errors and what they have in common.
	{types: []string{"github.com/google/go-github/github.ErrorResponse", "github.com/google/go-github/github.TwoFactorAuthError"}, response: "Response", message: "Message", body: "-"},
	{types: []string{"github.com/google/go-github/github.RateLimitError"}, fixed: http.StatusTooManyRequests, message: "Message", body: "-"},
	{types: []string{"github.com/google/go-github/github.AbuseRateLimitError"}, fixed: http.StatusTooManyRequests, message: "Message", wait: "RetryAfter", unit: 1, body: "-"},
	// gitlab-org/api/client-go, gitlab.go, and its old name.
	{types: []string{"gitlab.com/gitlab-org/api/client-go.ErrorResponse", "github.com/xanzy/go-gitlab.ErrorResponse"}, response: "Response", body: "Body", message: "Message"},
	// slack-go/slack, misc.go and errors in slack.go.
	{types: []string{"github.com/slack-go/slack.RateLimitedError"}, fixed: http.StatusTooManyRequests, wait: "RetryAfter", unit: 1, body: "-"},
	{types: []string{"github.com/slack-go/slack.StatusCodeError"}, status: "Code", message: "Status", body: "-"},
	// twilio/twilio-go, client/error.go
	{types: []string{"github.com/twilio/twilio-go/client.TwilioRestError"}, status: "Status", code: "Code", message: "Message", body: "-"},
	// bwmarrin/discordgo, restapi.go and structs.go
	{types: []string{"github.com/bwmarrin/discordgo.RESTError"}, response: "Response", body: "ResponseBody"},
	// go-telegram-bot-api, types.go: RetryAfter is promoted from ResponseParameters.
	{types: []string{"github.com/go-telegram-bot-api/telegram-bot-api.Error"}, status: "Code", message: "Message", wait: "RetryAfter", unit: time.Second, body: "-"},
	// bold-commerce/go-shopify, goshopify.go
	{types: []string{"github.com/bold-commerce/go-shopify.ResponseError"}, status: "Status", message: "Message", body: "-"},
	{types: []string{"github.com/bold-commerce/go-shopify.RateLimitError"}, status: "Status", message: "Message", wait: "RetryAfter", unit: time.Second, body: "-"},
	// hashicorp: vault/api/response.go, consul/api/api.go
	{types: []string{"github.com/hashicorp/vault/api.ResponseError"}, status: "StatusCode", body: "-"},
	{types: []string{"github.com/hashicorp/consul/api.StatusError"}, status: "Code", body: "Body"},
	// gophercloud, errors.go; in version 1 each status has a type that embeds it.
	{types: []string{
		"github.com/gophercloud/gophercloud.ErrUnexpectedResponseCode", "github.com/gophercloud/gophercloud.ErrDefault400", "github.com/gophercloud/gophercloud.ErrDefault401", "github.com/gophercloud/gophercloud.ErrDefault403",
		"github.com/gophercloud/gophercloud.ErrDefault404", "github.com/gophercloud/gophercloud.ErrDefault409", "github.com/gophercloud/gophercloud.ErrDefault429", "github.com/gophercloud/gophercloud.ErrDefault500", "github.com/gophercloud/gophercloud.ErrDefault503",
	}, status: "Actual", header: "ResponseHeader", body: "Body"},
	// google/go-containerregistry, pkg/v1/remote/transport/error.go; oras-go, registry/remote/errcode
	{types: []string{"github.com/google/go-containerregistry/pkg/v1/remote/transport.Error", "oras.land/oras-go/registry/remote/errcode.ErrorResponse"}, status: "StatusCode", body: "-"},
	// labstack/echo, echo.go; gofiber/fiber, app.go
	{types: []string{"github.com/labstack/echo.HTTPError", "github.com/gofiber/fiber.Error"}, status: "Code", message: "Message", body: "-"},
	// elastic/go-elasticsearch, typedapi/types; its fields are promoted from ErrorCause.
	{types: []string{"github.com/elastic/go-elasticsearch/typedapi/types.ElasticsearchError"}, status: "Status", kind: "Type", message: "Reason", body: "-"},
	// jomei/notionapi, error.go; replicate-go, error.go
	{types: []string{"github.com/jomei/notionapi.Error"}, status: "Status", code: "Code", message: "Message", body: "-"},
	{types: []string{"github.com/replicate/replicate-go.APIError"}, status: "Status", kind: "Type", message: "Detail", body: "-"},
	// go-openapi/runtime, client_response.go
	{types: []string{"github.com/go-openapi/runtime.APIError"}, status: "Code", body: "-"},
	// cloudflare-go: errors.go of the first versions
	{types: []string{"github.com/cloudflare/cloudflare-go.Error"}, status: "StatusCode", body: "-"},
	{types: []string{"github.com/cloudflare/cloudflare-go.RatelimitError"}, fixed: http.StatusTooManyRequests, body: "-"},
	{types: []string{"github.com/cloudflare/cloudflare-go.AuthenticationError"}, fixed: http.StatusUnauthorized, body: "-"},
	{types: []string{"github.com/cloudflare/cloudflare-go.AuthorizationError"}, fixed: http.StatusForbidden, body: "-"},
	{types: []string{"github.com/cloudflare/cloudflare-go.NotFoundError"}, fixed: http.StatusNotFound, body: "-"},
	// Clouds of China: tencentcloud-sdk-go, common/errors; tea; huaweicloud-sdk-go, core/sdkerr.
	{types: []string{"github.com/tencentcloud/tencentcloud-sdk-go/tencentcloud/common/errors.TencentCloudSDKError"}, code: "Code", message: "Message", body: "-"},
	{types: []string{"github.com/alibabacloud-go/tea/tea.SDKError"}, status: "StatusCode", code: "Code", message: "Message", body: "-"},
	{types: []string{"github.com/huaweicloud/huaweicloud-sdk-go-v3/core/sdkerr.ServiceResponseError", "github.com/huaweicloud/huaweicloud-sdk-go/core/sdkerr.ServiceResponseError"}, status: "StatusCode", code: "ErrorCode", message: "ErrorMessage", body: "-"},
}

//nolint:gochecknoglobals // a table, never written
var answerLifters = append(liftersOf(apiErrors),
	lifter{types: []string{"github.com/slack-go/slack.SlackErrorResponse"}, lift: func(node error) foreign {
		body, err := json.Marshal(map[string]any{"ok": false, "error": fieldString(reflect.ValueOf(node), "Err")})
		if err != nil {
			return nil
		}
		return &answered{Answer: Answer{Body: body}, text: string(body)}
	}},
	// twirp, errors.go: the type has no exported name, its code is one of
	// gRPC's in lower case.
	lifter{types: []string{"github.com/twitchtv/twirp.twerr", "github.com/twitchtv/twirp.wrappedErr"}, lift: func(node error) foreign {
		code := reflect.ValueOf(node).MethodByName("Code")
		if !code.IsValid() || code.Type().NumIn() != 0 || code.Type().NumOut() != 1 || code.Type().Out(0).Kind() != reflect.String {
			return nil
		}
		return &twirpError{code.Call(nil)[0].String()}
	}},
	// go-resty, client.go: Response is a type of its own.
	lifter{types: []string{"github.com/go-resty/resty.ResponseError"}, lift: func(node error) foreign {
		resp := field(reflect.ValueOf(node), "Response")
		if !resp.IsValid() || resp.IsNil() {
			return nil
		}
		raw, ok := reflect.TypeAssert[*http.Response](field(resp, "RawResponse"))
		if !ok || raw == nil {
			return nil
		}
		return answeredWith(raw.StatusCode, raw.Header)
	}},
	lifter{can: (*interface{ HTTPStatusCode() int })(nil), lift: func(node error) foreign {
		if n, ok := node.(interface{ HTTPStatusCode() int }); ok {
			return answeredWith(n.HTTPStatusCode(), headerOf(node))
		}
		return nil
	}},
	lifter{can: (*interface{ StatusCode() int })(nil), lift: func(node error) foreign {
		if n, ok := node.(interface{ StatusCode() int }); ok {
			return answeredWith(n.StatusCode(), headerOf(node))
		}
		return nil
	}},
)

func headerOf(node error) http.Header {
	if n, ok := node.(interface{ Header() http.Header }); ok {
		return n.Header()
	}
	return nil
}

// answeredWith: any other number is no status of a failure.
func answeredWith(status int, h http.Header) foreign {
	if status < 400 || status > 599 {
		return nil
	}
	return &answered{Answer: Answer{Status: status, Header: h}, text: statusText(status)}
}

// twirpError is an error of Twirp (twitchtv.github.io/twirp, spec: error codes).
type twirpError struct{ code string }

func (e *twirpError) Error() string { return "twirp error " + e.code }

func (e *twirpError) judge() *Error {
	switch e.code {
	case "malformed":
		return &Error{Class: InputError, Code: CodeInvalidFormat, Applied: No, Basis: BasisCode}
	case "bad_route":
		return &Error{Class: Fatal, Code: CodeUnsupported, Applied: No, Scope: ScopeTool, Basis: BasisCode}
	case "dataloss": // as it was written until version 7
		return (&GRPCError{Code: 15}).judge()
	}
	for n := range uint32(17) {
		if twirpCodes[n] == e.code {
			return (&GRPCError{Code: n}).judge()
		}
	}
	return nil
}

//nolint:gochecknoglobals // a table, never written
var twirpCodes = [17]string{
	"", "canceled", "unknown", "invalid_argument", "deadline_exceeded", "not_found", "already_exists", "permission_denied", "resource_exhausted",
	"failed_precondition", "aborted", "out_of_range", "unimplemented", "internal", "unavailable", "data_loss", "unauthenticated",
}
