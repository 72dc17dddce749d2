package httptool

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/batchagent/batchagent/internal/tmpl"
	"github.com/batchagent/batchagent/internal/toolargs"
)

// urlTemplate is a URL in the pieces that are escaped differently.
type urlTemplate struct {
	head     *tmpl.Template // scheme and host, as they are
	path     *tmpl.Template // without its first slash
	query    *tmpl.Template // without its question mark
	hasQuery bool
}

var (
	errNoURL    = errors.New("httptool: Config.URL is empty")
	errScheme   = errors.New("httptool: Config.URL must start with http://, https:// or ${env:NAME}")
	errNoHost   = errors.New("httptool: Config.URL names no host")
	errFragment = errors.New("httptool: Config.URL: what follows # is never sent; leave it out")
	errSpace    = errors.New("httptool: Config.URL has a space or a line break in it; write %20 where a space is meant")
)

func compileURL(text string) (*urlTemplate, error) {
	if text == "" {
		return nil, errNoURL
	}
	t, err := tmpl.Compile(text)
	if err != nil {
		return nil, fmt.Errorf("httptool: Config.URL: %w", err)
	}
	for _, sep := range []string{" ", "\t", "\r", "\n"} {
		if _, _, found := t.Cut(sep); found {
			return nil, errSpace
		}
	}
	if _, _, found := t.Cut("#"); found {
		return nil, errFragment
	}
	u := new(urlTemplate)
	start, query, hasQuery := t.Cut("?")
	u.query, u.hasQuery = query, hasQuery
	scheme, rest, found := start.Cut("://")
	switch {
	case found && (scheme.String() == "http" || scheme.String() == "https"):
		host, path, _ := rest.Cut("/")
		if host.String() == "" {
			return nil, errNoHost
		}
		u.path = path
		if u.head, err = tmpl.Compile(scheme.String() + "://" + host.String()); err != nil {
			return nil, fmt.Errorf("httptool: Config.URL: %w", err)
		}
	case strings.HasPrefix(text, "${env:"):
		u.head, u.path, _ = start.Cut("/")
	default:
		return nil, errScheme
	}
	if names := u.head.Names(); len(names) > 0 {
		return nil, fmt.Errorf("httptool: Config.URL: the host must not hold an argument, and {%s} stands in it", names[0])
	}
	return u, nil
}

// render puts the values in with put, which is Render or, for texts that people
// see, Redacted.
func (u *urlTemplate) render(put func(*tmpl.Template, tmpl.Lookup, *tmpl.Options) (string, error),
	values tmpl.Lookup, env map[string]string,
) (string, error) {
	head, err := put(u.head, nil, &tmpl.Options{Env: toolargs.LookupIn(env)})
	if err != nil {
		return "", err
	}
	path, err := put(u.path, values, &tmpl.Options{Env: toolargs.LookupIn(env), Escape: segment})
	if err != nil {
		return "", err
	}
	text := strings.TrimSuffix(head, "/") + "/" + path
	if !u.hasQuery {
		return text, nil
	}
	query, err := put(u.query, values, &tmpl.Options{Env: toolargs.LookupIn(env), Escape: tmpl.Query})
	return text + "?" + query, err
}

// segment escapes a value for the path. Beside what tmpl.PathSegment refuses it
// refuses values with . or .. between slashes: escaped slashes are slashes
// again to servers and proxies that decode a path before they look at it, and
// "../admin" would lead to another resource there. So would "..;x", from which
// such servers as Tomcat take what follows the semicolon off.
func segment(value string) (string, error) {
	pieces := strings.FieldsFunc(value, func(r rune) bool { return r == '/' || r == '\\' })
	for _, piece := range pieces {
		name, _, _ := strings.Cut(piece, ";")
		if (name == "." || name == "..") && name != value {
			return "", errors.New("has . or .. between slashes or before a semicolon, which may lead to another path")
		}
	}
	return tmpl.PathSegment(value)
}

// unreadable is why the URL is none, without what may be a part of a secret: the
// words of net/url repeat the text where they failed.
func (u *urlTemplate) unreadable(err error) error {
	if names := slices.Concat(u.head.Env(), u.path.Env()); len(names) > 0 {
		return fmt.Errorf("with the values of its variables in it (%s) it is no URL; a user and a password in it have to be percent-encoded: %%2F for /, %%40 for @", strings.Join(names, ", ")) //nolint:err113 // for people
	}
	if bad, ok := errors.AsType[*url.Error](err); ok {
		err = bad.Err // without the URL, which may hold a secret
	}
	return err
}

// check makes a URL with a value in every place, to see whether it is one.
func (u *urlTemplate) check(env map[string]string) error {
	source := u.path.String() + u.query.String()
	text, err := u.render((*tmpl.Template).Render, func(name string) (json.RawMessage, bool) {
		if strings.Contains(source, "{"+name+":boolean}") {
			return json.RawMessage("true"), true
		}
		return json.RawMessage("1"), true
	}, env)
	if err != nil {
		return fmt.Errorf("httptool: Config.URL: %w", err)
	}
	parsed, err := url.Parse(text)
	if err != nil {
		return fmt.Errorf("httptool: Config.URL: %w", u.unreadable(err))
	}
	switch {
	case parsed.Scheme != "http" && parsed.Scheme != "https":
		return errScheme
	case parsed.Hostname() == "":
		return errNoHost
	case parsed.Fragment != "" || parsed.RawQuery != "" && !u.hasQuery:
		return errors.New("httptool: Config.URL: the variable that it begins with holds more than a scheme, a host and a path")
	}
	return nil
}
