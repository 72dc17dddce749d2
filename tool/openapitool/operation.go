package openapitool

import (
	"net/http"
	"slices"
	"strings"

	"github.com/batchagent/batchagent/internal/nearest"
	"github.com/batchagent/batchagent/tool"
)

// Operation is an operation of a spec, as a list shows it.
type Operation struct {
	// ID is the operationId, "" where there is none.
	ID string
	// Method is in capitals. Path is as the spec has it, with {names}.
	Method, Path string
	// Summary is the summary, or else the first line of the description.
	Summary string
	// Deprecated is what the spec says.
	Deprecated bool
	// Effect is what the method promises, 0 where it promises nothing.
	Effect tool.Effect

	node, item *node
}

// Name is what the operation is asked for by: its id, or method and path.
func (o *Operation) Name() string {
	if o.ID != "" {
		return o.ID
	}
	return o.Method + " " + o.Path
}

//nolint:gochecknoglobals // never written
var methods = []string{"get", "put", "post", "delete", "options", "head", "patch", "trace"}

// Operations lists what a spec has, in its order.
func (d *Document) Operations() ([]Operation, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.operations()
}

func (d *Document) operations() ([]Operation, error) {
	paths := d.root.get("paths")
	if paths == nil {
		return nil, nil
	}
	var list []Operation
	for _, e := range paths.entries {
		if strings.HasPrefix(e.key, "x-") {
			continue
		}
		item, _, err := d.resolve(e.value)
		if err != nil {
			return nil, err
		}
		if item.kind != mapKind {
			return nil, item.fault("the path %s must be a mapping of methods, and it %s", e.key, item.what())
		}
		if !strings.HasPrefix(e.key, "/") {
			return nil, (&node{in: e.value.in, line: e.line, col: e.col}).fault("the path %q must begin with a slash", e.key)
		}
		for _, m := range item.entries {
			if !slices.Contains(methods, m.key) {
				continue
			}
			n, _, err := d.resolve(m.value) // some specs keep each operation in a file
			if err != nil {
				return nil, err
			}
			list = append(list, describe(e.key, m.key, item, n))
		}
	}
	return list, nil
}

func describe(path, method string, item, n *node) Operation {
	o := Operation{ID: n.word("operationId"), Method: strings.ToUpper(method), Path: path, Deprecated: n.is("deprecated"), node: n, item: item}
	if o.Summary = strings.TrimSpace(n.word("summary")); o.Summary == "" {
		o.Summary, _, _ = strings.Cut(strings.TrimSpace(n.word("description")), "\n")
	}
	switch o.Method {
	case http.MethodGet, http.MethodHead:
		o.Effect = tool.ReadOnly
	case http.MethodPut, http.MethodDelete:
		o.Effect = tool.Idempotent
	}
	return o
}

// find looks an operation up by its id, or by method and path.
func (d *Document) find(name string) (*Operation, error) {
	list, err := d.operations()
	if err != nil {
		return nil, err
	}
	if name == "" {
		return nil, &SpecError{File: d.show(), Reason: "which operation? Name one by its operationId, or as \"PATCH /orders/{order_id}\"" + d.listed()}
	}
	var found *Operation
	for i := range list {
		if list[i].ID != name {
			continue
		}
		if found != nil {
			return nil, list[i].node.fault("the operationId %q stands here and at line %d; name the operation as %q or as %q", name,
				found.node.line, found.Method+" "+found.Path, list[i].Method+" "+list[i].Path)
		}
		found = &list[i]
	}
	if found != nil {
		return found, nil
	}
	method, path, _ := strings.Cut(strings.Join(strings.Fields(name), " "), " ")
	names := make([]string, 0, 2*len(list))
	for i := range list {
		if strings.EqualFold(list[i].Method, method) && list[i].Path == path {
			return &list[i], nil
		}
		if list[i].ID != "" {
			names = append(names, list[i].ID)
		}
		names = append(names, list[i].Method+" "+list[i].Path)
	}
	if len(list) == 0 {
		return nil, &SpecError{File: d.show(), Reason: "the spec has no operations"}
	}
	return nil, &SpecError{File: d.show(), Reason: printable("there is no operation " + quoted(name) +
		strings.ReplaceAll(didYouMean(name, names)+d.listed(), "?;", "?"))}
}

// show is the spec as messages name it.
func (d *Document) show() string { return d.root.in.show }

func (d *Document) listed() string { return "; batchagent tools " + d.show() + " lists them" }

func quoted(s string) string { return string(quote(s)) }

// didYouMean ends a sentence about a name that is not known.
func didYouMean(name string, known []string) string {
	if near, ok := nearest.Nearest(name, known); ok {
		return "; did you mean " + quoted(near) + "?"
	}
	return ""
}
