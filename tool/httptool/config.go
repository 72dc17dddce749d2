package httptool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/batchagent/batchagent/internal/renew"
	"github.com/batchagent/batchagent/internal/tmpl"
	"github.com/batchagent/batchagent/internal/toolargs"
	"github.com/batchagent/batchagent/tool"
)

// Config declares an HTTP tool. Texts are templates over the arguments, which
// are a JSON object: {order_id} is an argument, {qty:integer} one that is
// converted without loss or not at all, ${env:NAME} an environment variable, {{
// a brace. It is copied by [New].
type Config struct {
	// Name is what models, job files and reports call the tool; required.
	Name string
	// Description is one or two sentences for models and people.
	Description string
	// Effect says what calling it twice does. 0: as the method has it, ReadOnly
	// for GET and HEAD, Idempotent for PUT and DELETE (RFC 9110 section 9.2);
	// New fails for others.
	Effect tool.Effect
	// Method is the HTTP method, in any case; required.
	Method string
	// URL is where to; required. An argument in the path is escaped as one
	// segment, and refused where it is empty or could lead to another path; in
	// the query it is escaped as a value. Scheme and host hold no arguments,
	// but the URL may begin with ${env:NAME}, whose value is taken as it is.
	URL string
	// Headers are sent beside Accept and Content-Type, which they may replace.
	// A value with a line break or another control character is refused.
	Headers map[string]string
	// Body is a tree of templates, in whatever Go types encoding/json knows,
	// sent as JSON. A text that is one argument and nothing else keeps its
	// type, and where the argument is absent, a member that is such a text is
	// left out. nil: no body.
	Body any
	// Form is the body in place of Body, as a form
	// (application/x-www-form-urlencoded): templates by the names of its
	// fields. A field that is one argument and nothing else is left out where
	// the argument is absent or null. nil: no form.
	Form map[string]string
	// Basic is "user:password" for HTTP Basic authentication, a template without
	// arguments. It is escaped as RFC 7617 has it. "": none.
	Basic string
	// Build makes the rest of the request of the arguments, for requests that
	// templates cannot express, such as those of an OpenAPI operation: what it
	// returns is put behind what the templates give. It must not read anything
	// but the arguments, which it must not change; its error is that of the
	// call, before anything is sent. A Config with a Build has neither a Body nor a Form, and needs a
	// Schema. It must be safe for concurrent use. nil: none.
	Build func(args map[string]json.RawMessage) (*Parts, error)
	// Judge has the last word on an answer that came whole. It is given the
	// answer and what httptool makes of it, nil for a success, and returns its
	// own verdict: nil for a success, whose value is the body as it came. It
	// must be safe for concurrent use. nil: none.
	Judge func(r *Reply, verdict error) error
	// Refresh renews the credential after a 401: it is called once for all
	// calls that were refused with the same one, and each of them is then made
	// once more, within the same attempt, since who is calling has changed.
	// The new one is found through LookupEnv. Its error becomes part of the
	// refusal. nil: none.
	Refresh func(ctx context.Context) error
	// Schema is the JSON Schema of the arguments. nil: made of the arguments
	// that the templates use, others are allowed but not where one looks like
	// a misspelt one.
	Schema json.RawMessage
	// Timeout bounds one attempt. 0: the executor's.
	Timeout time.Duration
	// KeyTTL is how long the service remembers an idempotency key. 0: for ever.
	KeyTTL time.Duration
	// KeyHeader carries the idempotency key of the call, where the Effect is
	// not ReadOnly. "": Idempotency-Key; "-": none is sent.
	KeyHeader string
	// Target is the argument that names the record which a call is about. "":
	// the one in the path of the URL, if there is exactly one.
	Target string
	// Locked are arguments that a correction must never change, beside the
	// Target and those in the path of the URL.
	Locked []string
	// Client sends the requests; its Transport and Timeout are used as they
	// are, its CheckRedirect is asked where a redirect may be followed at all.
	// nil: a client of the tool's own, which keeps connections open for a few
	// seconds, goes through the proxy that the environment names, and knows
	// whether a request had got a connection when it failed.
	Client *http.Client
	// LookupEnv gives the environment variables, at New and at every call, so
	// that one can be renewed. nil: os.LookupEnv. It must be safe for
	// concurrent use.
	LookupEnv func(name string) (value string, ok bool)
	// MaxResponse is how much of an answer is read, in bytes. 0:
	// [DefaultMaxResponse].
	MaxResponse int64
}

