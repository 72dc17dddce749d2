package correction_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// TestGuardKeepsItsPromises lets random proposals meet random refusals. What the
// guard accepts is checked against each of its promises, with code that shares
// nothing with the guard's.
func TestGuardKeepsItsPromises(t *testing.T) {
	t.Parallel()
	schemas := []*tool.Schema{
		compile(t, openSchema),
		compile(t, `{"type":"object","additionalProperties":false,"properties":{"order_id":{},"amount":{"type":["integer","string"]},
			"to":{},"list":{"type":["array","object"],"maxItems":3},"child":{"type":"object","properties":{"amount":{"type":"integer"},"to":{}}}}}`),
		compile(t, `{"type":"object","properties":{"order_id":{},"amount":{"minimum":1},"list":{},"child":{"additionalProperties":false,"properties":{"amount":{},"to":{},"order_id":{}}}}}`),
	}
	seen := make(map[correction.Refusal]int)
	for seed := range uint64(8000) {
		g := &generator{rand.New(rand.NewPCG(seed, 1))}
		req, p := g.question(schemas[g.IntN(len(schemas))])
		patch, err := correction.Guard(req, p)
		reason, _ := reasonOf(t, err)
		seen[reason]++
		if err != nil {
			if patch != nil {
				t.Fatalf("seed %d: a patch with %v", seed, err)
			}
			continue
		}
		if err := promises(req, p, patch); err != nil {
			t.Fatalf("seed %d: %v\nargs     %s\nproposal %s\nerror    %v %v\nmay change %q, locked %q\nschema   %s",
				seed, err, req.Args, p.Args, req.Err, req.Err.Fields, req.MayChange, req.Spec.Locked, req.Schema.JSON())
		}
	}
	for _, reason := range append(correction.Refusals(), "") {
		if reason != correction.RefusedInternal && seen[reason] < 20 {
			t.Errorf("%q was met %d times: %v", reason, seen[reason], seen)
		}
	}
}

// generator makes questions for the guard out of few names and values, so that
// they meet.
type generator struct{ *rand.Rand }

func pick[T any](g *generator, from ...T) T { return from[g.IntN(len(from))] }

func (g *generator) name() string {
	return pick(g, "order_id", "amount", "to", "list", "child", "Amount", "amuont", "ORDER_ID", "x")
}

func (g *generator) value(depth int) any {
	n := 8
	if depth > 0 {
		n = 12
	}
	switch g.IntN(n) {
	case 0:
		return nil
	case 1:
		return g.IntN(2) == 0
	case 2, 3, 4:
		return json.Number(pick(g, "1", "1.0", "2", "-1", "9007199254740993", "9007199254740992", "10e-1"))
	case 5, 6, 7:
		return pick(g, "red", "blue", "1", "", "due date")
	case 8:
		l := make([]any, g.IntN(4))
		for i := range l {
			l[i] = g.value(depth - 1)
		}
		return l
	}
	return g.object(depth - 1)
}

func (g *generator) object(depth int) map[string]any {
	m := make(map[string]any)
	for range g.IntN(5) {
		m[g.name()] = g.value(depth)
	}
	return m
}

// edited is a copy of v with some changes.
func (g *generator) edited(v any) any {
	switch v := v.(type) {
	case map[string]any:
		m := maps.Clone(v)
		for range g.IntN(3) {
			switch name := g.name(); g.IntN(5) {
			case 0:
				delete(m, name)
			case 1:
				m[name] = g.value(2)
			case 2: // moved
				if value, ok := m[name]; ok {
					delete(m, name)
					m[pick(g, "amount", "to", name)] = value
				}
			default:
				if value, ok := m[name]; ok {
					m[name] = g.edited(value)
				}
			}
		}
		return m
	case []any:
		l := slices.Clone(v)
		if len(l) > 0 && g.IntN(3) > 0 {
			i := g.IntN(len(l))
			l[i] = g.edited(l[i])
			return l
		}
		return append(l, g.value(1))
	}
	return g.value(1)
}

func (g *generator) paths(n int) []string {
	var paths []string
	for range n {
		parts := []string{"", g.name()}
		for g.IntN(2) == 0 {
			parts = append(parts, pick(g, "0", "1", g.name()))
		}
		path := strings.Join(parts, "/")
		paths = append(paths, pick(g, path, path, g.name(), ""))
	}
	return paths
}

