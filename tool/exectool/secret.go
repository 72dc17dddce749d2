package exectool

import (
	"strings"
	"unicode/utf8"

	"github.com/batchagent/batchagent/internal/secret"
)

// censor takes secrets out of texts that become part of an error.
type censor struct{ *secret.Hider }

// censor knows the secrets of a call. Only failures need one.
func (r *runner) censor(env map[string]string) *censor {
	return &censor{secret.Of(env, r.secret)}
}

// head is the beginning of an output, as far as it goes into an error. total is
// how long the output was: where it is cut off, what is left of a secret would
// not be found.
func (c *censor) head(b []byte, total int64) string {
	cut := min(len(b), 2*maxHead)
	text := string(b[:cut])
	if total > int64(cut) {
		text = c.HideHead(text)
	} else {
		text = c.Hide(text)
	}
	end := min(len(text), maxHead)
	for end < len(text) && end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

// tail is the end of an output, as far as it goes into an error: whole lines,
// if it has any.
func (c *censor) tail(b []byte, total int64) string {
	cut := total > int64(len(b))
	text := string(b)
	if cut {
		text = c.HideTail(text)
	} else {
		text = c.Hide(text)
	}
	begin := len(text) - maxStderr
	if begin <= 0 && !cut {
		return text
	}
	text = text[max(begin, 0):]
	if _, lines, ok := strings.Cut(text, "\n"); ok && lines != "" {
		return lines
	}
	for len(text) > 0 && !utf8.RuneStart(text[0]) {
		text = text[1:]
	}
	return text
}
