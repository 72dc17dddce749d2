package openapitool

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/httptool"
)

// Config says what is not in the spec. Texts are fixed, but for ${env:NAME}, an
// environment variable, and {{, a brace. It is copied. nil is every zero.
type Config struct {
	// Name is what models, job files and reports call the tool. "": the
	// operationId, or else method and path.
	Name string
	// Description is one or two sentences. "": those of the spec.
	Description string
	// Effect says what calling it twice does. 0: as the method has it; Tool
	// fails for those that promise nothing.
	Effect tool.Effect
	// Server is where the service is, such as https://example.com/v2; the path
	// of the operation is put behind it. "": as the spec says. Where it names
	// more than one, the first is taken.
	Server string
	// Security are the values that say who is calling, by the names of the
	// spec's security schemes: an API key, a token, or user:password for HTTP
	// basic. Tool fails where the operation needs others.
	Security map[string]string
	// Schema is the JSON Schema of the arguments in place of the spec's. nil:
	// the spec's.
	Schema json.RawMessage
	// Others says that arguments which the operation does not have are passed
	// over, and not refused: for a probe, which is given those of another call.
	Others bool
	// Headers are sent with every call. One that a scheme of the spec would be
	// sent in stands for that.
	Headers map[string]string
	// Judge, Refresh, Timeout, KeyTTL, KeyHeader, Locked, Client, LookupEnv and
	// MaxResponse are those of httptool.Config. A header parameter of the name
	// of KeyHeader is filled with the key of the call, and is no argument. The
	// error that Judge is given has in its Context what the spec says of the
	// answer: see the package comment.
	Judge       func(r *httptool.Reply, verdict error) error
	Refresh     func(ctx context.Context) error
	Timeout     time.Duration
	KeyTTL      time.Duration
	KeyHeader   string
	Locked      []string
	Client      *http.Client
	LookupEnv   func(name string) (value string, ok bool)
	MaxResponse int64
}

// Details is an operation as a tool of it would be.
type Details struct {
	Operation
	// Description is that of the spec, for models and people.
	Description string
	// Schema is the JSON Schema of the arguments.
	Schema json.RawMessage
	// InPath are the arguments in the path of the URL, in its order.
	InPath []string
	// Servers are those that the spec names, where the Config names none and
	// the spec more than one; the first that is a URL is the one that is called.
	Servers []string
}

// Details describes an operation: what its arguments are and where it is. It
// fails as Tool does where the spec cannot be used, and does not ask for what a
// call would need beside it: an effect, a login, a server.
func (d *Document) Details(operation string, c *Config) (*Details, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	m, err := d.make(operation, c)
	if err != nil {
		return nil, err
	}
	details := &Details{Operation: *m.op, Description: m.description(), Schema: m.schema, InPath: m.request.inPath()}
	if m.config.Server == "" {
		// A spec that does not say is one for Tool to refuse.
		if all, err := d.servers(m.op); err == nil && len(all) > 1 {
			details.Servers = all
		}
	}
	return details, nil
}

// Tool makes a tool of an operation, which is named by its operationId or as
// "PATCH /orders/{order_id}". Its arguments are a JSON object, and its result is
// the body of the answer: see the package comment, and httptool.New, on which
// it is built. The error is a *[SpecError] where the spec or what it was asked
// for is at fault.
//
// The tool is safe for concurrent use.
func (d *Document) Tool(operation string, c *Config) (*tool.Func[json.RawMessage, json.RawMessage], error) {
	config, err := d.http(operation, c)
	if err != nil {
		return nil, err
	}
	return httptool.New(config)
}

// Preview returns the request that a call with these arguments would send,
// without sending it, with ${env:NAME} in the place of secrets. key is the
// idempotency key of the call, "" where it is not known.
func (d *Document) Preview(operation string, c *Config, args json.RawMessage, key string) (*httptool.Request, error) {
	config, err := d.http(operation, c)
	if err != nil {
		return nil, err
	}
	return httptool.Preview(config, args, key)
}

// made is an operation on the way to a tool.
type made struct {
	op      *Operation
	config  Config
	effect  tool.Effect // 0: not known
	request *request
	schema  json.RawMessage
}

