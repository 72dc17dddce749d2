package mcptool

import "encoding/json"

// ValueOf gives the tests the value of a result.
func ValueOf(raw []byte) (json.RawMessage, error) {
	s := &Server{secrets: newSecrets(nil)}
	s.cfg.Name = "fake"
	return s.judged("x", raw, nil, nil)
}

// Expand and Hide give the tests what becomes of a text with variables in it.
func Expand(text string, lookup func(string) (string, bool)) (expanded, hidden string, err error) {
	s := newSecrets(lookup)
	expanded, err = s.expand(text)
	return expanded, s.hide(expanded), err
}

// Tail gives the tests the end of what is written in pieces.
func Tail(pieces ...string) string {
	var t tail
	for _, p := range pieces {
		t.write([]byte(p))
	}
	return t.shown(newSecrets(nil))
}
