package openapitool_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/openapitool"
)

const schemes = `components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key}
    query: {type: apiKey, in: query, name: "api key"}
    cookie: {type: apiKey, in: cookie, name: sid}
    token: {type: http, scheme: Bearer}
    user: {type: http, scheme: basic}
    oauth: {type: oauth2, flows: {}}
    oidc: {type: openIdConnect, openIdConnectUrl: "https://h"}
    digest: {type: http, scheme: digest}
    tls: {type: mutualTLS}
`

// TestLogins: what is sent of what was given.
func TestLogins(t *testing.T) {
	t.Parallel()
	vars := map[string]string{"S": "s3cr&t x", "U": "anna", "P": "p:w"}
	for _, tt := range []struct {
		name, security string
		given, headers map[string]string
		inside         string
		uri, header    string // Name: value
		want           string // in the error
	}{
		{name: "header", security: "[{key: []}]", given: map[string]string{"key": "${env:S}"}, header: "X-Key: s3cr&t x"},
		{name: "query", security: "[{query: []}]", given: map[string]string{"query": "${env:S}"}, uri: "/x?api%20key=s3cr%26t+x"},
		{name: "query, as it stands", security: "[{query: []}]", given: map[string]string{"query": "a&b"}, uri: "/x?api%20key=a%26b"},
		{name: "query beside a parameter", security: "[{query: []}]", given: map[string]string{"query": "a"}, inside: "parameters:\n" + param("query", "q", "type: string", ""), uri: "/x?api%20key=a&q=1"},
		{name: "cookie beside a parameter", security: "[{cookie: []}]", given: map[string]string{"cookie": "${env:U}"}, inside: "parameters:\n" + param("cookie", "q", "type: string", ""), header: "Cookie: sid=anna; q=1"},
		{name: "bearer", security: "[{token: []}]", given: map[string]string{"token": "${env:U}"}, header: "Authorization: Bearer anna"},
		{name: "bearer, written out", security: "[{token: []}]", given: map[string]string{"token": "Bearer ${env:U}"}, header: "Authorization: Bearer anna"},
		{name: "basic", security: "[{user: []}]", given: map[string]string{"user": "${env:U}:${env:P}"}, header: "Authorization: Basic YW5uYTpwOnc="},
		{name: "oauth2", security: "[{oauth: [read]}]", given: map[string]string{"oauth": "a"}, header: "Authorization: Bearer a"},
		{name: "openIdConnect", security: "[{oidc: []}]", given: map[string]string{"oidc": "a"}, header: "Authorization: Bearer a"},
		{name: "two at once", security: "[{key: [], token: []}]", given: map[string]string{"key": "k", "token": "a"}, header: "X-Key: k"},
		{name: "the second way", security: "[{key: []}, {token: []}]", given: map[string]string{"token": "a"}, header: "Authorization: Bearer a"},
		{name: "more than is needed", security: "[{}, {token: []}]", given: map[string]string{"token": "a"}, header: "Authorization: Bearer a"},
		{name: "nobody", security: "[{token: []}, {}]", header: "Authorization: "},
		{name: "none asked for", security: "[]", header: "Authorization: "},
		{name: "a header instead", security: "[{token: []}]", headers: map[string]string{"authorization": "Token ${env:U}"}, header: "Authorization: Token anna"},
		{name: "a header for what is not supported", security: "[{digest: []}]", headers: map[string]string{"Authorization": "Digest x"}, header: "Authorization: Digest x"},

		{name: "missing", security: "[{token: []}]", want: `api.yaml: op needs a login that was not given: token (HTTP bearer, a token); write security: {token: "${env:TOKEN}"}`},
		{name: "one of two missing", security: "[{key: [], user: []}]", given: map[string]string{"key": "k"}, want: `key (an API key in the header X-Key) together with user (HTTP basic, user:password); write security: {key: "${env:KEY}", user: "${env:USER_USER}:${env:USER_PASSWORD}"}`},
		{name: "all ways are named", security: "[{key: []}, {oauth: []}]", want: `key (an API key in the header X-Key), or oauth (oauth2, an access token); write security: {key: "${env:KEY}"} or security: {oauth: "${env:OAUTH}"}`},
		{name: "not supported", security: "[{digest: []}]", given: map[string]string{"digest": "x"}, want: "digest (HTTP digest, which is not supported); if you have what it takes, write it into headers"},
		{name: "misspelt", security: "[{token: []}]", given: map[string]string{"tokn": "a"}, want: `security.tokn: op knows no such scheme; did you mean "token"?`},
		{name: "for nothing", security: "[]", given: map[string]string{"token": "a"}, want: "op needs no login"},
		{name: "not used", security: "[{token: []}, {key: []}]", given: map[string]string{"token": "a", "key": "k"}, want: "security.key is not used"},
		{name: "undeclared", security: "[{nope: []}]", want: `the security scheme "nope" is not among components.securitySchemes`},
		{name: "with an argument", security: "[{token: []}]", given: map[string]string{"token": "{order_id}"}, want: "the same for all calls"},
		{name: "twice in one header", security: "[{token: [], user: []}]", given: map[string]string{"token": "a", "user": "b:c"}, want: "as another scheme is"},
		{name: "in headers too", security: "[{key: []}]", given: map[string]string{"key": "a"}, headers: map[string]string{"x-key": "b"}, want: "leave one of them out"},
		{name: "no variable", security: "[{token: []}]", given: map[string]string{"token": "${env:NOPE}"}, want: "environment variable NOPE is not set"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			url, requests := serve(t, ok)
			spec := strings.Replace(one(head31, "/x", "get", tt.inside+"security: "+tt.security+"\n")+schemes, "paths:", "security: [{tls: []}]\npaths:", 1)
			f, err := parse(t, spec).Tool("op", &openapitool.Config{Server: url, Security: tt.given, Headers: tt.headers, LookupEnv: env(vars)})
			if tt.want != "" {
				if err == nil || !strings.Contains(err.Error(), tt.want) {
					t.Errorf("got  %v\nwant %s", err, tt.want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			args := `{}`
			if tt.inside != "" {
				args = `{"q":"1"}`
			}
			if _, err := f.Call(t.Context(), raw(args)); err != nil {
				t.Fatal(err)
			}
			got := <-requests
			name, value, _ := strings.Cut(tt.header, ": ")
			if tt.uri != "" && got.URI != tt.uri || strings.TrimSuffix(name, ":") != "" && got.Header.Get(strings.TrimSuffix(name, ":")) != value {
				t.Errorf("%s, %s: %q", got.URI, name, got.Header)
			}
		})
	}
}

// TestSecretsStayInside: neither a preview nor an error has one, also where the
// service repeats it, encoded or not.
func TestSecretsStayInside(t *testing.T) {
	t.Parallel()
	const secret, encoded = "hunter22hunter", "YW5uYTpodW50ZXIyMmh1bnRlcg=="
	for security, given := range map[string]map[string]string{
		"query": {"query": "${env:S}"}, "key": {"key": "${env:S}"}, "token": {"token": "${env:S}"}, "user": {"user": "anna:${env:S}"}, "cookie": {"cookie": "${env:S}"},
	} {
		url, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
			answer(400, "application/json", `{"error":{"code":"BAD","message":"no: `+r.RequestURI+" "+r.Header.Get("Authorization")+r.Header.Get("X-Key")+r.Header.Get("Cookie")+`"}}`)(w, r)
		})
		d := parse(t, one(head31, "/x", "get", "security: [{"+security+": []}]\n")+schemes)
		c := &openapitool.Config{Server: url, Security: given, LookupEnv: env(map[string]string{"S": secret})}
		_, err := mustTool(t, d, "op", c).Call(t.Context(), raw(`{}`))
		if err == nil || strings.Contains(err.Error(), secret) || strings.Contains(err.Error(), encoded) || !strings.Contains(err.Error(), "{env:S}") { // the dollar of a cookie is taken for a part of a secret
			t.Errorf("%s: %v", security, err)
		}
		p, err := d.Preview("op", c, raw(`{}`), "k")
		if err != nil {
			t.Fatal(err)
		}
		shown := p.URL + p.User + strings.Join(strings.Fields(strings.Join(flat(p.Header), " ")), " ")
		if strings.Contains(shown, secret) || strings.Contains(shown, encoded) || !strings.Contains(shown, "${env:S}") {
			t.Errorf("%s: shown as %s", security, shown)
		}
		c.Server = "http://127.0.0.1:1"
		if _, err := mustTool(t, d, "op", c).Call(t.Context(), raw(`{}`)); err == nil || strings.Contains(err.Error(), secret) {
			t.Errorf("%s: %v", security, err)
		}
	}
}

