package openapitool

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/batchagent/batchagent/internal/tmpl"
)

// scheme is a way to say who is calling.
type scheme struct {
	name   string
	what   string // for messages
	in, as string // of an API key: where, and its name
	kind   string // apiKey, bearer, basic, or "" for one that is not supported
	node   *node
}

// scheme looks a security scheme up.
func (d *Document) scheme(at *node, name string) (*scheme, error) {
	given := d.root.get("components").get("securitySchemes").get(name)
	if given == nil {
		return nil, at.fault("the security scheme %q is not among components.securitySchemes", name)
	}
	n, _, err := d.resolve(given)
	if err != nil {
		return nil, err
	}
	s := &scheme{name: name, node: n, in: n.word("in"), as: n.word("name")}
	switch kind := n.word("type"); kind {
	case "apiKey":
		if s.as == "" || s.in != "header" && s.in != "query" && s.in != "cookie" {
			return nil, n.fault("the API key %s must have a name, and in: header, query or cookie", name)
		}
		s.kind, s.what = kind, "an API key in the "+s.in+" "+s.as
	case "http":
		switch strings.ToLower(n.word("scheme")) {
		case "bearer":
			s.kind, s.what = "bearer", "HTTP bearer, a token"
		case "basic":
			s.kind, s.what = "basic", "HTTP basic, user:password"
		default:
			s.what = "HTTP " + n.word("scheme") + ", which is not supported"
		}
	case "oauth2", "openIdConnect":
		s.kind, s.what = "bearer", kind+", an access token"
	default:
		s.what = kind + ", which is not supported"
	}
	return s, nil
}

// header is the header that a scheme is sent in, "" where it is none.
func (s *scheme) header() string {
	switch {
	case s.kind == "apiKey" && s.in == "header":
		return s.as
	case s.kind == "bearer", s.kind == "basic":
		return "Authorization"
	}
	return ""
}

// hint is the line that gives it.
func (s *scheme) hint() string {
	variable := strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return r - 'a' + 'A'
		case 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
			return r
		}
		return '_'
	}, s.name), "_")
	if variable == "" || variable[0] <= '9' {
		variable = "TOKEN"
	}
	if s.kind == "basic" {
		return fmt.Sprintf("%s: %s", s.name, quoted("${env:"+variable+"_USER}:${env:"+variable+"_PASSWORD}"))
	}
	return fmt.Sprintf("%s: %s", s.name, quoted("${env:"+variable+"}"))
}

// login is what a request carries to say who is calling, as templates.
type login struct {
	headers map[string]string
	query   string
	basic   string
}

// alternatives are what the operation accepts: any one of them, all of its
// schemes at once. Empty: nothing is asked for.
func (d *Document) alternatives(o *Operation) ([][]*scheme, error) {
	n := o.node.get("security")
	if n == nil {
		n = d.root.get("security")
	}
	if n == nil {
		return nil, nil
	}
	if n.kind != listKind {
		return nil, n.fault("security must be a list of requirements, and it %s", n.what())
	}
	list := make([][]*scheme, 0, len(n.items))
	for _, item := range n.items {
		if item.kind != mapKind {
			return nil, item.fault("a security requirement must be a mapping, and it %s", item.what())
		}
		all := make([]*scheme, 0, len(item.entries))
		for _, e := range item.entries {
			s, err := d.scheme(item, e.key)
			if err != nil {
				return nil, err
			}
			all = append(all, s)
		}
		list = append(list, all)
	}
	return list, nil
}

// login chooses one of the alternatives by what was given: values by the names
// of schemes, and headers, in which some users write their tokens.
func (d *Document) login(o *Operation, given, headers map[string]string) (*login, error) {
	list, err := d.alternatives(o)
	if err != nil {
		return nil, err
	}
	has := func(s *scheme) bool {
		if _, ok := given[s.name]; ok && s.kind != "" {
			return true
		}
		for name := range headers {
			if strings.EqualFold(name, s.header()) || s.in == "cookie" && strings.EqualFold(name, "Cookie") || s.kind == "" && strings.EqualFold(name, "Authorization") {
				return true
			}
		}
		return false
	}
	var chosen []*scheme
	found := len(list) == 0
	for _, all := range list {
		if !slices.ContainsFunc(all, func(s *scheme) bool { return !has(s) }) && (!found || len(all) > len(chosen)) {
			chosen, found = all, true
		}
	}
	if err := d.stray(o, given, list, chosen); err != nil {
		return nil, err
	}
	if !found {
		return nil, &SpecError{File: d.show(), Reason: printable(o.Name() + " needs a login that was not given: " + needed(list))}
	}
	l := &login{headers: map[string]string{}}
	for _, s := range chosen {
		if value, ok := given[s.name]; ok {
			if err := l.add(s, value, headers); err != nil {
				return nil, err
			}
		}
	}
	return l, nil
}

