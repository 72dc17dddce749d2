// Package secret takes the values of environment variables out of texts that
// people see: tokens stand in the answers of servers, in the output of programs
// and in the errors of libraries.
package secret

import (
	"bytes"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
)

// shortest is the length in bytes of the shortest value that is hidden. Shorter
// ones would be found in every text.
const shortest = 4

// Hider knows values in the forms in which they may be repeated. The zero value
// hides nothing. It is safe for concurrent use as long as nothing is added.
type Hider struct {
	pairs    []pair // the longest first
	replacer *strings.Replacer
}

type pair struct{ from, to string }

// Of makes a Hider of the variables with these names.
func Of(env map[string]string, names []string) *Hider {
	h := new(Hider)
	for _, name := range names {
		h.Add(name, env[name])
	}
	return h
}

// Add makes h hide one more value, besides those that the variable had before.
func (h *Hider) Add(name, value string) {
	before := len(h.pairs)
	for _, form := range forms(value) {
		if p := (pair{form, "${env:" + name + "}"}); len(form) >= shortest && !slices.Contains(h.pairs, p) {
			h.pairs = append(h.pairs, p)
		}
	}
	if len(h.pairs) == before {
		return
	}
	// The longest first: one secret may be a part of another.
	slices.SortStableFunc(h.pairs, func(a, b pair) int { return len(b.from) - len(a.from) })
	list := make([]string, 0, 2*len(h.pairs))
	for _, p := range h.pairs {
		list = append(list, p.from, p.to)
	}
	h.replacer = strings.NewReplacer(list...)
}

// Hide puts ${env:NAME} in the place of every value.
func (h *Hider) Hide(text string) string {
	if h.replacer == nil {
		return text
	}
	return h.replacer.Replace(text)
}

// Longest is the length in bytes of the longest form: so much of a text that is
// cut off may be the rest of a value, which is not found.
func (h *Hider) Longest() int {
	if len(h.pairs) == 0 {
		return 0
	}
	return len(h.pairs[0].from)
}

// forms are how a value may be written: as it is, in a URL, in JSON with and
// without the escapes that package encoding/json makes for HTML. The line break
// at the end of a key may be missing.
func forms(value string) []string {
	var list []string
	for _, v := range []string{value, strings.TrimSpace(value)} {
		list = append(list, v, url.QueryEscape(v), url.PathEscape(v))
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		for _, html := range []bool{true, false} {
			b.Reset()
			enc.SetEscapeHTML(html)
			if err := enc.Encode(v); err == nil {
				list = append(list, strings.TrimSuffix(strings.TrimPrefix(strings.TrimSuffix(b.String(), "\n"), `"`), `"`))
			}
		}
	}
	return list
}