func flat(pairs [][2]string) []string {
	var list []string
	for _, p := range pairs {
		list = append(list, p[0], p[1])
	}
	return list
}

// TestACredentialIsRenewed once, and the call made once more.
func TestACredentialIsRenewed(t *testing.T) {
	t.Parallel()
	var renewed atomic.Int32
	url, requests := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer new" {
			answer(401, "application/json", `{"error":{"code":"EXPIRED"}}`)(w, r)
			return
		}
		ok(w, r)
	})
	f := mustTool(t, parse(t, one(head31, "/x", "post", "security: [{token: []}]\n")+schemes), "op", &openapitool.Config{
		Server: url, Effect: tool.Unsafe, Security: map[string]string{"token": "${env:T}"},
		LookupEnv: func(string) (string, bool) {
			return map[bool]string{true: "new", false: "old"}[renewed.Load() > 0], true
		},
		Refresh: func(context.Context) error { renewed.Add(1); return nil },
	})
	if _, err := f.Call(t.Context(), raw(`{}`)); err != nil || renewed.Load() != 1 || len(requests) != 2 {
		t.Errorf("%v after %d renewals and %d requests", err, renewed.Load(), len(requests))
	}
}

// TestServers: where an operation is.
func TestServers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, root, item, op, given, want string }{
		{name: "root", root: "[{url: 'https://h/v1/'}]", want: "https://h/v1/x"},
		{name: "path", root: "[{url: 'https://h/v1'}]", item: "[{url: 'https://i'}]", want: "https://i/x"},
		{name: "operation", root: "[{url: 'https://h/v1'}]", item: "[{url: 'https://i'}]", op: "[{url: 'https://o'}]", want: "https://o/x"},
		{name: "variables", root: "[{url: 'https://{region}.h:{port}/{base}', variables: {region: {default: eu, enum: [eu, us]}, port: {default: 8443}, base: {default: v2}}}]", want: "https://eu.h:8443/v2/x"},
		{name: "given", root: "[{url: /v1}]", given: "http://127.0.0.1:8081/v1/", want: "http://127.0.0.1:8081/v1/x"},
		{name: "given by the environment", given: "${env:BASE}", want: "http://b/p/x"},
		{name: "the first that is a URL", root: "[{url: /v1}, {url: 'https://h'}, {url: 'https://i'}]", want: "https://h/x"},
		{name: "relative", root: "[{url: /v1}]", want: `!its server is "/v1", which is relative to where the spec is served; write server: "https://HOST/v1"`},
		{name: "none", want: `!write server: "https://HOST"`},
		{name: "not HTTP", root: "[{url: 'ws://h'}]", want: "!which is not HTTP"},
		{name: "no default", root: "[{url: 'https://{r}.h'}]", want: "!no variable of that name has a default"},
		{name: "no host", root: "[{url: 'https:///x'}]", want: "!is no URL"},
		{name: "given, and no URL", given: "example.com", want: "!must start with http://"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			spec := head31
			if tt.root != "" {
				spec += "servers: " + tt.root + "\n"
			}
			spec += "paths:\n  /x:\n"
			if tt.item != "" {
				spec += "    servers: " + tt.item + "\n"
			}
			spec += "    get:\n      operationId: op\n      responses: {'200': {description: ok}}\n"
			if tt.op != "" {
				spec += "      servers: " + tt.op + "\n"
			}
			p, err := parse(t, spec).Preview("op", &openapitool.Config{Server: tt.given, LookupEnv: env(map[string]string{"BASE": "http://b/p"})}, raw(`{}`), "")
			if want, fails := strings.CutPrefix(tt.want, "!"); fails {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%v, want %s", err, want)
				}
				return
			}
			if err != nil || p.URL != tt.want && tt.given != "${env:BASE}" || tt.given == "${env:BASE}" && p.URL != "${env:BASE}/x" {
				t.Errorf("%v: %+v", err, p)
			}
		})
	}
	d, err := parse(t, head31+"servers: [{url: 'https://a'}, {url: 'https://b'}]\npaths: {/x: {get: {operationId: op, responses: {'200': {description: ok}}}}}\n").Details("op", nil)
	if err != nil || strings.Join(d.Servers, " ") != "https://a https://b" {
		t.Errorf("%v: %+v", err, d)
	}
}

