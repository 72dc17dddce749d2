package exectool

import (
	"bytes"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

// shortest is the length in bytes of the shortest value that is hidden. Shorter
// ones would be found in every text.
const shortest = 4

// censor takes secrets out of texts that become part of an error.
type censor struct {
	replacer *strings.Replacer
	longest  int // in bytes, of the secrets
}

// censor knows the secrets in the forms in which a program may repeat them. Only
// failures need one.
func (r *runner) censor(env map[string]string) *censor {
	type pair struct{ from, to string }
	var pairs []pair
	for _, name := range r.secret {
		for _, form := range forms(env[name]) {
			if len(form) >= shortest {
				pairs = append(pairs, pair{form, "${env:" + name + "}"})
			}
		}
	}
	// The longest first: one secret may be a part of another.
	slices.SortStableFunc(pairs, func(a, b pair) int { return len(b.from) - len(a.from) })
	c := &censor{}
	list := make([]string, 0, 2*len(pairs))
	for _, p := range pairs {
		list = append(list, p.from, p.to)
		c.longest = max(c.longest, len(p.from))
	}
	c.replacer = strings.NewReplacer(list...)
	return c
}

// hide puts ${env:NAME} in the place of every secret.
func (c *censor) hide(text string) string { return c.replacer.Replace(text) }

// head is the beginning of an output, as far as it goes into an error. total is
// how long the output was: where it is cut off, what is left of a secret would
// not be found.
func (c *censor) head(b []byte, total int64) string {
	text := c.hide(string(b[:min(len(b), 2*maxHead)]))
	end := min(len(text), maxHead)
	if total > int64(len(b)) || len(b) > 2*maxHead {
		end = min(end, len(text)-c.longest)
	}
	end = max(end, 0)
	for end < len(text) && end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

// tail is the end of an output, as far as it goes into an error: whole lines,
// if it has any.
func (c *censor) tail(b []byte, total int64) string {
	text := c.hide(string(b))
	begin := len(text) - maxStderr
	if total > int64(len(b)) {
		begin = max(begin, c.longest, 1)
	}
	if begin <= 0 {
		return text
	}
	text = text[min(begin, len(text)):]
	if _, lines, ok := strings.Cut(text, "\n"); ok && lines != "" {
		return lines
	}
	for len(text) > 0 && !utf8.RuneStart(text[0]) {
		text = text[1:]
	}
	return text
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
