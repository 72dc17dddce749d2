package taxonomy

import "strings"

// redact replaces what is, or is named like, a secret. It goes through s once,
// and leaves off where it has more than the bytes that are wanted: what follows
// is as it was then, and is not to be shown.
func redact(s string, wanted int) string {
	s = redactUserinfo(s)
	r := redactor{in: s}
	for r.pos < len(s) && r.out.Len()+r.pos-r.done <= wanted {
		switch c := s[r.pos]; {
		case isKeyByte(c):
			r.word()
		case c == '-' && strings.HasPrefix(s[r.pos:], "-----BEGIN "):
			r.pemBlock()
		case c >= 0x80:
			r.foreignName()
		default:
			if c != ' ' {
				r.last = ""
			}
			r.pos++
		}
	}
	return r.String()
}

// redactor replaces parts of a text from left to right. Where nothing is to be
// replaced it allocates nothing.
type redactor struct {
	in   string
	out  strings.Builder
	done int // what stands before it in in is written
	pos  int
	last string // the word before pos, where only a space lies between
}

func (r *redactor) hide(from, to int) {
	r.out.WriteString(r.in[r.done:from])
	r.out.WriteString(hidden)
	r.done, r.pos = to, to
}

func (r *redactor) String() string {
	if r.done == 0 {
		return r.in
	}
	return r.out.String() + r.in[r.done:]
}

func isKeyByte(c byte) bool { return keyBytes[c] }

//nolint:gochecknoglobals // a table, never written after this
var keyBytes = func() (is [256]bool) {
	for c := range is {
		is[c] = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
	}
	return is
}()

// mayNameValue reports whether what follows a word can lead to a value of that
// name, or of a scheme: most words of a text are followed by another one.
func mayNameValue(s string, from, to int) bool {
	word, after := s[from:to], s[to:]
	switch after[0] {
	case ' ', '\t':
		if from > 0 && s[from-1] == '-' || len(after) == 1 || !isKeyByte(after[1]) { // a flag, or "name = value"
			return true
		}
		return len(word) == len("token") || len(word) == len("bearer") // see credential
	case '=', ':', '"', '\'', '`', '\\', '>':
		return true
	}
	return after[0] >= 0x80
}

// word looks at the word at pos, hyphens and dots included.
func (r *redactor) word() {
	s, from := r.in, r.pos
	to := from
	for to < len(s) && (isKeyByte(s[to]) || s[to] == '-' || s[to] == '.') {
		to++
	}
	word, before := s[from:to], r.last
	r.pos, r.last = to, ""
	if to < len(s) && s[to] == ' ' {
		r.last = word
	}
	if isKnownKey(word) {
		r.hide(from, to)
		return
	}
	if to == len(s) || !mayNameValue(s, from, to) {
		return
	}
	if r.last != "" && r.credential(word) {
		return
	}
	if word == "port" && before == "invalid" && strings.HasPrefix(s[to:], ` ":`) {
		// net/url takes what stands behind the first colon for a port, and
		// that may be a password with a slash in it.
		r.hide(to+3, closingAt(s, to+3, `"`))
		return
	}
	name := word
	if at, closing := valueAt(s, from, to); at > 0 {
		if strings.EqualFold(word, "key") {
			name = before + word // "API key: …"
		}
		if s[to] == ':' && strings.EqualFold(before, "unexpected") && strings.EqualFold(word, "token") {
			return // the words of a parser
		}
		if kind := secretName(name); kind != notSecret {
			r.value(kind, at, closing)
		}
	}
}

// credential hides what follows a scheme of HTTP authentication: "Bearer …",
// "Basic …", "token …". In a sentence a word follows ("token expired").
func (r *redactor) credential(scheme string) bool {
	bearer := strings.EqualFold(scheme, "bearer")
	if !bearer && !strings.EqualFold(scheme, "basic") && !strings.EqualFold(scheme, "token") {
		return false
	}
	s, from := r.in, r.pos
	for from < len(s) && s[from] == ' ' {
		from++
	}
	to := from
	for to < len(s) && (isKeyByte(s[to]) || strings.IndexByte("-.~+/=", s[to]) >= 0) {
		to++
	}
	value := s[from:to]
	switch {
	case len(value) < 6 || strings.HasPrefix(value, "realm=") || strings.HasPrefix(value, "error=") || strings.HasPrefix(value, "scope="): // WWW-Authenticate
		return false
	case bearer && bearerWords[strings.ToLower(strings.TrimRight(value, "."))], !bearer && isPlainWord(value):
		return false
	}
	r.hide(from, to)
	return true
}

// bearerWords follow "bearer" in sentences.
var bearerWords = map[string]bool{ //nolint:gochecknoglobals // a table, never written
	"token": true, "tokens": true, "authentication": true, "authorization": true, "credential": true, "credentials": true,
	"header": true, "scheme": true, "format": true, "invalid": true, "expired": true, "missing": true, "required": true, "expected": true,
}

