package openapitool

import (
	"net/http"
	"slices"
	"strings"
)

// param is a parameter of an operation.
type param struct {
	name, in string
	arg      string // the name of the argument
	required bool
	style    style
	asJSON   bool // it is written as JSON: content: {application/json: …}
	schema   *node
	node     *node
}

// places are where a parameter can be, in the order in which they get the
// plain name.
//
//nolint:gochecknoglobals // never written
var places = []string{"path", "query", "header", "cookie"}

// params reads the parameters of the operation and those of its path, which
// it may replace by name and place.
func (d *Document) params(o *Operation) ([]*param, error) {
	var list []*param
	add := func(from *node, own bool) error {
		if from == nil {
			return nil
		}
		if from.kind != listKind {
			return from.fault("parameters must be a list, and it %s", from.what())
		}
		for _, item := range from.items {
			p, err := d.param(item)
			if err != nil {
				return err
			}
			if p == nil {
				continue
			}
			i := slices.IndexFunc(list, func(q *param) bool { return q.name == p.name && q.in == p.in })
			switch {
			case i < 0:
				list = append(list, p)
			case own:
				list[i] = p
			}
		}
		return nil
	}
	if err := add(o.item.get("parameters"), false); err != nil {
		return nil, err
	}
	if err := add(o.node.get("parameters"), true); err != nil {
		return nil, err
	}
	return list, nil
}

// param reads one parameter; nil: it is one that is to be ignored.
func (d *Document) param(item *node) (*param, error) {
	n, _, err := d.resolve(item)
	if err != nil {
		return nil, err
	}
	p := &param{name: n.word("name"), in: n.word("in"), required: n.is("required"), node: n}
	switch {
	case n.kind != mapKind || p.name == "":
		return nil, n.fault("a parameter must be a mapping with a name")
	case !slices.Contains(places, p.in):
		return nil, n.fault("the parameter %s must be in one of path, query, header and cookie, and not in %q", p.name, p.in)
	}
	if p.in == "header" {
		switch http.CanonicalHeaderKey(p.name) {
		case "Accept", "Content-Type", "Authorization": // the specification has these ignored
			return nil, nil //nolint:nilnil // as it says above
		case "Host", "Content-Length", "Transfer-Encoding", "Accept-Encoding", "Connection", "Trailer":
			return nil, n.fault("the header parameter %s is one that only the HTTP client can set", p.name)
		}
	}
	if content := n.get("content"); content != nil {
		return p, d.contentParam(p, content)
	}
	p.schema = n.get("schema")
	p.style, err = readStyle(n, p.in)
	return p, err
}

// contentParam reads a parameter that is a document of its own.
func (d *Document) contentParam(p *param, content *node) error {
	if len(content.entries) != 1 {
		return content.fault("the content of the parameter %s must have one media type, and it has %d", p.name, len(content.entries))
	}
	media := content.entries[0]
	switch {
	case isJSONMedia(media.key):
		p.asJSON = true
	case mediaOf(media.key) != "text/plain":
		return content.fault("the parameter %s is written as %s, which is not supported; JSON is", p.name, media.key)
	default:
		p.style = defaultStyle(p.in)
	}
	target, _, err := d.resolve(media.value)
	if err != nil {
		return err
	}
	p.schema = target.get("schema")
	return nil
}

func mediaOf(media string) string {
	media, _, _ = strings.Cut(strings.ToLower(media), ";")
	return strings.TrimSpace(media)
}

// isJSONMedia follows RFC 6839 section 3.1.
func isJSONMedia(media string) bool {
	media = mediaOf(media)
	return media == "application/json" || media == "text/json" || strings.HasSuffix(media, "+json")
}
