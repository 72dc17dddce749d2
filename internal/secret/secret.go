// Package secret takes the values of environment variables out of texts that
// people see: tokens stand in the answers of servers, in the output of programs
// and in the errors of libraries.
package secret

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"slices"
	"strings"
)

const (
	// shortest is the length in bytes of the shortest value that is hidden.
	// Shorter ones would be found in every text.
	shortest = 4
	// shortestBase64 is that of a piece of Base64 text, of which any eight
	// letters could be one.
	shortestBase64 = 8
	// widest is how many bytes one byte of a value may be written as: \u0041.
	widest = 6
)

// Hider knows values in the forms in which they may be repeated: as they are,
// with the escapes of JSON, URLs and HTML, and inside of Base64, as in an
// Authorization header. The zero value hides nothing. It is safe for concurrent
// use as long as nothing is added.
type Hider struct {
	pairs   []pair // the longest first
	first   [256]bool
	longest int // how many bytes a value may be written in
}

// pair is a text to look for, however it is escaped, and what to put in its
// place.
type pair struct {
	from, to string
	base64   bool // it stands inside of a longer text of Base64, which goes with it
}

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
	to := "${env:" + name + "}"
	add := func(p pair, least int) {
		if len(p.from) < least || slices.Contains(h.pairs, p) {
			return
		}
		h.pairs = append(h.pairs, p)
		h.first[p.from[0]] = true
		h.longest = max(h.longest, widest*len(p.from))
	}
	// The line break at the end of a key may be missing.
	for _, v := range []string{value, strings.TrimSpace(value)} {
		add(pair{from: v, to: to}, shortest)
		for _, piece := range inBase64(v) {
			add(pair{piece, to, true}, shortestBase64)
		}
	}
	for i := range len(escapes) {
		h.first[escapes[i]] = len(h.pairs) > 0
	}
	// The longest first: one secret may be a part of another.
	slices.SortStableFunc(h.pairs, func(a, b pair) int { return len(b.from) - len(a.from) })
}

// Hide puts ${env:NAME} in the place of every value.
func (h *Hider) Hide(text string) string { return h.hide(text, 0) }

// HideHead does so in the beginning of a longer text: what may be the beginning
// of a value where it was cut off is left out.
func (h *Hider) HideHead(text string) string { return h.hide(text, h.longest) }

// HideTail does so in the end of a longer text: what may be the end of a value
// at its beginning is left out.
func (h *Hider) HideTail(text string) string {
	rest := 0
	for k := range h.pairs {
		value := h.pairs[k].from
		for half := range min(2*widest, len(text)) { // of an escape
			for from := 1; from < len(value); from++ {
				if n := match(text[half:], value[from:]); n > 0 {
					rest = max(rest, half+n)
				}
			}
		}
	}
	return h.Hide(text[rest:])
}

// hide also leaves out what may be the beginning of a value, in the last so many
// bytes.
func (h *Hider) hide(text string, open int) string {
	if len(h.pairs) == 0 {
		return text
	}
	var b strings.Builder
	done := 0
	for i := 0; i < len(text); {
		if !h.first[text[i]] {
			i++
			continue
		}
		begin, end, to := h.find(text, i, done)
		if end == 0 {
			if len(text)-i < open && h.mayBegin(text[i:]) {
				return b.String() + text[done:i]
			}
			i++
			continue
		}
		b.WriteString(text[done:begin])
		b.WriteString(to)
		done, i = end, end
	}
	if done == 0 {
		return text
	}
	b.WriteString(text[done:])
	return b.String()
}

// find looks for a value that begins at i; end 0: there is none. What stands
// before done has been written.
func (h *Hider) find(text string, i, done int) (begin, end int, to string) {
	for k := range h.pairs {
		p := &h.pairs[k]
		n := match(text[i:], p.from)
		if n == 0 {
			continue
		}
		begin, end = i, i+n
		for p.base64 && begin > done && isBase64(text[begin-1]) {
			begin--
		}
		for p.base64 && end < len(text) && (isBase64(text[end]) || text[end] == '=') {
			end++
		}
		return begin, end, p.to
	}
	return 0, 0, ""
}

// HideJSON puts ${env:NAME} in the place of every value in the strings and the
// names of a JSON text, which stays one. It returns raw itself where there is
// none. A number is never taken for a value.
func (h *Hider) HideJSON(raw json.RawMessage) json.RawMessage {
	if len(h.pairs) == 0 || h.Hide(string(raw)) == string(raw) {
		return raw
	}
	var out bytes.Buffer
	for i := 0; i < len(raw); {
		if raw[i] != '"' {
			out.WriteByte(raw[i])
			i++
			continue
		}
		end := i + 1
		for end < len(raw) && raw[end] != '"' {
			if raw[end] == '\\' {
				end++
			}
			end++
		}
		end = min(end+1, len(raw))
		out.Write(h.hideString(raw[i:end]))
		i = end
	}
	return out.Bytes()
}

// hideString does so in one string.
func (h *Hider) hideString(raw []byte) []byte {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return raw
	}
	hidden := h.Hide(text)
	if hidden == text {
		return raw
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(hidden) != nil {
		return []byte(`""`) // a string always encodes
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// Error hides the values in the text of an error, which is still found by
// errors.Is and errors.As. It cannot be unwrapped, because the text would be
// back. It returns err itself where there is no value, also nil.
func (h *Hider) Error(err error) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	if hidden := h.Hide(text); hidden != text {
		return &hiddenError{hidden, err}
	}
	return err
}

type hiddenError struct {
	text string
	err  error
}

func (e *hiddenError) Error() string        { return e.text }
func (e *hiddenError) Is(target error) bool { return errors.Is(e.err, target) }
func (e *hiddenError) As(target any) bool   { return errors.As(e.err, target) }

// mayBegin reports whether a value may begin with a text that was cut off.
func (h *Hider) mayBegin(text string) bool {
	return slices.ContainsFunc(h.pairs, func(p pair) bool { return begins(text, p.from) })
}

// inBase64 returns what of a text in Base64 is the value's alone, wherever in
// it the value begins.
func inBase64(value string) []string {
	var pieces []string
	for before := range 3 {
		// 6 bits a character, 8 a byte: characters that are made of other
		// bytes too are not told.
		from, to := (8*before+5)/6, 8*(before+len(value))/6
		if from >= to {
			continue
		}
		for _, alphabet := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			pieces = append(pieces, alphabet.EncodeToString([]byte(strings.Repeat("\x00", before) + value))[from:to])
		}
	}
	return pieces
}

func isBase64(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || strings.IndexByte("+/-_", c) >= 0
}
