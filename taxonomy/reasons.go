package taxonomy

import "strings"

// reason is what a service's own word for a failure means: "rate_limit_exceeded",
// "Throttling.RateQuota", "UNABLE_TO_LOCK_ROW".
type reason struct {
	class   Class
	code    Code
	applied Applied
	scope   Scope
	// sure: applied also counts where the status of the answer is that of a
	// refusal. "The first request with this key is still running" is a 409.
	sure bool
}

// reasonRow is a row of a table of such words.
type reasonRow struct {
	reason
	words []string
}

// indexOf makes an index of a table. A word is found in any spelling
// (rate_limit_exceeded, rateLimitExceeded, RATE-LIMIT-EXCEEDED), but one that
// the table has in exactly this spelling comes first: REQUEST_LIMIT_EXCEEDED is a
// day's allowance of Salesforce, RequestLimitExceeded a rate of AWS.
func indexOf(table []reasonRow) map[string]*reason {
	index := make(map[string]*reason)
	for i := range table {
		for _, w := range table[i].words {
			index[w] = &table[i].reason
		}
	}
	for i := range table {
		for _, w := range table[i].words {
			if key := fold(w); index[key] == nil {
				index[key] = &table[i].reason
			}
		}
	}
	return index
}

// fold leaves letters and digits, in lower case.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		}
		return -1
	}, s)
}

// maxReason is the most bytes of a word that may be one: longer ones are texts.
const maxReason = 96

// lookUp finds a word: as it is, what stands before its dots from the longest
// on (Throttling.RateQuota), and the last part of a URL, a URN or a qualified
// name of Java or AWS.
func lookUp(index map[string]*reason, word string) *reason {
	if word == "" || len(word) > maxReason || strings.IndexByte(word, ' ') >= 0 {
		return nil
	}
	word = word[strings.LastIndexAny(word, "/:#")+1:]
	for {
		if r := index[word]; r != nil {
			return r
		}
		folded := fold(word)
		if r := index[folded]; r != nil && folded != "" {
			return r
		}
		for _, ending := range []string{"exception", "error"} {
			if short, ok := strings.CutSuffix(folded, ending); ok && index[short] != nil {
				return index[short]
			}
		}
		dot := strings.LastIndexByte(word, '.')
		if dot < 0 {
			return nil
		}
		if r := index[fold(word[dot+1:])]; r != nil {
			return r
		}
		word = word[:dot]
	}
}

// firstReason returns what the first of the words that is known means.
func firstReason(index map[string]*reason, words []string) *reason {
	for _, w := range words {
		if r := lookUp(index, w); r != nil {
			return r
		}
	}
	return nil
}

// error makes an opinion of a reason about which nothing else is known.
func (r *reason) error() *Error {
	return &Error{Class: r.class, Code: r.code, Applied: r.applied, Scope: r.scope, Basis: BasisCode}
}

// under lets a reason speak in an answer with the given status, whose opinion
// is e, and reports whether it did. A status that leaves no doubt wins.
func (r *reason) under(status int, e *Error) bool {
	switch {
	case status == 410, status == 412, status == 413, status == 502, status == 504, status == 407, status == 408, status == 499:
		return false
	case status == 401 && r.class != Permission && r.code != CodeQuotaExhausted,
		status == 404 && r.class != InputError && r.class != Permission,
		status >= 500 && r.class != Transient && r.code != CodeQuotaExhausted && r.class != Permission:
		return false
	}
	e.Class, e.Code = r.class, r.code
	if r.scope != ScopeItem || e.Scope == ScopeHost {
		e.Scope = r.scope
	}
	switch {
	case r.sure, status >= 500 && (r.class == Permission || r.code == CodeRateLimited || r.code == CodeQuotaExhausted):
		e.Applied = r.applied // a refusal, whatever it calls itself
	case status >= 500:
		e.Applied = min(e.Applied, r.applied)
	}
	return true
}
