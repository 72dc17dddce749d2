package llm

import (
	"context"
	"encoding/json"
	"net/http/httptrace"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// shortest is the length in bytes of the shortest key that is hidden. Servers
// without keys are given words such as "none" and "EMPTY".
const shortest = 8

// secrets are the credentials of the endpoint. The client does not say what it
// was made with, so they are looked at when they are written to the wire.
type secrets struct {
	mu    sync.Mutex
	known []string // each in the forms in which it may be repeated, the longest first
}

func (s *secrets) add(value string) {
	value = strings.TrimSpace(value)
	if len(value) < shortest {
		return
	}
	list := []string{value, url.QueryEscape(value), url.PathEscape(value)}
	if text, err := json.Marshal(value); err == nil { // with < as \u003c
		list = append(list, string(text[1:len(text)-1]))
		if text, err = tool.Canonical(text); err == nil { // with as few escapes as can be
			list = append(list, string(text[1:len(text)-1]))
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, form := range list {
		if !slices.Contains(s.known, form) {
			s.known = append(s.known, form)
		}
	}
	slices.SortStableFunc(s.known, func(a, b string) int { return len(b) - len(a) })
}

// watch returns a context whose requests tell s what credentials they carry.
func (s *secrets) watch(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaderField: s.wrote})
}

func (s *secrets) wrote(name string, values []string) {
	name = strings.ToLower(name)
	if !slices.ContainsFunc([]string{"auth", "key", "token", "secret"}, func(part string) bool { return strings.Contains(name, part) }) {
		return
	}
	for _, value := range values {
		_, credential, scheme := strings.Cut(value, " ") // "Bearer …"
		if !scheme {
			credential = value
		}
		s.add(credential)
	}
}

func (s *secrets) forms() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.known)
}

// shown is a text from outside that is fit to be shown. The key is hidden before
// the text is cut, since half a key is not found.
func (s *secrets) shown(text string) string {
	const look = 64 << 10 // of which [taxonomy.Clean] shows [taxonomy.MaxMessage]
	if len(text) > look {
		text = text[:look]
	}
	for _, secret := range s.forms() {
		text = strings.ReplaceAll(text, secret, "[redacted]")
	}
	return strings.Join(strings.Fields(taxonomy.Clean(text)), " ")
}

// in reports whether a secret stands in the names or values of a JSON text.
func (s *secrets) in(args json.RawMessage) bool {
	plain, err := tool.Canonical(args) // without escapes that are not needed
	if err != nil {
		plain = args
	}
	return slices.ContainsFunc(s.forms(), func(secret string) bool { return strings.Contains(string(plain), secret) })
}