func (g *generator) question(schema *tool.Schema) (*correction.Request, *correction.Proposal) {
	args := g.object(2)
	if g.IntN(2) == 0 {
		args["order_id"] = "7"
	}
	after := g.edited(args)
	message := pick(g, "amount is wrong", "to: 'to' is wrong", "red is not allowed", "bad request", "child.amount is 2", "list", "unknown field Amount")
	e := taxonomy.Errorf(pick(g, taxonomy.InputError, taxonomy.InputError, taxonomy.InputError, taxonomy.InputError, taxonomy.InputError, taxonomy.Fatal),
		taxonomy.CodeInvalidFormat, "%s", message)
	for _, path := range g.paths(g.IntN(3)) {
		e.Fields = append(e.Fields, taxonomy.Field{Path: path})
	}
	req := &correction.Request{
		Spec:   &tool.Spec{Name: "x", Effect: tool.Idempotent, Target: "order_id", Locked: g.paths(g.IntN(2))},
		Schema: schema, Args: marshal(args), Err: e, Doubt: g.IntN(20) == 0,
	}
	if g.IntN(3) == 0 {
		req.MayChange = g.paths(1 + g.IntN(3))
	}
	if g.IntN(10) == 0 {
		req.Tried = append(req.Tried, marshal(g.object(1)), marshal(after))
	}
	p := &correction.Proposal{Args: marshal(after)}
	switch g.IntN(50) {
	case 0:
		p.Args = p.Args[:g.IntN(len(p.Args))]
	case 1:
		p.Args = append(p.Args, p.Args...)
	case 2:
		p = nil
	}
	return req, p
}

func marshal(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return raw
}

func decode(raw []byte) (v any, err error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	err = dec.Decode(&v)
	return v, err
}

var (
	errPromise = errors.New("a promise is broken")
	broken     = func(format string, args ...any) error {
		return fmt.Errorf("%w: "+format, append([]any{errPromise}, args...)...)
	}
)

// promises checks what doc.go and Guard promise about what is executed.
func promises(req *correction.Request, p *correction.Proposal, patch []correction.Change) error {
	if req.Doubt || req.Err.Applied.Maybe() || req.Err.Class != taxonomy.InputError {
		return broken("not to be corrected at all")
	}
	if !json.Valid(p.Args) {
		return broken("not JSON")
	}
	before, _ := decode(req.Args)
	after, _ := decode(p.Args)
	canonical, err := tool.Canonical(p.Args)
	if err != nil {
		return err
	}
	for _, tried := range append([]json.RawMessage{req.Args}, req.Tried...) {
		if c, err := tool.Canonical(tried); err == nil && bytes.Equal(c, canonical) {
			return broken("tried before: %s", tried)
		}
	}
	if err := req.Schema.Validate(after); err != nil {
		return broken("the schema: %v", err)
	}
	was, is := flat(before), flat(after)
	for _, lock := range append([]string{req.Spec.Target}, req.Spec.Locked...) {
		if lock == "" {
			continue
		}
		if !strings.HasPrefix(lock, "/") {
			lock = "/" + lock
		}
		if a, b := under(was, lock), under(is, lock); !maps.Equal(a, b) {
			return broken("%s is locked: %v, %v", lock, a, b)
		}
	}
	if err := changesAllowed(req, before, was, is); err != nil {
		return err
	}
	return patchIsTrue(before, after, canonical, patch)
}

// flat maps every place to what stands there: a scalar's text, or the kind.
func flat(v any) map[string]string {
	m := make(map[string]string)
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			m[path] = "object"
			for name, value := range v {
				walk(path+"/"+name, value)
			}
		case []any:
			m[path] = fmt.Sprintf("array of %d", len(v))
			for i, value := range v {
				walk(fmt.Sprintf("%s/%d", path, i), value)
			}
		default:
			m[path] = string(marshal(v))
		}
	}
	walk("", v)
	return m
}

// under returns what is at lock or below it, whatever the case of the names.
func under(places map[string]string, lock string) map[string]string {
	found := make(map[string]string)
	for path, what := range places {
		if strings.HasPrefix(strings.ToLower(path)+"/", strings.ToLower(lock)+"/") {
			found[path] = what
		}
	}
	return found
}

