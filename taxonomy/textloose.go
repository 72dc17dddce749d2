package taxonomy

import (
	"maps"
	"math/bits"
)

// looseRule is a statement that people put in many ways: a word of the one set,
// and behind it in the same clause, at most five words on, one of the other.
type looseRule struct {
	row          ruling
	first, later map[string]bool // later nil: the first alone
}

// looseRules are asked where no phrase stands in a text, in this order. Only
// pairs are here that say the same in whatever context; what they say is no
// proof that nothing was done, so none of them says No.
//
//nolint:gochecknoglobals // a table, never written
var looseRules = []looseRule{
	// Sent, and the connection went away.
	{
		ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost},
		wordSet("connection", "connections", "socket", "link", "verbindung", "connexion", "conexion", "conexao", "ligacao"),
		wordSet("lost", "dropped", "broken", "broke", "interrupted", "severed", "died", "vanished", "verloren", "unterbrochen", "abgebrochen", "getrennt", "perdue", "interrompue", "coupee", "perdio", "perdido", "perdida", "interrumpio", "interrumpida", "perdeu", "interrompida"),
	},
	{
		ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost},
		wordSet("lost", "lose", "losing", "dropped", "perdu", "perdido"), wordSet("connection", "connectivity", "connexion", "conexion", "conexao"),
	},
	// Not now.
	{
		ruling{Transient, CodeOverloaded, Answered, ScopeHost},
		wordSet("maximum", "max", "many", "limit"), wordSet("concurrent", "simultaneous", "parallel"),
	},
	{
		ruling{Transient, CodeUnavailable, Answered, ScopeHost},
		wordSet("temporary", "temporarily", "transient", "intermittent", "momentary", "vorubergehend", "vorubergehende", "vorubergehendes", "temporaire", "temporal", "temporario", "temporaria"),
		wordSet("glitch", "problem", "problems", "issue", "issues", "trouble", "failure", "fault", "error", "condition", "difficulty", "difficulties", "disruption", "storung", "probleme", "fehler", "panne", "erreur", "fallo", "problema", "falha", "erro"),
	},
	{
		ruling{Transient, CodeUnavailable, Answered, ScopeHost},
		wordSet("try", "retry", "attempt", "come", "check"), wordSet("later", "soon", "shortly", "moment", "minute", "minutes", "seconds"),
	},
	// Others were faster.
	{
		ruling{ResourceConflict, CodeVersionConflict, Answered, ScopeTarget},
		wordSet("someone", "somebody", "another", "other", "colleague", "jemand", "anderer", "quelqu", "alguien", "alguem"),
		wordSet("edited", "changed", "modified", "updated", "saved", "overwrote", "overwritten", "editing", "geandert", "bearbeitet", "modifie", "modifico", "modificado", "alterou", "alterado"),
	},
	{ruling{ResourceConflict, CodeVersionConflict, Answered, ScopeTarget}, wordSet("diverged", "outdated"), nil},
	// Who is calling.
	{
		ruling{Permission, CodeForbidden, Answered, ScopeTarget},
		wordSet("lack", "lacks", "lacking", "insufficient", "without", "no", "not", "t"), wordSet("rights", "privileges", "permissions", "authorization", "authorisation", "clearance"),
	},
	{
		ruling{Permission, CodeForbidden, Answered, ScopeTarget},
		wordSet("not", "t", "no", "without", "lack", "lacks"), wordSet("access"),
	},
	{
		ruling{Permission, CodeUnauthenticated, Answered, ScopeCredential},
		wordSet("credential", "credentials", "password", "passphrase"), wordSet("rejected", "refused", "wrong", "incorrect", "expired", "revoked", "mismatch", "bad", "unknown", "declined"),
	},
	// The arguments.
	{
		ruling{InputError, CodeOutOfRange, Answered, ScopeItem},
		wordSet("below", "above", "under", "over", "beyond", "outside", "exceeds", "less", "greater", "smaller", "larger", "higher", "lower", "more", "fewer"),
		wordSet("minimum", "maximum", "allowed", "permitted", "range", "bounds", "threshold"),
	},
	{
		ruling{InputError, CodeValidationFailed, Answered, ScopeItem},
		wordSet("wrong", "incorrect", "unexpected", "mismatched", "bad"),
		wordSet("number", "count", "length", "size", "value", "values", "type", "format", "argument", "arguments", "field", "fields", "parameter", "parameters", "input", "column", "columns", "unit", "units"),
	},
	{
		ruling{InputError, CodeValidationFailed, Answered, ScopeItem},
		wordSet("expected", "expecting", "expects"),
		wordSet("uuid", "string", "number", "integer", "int", "float", "decimal", "date", "datetime", "timestamp", "boolean", "bool", "array", "list", "object", "map", "email", "url", "json", "one", "got", "received"),
	},
	{
		ruling{InputError, CodeValidationFailed, Answered, ScopeItem},
		wordSet("unknown", "unsupported", "unrecognized", "unrecognised", "illegal", "unexpected"),
		wordSet("currency", "country", "language", "locale", "unit", "zone", "timezone", "category", "enum", "format", "color", "colour", "symbol", "operator", "encoding", "identifier", "keyword"),
	},
	{ruling{InputError, CodeOutOfRange, Answered, ScopeItem}, wordSet("precedes"), nil},
}

// looseFirst has the rules that a word may begin, as bits, and looseFilter the
// words that it has.
//
//nolint:gochecknoglobals // indexes of the table, never written after this
var (
	looseFirst = func() map[string]uint32 {
		index := map[string]uint32{}
		for i := range looseRules {
			for w := range looseRules[i].first {
				index[w] |= 1 << i
			}
		}
		return index
	}()
	looseFilter = filterOf(maps.Keys(looseFirst))
)

// loosely looks for pairs of words, outside of quotation marks, once through the
// text.
func loosely(r *reading) *Error {
	found := len(looseRules)
	for k, w := range r.words {
		if w.s == "" || w.quoted || !looseFilter.may(w.s) {
			continue
		}
		for mask := looseFirst[w.s]; mask != 0; mask &= mask - 1 {
			i := bits.TrailingZeros32(mask)
			if i >= found {
				break
			}
			if rule := &looseRules[i]; (rule.later == nil || r.goesOnWith(k, rule.later)) && !r.negated(k) {
				found = i
			}
		}
	}
	if found == len(looseRules) || saysWell(r) {
		return nil
	}
	row := looseRules[found].row
	return &Error{Class: row.class, Code: row.code, Applied: row.applied, Scope: row.scope, Basis: BasisText}
}

// goesOnWith reports whether one of the words stands behind the k-th in its
// clause, at most five words on. What is denied is not said: "the connection was
// not lost", "nobody else edited it".
func (r *reading) goesOnWith(k int, words map[string]bool) bool {
	for n := k + 1; n < len(r.words) && n <= k+5; n++ {
		w := r.words[n]
		if w.stop || w.quoted {
			return false
		}
		if words[w.s] {
			return !r.negated(n) || denials[r.words[k].s]
		}
	}
	return false
}

// saysWell reports whether a text speaks of something that went well: nothing is
// guessed about it.
func saysWell(r *reading) bool {
	for _, w := range r.words {
		switch w.s {
		case "successfully", "succeeded", "ok", "fine", "restored", "recovered", "granted":
			return true
		}
	}
	return false
}
