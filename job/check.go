package job

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/batchagent/batchagent/internal/nearest"
	"github.com/batchagent/batchagent/internal/tmpl"
)

// section is what a mapping of the job file may have.
type section struct {
	keys  []string // what this version reads
	later []string // what belongs to the format, and to a later version
}

// format has every mapping of the format by its path. It is never written.
var format = map[string]section{ //nolint:gochecknoglobals // a table
	"": {
		keys:  []string{"version", "name", "description", "tool", "items", "params", "correction", "on", "retry", "breaker", "pace", "shutdown"},
		later: []string{"stop", "budget"},
	},
	"tool": {
		keys: []string{"http", "openapi", "exec", "mcp", "effect", "timeout", "schema", "success", "classify", "probe", "idempotency", "credential"},
	},
	"tool.http":          httpSection,
	"tool.openapi":       openapiSection,
	"tool.exec":          execSection,
	"tool.mcp":           mcpSection,
	"tool.probe":         {keys: []string{"http", "openapi", "exec", "mcp", "done"}},
	"tool.probe.http":    {keys: []string{"request", "headers"}},
	"tool.probe.openapi": openapiSection,
	"tool.probe.exec":    {keys: []string{"command", "stdin", "dir", "env"}},
	"tool.probe.mcp":     mcpSection,
	"tool.classify[]":    {keys: []string{"when", "class", "code", "applied", "retry_after"}},
	"tool.credential":    {keys: []string{"command", "env"}},
	"tool.idempotency":   {keys: []string{"key", "header", "ttl"}},
	"items":              {keys: []string{"file", "list", "format", "id", "encoding", "delimiter", "dates", "empty", "on_duplicate"}},
	"correction":         {keys: []string{"rules", "rules_file", "llm", "locked", "may_change"}},
	"correction.llm":     {keys: []string{"model", "base_url", "api_key", "max_calls", "max_tokens", "timeout"}},
	"on":                 {keys: []string{"conflict", "permission", "input", "fatal"}},
	"retry":              {keys: []string{"attempts", "initial", "max", "max_wait"}},
	"breaker":            {keys: []string{"failures", "open"}},
	"pace":               {keys: []string{"concurrency"}, later: []string{"rate", "lane", "adaptive"}},
	"shutdown":           {keys: []string{"grace"}},
}

//nolint:gochecknoglobals // tables, never written
var (
	httpSection    = section{keys: []string{"request", "headers", "body", "form"}}
	execSection    = section{keys: []string{"command", "stdin", "dir", "env", "exit_codes"}}
	openapiSection = section{keys: []string{"spec", "operation", "server", "security", "headers"}}
	mcpSection     = section{keys: []string{"command", "dir", "env", "url", "headers", "tool"}}
)

func (s section) all() []string { return slices.Concat(s.keys, s.later) }

// checker reads a tree into a Job. Each of its methods adds what is wrong to the faults and goes
// on, so that one reading finds everything.
type checker struct {
	*faults
	lookupEnv func(string) (string, bool)
	job       *Job
	// toolUses and paramUses are the names in templates, over params and over columns.
	toolUses, paramUses []use
	// asked are the params that expressions about answers name.
	asked []use
	// meant has the keys that misspelt ones are near to.
	meant map[string]bool
	// provided is the variable that tool.credential gives a value, which need not be set.
	provided string
	// given is LoadOptions.Schema.
	given json.RawMessage
	// operation is LoadOptions.Operation; nil: not known yet, or of another kind of tool.
	operation *Operation
	// schemaNode is the schema of the arguments, of the file or of the caller.
	schemaNode *node
	// root is the whole file, which checks that concern two sections come back to.
	root *node
	// url is the URL of the request, or nil if it has a fault.
	url *tmpl.Template
}