func changesAllowed(req *correction.Request, before any, was, is map[string]string) error {
	var named []string
	for _, f := range req.Err.Fields {
		named = append(named, f.Path)
	}
	if invalid, ok := errors.AsType[*taxonomy.Error](req.Schema.Validate(before)); ok {
		for _, f := range invalid.Fields {
			named = append(named, f.Path)
		}
	}
	if len(req.MayChange) > 0 {
		named = req.MayChange
	}
	some := len(req.MayChange) > 0
	allowed := func(path string) bool {
		for _, n := range named {
			if n != "" && strings.HasPrefix(path+"/", "/"+strings.TrimPrefix(n, "/")+"/") {
				return true
			}
		}
		if some {
			return false
		}
		for at := path; at != ""; at = at[:strings.LastIndexByte(at, '/')] {
			value := strings.Trim(was[at], `"`)
			if strings.Contains(strings.ToLower(req.Err.Message), strings.ToLower(at[strings.LastIndexByte(at, '/')+1:])) ||
				value != "" && strings.Contains(req.Err.Message, value) {
				return true
			}
		}
		return false
	}
	for _, n := range named {
		some = some || n != ""
	}
	closed := !strings.HasPrefix(string(req.Schema.JSON()), openSchema[:len(openSchema)-1]+"}")
	for path := range is {
		if _, had := was[path]; !had && path != "" {
			name := path[strings.LastIndexByte(path, '/')+1:]
			top := strings.Count(path, "/") == 1
			if closed && top && !slices.Contains(req.Schema.Properties(), name) {
				return broken("%s is new and unknown", path)
			}
			if !closed && top && !allowed(path) {
				return broken("%s is new and not named", path)
			}
		}
	}
	for _, path := range slices.Sorted(maps.Keys(allOf(was, is))) {
		if same(was, is, path) || allowed(path) || allowed(listAbove(was, is, path)) {
			continue
		}
		if len(req.MayChange) > 0 || !movedHere(req, was, is, path, allowed) {
			return broken("%s may not change", path)
		}
	}
	return nil
}

func allOf(ms ...map[string]string) map[string]string {
	all := make(map[string]string)
	for _, m := range ms {
		maps.Copy(all, m)
	}
	return all
}

// same compares what stands at one place, numbers by value.
func same(was, is map[string]string, path string) bool {
	a, had := was[path]
	b, has := is[path]
	if had != has {
		return false
	}
	x, errX := tool.Canonical(json.RawMessage(a))
	y, errY := tool.Canonical(json.RawMessage(b))
	return a == b || errX == nil && errY == nil && bytes.Equal(x, y)
}

// listAbove returns the nearest list above path that changed its length, and so
// is replaced as a whole; else path.
func listAbove(was, is map[string]string, path string) string {
	for at := path; at != ""; at = at[:strings.LastIndexByte(at, '/')] {
		if strings.HasPrefix(was[at], "array") && strings.HasPrefix(is[at], "array") && was[at] != is[at] {
			return at
		}
	}
	return path
}

// movedHere: amount came from Amount or amuont beside it, which may change.
func movedHere(req *correction.Request, was, is map[string]string, path string, allowed func(string) bool) bool {
	i := strings.Index(path+"/", "/amount/")
	if i < 0 {
		return false
	}
	for _, wrong := range []string{"Amount", "amuont"} {
		from, to := path[:i]+"/"+wrong, path[:i]+"/amount"
		_, gone := is[from]
		_, had := was[to]
		moved := strings.Replace(path, to, from, 1)
		if !gone && !had && allowed(from) && was[moved] == is[path] && len(under(was, from)) == len(under(is, to)) {
			return true
		}
	}
	return false
}

// patchIsTrue applies the patch to the old arguments and compares.
func patchIsTrue(before, after any, canonical []byte, patch []correction.Change) error {
	if len(patch) == 0 {
		return broken("an empty patch")
	}
	for _, c := range patch {
		parts := strings.Split(c.Path, "/")[1:]
		holder := before
		for _, part := range parts[:len(parts)-1] {
			holder = step(holder, part)
		}
		last := parts[len(parts)-1]
		if old := step(holder, last); c.Op != "add" && !bytes.Equal(marshal(old), c.From) {
			return broken("%s was %s, not %s", c.Path, marshal(old), c.From)
		}
		value, err := decode(c.Value)
		if c.Op == "remove" {
			delete(holder.(map[string]any), last)
			continue
		}
		if err != nil {
			return broken("%s has no value", c.Path)
		}
		switch h := holder.(type) {
		case map[string]any:
			if _, had := h[last]; had != (c.Op == "replace") {
				return broken("%s %s", c.Op, c.Path)
			}
			h[last] = value
		case []any:
			var i int
			if _, err := fmt.Sscan(last, &i); err != nil {
				return err
			}
			h[i] = value
		}
	}
	if got, err := tool.Canonical(marshal(before)); err != nil || !bytes.Equal(got, canonical) {
		return broken("the patch gives %s instead of %s", got, canonical)
	}
	return nil
}

func step(v any, part string) any {
	switch v := v.(type) {
	case map[string]any:
		return v[part]
	case []any:
		var i int
		if _, err := fmt.Sscan(part, &i); err == nil && i < len(v) {
			return v[i]
		}
	}
	return nil
}
