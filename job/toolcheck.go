package job

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/batchagent/batchagent/internal/nearest"
	"github.com/batchagent/batchagent/internal/tmpl"
)

// methods are the HTTP methods of this version, and the effect that each one promises
// (RFC 9110, sections 9.2.1 and 9.2.2). POST and PATCH promise nothing. It is never written.
var methods = map[string]string{ //nolint:gochecknoglobals // a table
	http.MethodGet:    readOnly,
	http.MethodHead:   readOnly,
	http.MethodPut:    idempotent,
	http.MethodDelete: idempotent,
	http.MethodPost:   "",
	http.MethodPatch:  "",
}

const (
	unsafe     = "unsafe"
	idempotent = "idempotent"
	readOnly   = "read_only"

	effectHelp = "unsafe (a second call acts a second time), idempotent (a second call changes nothing more) or read_only (no call changes anything)"

	// defaultKeyHeader is the name in draft-ietf-httpapi-idempotency-key-header.
	defaultKeyHeader = "Idempotency-Key"
)

func methodNames() []string {
	return []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}
}

func (c *checker) tool(n *node, top position) {
	if n == nil {
		c.missing(top, "tool", `say what is called, as in "tool: {http: {request: …}, effect: …}"`)
		return
	}
	if !c.section(n, "tool") {
		return
	}
	t := &c.job.Tool
	if cr := n.get("credential"); cr != nil && cr.get("env") != nil {
		c.provided = cr.get("env").text
	}
	c.call(n, "tool", &t.Call, `"http: {request: …}"`)
	c.effect(n)
	c.duration(n.get("timeout"), "tool.timeout", 1, &t.Timeout)
	if s := n.get("schema"); s != nil {
		c.schemaNode = s
		c.schema(s)
	} else if c.given != nil {
		if given, ok := readYAML(&faults{file: c.faults.file}, c.given); ok { // JSON is YAML
			given.move(n.pos)
			c.schemaNode, t.Schema = given, c.given
		}
	}
	c.idempotency(n.get("idempotency"))
	c.declared(n)
	if p := n.get("probe"); p != nil {
		c.probe(p)
	}
	if cr := n.get("credential"); cr != nil {
		c.credential(cr)
	}
}

// call reads which kind of tool it is, and what that needs.
func (c *checker) call(n *node, path string, into *Call, example string) {
	var first string
	for _, kind := range []struct {
		name string
		read func(*node, string)
	}{
		{"http", func(n *node, path string) { into.HTTP = c.http(n, path) }},
		{"openapi", func(n *node, path string) { into.OpenAPI = c.openapi(n, path) }},
		{"exec", func(n *node, path string) { into.Exec = c.exec(n, path) }},
		{"mcp", func(n *node, path string) { into.MCP = c.mcp(n, path) }},
	} {
		e := n.entry(kind.name)
		switch {
		case e == nil:
		case first != "":
			c.add(e.pos, "%s has both %s and %s; it is one thing that is called", path, first, kind.name)
		default:
			first = kind.name
			kind.read(e.value, join(path, kind.name))
		}
	}
	if first == "" {
		c.missing(n.pos, join(path, "http"), "say what is called, as in "+example)
	}
}

func (c *checker) http(n *node, path string) *HTTP {
	h := &HTTP{}
	if !c.section(n, path) {
		return h
	}
	if r := n.get("request"); r == nil {
		c.missing(n.pos, path+".request", `write a method and a URL, such as "GET https://example.com/orders/{order_id}"`)
	} else if text, ok := c.text(r, path+".request"); ok {
		c.request(r, text, path+".request", h)
	}
	if headers := n.get("headers"); headers != nil {
		h.Headers = c.headers(headers, path+".headers")
	}
	body, form := n.get("body"), n.entry("form")
	if body != nil {
		c.tree(body, path+".body", &c.toolUses)
		h.Body = body.json()
	}
	if form != nil {
		if body != nil {
			c.add(form.pos, "%s has both a body and a form; leave one of them out", path)
		}
		h.Form = c.textMap(form.value, path+".form", true)
	}
	return h
}