var (
	errNoConfig  = errors.New("httptool: Config is nil")
	errNoMethod  = errors.New("httptool: Config.Method is empty; say GET, POST, PUT, PATCH or DELETE")
	errNoEffect  = errors.New("set Config.Effect to tool.Unsafe if calling it twice acts twice, tool.Idempotent if calling it twice acts once, or tool.ReadOnly if it changes nothing")
	errTwoBodies = errors.New("httptool: give Config.Body or Config.Form, not both")
	errBuild     = errors.New("httptool: a Config with a Build needs a Schema, and has neither a Body nor a Form")
	errMaximum   = errors.New("httptool: Config.MaxResponse is negative; 0 means 10 MiB")
)

// New makes a tool of a request. Its arguments are a JSON object, its result is
// the body of the answer as [Decode] gives it for a json.RawMessage.
//
// New fails where the Config cannot work: a template that does not compile, an
// environment variable that is not set (the error names it and never its
// value), a method that does not tell the Effect. A call with arguments that
// the templates cannot take is an INPUT_ERROR that names them, and nothing is
// sent. An error of the network is net/http's own, with a URL that may be shown;
// one from before there was a connection is marked with taxonomy.NotSent. As
// with any tool, the time for a call is that of its context.
//
// The tool is safe for concurrent use.
func New(c *Config) (*tool.Func[json.RawMessage, json.RawMessage], error) {
	if c == nil {
		return nil, errNoConfig
	}
	r, err := newRequester(c)
	if err != nil {
		if c.Name != "" {
			err = fmt.Errorf("%w (tool %q)", err, c.Name)
		}
		return nil, err
	}
	spec := tool.Spec{
		Name: c.Name, Description: c.Description, Effect: r.effect, Target: c.Target,
		Deletes: r.method == http.MethodDelete && r.effect != tool.ReadOnly,
		Schema:  c.Schema, Timeout: c.Timeout, KeyTTL: c.KeyTTL,
	}
	inPath := r.url.path.Names()
	if spec.Target == "" && len(inPath) == 1 {
		spec.Target = inPath[0]
	}
	spec.Locked = slices.Clone(c.Locked)
	for _, name := range inPath {
		if !slices.Contains(spec.Locked, name) {
			spec.Locked = append(spec.Locked, name)
		}
	}
	if spec.Schema == nil {
		if spec.Schema, err = r.schema(c); err != nil {
			return nil, err
		}
		r.known = r.names()
	}
	f, err := tool.New(spec, r.call)
	if err != nil {
		return nil, err
	}
	return f.WithCheck(r.check), nil
}

// requester is a Config, compiled.
type requester struct {
	method, keyHeader string
	effect            tool.Effect
	url               *urlTemplate
	headers           []headerTemplate
	host              *tmpl.Template // the header Host; nil: the URL's
	body              *tmpl.Tree     // nil: none
	form              []formTemplate // nil: none
	judge             func(*Reply, error) error
	renewer           *renew.Renewer
	build             func(map[string]json.RawMessage) (*Parts, error) // nil: the templates are all
	client            *http.Client
	own               bool // client is ours
	lookupEnv         func(string) (string, bool)
	env               []string // the variables in use
	secret            []string // those of them that are taken out of errors
	known             []string // arguments that the templates use; nil: the schema decides
	most              int64
}

func newRequester(c *Config) (*requester, error) {
	r := &requester{
		method: strings.ToUpper(c.Method), effect: c.Effect, client: c.Client,
		lookupEnv: c.LookupEnv, most: c.MaxResponse, judge: c.Judge, build: c.Build, renewer: renew.New(c.Refresh),
	}
	if r.lookupEnv == nil {
		r.lookupEnv = os.LookupEnv
	}
	if r.most == 0 {
		r.most = DefaultMaxResponse
	}
	switch {
	case r.most < 0:
		return nil, errMaximum
	case r.method == "":
		return nil, errNoMethod
	case !isToken(r.method):
		return nil, fmt.Errorf("httptool: %q is not an HTTP method", c.Method)
	}
	if r.effect == 0 {
		if r.effect = effectOf(r.method); r.effect == 0 {
			return nil, fmt.Errorf("httptool: the method %s does not say what calling it twice does; %w", r.method, errNoEffect)
		}
	}
	var err error
	if r.url, err = compileURL(c.URL); err != nil {
		return nil, err
	}
	if r.body, err = compileBody(c.Body); err != nil {
		return nil, err
	}
	if r.form, err = compileForm(c.Form); err != nil {
		return nil, err
	}
	if r.body != nil && r.form != nil {
		return nil, errTwoBodies
	}
	if c.Build != nil && (r.hasBody() || c.Schema == nil) {
		return nil, errBuild
	}
	if r.hasBody() && (r.method == http.MethodGet || r.method == http.MethodHead) {
		return nil, fmt.Errorf("httptool: a %s has no body; leave Config.Body out or use another method", r.method)
	}
	if err := r.compileHeaders(c); err != nil {
		return nil, err
	}
	if err := r.checkEnv(); err != nil {
		return nil, err
	}
	r.setClient(c.Client)
	return r, nil
}