// TestWhatIsDocumented: an answer keeps the name that the spec gives it, and is
// judged as before.
func TestWhatIsDocumented(t *testing.T) {
	t.Parallel()
	spec := head31 + `paths:
  /x:
    post:
      operationId: op
      responses:
        "200": {description: ok}
        "409": {$ref: "#/components/responses/OnHold"}
        4XX: {description: "A  refusal\nof some kind"}
        default: {description: Anything else}
components:
  responses:
    OnHold:
      description: The order is on hold
      content: {application/problem+json: {schema: {$ref: "#/components/schemas/Problem"}}}
  schemas:
    Problem: {allOf: [{type: object}, {properties: {error: {properties: {code: {enum: [ON_HOLD, SHIPPED]}}}}}]}
`
	for _, tt := range []struct {
		status        int
		body          string
		class         taxonomy.Class
		code          taxonomy.Code
		applied       taxonomy.Applied
		message, name string
		documented    string
		codes         int
	}{
		{409, `{"error":{"code":"ON_HOLD","message":"held by billing"}}`, taxonomy.ResourceConflict, taxonomy.CodeStateConflict, taxonomy.No, "held by billing", "OnHold", "The order is on hold", 2},
		{409, ``, taxonomy.ResourceConflict, taxonomy.CodeStateConflict, taxonomy.No, "Conflict: The order is on hold", "OnHold", "The order is on hold", 2},
		{404, ``, taxonomy.Fatal, taxonomy.CodeNotFound, taxonomy.No, "Not Found: A refusal of some kind", "", "A refusal of some kind", 0},
		{500, `{"message":"oops"}`, taxonomy.Transient, taxonomy.CodeServerError, taxonomy.Answered, "oops", "", "Anything else", 0},
	} {
		url, _ := serve(t, answer(tt.status, "application/json", tt.body))
		f := mustTool(t, parse(t, spec), "op", &openapitool.Config{Server: url, Effect: tool.Unsafe})
		_, err := f.Call(t.Context(), raw(`{}`))
		e := wantError(t, err, tt.class, tt.code, tt.applied)
		name, _ := e.Context["response"].(string)
		codes, _ := e.Context["documented_codes"].([]string)
		if e.Message != tt.message || name != tt.name || e.Context["documented"] != tt.documented || len(codes) != tt.codes || e.Status() != tt.status {
			t.Errorf("%d: %q, %v", tt.status, e.Message, e.Context)
		}
	}
	url, _ := serve(t, answer(409, "application/json", ""))
	verdict := errors.New("judged")
	var seen error
	f := mustTool(t, parse(t, spec), "op", &openapitool.Config{Server: url, Effect: tool.Unsafe, Judge: func(_ *reply, v error) error { seen = v; return verdict }})
	if _, err := f.Call(t.Context(), raw(`{}`)); !errors.Is(err, verdict) || taxonomy.Classify(seen).Context["response"] != "OnHold" {
		t.Errorf("%v, having seen %v", err, seen)
	}
}
