package mcptool

import (
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/batchagent/batchagent/internal/secret"
)

// secrets puts environment variables into texts, and takes them out again of
// what is shown.
type secrets struct {
	lookup func(string) (string, bool)
	mu     sync.RWMutex
	hider  secret.Hider      // of every value that was used
	known  map[string]string // those values
}

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

// remember keeps a value, so that it is hidden.
func (s *secrets) remember(name, value string) {
	s.mu.RLock()
	seen := s.known[value] == name
	s.mu.RUnlock()
	if seen {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known[value] = name
	s.hider.Add(name, value)
}

// head returns the first bytes of a text, at most so many, as they may be shown.
func (s *secrets) head(text []byte, most int) string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if len(text) <= most {
		return s.hider.Hide(string(text))
	}
	return s.hider.HideHead(string(text[:most]))
}

// hideTail is hide for the end of a longer text.
func (s *secrets) hideTail(text string) string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.hider.HideTail(text)
}

// hideError is hide for the text of an error.
func (s *secrets) hideError(err error) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.hider.Error(err)
}

// hide puts ${env:NAME} in the place of every value that was used.
func (s *secrets) hide(text string) string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.hider.Hide(text)
}
