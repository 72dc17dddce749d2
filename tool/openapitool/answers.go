package openapitool

import (
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool/httptool"
)

// documented is what the spec says of an answer.
type documented struct {
	name        string   // of the component that describes it, "" if it stands in the operation
	description string   // one line
	codes       []string // that the service may give, where its schema lists them
}

// answers are those that are documented, by status ("404", "4XX", "default").
func (d *Document) answers(o *Operation) (map[string]documented, error) {
	responses := mapping(o.node.get("responses"))
	list := make(map[string]documented, len(responses.entries))
	for _, e := range responses.entries {
		if strings.HasPrefix(e.key, "x-") {
			continue
		}
		n, name, err := d.resolve(e.value)
		if err != nil {
			return nil, err
		}
		a := documented{name: name, description: strings.Join(strings.Fields(n.word("description")), " ")}
		if chosen := choose(mapping(n.get("content"))); chosen != nil {
			if media, _, err := d.resolve(chosen.value); err == nil {
				a.codes = d.codes(media.get("schema"), 0)
			}
		}
		list[strings.ToUpper(e.key)] = a
	}
	return list, nil
}

func mapping(n *node) *node {
	if n == nil || n.kind != mapKind {
		return &node{}
	}
	return n
}

// codes looks for the names that the schema of an error lists: the enum or
// const of a property called code, at the top or within error. What cannot be
// found is not needed, so that nothing here is an error.
func (d *Document) codes(schema *node, depth int) []string {
	if schema == nil || depth > 4 {
		return nil
	}
	n, _, err := d.resolve(schema)
	if err != nil {
		return nil
	}
	var codes []string
	add := func(more []string) {
		for _, code := range more {
			if !slices.Contains(codes, code) {
				codes = append(codes, code)
			}
		}
	}
	for _, key := range []string{"allOf", "oneOf", "anyOf"} {
		if list := n.get(key); list != nil {
			for _, item := range list.items {
				add(d.codes(item, depth+1))
			}
		}
	}
	for _, name := range []string{"code", "error_code", "errorCode"} {
		if p := n.get("properties").get(name); p != nil {
			if p, _, err = d.resolve(p); err == nil {
				add(listed(p))
			}
		}
	}
	if len(codes) == 0 {
		add(d.codes(n.get("properties").get("error"), depth+1))
	}
	return codes
}

func listed(n *node) []string {
	if c := n.get("const"); c != nil && c.text != "" {
		return []string{c.text}
	}
	enum := n.get("enum")
	if enum == nil {
		return nil
	}
	var codes []string
	for _, item := range enum.items {
		if item.text != "" {
			codes = append(codes, item.text)
		}
	}
	return codes
}

// documentedAs finds what is said of a status: of itself, of its hundred, of all.
func documentedAs(list map[string]documented, status int) (documented, bool) {
	for _, key := range []string{strconv.Itoa(status), strconv.Itoa(status/100) + "XX", "DEFAULT"} {
		if a, ok := list[key]; ok {
			return a, true
		}
	}
	return documented{}, false
}

// judge puts what the spec says of a refusal into the context of its error:
// "response" is the name of the answer, "documented" its description,
// "documented_codes" what its code can be. What the error is judged to be
// stays as it is. A message that is only the name of the status gets the
// description.
func judge(list map[string]documented, then func(*httptool.Reply, error) error) func(*httptool.Reply, error) error {
	return func(r *httptool.Reply, verdict error) error {
		var e *taxonomy.Error
		if a, ok := documentedAs(list, r.Status); ok && errors.As(verdict, &e) && e.Status() == r.Status {
			verdict = a.on(e)
		}
		if then != nil {
			return then(r, verdict)
		}
		return verdict
	}
}

func (a documented) on(e *taxonomy.Error) error {
	with := *e
	with.Context = maps.Clone(e.Context)
	if a.name != "" {
		with.Context["response"] = taxonomy.Clean(a.name)
	}
	if a.description != "" {
		with.Context["documented"] = taxonomy.Clean(a.description)
	}
	if len(a.codes) > 0 {
		with.Context["documented_codes"] = slices.Clone(a.codes)
	}
	if a.description != "" && with.Message == http.StatusText(e.Status()) {
		with.Message = taxonomy.Clean(with.Message + ": " + a.description)
	}
	return &with
}