// stray refuses values that would be sent nowhere.
func (d *Document) stray(o *Operation, given map[string]string, list [][]*scheme, chosen []*scheme) error {
	for _, name := range sortedKeys(given) {
		if slices.ContainsFunc(chosen, func(s *scheme) bool { return s.name == name }) {
			continue
		}
		var known []string
		for _, all := range list {
			for _, s := range all {
				known = append(known, s.name)
			}
		}
		switch {
		case slices.Contains(known, name) && chosen == nil:
			continue // what is missing beside it is said
		case slices.Contains(known, name):
			return &SpecError{File: d.show(), Reason: printable("security." + name + " is not used: " + o.Name() + " is called with what else was given; leave it out")}
		case len(known) == 0:
			return &SpecError{File: d.show(), Reason: printable("security." + name + " is not used: " + o.Name() + " needs no login; leave it out, or set headers")}
		}
		slices.Sort(known)
		return &SpecError{File: d.show(), Reason: printable("security." + name + ": " + o.Name() + " knows no such scheme" +
			cmp.Or(didYouMean(name, known), "; it knows "+strings.Join(slices.Compact(known), ", ")))}
	}
	return nil
}

// needed names all the ways to log in.
func needed(list [][]*scheme) string {
	var ways, lines []string
	for _, all := range list {
		var names, hints []string
		usable := true
		for _, s := range all {
			names = append(names, s.name+" ("+s.what+")")
			hints = append(hints, s.hint())
			usable = usable && s.kind != ""
		}
		ways = append(ways, strings.Join(names, " together with "))
		if usable {
			lines = append(lines, "security: {"+strings.Join(hints, ", ")+"}")
		}
	}
	if len(lines) == 0 {
		return strings.Join(ways, ", or ") + "; if you have what it takes, write it into headers"
	}
	return strings.Join(ways, ", or ") + "; write " + strings.Join(lines, " or ")
}

// add puts one value where its scheme wants it.
func (l *login) add(s *scheme, value string, headers map[string]string) error {
	t, err := tmpl.Compile(value)
	if err != nil {
		return fmt.Errorf("security.%s: %w", s.name, err)
	}
	if len(t.Names()) > 0 {
		return s.node.fault("security.%s is the same for all calls, and {%s} stands in it", s.name, t.Names()[0])
	}
	set := func(name, value string) error {
		for other := range headers {
			if strings.EqualFold(name, other) {
				return s.node.fault("security.%s is sent in the header %s, which stands in headers too; leave one of them out", s.name, name)
			}
		}
		name = http.CanonicalHeaderKey(name)
		if _, twice := l.headers[name]; twice || name == "Authorization" && l.basic != "" {
			return s.node.fault("security.%s is sent in the header %s, as another scheme is", s.name, name)
		}
		l.headers[name] = value
		return nil
	}
	switch {
	case s.kind == "basic":
		if l.basic != "" || l.headers["Authorization"] != "" {
			return s.node.fault("security.%s is sent in the header Authorization, as another scheme is", s.name)
		}
		l.basic = value
	case s.kind == "bearer":
		if len(value) < 7 || !strings.EqualFold(value[:7], "bearer ") {
			value = "Bearer " + value
		}
		return set("Authorization", value)
	case s.in == "header":
		return set(s.as, value)
	case s.in == "query":
		if l.query != "" {
			l.query += "&"
		}
		if !t.HasSecret() {
			plain, err := t.Render(nil, nil)
			if err != nil {
				return fmt.Errorf("security.%s: %w", s.name, err)
			}
			value = asText(escapeQuery(plain))
		}
		l.query += asText(escapeQuery(s.as)) + "=" + value
	case s.in == "cookie":
		if before := l.headers["Cookie"]; before != "" {
			l.headers["Cookie"] = before + "; " + s.as + "=" + value
			return nil
		}
		return set("Cookie", s.as+"="+value)
	}
	return nil
}
