package taxonomy

import "strings"

type secretKind int8

const (
	notSecret   secretKind = iota
	secretValue            // one word, or what stands in quotes
	headerValue            // the rest of the line
)

// secretName reports whether a value of this name is a secret. Hyphens,
// underscores and dots do not count, and a longer name counts by its end:
// X-Api-Key, client_secret, db.password.
func secretName(name string) secretKind {
	if !endsAsSecret(name) {
		return notSecret
	}
	name = strings.ToLower(nameMarks.Replace(name))
	switch name {
	case "pwd", "auth", "xauth", "sig", "otp", "cvv", "cvc", "sid", "pass", "dbpass", "userpass", "pin", "jwt":
		return secretValue
	}
	for _, end := range []string{"authorization", "cookie"} {
		if strings.HasSuffix(name, end) {
			return headerValue
		}
	}
	for _, end := range []string{
		"password", "passwd", "passphrase", "passwort", "kennwort", "userpwd", "secret", "token", "apikey", "accesskey", "secretkey",
		"privatekey", "accountkey", "functionskey", "subscriptionkey", "passcode", "clientassertion", "signingkey", "encryptionkey", "credential", "credentials", "signature", "sessionid", "sessid",
	} {
		if strings.HasSuffix(name, end) {
			return secretValue
		}
	}
	return notSecret
}

// endsAsSecret is a quick look at the last three bytes, which rules out most.
func endsAsSecret(name string) bool {
	if len(name) < 3 {
		return false
	}
	var end [3]byte
	copy(end[:], name[len(name)-3:])
	for i, c := range end {
		if c >= 'A' && c <= 'Z' {
			end[i] = c - 'A' + 'a'
		}
	}
	switch string(end[:]) {
	case "ord", "swd", "ase", "ort", "pwd", "ret", "ken", "key", "ial", "als", "ure", "ion", "kie", "nid", "_id", "-id", ".id", "sid", "uth", "sig", "otp", "cvv", "cvc", "ass", "pin", "jwt", "ode":
		return true
	}
	return false
}

//nolint:gochecknoglobals // never written
var nameMarks = strings.NewReplacer("-", "", "_", "", ".", "")

// foreignNames are names of secrets in other scripts.
//
//nolint:gochecknoglobals // a table, never written
var foreignNames = []string{"密码", "口令", "密钥", "令牌", "パスワード", "비밀번호", "пароль", "Пароль"}

// foreignBegins has their first two bytes.
//
//nolint:gochecknoglobals // a table, never written after this
var foreignBegins = func() *charSet {
	begins := make(map[rune]bool)
	for _, name := range foreignNames {
		begins[rune(name[0])<<8|rune(name[1])] = true
	}
	return charSetOf(begins)
}()

// foreignName looks at what begins at pos with a letter that is not ASCII.
func (r *redactor) foreignName() {
	r.last = ""
	rest := r.in[r.pos:]
	for _, name := range foreignNames {
		if len(rest) == 1 || !foreignBegins.has(rune(rest[0])<<8|rune(rest[1])) {
			break
		}
		if strings.HasPrefix(rest, name) {
			from, to := r.pos, r.pos+len(name)
			r.pos = to
			if at, closing := valueAt(r.in, from, to); at > 0 && r.in[at] < 0x80 { // else a sentence goes on
				r.value(secretValue, at, closing)
			}
			return
		}
	}
	for r.pos < len(r.in) { // to the next letter; what continues this one begins no name
		r.pos++
		if r.pos < len(r.in) && r.in[r.pos]&0xc0 != 0x80 {
			return
		}
	}
}

