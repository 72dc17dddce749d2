package taxonomy

// wordSet makes a set of words.
func wordSet(words ...string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, w := range words {
		set[w] = true
	}
	return set
}

//nolint:gochecknoglobals // tables, never written
var (
	// denials turn what follows into its contrary.
	denials = wordSet("not", "no", "never", "without", "nor", "neither", "cannot", "isnt", "wasnt", "nicht", "kein", "keine", "keinen", "keiner", "ohne", "nie",
		"pas", "sans", "aucun", "aucune", "jamais", "sin", "nunca", "ningun", "ninguna", "sem", "nao", "nenhum", "nenhuma")
	// betweenDenial may stand between a denial and what it denies.
	betweenDenial = wordSet("be", "been", "being", "currently", "actually", "yet", "a", "an", "any", "the", "longer", "ever", "already", "really", "have", "has", "get", "getting", "even",
		"durch", "mehr", "plus", "encore", "esta", "fue", "sido", "ha", "foi", "por", "de", "hay", "ha", "was", "is")
	// contracted stand before the "t" of a denial: "isn't" is two words.
	contracted = wordSet("isn", "wasn", "aren", "weren", "didn", "doesn", "don", "hasn", "haven", "hadn", "won", "wouldn", "couldn", "shouldn", "can", "mustn", "needn")
	// goesOn are words with which a clause goes on after "forbidden" and its like.
	goesOn = wordSet("by", "to", "for", "from", "on", "in", "with", "and", "or", "because", "since", "as", "at", "due", "while", "when", "error", "response", "access", "request", "operation",
		"action", "you", "user", "client", "exception", "via", "method", "resource", "url", "address", "ip", "path", "but", "between", "exists", "detected", "occurred", "status", "code", "https", "http")
	// ofSettings stand behind a word that names a setting or a part of the arguments:
	// "timeout value", "rate limit must be".
	ofSettings = wordSet("setting", "settings", "value", "values", "option", "options", "parameter", "parameters", "param", "params", "field", "fields", "must", "should", "needs", "config", "configuration",
		"column", "columns", "policy", "policies", "property", "attribute", "header", "threshold", "interval", "duration", "argument", "name", "names", "flag", "key", "rule", "rules", "label", "mode", "level",
		"screen", "button", "page", "tab", "list", "type", "cannot", "has", "muss", "darf", "einstellung", "doit", "debe", "deve", "wert")
	// faults stand behind "is" where it speaks about an argument.
	faults = wordSet("required", "invalid", "missing", "not", "too", "out", "empty", "negative", "unknown", "mandatory", "optional", "wrong", "unrecognized", "malformed")
)

// negated reports whether the phrase that begins at the i-th word is denied:
// "was not rate limited", "no longer locked".
func (r *reading) negated(i int) bool {
	for k := i - 1; k >= 0 && k >= i-4 && !r.words[k+1].stop; k-- {
		w := r.words[k].s
		switch {
		case denials[w], w == "t" && contracted[r.at(k-1)]:
			return true
		case !betweenDenial[w]:
			return false
		}
	}
	return false
}

// closedAt reports whether a clause ends before the i-th word, or goes on with
// one of the words that attach more to it.
func (r *reading) closedAt(i int) bool {
	return i >= len(r.words) || r.words[i].stop || r.words[i].s == "" || goesOn[r.words[i].s] || r.words[i].s[0] >= '0' && r.words[i].s[0] <= '9'
}

// namesSetting reports whether what ends before the i-th word is the name of
// something.
func (r *reading) namesSetting(i int) bool {
	if i >= len(r.words) || r.words[i].stop {
		return false
	}
	w := r.words[i].s
	return ofSettings[w] || (w == "is" || w == "was") && faults[r.at(i+1)]
}