func (c *checker) request(n *node, text, key string, h *HTTP) {
	method, url, ok := strings.Cut(strings.TrimSpace(text), " ")
	if !ok {
		c.add(n.pos, `%s must be a method and a URL, such as "GET https://example.com/orders/{order_id}"`, key)
		return
	}
	if _, ok := methods[method]; !ok {
		c.add(n.pos, "%s: %s is not a method that can be used; %s", key, short(method), suggest(method, methodNames()))
	}
	h.Method, h.URL = method, strings.TrimSpace(url)
	t := c.template(&node{text: h.URL, pos: n.pos}, key, &c.toolUses)
	if t == nil {
		return
	}
	for _, sep := range []string{" ", "\t", "\n", "\r"} {
		if _, _, found := t.Cut(sep); found {
			c.add(n.pos, "%s: a URL has no spaces in it; write %%20 where one is meant", key)
			return
		}
	}
	if _, _, found := t.Cut("#"); found {
		c.add(n.pos, "%s: what follows # in a URL is never sent; leave it out", key)
		return
	}
	path, reason := splitURL(t)
	if reason != "" {
		c.add(n.pos, "%s: %s", key, reason)
		return
	}
	if key == "tool.http.request" { // a probe's path names no item of its own
		c.url = t
		c.job.loaded.pathNames = path.Names()
	}
}

// splitURL returns the path of a URL, or why it is none that can be called.
func splitURL(t *tmpl.Template) (path *tmpl.Template, reason string) {
	start, _, _ := t.Cut("?")
	scheme, rest, found := start.Cut("://")
	switch {
	case found && (scheme.String() == "http" || scheme.String() == "https"):
		host, path, _ := rest.Cut("/")
		if host.String() == "" {
			return nil, "the URL names no host"
		}
		return path, ""
	case !found && strings.HasPrefix(t.String(), "${env:"):
		_, path, _ := start.Cut("/")
		return path, ""
	}
	return nil, "the URL must start with http://, https:// or ${env:NAME}"
}

func (c *checker) headers(n *node, key string) map[string]string {
	if n.kind == brokenNode {
		return nil
	}
	if n.kind != mappingNode || n.unquoted != "" {
		c.add(n.pos, "%s must be a mapping of names to texts, and %s", key, n.what())
		return nil
	}
	headers := map[string]string{}
	seen := map[string]string{}
	for _, e := range n.entries {
		name := join(key, e.key)
		lower := strings.ToLower(e.key)
		switch first, twice := seen[lower]; {
		case !isToken(e.key):
			c.add(e.pos, "%s: %s is not the name of a header", key, short(e.key))
		case twice:
			c.add(e.pos, "%s: %s and %s are the same header", key, first, e.key)
		}
		seen[lower] = e.key
		text, ok := c.text(e.value, name)
		if !ok {
			continue
		}
		headers[e.key] = text
		if t := c.template(&node{text: text, pos: e.value.pos}, name, &c.toolUses); t != nil {
			for _, sep := range []string{"\n", "\r", "\x00"} {
				if _, _, found := t.Cut(sep); found {
					c.add(e.value.pos, "%s: a header must be one line", name)
					break
				}
			}
		}
	}
	return headers
}

