package taxonomy

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// MaxMessage is the most bytes of a message that leave the process. A stack
// trace or a page of HTML helps neither a model nor a person who reads a
// summary; the whole text goes to the local log.
const MaxMessage = 500

// maxLook is how much of a text is looked at at all.
const maxLook = 16 << 10

const hidden = "[redacted]"

// The patterns run only where a cheap look has found what they look for.
//
//nolint:gochecknoglobals // compiled once, never written
var (
	urlUserinfo = regexp.MustCompile(`([A-Za-z][A-Za-z0-9+.-]*://)[^\s/?#@]*@`)
	authScheme  = regexp.MustCompile(`(?i)\b(bearer|basic|digest|token)\s+[A-Za-z0-9._~+/=-]{6,}`)
	authHeader  = regexp.MustCompile(`(?i)\b((?:proxy-)?authorization|cookie|set-cookie|x-api-key)(["']?\s*[:=]\s*["']?)[^\r\n"']+`)
	namedSecret = regexp.MustCompile(`(?i)((?:pass(?:word|wd|phrase)|secret|token|api[_-]?key|access[_-]?key|credential|signature)["']?\s*[:=]\s*)("[^"]*"?|'[^']*'?|[^\s,;&"'}]+)`)
	knownKey    = regexp.MustCompile(`\b(?:sk|pk|rk)[-_](?:[A-Za-z0-9]+[-_])*[A-Za-z0-9]{16,}\b|\bgh[opsu]_[A-Za-z0-9]{20,}\b|\bAKIA[0-9A-Z]{16}\b|\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*`)
	ansi        = regexp.MustCompile(`\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])`)
)

// Clean makes a text fit to leave the process: passwords in URLs,
// authorization headers and values that are named like secrets are replaced,
// escape sequences and other control characters removed (newline and tab
// stay), invalid UTF-8 replaced, and the rest cut at [MaxMessage] bytes, on the
// boundary of a rune, with a note of how much is missing.
func Clean(s string) string {
	if plain(s) {
		return s
	}
	whole := len(s)
	if len(s) > maxLook {
		s = s[:maxLook]
	}
	s = printable(s)
	s = redact(s)
	return capped(s, whole)
}

// plain is the quick way out for texts that need nothing done: most of them.
func plain(s string) bool {
	if len(s) > MaxMessage {
		return false
	}
	for i := range len(s) {
		switch c := s[i]; {
		case c < 0x20 && c != '\n' && c != '\t', c >= 0x7f, c == '@':
			return false
		}
	}
	return !hinted(s)
}

// hinted reports whether s may hold a secret that is named as such.
func hinted(s string) bool {
	lower := strings.ToLower(s)
	for _, hint := range []string{"auth", "bearer", "basic ", "digest ", "token", "pass", "secret", "key", "credential", "cookie", "signature", "sk-", "sk_", "pk_", "rk_", "gh", "eyj", "akia"} {
		if strings.Contains(lower, hint) {
			return true
		}
	}
	return false
}

func redact(s string) string {
	if strings.Contains(s, "://") {
		s = urlUserinfo.ReplaceAllString(s, "${1}"+hidden+"@")
	}
	if !hinted(s) {
		return s
	}
	s = authHeader.ReplaceAllString(s, "${1}${2}"+hidden)
	s = authScheme.ReplaceAllStringFunc(s, func(m string) string {
		scheme, value, _ := strings.Cut(m, " ")
		if !strings.ContainsAny(value, "0123456789.=_+/-") && !strings.EqualFold(scheme, "bearer") {
			return m // "token expired", "basic authentication"
		}
		if strings.EqualFold(scheme, "bearer") && isWord(strings.TrimSpace(value)) {
			return m // "bearer token"
		}
		return scheme + " " + hidden
	})
	s = namedSecret.ReplaceAllString(s, "${1}"+hidden)
	return knownKey.ReplaceAllString(s, hidden)
}

// isWord reports whether s is a plain lower-case word, such as one that
// follows "bearer" in a sentence.
func isWord(s string) bool {
	for i := range len(s) {
		if s[i] < 'a' || s[i] > 'z' {
			return false
		}
	}
	return len(s) < 16
}

func printable(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if strings.Contains(s, "\x1b") {
		s = ansi.ReplaceAllString(s, "")
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t':
			return r
		case r == '\r':
			return -1
		case r < 0x20, r >= 0x7f && r < 0xa0: // C0, DEL, C1
			return -1
		case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069: // bidirectional overrides
			return -1
		}
		return r
	}, s)
}

func capped(s string, whole int) string {
	if len(s) <= MaxMessage && whole <= maxLook {
		return s
	}
	note := fmt.Sprintf("… (%d bytes in all)", whole)
	end := min(len(s), MaxMessage-len(note))
	for end > 0 && end < len(s) && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + note
}