// valueAt returns where the value begins that belongs to the name in s[from:to],
// and what closes it ("" where nothing does); 0: there is none. Names and
// values stand together in many ways: password=x, "password": "x",
// \"password\":\"x\", 'password' => 'x', Password:[x], <password>x</password>,
// --password x.
func valueAt(s string, from, to int) (at int, closing string) {
	i := to
	if i < len(s) && s[i] == '>' && from > 0 && s[from-1] == '<' {
		return i + 1, "<"
	}
	for i < len(s) && (s[i] == '\\' || s[i] == '"' || s[i] == '\'' || s[i] == '`') {
		i++
	}
	spaces := i
	i = skipBlanks(s, i)
	switch {
	case strings.HasPrefix(s[i:], "=>"):
		i += 2
	case strings.HasPrefix(s[i:], "："):
		i += len("：")
	case strings.HasPrefix(s[i:], "=") || strings.HasPrefix(s[i:], ":"):
		i++
	case i > spaces && from >= 2 && s[from-2:from] == "--": // a flag
	default:
		return 0, ""
	}
	i = skipBlanks(s, i)
	if strings.HasPrefix(s[i:], "[]string{") { // http.Header with %#v
		return i + len("[]string{"), "}"
	}
	if i == len(s) || strings.HasPrefix(s[i:], hidden) {
		return 0, ""
	}
	switch s[i] {
	case '"', '\'', '`':
		return i + 1, s[i : i+1]
	case '\\':
		if i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\'') {
			return i + 2, s[i : i+2]
		}
	case '[':
		return i + 1, "]"
	case '\n', '{', '}', ']', ')', ',', ';', '&', '<', '>', '-':
		return 0, ""
	}
	return i, ""
}

func skipBlanks(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	return i
}

// value hides the value that begins at at, unless it is none: a word of a
// sentence ("password: must have 8 characters"), or a count.
func (r *redactor) value(kind secretKind, at int, closing string) {
	s := r.in
	if strings.HasPrefix(s[at:], hidden) || isProse(s[at:]) || closing == "" && s[at] == '/' {
		return
	}
	var end int
	if closing != "" {
		end = closingAt(s, at, closing)
	} else {
		stop := " \t\n,;&\"'`<>()[]{}|"
		if kind == headerValue {
			stop = "\n\"'"
			if strings.HasPrefix(s[at:], "Digest ") { // its parameters are quoted
				stop = "\n"
			}
		}
		if end = strings.IndexAny(s[at:], stop); end < 0 {
			end = len(s) - at
		}
		end += at
	}
	switch value := s[at:end]; {
	case value == "", len(value) < 4 && strings.Trim(value, "0123456789") == "": // a count
		return
	case closing != "" && secretName(value) != notSecret: // not a value but the next name: password="" and "token":"x"
		return
	}
	r.hide(at, end)
}

// closingAt returns where the value ends that begins at at: at the closing mark
// that is not escaped, else with the line.
func closingAt(s string, at int, closing string) int {
	line := s[at:]
	if i := strings.IndexByte(line, '\n'); i >= 0 {
		line = line[:i]
	}
	for from := 0; from < len(line); {
		i := strings.Index(line[from:], closing)
		if i < 0 {
			break
		}
		if i += from; i == 0 || line[i-1] != '\\' || strings.Contains("<]}", closing) {
			return at + i
		}
		from = i + len(closing)
	}
	return at + len(line)
}

// isProse reports whether what follows begins as sentences about a secret go on.
func isProse(value string) bool {
	value = strings.TrimPrefix(value, `"`) // of a list: ["is too short"]
	i := 0
	for i < len(value) && i < 16 && (value[i] >= 'a' && value[i] <= 'z' || value[i] >= 'A' && value[i] <= 'Z') {
		i++
	}
	if i < len(value) && strings.IndexByte(" ,.;:!?'\t\n\"]}<", value[i]) < 0 {
		return false
	}
	return proseWords[strings.ToLower(value[:i])]
}

//nolint:gochecknoglobals // a table, never written
var proseWords = map[string]bool{
	"must": true, "is": true, "was": true, "are": true, "has": true, "have": true, "had": true, "should": true, "cannot": true, "can": true, "could": true,
	"may": true, "will": true, "would": true, "does": true, "doesn": true, "do": true, "needs": true, "need": true, "requires": true, "contains": true,
	"not": true, "no": true, "none": true, "null": true, "nil": true, "true": true, "false": true, "empty": true, "unset": true, "undefined": true, "blank": true,
	"too": true, "only": true, "at": true, "please": true, "required": true, "invalid": true, "valid": true, "missing": true, "expired": true, "expected": true, "unexpected": true,
	"incorrect": true, "wrong": true, "mismatch": true, "revoked": true, "unknown": true, "malformed": true, "failed": true, "failure": true, "denied": true, "rejected": true,
	"verification": true, "validation": true, "authentication": true, "signature": true, "unauthorized": true, "forbidden": true, "minimum": true, "maximum": true, "length": true,
	"field": true, "header": true, "flag": true, "value": true, "string": true, "error": true, "enabled": true, "disabled": true, "changed": true, "updated": true, "user": true,
}