// isToken is the grammar of a header's name (RFC 9110, section 5.6.2).
func isToken(s string) bool {
	for i := range len(s) {
		c := s[i]
		alnum := '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !alnum && !strings.ContainsRune("!#$%&'*+-.^_`|~", rune(c)) {
			return false
		}
	}
	return s != ""
}

// effect takes what the file says, or what the method promises.
func (c *checker) effect(tool *node) {
	n := tool.get("effect")
	if n == nil {
		t := &c.job.Tool
		switch {
		case t.HTTP != nil:
			promised, known := methods[t.HTTP.Method]
			t.Effect = promised
			if known && promised == "" && !c.meant["tool.effect"] {
				c.add(tool.get("http").get("request").pos, "tool.effect is missing, and %s does not tell it; write %s", t.HTTP.Method, effectHelp)
			}
		case t.OpenAPI != nil && c.operation != nil:
			t.Effect = methods[c.operation.Method]
			if t.Effect == "" && !c.meant["tool.effect"] {
				at := tool.pos
				if o := tool.get("openapi").get("operation"); o != nil {
					at = o.pos
				}
				c.add(at, "tool.effect is missing, and %s does not tell it; write %s", c.operation.Method, effectHelp)
			}
		case t.Exec != nil && !c.meant["tool.effect"]:
			c.add(tool.pos, "tool.effect is missing, and a command does not tell it; write %s", effectHelp)
		}
		return
	}
	c.job.loaded.effectGiven = true
	text, ok := c.text(n, "tool.effect")
	if !ok {
		return
	}
	names := []string{unsafe, idempotent, readOnly}
	if !slices.Contains(names, text) {
		advice := "write " + effectHelp
		if near, ok := nearest.Nearest(text, names); ok && (near != unsafe || strings.HasPrefix(text, "un")) { // "safe" means no such thing
			advice = suggest(text, names)
		}
		c.add(n.pos, "tool.effect: %s is none of its values; %s", short(text), advice)
		return
	}
	c.job.Tool.Effect = text
}

func (c *checker) schema(n *node) {
	if n.kind == brokenNode {
		return
	}
	if n.kind != mappingNode || n.unquoted != "" {
		c.add(n.pos, "tool.schema must be a JSON Schema as a mapping, and %s", n.what())
		return
	}
	c.plain(n, "tool.schema")
	c.schemaWords(n, "tool.schema")
	if p := n.get("properties"); p != nil {
		for _, e := range p.entries {
			c.job.loaded.properties = append(c.job.loaded.properties, use{e.key, "tool.schema.properties", e.pos})
		}
	}
	c.job.Tool.Schema = n.json()
}

func (c *checker) idempotency(n *node) {
	const path = "tool.idempotency"
	idem := &c.job.Tool.Idempotency
	effect := c.job.Tool.Effect
	isHTTP := c.job.Tool.HTTP != nil || c.job.Tool.OpenAPI != nil
	if isHTTP && (effect == unsafe || effect == idempotent || effect == "" && c.waits()) {
		idem.Header = defaultKeyHeader
	}
	pos := position{}
	if c.section(n, path) {
		pos = n.pos
		if k := n.get("key"); k != nil {
			c.idempotencyKey(k, path+".key")
		}
		if h := n.get("header"); h != nil {
			if text, ok := c.text(h, path+".header"); ok {
				idem.Header, pos = text, h.pos
				if !isHTTP {
					c.add(h.pos, "%s.header is for http tools; a command finds the key in $BATCHAGENT_IDEMPOTENCY_KEY, an MCP server in _meta", path)
				} else if text != "" && !isToken(text) {
					c.add(h.pos, `%s.header: %s is not the name of a header; write "" to send none`, path, short(text))
				}
			}
		}
		c.duration(n.get("ttl"), path+".ttl", 1, &idem.TTL)
	}
	kind, headers := "http", map[string]string(nil)
	switch t := &c.job.Tool; {
	case t.HTTP != nil:
		headers = t.HTTP.Headers
	case t.OpenAPI != nil:
		kind, headers = "openapi", t.OpenAPI.Headers
	}
	for name := range headers {
		if idem.Header != "" && strings.EqualFold(name, idem.Header) {
			if e := c.root.get("tool").get(kind).get("headers").entry(name); e != nil {
				pos = e.pos
			}
			c.add(pos, "tool."+kind+".headers: %s is what carries the idempotency key; write the key into tool.idempotency.key instead", name)
		}
	}
}

func (c *checker) idempotencyKey(n *node, key string) {
	text, ok := c.text(n, key)
	if !ok {
		return
	}
	t := c.template(&node{text: text, pos: n.pos}, key, &c.toolUses)
	switch {
	case t == nil:
	case t.HasSecret():
		c.noSecret(t.Env(), n.pos, key)
	case len(t.Names()) == 0:
		c.add(n.pos, `%s is the same for every item; put a name into it, such as "{order_id}"`, key)
	}
	c.job.Tool.Idempotency.Key = text
}

// schemaNames returns the properties of the schema, and the ones that it requires with their places.
func schemaNames(schema *node) (properties []string, required []use) {
	if schema == nil || schema.kind != mappingNode {
		return nil, nil
	}
	if p := schema.get("properties"); p != nil {
		for _, e := range p.entries {
			properties = append(properties, e.key)
		}
	}
	if r := schema.get("required"); r != nil {
		for _, e := range r.elements {
			if e.kind == textNode {
				required = append(required, use{e.text, "tool.schema.required", e.pos})
				if !slices.Contains(properties, e.text) {
					properties = append(properties, e.text)
				}
			}
		}
	}
	return properties, required
}

func textJSON(text string) json.RawMessage { return (&node{kind: textNode, text: text}).json() }