// use is a name in a template, and where that stands.
type use struct {
	name string
	key  string // the key of the job file
	pos  position
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// section checks the keys of a mapping, and returns false if it is none. A missing section is an
// empty one.
func (c *checker) section(n *node, path string) bool {
	if n == nil || n.kind == brokenNode {
		return false
	}
	if n.kind != mappingNode || n.unquoted != "" {
		c.add(n.pos, "%s must be a mapping with keys such as %q, and %s", path, format[path].keys[0]+":", n.what())
		return false
	}
	s := format[path]
	for _, e := range n.entries {
		switch {
		case slices.Contains(s.keys, e.key):
		case slices.Contains(s.later, e.key):
			c.add(e.pos, "%s is not supported by this version yet", join(path, e.key))
		default:
			c.unknown(e, path, s)
		}
	}
	return true
}

func (c *checker) unknown(e entry, path string, s section) {
	where := ""
	var places []string
	if path != "" {
		where = " in " + path
	}
	outermost := slices.SortedFunc(maps.Keys(format), func(a, b string) int {
		return cmp.Or(strings.Count(a, ".")-strings.Count(b, "."), strings.Compare(a, b))
	})
	for _, other := range outermost {
		if slices.Contains(format[other].all(), e.key) {
			places = append(places, cmp.Or(other, "the top level of the file"))
		}
	}
	if !strings.HasPrefix(path, "tool.probe") { // which has much of what a tool has
		if others := slices.DeleteFunc(slices.Clone(places), func(p string) bool { return strings.HasPrefix(p, "tool.probe") }); len(others) > 0 {
			places = others
		}
	}
	belongs := strings.Join(places, " or ")
	near, isNear := nearest.Nearest(e.key, s.all())
	switch {
	case isNear && belongs != "":
		c.meant[join(path, near)] = true
		c.add(e.pos, "unknown key %s%s; did you mean %q? (%s belongs in %s)", short(e.key), where, near, e.key, belongs)
	case isNear:
		c.meant[join(path, near)] = true
		c.add(e.pos, "unknown key %s%s; did you mean %q?", short(e.key), where, near)
	case belongs != "":
		c.add(e.pos, "unknown key %s%s; it belongs in %s", short(e.key), where, belongs)
	default:
		c.add(e.pos, "unknown key %s%s; %s", short(e.key), where, suggest(e.key, s.keys))
	}
}

// missing reports a key that is not there, unless a misspelt one was probably meant to be it.
func (c *checker) missing(pos position, key, advice string) {
	if !c.meant[key] {
		c.add(pos, "%s is missing; %s", key, advice)
	}
}

// text reads a text. What only looks like one to a reader (a number, {x}) is told to get quotes.
func (c *checker) text(n *node, key string) (string, bool) {
	switch {
	case n.kind == textNode || n.loose:
		return n.text, true
	case n.kind == brokenNode:
	case n.unquoted != "":
		c.add(n.pos, "%s: write %s in quotes", key, strconv.Quote(n.unquoted))
	case n.kind == boolNode, n.kind == numberNode:
		c.add(n.pos, "%s must be a text; write %s in quotes", key, strconv.Quote(n.text))
	case n.kind == nullNode:
		c.add(n.pos, "%s has no value; give it one or leave the key out", key)
	default:
		c.add(n.pos, "%s must be a text, and %s", key, n.what())
	}
	return "", false
}

// number reads a whole number from 1 up.
func (c *checker) number(n *node, key string, into *int) {
	if n == nil || n.kind == brokenNode {
		return
	}
	if n.kind == numberNode {
		if v, err := strconv.ParseInt(n.text, 10, 32); err == nil && v >= 1 {
			*into = int(v)
			return
		}
		c.add(n.pos, "%s must be a whole number of at least 1, and not %s", key, short(n.text))
		return
	}
	c.add(n.pos, "%s must be a whole number such as %d, and %s", key, *into, n.what())
}

func (c *checker) boolean(n *node, key string, into *bool) {
	if n == nil || n.kind == brokenNode {
		return
	}
	if n.kind != boolNode {
		c.add(n.pos, "%s must be true or false, and %s", key, n.what())
		return
	}
	*into = strings.EqualFold(n.text, "true")
}

// duration reads a time in the notation of time.ParseDuration, from least up.
func (c *checker) duration(n *node, key string, least time.Duration, into *time.Duration) {
	if n == nil || n.kind == brokenNode {
		return
	}
	if n.kind != textNode && n.kind != numberNode {
		c.add(n.pos, "%s must be a duration such as 30s, and %s", key, n.what())
		return
	}
	d, err := time.ParseDuration(n.text)
	_, noUnit := time.ParseDuration(n.text + "s")
	switch {
	case err != nil && n.kind == numberNode && noUnit == nil:
		c.add(n.pos, "%s: %s has no unit; write %[2]ss for seconds, %[2]sms for milliseconds or %[2]sm for minutes", key, n.text)
	case err != nil:
		c.add(n.pos, "%s: %s is not a duration; write a number and a unit, such as 500ms, 30s, 5m or 24h", key, short(n.text))
	case d < least && least == 1:
		c.add(n.pos, "%s must be more than 0", key)
	case d < least:
		c.add(n.pos, "%s must not be negative", key)
	default:
		*into = d
	}
}

// texts reads a list of texts.
func (c *checker) texts(n *node, key string) []use {
	if n == nil || n.kind == brokenNode {
		return nil
	}
	if n.kind != listNode {
		c.add(n.pos, "%s must be a list such as [a, b], and %s", key, n.what())
		return nil
	}
	var list []use
	for i, e := range n.elements {
		if text, ok := c.text(e, fmt.Sprintf("%s[%d]", key, i)); ok {
			list = append(list, use{text, key, e.pos})
		}
	}
	return list
}

// choice reads one of the names of an enum; later ones are refused by name.
func choice[E ~int](c *checker, n *node, key string, into *E, names []string, later ...string) {
	if n == nil {
		return
	}
	text := n.text
	if !n.isScalar() || text == "" { // "empty: null" is meant as the word, and so is any other
		var ok bool
		if text, ok = c.text(n, key); !ok {
			return
		}
	}
	if slices.Contains(later, text) {
		c.add(n.pos, "%s: %s is not supported by this version yet; use one of %s", key, short(text), strings.Join(names, ", "))
		return
	}
	if unmarshal(into, []byte(text), names) != nil {
		c.add(n.pos, "%s: %s is none of its values; %s", key, short(text), suggest(text, names))
	}
}

// tree checks a tree of templates and returns it as JSON.
func (c *checker) tree(n *node, key string, uses *[]use) {
	switch {
	case n.kind == brokenNode:
		return
	case n.unquoted != "":
		c.add(n.pos, "%s: write %s in quotes", key, strconv.Quote(n.unquoted))
		return
	case n.kind == textNode:
		c.template(n, key, uses)
		return
	}
	for i, e := range n.elements {
		c.tree(e, fmt.Sprintf("%s[%d]", key, i), uses)
	}
	for _, e := range n.entries {
		if t, err := tmpl.Compile(e.key); err == nil && (len(t.Names()) > 0 || t.HasSecret()) {
			c.add(e.pos, "%s: the name of a field cannot be a template, and %s is one", key, short(e.key))
		}
		c.tree(e.value, join(key, e.key), uses)
	}
}

// template checks one text and notes the names in it. It returns nil if the text is no template.
func (c *checker) template(n *node, key string, uses *[]use) *tmpl.Template {
	t, err := tmpl.Compile(n.text)
	if err != nil {
		c.add(n.pos, "%s: %s", key, err)
		return nil
	}
	for _, name := range t.Names() {
		*uses = append(*uses, use{name, key, n.pos})
	}
	for _, name := range t.Env() {
		if _, ok := c.lookupEnv(name); !ok && name != c.provided {
			c.add(n.pos, "%s: the environment variable %s is not set", key, name)
		}
	}
	return t
}

// noSecret refuses environment variables where the rendered text is stored and shown.
func (c *checker) noSecret(names []string, pos position, key string) {
	for _, name := range names {
		c.add(pos, "%s must not use ${env:%s}, because it is stored and shown; secrets belong in tool.http", key, name)
	}
}

// plain checks a value that is not a template.
func (c *checker) plain(n *node, key string) {
	if n.unquoted != "" {
		c.add(n.pos, "%s: write %s in quotes", key, strconv.Quote(n.unquoted))
		return
	}
	for i, e := range n.elements {
		c.plain(e, fmt.Sprintf("%s[%d]", key, i))
	}
	for _, e := range n.entries {
		c.plain(e.value, join(key, e.key))
	}
}