// isPlainWord reports whether s is a word of a sentence: letters only, all but
// the first in lower case, or words joined by a hyphen or a slash.
func isPlainWord(s string) bool {
	s = strings.TrimRight(s, ".")
	for i := range len(s) {
		c := s[i]
		switch {
		case c >= 'a' && c <= 'z':
		case c >= 'A' && c <= 'Z' && i == 0:
		case c == '-', c == '/':
		default:
			return false
		}
	}
	return len(s) < 24
}

// isKnownKey knows the keys of services by how they begin.
func isKnownKey(word string) bool {
	if len(word) < 16 {
		return false
	}
	switch word[:2] {
	case "sk", "pk", "rk": // OpenAI, Anthropic, Stripe
		return (word[2] == '-' || word[2] == '_') && hasDigit(word)
	case "gh": // GitHub
		return word[3] == '_' && strings.IndexByte("pousr", word[2]) >= 0
	case "gi":
		return strings.HasPrefix(word, "github_pat_")
	case "gl": // GitLab
		return strings.HasPrefix(word, "glpat-")
	case "xo": // Slack
		return strings.HasPrefix(word, "xox") && strings.IndexByte("abcdeprs", word[3]) >= 0 && word[4] == '-'
	case "AK", "AS": // AWS
		return len(word) == 20 && (strings.HasPrefix(word, "AKIA") || strings.HasPrefix(word, "ASIA"))
	case "AI": // Google
		return strings.HasPrefix(word, "AIza") && len(word) >= 30
	case "hf", "np": // Hugging Face, npm
		return (strings.HasPrefix(word, "hf_") || strings.HasPrefix(word, "npm_")) && len(word) >= 30
	case "ey": // a JSON Web Token
		return strings.HasPrefix(word, "eyJ") && strings.Count(word, ".") == 2
	}
	return false
}

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// pemBlock hides a private key.
func (r *redactor) pemBlock() {
	rest := r.in[r.pos:]
	line, body, _ := strings.Cut(rest, "\n")
	if head := line[:min(len(line), 64)]; !strings.Contains(head, "PRIVATE KEY-----") {
		r.pos += len("-----BEGIN ")
		return
	}
	end := len(r.in)
	if i := strings.Index(body, "-----END "); i >= 0 {
		end -= len(body) - i
	} else if i := strings.Index(line, "-----END "); i >= 0 {
		end = r.pos + i
	}
	r.hide(r.pos, end)
}

// redactUserinfo hides user and password in addresses, and in the data source
// names of go-sql-driver ("user:password@tcp(…)"). It goes from one @ to the
// next, so a password may hold an @ or a slash that should have been escaped.
func redactUserinfo(s string) string {
	r := redactor{in: s}
	from := 0           // after the last @
	start, end := -1, 0 // of a userinfo that may go on to the next @
	for {
		next := strings.IndexByte(s[from:], '@')
		if next < 0 {
			break
		}
		next += from
		between := s[from:next]
		begin := userinfoStart(between)
		if begin < 0 && start >= 0 && !strings.ContainsAny(between, " \t\n\"'`<>/?#,;") { // another @ in the same one
			from, end = next+1, next
			continue
		}
		if start >= 0 {
			r.hide(start, end)
			start = -1
		}
		if begin >= 0 {
			start, end = from+begin, next
		} else if begin = dsnStart(s[r.done:next], s[next:]); begin >= 0 {
			start, end = r.done+begin, next
		}
		from = next + 1
	}
	if start >= 0 {
		r.hide(start, end)
	}
	return r.String()
}

// userinfoStart returns where in before, which ends at an @, the userinfo of an
// address begins, or -1.
func userinfoStart(before string) int {
	if i := strings.LastIndex(before, "://"); i >= 0 {
		info := before[i+3:]
		if info == "" || info == hidden || strings.ContainsAny(info, " \t\n\"'`<>") {
			return -1
		}
		if slash := strings.IndexAny(info, "/?#"); slash >= 0 { // of the path, or of a password?
			colon := strings.LastIndexByte(info[:slash], ':')
			if colon < 0 || strings.Trim(info[colon+1:slash], "0123456789") == "" {
				return -1
			}
		}
		return i + 3
	}
	return -1
}

// dsnStart is userinfoStart for the data source names of go-sql-driver, whose
// userinfo ends at the last @ before the network. It looks back no further
// than such names are long.
func dsnStart(before, after string) int {
	for _, network := range []string{"@tcp(", "@unix(", "@udp("} {
		if !strings.HasPrefix(after, network) {
			continue
		}
		from := max(0, len(before)-256)
		i := from + strings.LastIndexAny(before[from:], " \t\n\"'`<>=(,") + 1
		if strings.Contains(before[i:], ":") {
			return i
		}
	}
	return -1
}
