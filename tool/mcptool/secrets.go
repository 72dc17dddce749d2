package mcptool

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
)

// secrets puts environment variables into texts, and takes them out again of
// what is shown.
type secrets struct {
	lookup func(string) (string, bool)
	mu     sync.RWMutex
	pairs  []pair // every form of every value that was used, the longest first
	known  map[string]string
}

type pair struct{ from, to string }

func newSecrets(lookup func(string) (string, bool)) *secrets {
	if lookup == nil {
		lookup = os.LookupEnv
	}
	return &secrets{lookup: lookup, known: make(map[string]string)}
}

const envStart = "${env:"

// expand puts the variables in. What it cannot read is an error that does not
// hold the text, because people write secrets into it.
func (s *secrets) expand(text string) (string, error) {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, envStart)
		b.WriteString(before)
		if !found {
			return b.String(), nil
		}
		name, after, closed := strings.Cut(rest, "}")
		if !closed || !envName(name) {
			return "", fmt.Errorf("%s is not followed by the name of a variable and a brace; write %sNAME}", envStart, envStart)
		}
		value, set := s.lookup(name)
		if !set {
			return "", fmt.Errorf("the environment variable %s is not set", name)
		}
		s.remember(name, value)
		b.WriteString(value)
		text = after
	}
}

func envName(s string) bool {
	return s != "" && (s[0] < '0' || s[0] > '9') && !strings.ContainsFunc(s, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	})
}

// remember keeps the forms in which a server may repeat a value. Values of
// fewer than four characters are left: they would be found in every text.
func (s *secrets) remember(name, value string) {
	const shortest = 4
	if len(value) < shortest {
		return
	}
	s.mu.RLock()
	seen := s.known[value] == name
	s.mu.RUnlock()
	if seen {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known[value] = name
	forms := []string{value, url.QueryEscape(value), url.PathEscape(value), strings.TrimSpace(value)}
	if quoted, err := json.Marshal(value); err == nil {
		forms = append(forms, strings.Trim(string(quoted), `"`))
	}
	forms = append(forms, strings.Trim(string(jsonString(value)), `"`))
	for _, form := range forms {
		p := pair{form, envStart + name + "}"}
		if len(form) >= shortest && !slices.Contains(s.pairs, p) {
			s.pairs = append(s.pairs, p)
		}
	}
	// The longest first: one secret may be a part of another.
	slices.SortStableFunc(s.pairs, func(a, b pair) int { return len(b.from) - len(a.from) })
}

// hide puts ${env:NAME} in the place of every value that was used.
func (s *secrets) hide(text string) string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if len(s.pairs) == 0 {
		return text
	}
	list := make([]string, 0, 2*len(s.pairs))
	for _, p := range s.pairs {
		list = append(list, p.from, p.to)
	}
	return strings.NewReplacer(list...).Replace(text)
}
