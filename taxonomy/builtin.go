package taxonomy

// builtin is a rule that looks at the spine only, so that an opinion about one
// branch of joined errors never leaks into another. askText marks the rules
// that read the whole text, which would do just that: they are asked only
// where there are no branches.
type builtin struct {
	name    string
	rule    func(spine) *Error
	askText bool
}

// builtins returns the built-in rules in their order of precedence: what the
// caller did, codes, types (certificate and name errors before dial and
// timeout), codes in text, words.
//
//nolint:gochecknoglobals // the one table of rules, never written
var builtins = [...]builtin{
	{name: "canceled", rule: canceledRule},
	{name: "tls", rule: tlsRule},
	{name: "dns", rule: dnsRule},
	{name: "dial", rule: dialRule},
	{name: "errno", rule: errnoRule},
	{name: "file", rule: fileRule},
	{name: "timeout", rule: timeoutRule},
	{name: "net", rule: netRule},
	{name: "syntax", rule: syntaxRule},
	{name: "status in text", rule: textRule(statusInText), askText: true},
	{name: "words", rule: textRule(words), askText: true},
}

func askBuiltins(s spine, withText bool, t tracer) *Error {
	for i := range builtins {
		b := &builtins[i]
		if b.askText && !withText {
			continue
		}
		if e := t.note(b.name, b.rule(s)); e != nil {
			return e
		}
	}
	return nil
}

// textRule makes a rule of one that reads a text: it reads the text of the
// outermost error, which holds those of the inner ones by convention.
func textRule(read func(string) *Error) func(spine) *Error {
	return func(s spine) *Error {
		if len(s) == 0 {
			return nil
		}
		return read(textOf(s[0]))
	}
}
