// Package pointer writes and reads JSON Pointers (RFC 6901), by which errors and
// corrections name a place in arguments: "/items/0/sku", "" for the whole. All
// of it is safe for concurrent use.
package pointer

import "strings"

// Join returns the pointer to the member or element that name is, of what path
// points to.
func Join(path, name string) string { return path + "/" + Escape(name) }

// Of returns the pointer to where parts lead, from the outermost on; "" for none.
func Of(parts ...string) string {
	path := ""
	for _, part := range parts {
		path = Join(path, part)
	}
	return path
}

// Escape writes a name as it stands between slashes (section 3).
func Escape(name string) string {
	if !strings.ContainsAny(name, "~/") {
		return name
	}
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

// Unescape reads what Escape has written.
func Unescape(part string) string {
	if !strings.Contains(part, "~") {
		return part
	}
	return strings.NewReplacer("~1", "/", "~0", "~").Replace(part)
}

// Split returns the names on the way to where path points, unescaped; none for
// "". Path begins with a slash or is "".
func Split(path string) []string {
	if path == "" {
		return nil
	}
	parts := strings.Split(path[1:], "/")
	for i, part := range parts {
		parts[i] = Unescape(part)
	}
	return parts
}
