package tmpl

import (
	"errors"
	"net/url"
)

// PathSegment escapes a value that stands in the path of a URL, for Options.Escape. It refuses the
// empty value and the values "." and "..", which would make the URL that of another resource
// (RFC 3986, section 5.2.4); servers treat the escaped dots alike, so that they cannot be escaped.
// A slash is escaped: a value never adds a segment.
func PathSegment(value string) (string, error) {
	switch value {
	case "":
		return "", errors.New("is empty, and a part of a URL's path must not be")
	case ".", "..":
		return "", errors.New("cannot be a part of a URL's path")
	}
	return url.PathEscape(value), nil
}

// Query escapes a value that stands in the query of a URL, for Options.Escape. It refuses nothing.
func Query(value string) (string, error) { return url.QueryEscape(value), nil }