func (r *requester) hasBody() bool { return r.body != nil || r.form != nil }

// effectOf returns what the method gives, or 0.
func effectOf(method string) tool.Effect {
	switch method {
	case http.MethodGet, http.MethodHead:
		return tool.ReadOnly
	case http.MethodPut, http.MethodDelete:
		return tool.Idempotent
	}
	return 0
}

func compileBody(body any) (*tmpl.Tree, error) {
	raw, err := jsonBody(body)
	if err != nil || raw == nil {
		return nil, err
	}
	t, err := tmpl.CompileTree(raw)
	if err != nil {
		return nil, fmt.Errorf("httptool: Config.Body: %w", err)
	}
	return t, nil
}

type headerTemplate struct {
	name  string
	text  *tmpl.Template
	basic bool // it is the credential of HTTP Basic, not encoded yet
}

func (r *requester) compileHeaders(c *Config) error {
	if r.effect != tool.ReadOnly && c.KeyHeader != "-" {
		if r.keyHeader = c.KeyHeader; r.keyHeader == "" {
			r.keyHeader = keyHeader
		}
		if !isToken(r.keyHeader) {
			return fmt.Errorf("httptool: Config.KeyHeader %q is not the name of a header", c.KeyHeader)
		}
	}
	seen := make(map[string]string, len(c.Headers))
	for _, name := range slices.Sorted(maps.Keys(c.Headers)) {
		canonical := http.CanonicalHeaderKey(name)
		twin, twice := seen[canonical]
		seen[canonical] = name
		t, err := tmpl.Compile(c.Headers[name])
		switch {
		case !isToken(name):
			return fmt.Errorf("httptool: %q is not the name of a header", name)
		case twice:
			return fmt.Errorf("httptool: %s and %s are the same header", twin, name)
		case err != nil:
			return fmt.Errorf("httptool: the header %s: %w", name, err)
		case !headerText(c.Headers[name]):
			return fmt.Errorf("httptool: the header %s has a line break or another control character in it; a header is one line", name)
		case strings.EqualFold(name, r.keyHeader):
			return fmt.Errorf(`httptool: the header %s is the one that carries the idempotency key; set Config.KeyHeader to another name, or to "-" to send your own`, name)
		}
		switch canonical {
		case "Content-Length", "Transfer-Encoding", "Accept-Encoding", "Connection", "Trailer":
			return fmt.Errorf("httptool: the header %s is net/http's own; leave it out", name)
		case "Host":
			r.host = t
		default:
			r.headers = append(r.headers, headerTemplate{name: name, text: t})
		}
	}
	return r.compileBasic(c.Basic, seen["Authorization"])
}

// checkEnv looks every variable up, so that one that is missing is found
// before the first item and not at every one of them.
func (r *requester) checkEnv() error {
	add := func(list *[]string, names []string) {
		for _, name := range names {
			if !slices.Contains(*list, name) {
				*list = append(*list, name)
			}
		}
	}
	var inHeaders []string
	for _, h := range r.allHeaders() {
		add(&inHeaders, h.text.Env())
	}
	add(&r.secret, inHeaders)
	add(&r.secret, r.url.path.Env())
	add(&r.secret, r.url.query.Env())
	if r.body != nil {
		add(&r.secret, r.body.Env())
	}
	for _, f := range r.form {
		add(&r.secret, f.text.Env())
	}
	add(&r.env, r.secret)
	add(&r.env, r.url.head.Env())
	env, err := r.environment()
	if err != nil {
		return fmt.Errorf("httptool: %w", err)
	}
	for _, name := range inHeaders {
		if !headerText(env[name]) {
			return fmt.Errorf("httptool: the environment variable %s has a line break or another control character in it, which a header cannot hold", name)
		}
	}
	return r.url.check(env)
}

func (r *requester) allHeaders() []headerTemplate {
	if r.host == nil {
		return r.headers
	}
	return append(slices.Clone(r.headers), headerTemplate{name: "Host", text: r.host})
}

// environment is what the templates need of it.
func (r *requester) environment() (map[string]string, error) {
	return toolargs.Environment(r.env, r.lookupEnv)
}