func (d *Document) make(operation string, c *Config) (*made, error) {
	m := &made{}
	if c != nil {
		m.config = *c
	}
	var err error
	if m.op, err = d.find(operation); err != nil {
		return nil, err
	}
	if m.effect = m.config.Effect; m.effect == 0 {
		m.effect = m.op.Effect
	}
	key := m.config.KeyHeader
	switch {
	case m.effect == tool.ReadOnly || key == "-":
		key = ""
	case key == "":
		key = "Idempotency-Key"
	}
	if m.request, err = d.compile(m.op, key); err != nil {
		return nil, err
	}
	if err := d.validate(m.op); err != nil {
		return nil, err
	}
	if m.request.others = m.config.Others; m.request.others && m.request.body != nil {
		m.request.body.open = false
	}
	if m.schema = m.config.Schema; m.schema == nil {
		if m.schema, err = d.schema(m.request); err != nil {
			return nil, err
		}
	}
	if _, err := tool.CompileSchema(m.schema); err != nil {
		return nil, m.op.node.fault("the schema of the arguments of %s cannot be used: %s", m.op.Name(), err)
	}
	return m, nil
}

func (m *made) description() string {
	if m.config.Description != "" {
		return m.config.Description
	}
	summary, long := strings.TrimSpace(m.op.node.word("summary")), strings.TrimSpace(m.op.node.word("description"))
	switch {
	case summary == "" || strings.HasPrefix(long, summary):
		return long
	case long == "":
		return summary
	}
	return summary + "\n" + long
}

// http declares the request to httptool.
func (d *Document) http(operation string, c *Config) (*httptool.Config, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	m, err := d.make(operation, c)
	if err != nil {
		return nil, err
	}
	own := &m.config
	server, _, err := d.server(m.op, own.Server)
	if err != nil {
		return nil, err
	}
	login, err := d.login(m.op, own.Security, own.Headers)
	if err != nil {
		return nil, err
	}
	answers, err := d.answers(m.op)
	if err != nil {
		return nil, err
	}
	h := &httptool.Config{
		Name: own.Name, Description: m.description(), Effect: own.Effect, Method: m.op.Method, URL: server,
		Headers: login.headers, Basic: login.basic, Build: m.request.build, Schema: m.schema,
		Judge: judge(answers, own.Judge), Refresh: own.Refresh, Timeout: own.Timeout, KeyTTL: own.KeyTTL, KeyHeader: own.KeyHeader,
		Client: own.Client, LookupEnv: own.LookupEnv, MaxResponse: own.MaxResponse,
	}
	if h.Name == "" {
		h.Name = m.op.Name()
	}
	if login.query != "" {
		h.URL += "?" + login.query
	}
	maps.Copy(h.Headers, own.Headers)
	if err := m.headers(h); err != nil {
		return nil, err
	}
	inPath := m.request.inPath()
	if len(inPath) == 1 {
		h.Target = inPath[0]
	}
	h.Locked = slices.Concat(own.Locked, inPath)
	return h, nil
}

// headers asks for what the spec says the answer is, and refuses a header that
// is an argument as well.
func (m *made) headers(h *httptool.Config) error {
	has := func(name string) bool {
		return slices.ContainsFunc(sortedKeys(h.Headers), func(k string) bool { return strings.EqualFold(k, name) })
	}
	for _, p := range m.request.params {
		if p.in == "header" && has(p.name) {
			return p.node.fault("the header %s is an argument of %s, and stands in headers or is that of a login too", p.name, m.op.Name())
		}
	}
	if accept := m.accepts(); accept != "" && !has("Accept") {
		h.Headers["Accept"] = asText(accept)
	}
	return nil
}

// accepts is what the documented answers are where JSON is not among them; ""
// where it is, or nothing is said.
func (m *made) accepts() string {
	var media []string
	for _, e := range mapping(m.op.node.get("responses")).entries {
		if !strings.HasPrefix(e.key, "2") {
			continue
		}
		for _, c := range mapping(e.value.get("content")).entries {
			switch {
			case mediaOf(c.key) == "application/json", strings.Contains(c.key, "*"), !headerText(c.key):
				return ""
			case !slices.Contains(media, c.key):
				media = append(media, c.key)
			}
		}
	}
	return strings.Join(media, ", ")
}
