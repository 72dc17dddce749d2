package openapitool

import (
	"net/url"
	"slices"
	"strings"
)

// servers are the URLs that the spec gives an operation: its own, else those of
// its path, else those of the root. Variables have their defaults.
func (d *Document) servers(o *Operation) ([]string, error) {
	for _, n := range []*node{o.node, o.item, d.root} {
		list := n.get("servers")
		if list == nil || len(list.items) == 0 {
			continue
		}
		urls := make([]string, 0, len(list.items))
		for _, server := range list.items {
			text, err := serverURL(server)
			if err != nil {
				return nil, err
			}
			urls = append(urls, text)
		}
		return urls, nil
	}
	return []string{"/"}, nil // the specification's default
}

func serverURL(server *node) (string, error) {
	at := server.get("url")
	if at == nil || at.kind != textKind {
		return "", server.fault("a server must have a url")
	}
	var b strings.Builder
	for text := at.text; text != ""; {
		before, rest, found := strings.Cut(text, "{")
		b.WriteString(before)
		if !found {
			break
		}
		name, after, closed := strings.Cut(rest, "}")
		variable := server.get("variables").get(name)
		value := variable.get("default")
		if !closed || value == nil || value.kind == mapKind || value.kind == listKind {
			return "", at.fault("the server %s has {%s}, and no variable of that name has a default", at.text, name)
		}
		b.WriteString(value.text)
		text = after
	}
	return b.String(), nil
}

// server chooses where to send an operation, as a template of httptool. given
// is what the caller says, "" where they say nothing.
func (d *Document) server(o *Operation, given string) (server string, all []string, err error) {
	if given != "" {
		return strings.TrimSuffix(given, "/"), nil, nil
	}
	if all, err = d.servers(o); err != nil {
		return "", nil, err
	}
	first := all[0]
	absolute := slices.IndexFunc(all, func(s string) bool { return strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://") })
	if absolute < 0 {
		what := "its server is " + quoted(first) + ", which is relative to where the spec is served"
		if strings.Contains(first, "://") {
			what = "its server is " + quoted(first) + ", which is not HTTP"
		}
		return "", nil, &SpecError{File: d.show(), Reason: printable("the spec does not say where the service is: " + what +
			`; write server: "https://HOST` + strings.TrimSuffix("/"+strings.TrimPrefix(first, "/"), "/") + `"`)}
	}
	first = all[absolute]
	if u, err := url.Parse(first); err != nil || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return "", nil, &SpecError{File: d.show(), Reason: printable("the server " + quoted(first) + ` is no URL that an operation can be put behind; write server: "https://…"`)}
	}
	// What the spec says is no template.
	return asText(strings.TrimSuffix(first, "/")), all, nil
}

// asText makes a template that is the text.
func asText(s string) string { return strings.NewReplacer("{", "{{", "}", "}}").Replace(s) }
