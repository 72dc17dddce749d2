package taxonomy

import "strings"

// sentinel is an error of a client library of which it is enough to know which
// one it is. Most are variables and nothing but their text, as in
// errors.New("nats: timeout"): there, only the library's own text counts, whole.
type sentinel struct {
	text string
	row  ruling
}

func (e *sentinel) Error() string { return e.text }

func (e *sentinel) judge() *Error { return e.row.judge() }

// always lifts a type that stands for one failure.
func always(row ruling) func(error) foreign {
	return func(node error) foreign { return &sentinel{node.Error(), row} }
}

// liftText knows what errors.New was given: a sentinel of a library, or a reply
// of Redis that somebody passed on as text.
func liftText(node error) foreign {
	text := node.Error()
	if len(text) > maxLook {
		return nil
	}
	if row, ok := sentinelRow(text); ok {
		return &sentinel{text, row}
	}
	switch {
	case strings.HasPrefix(text, natsPrefix):
		return natsText(text)
	case unmistakableReply(text):
		return &RedisError{Reply: text}
	}
	return nil
}

// sentinelRow looks a text up in the tables of the libraries. A text stands in
// one of them at the most.
func sentinelRow(text string) (ruling, bool) {
	for _, table := range [...]map[string]ruling{redisSentinels, mongoSentinels, kafkaSentinels, natsSentinels} {
		if row, ok := table[text]; ok {
			return row, true
		}
	}
	return ruling{}, false
}

// textRow is what a text in lower case means: the beginning of what is said, or,
// with within, any part of it.
type textRow struct {
	text   string
	within bool
	ruling
}

func (t *textRow) in(s string) bool {
	if t.within {
		return strings.Contains(s, t.text)
	}
	return strings.HasPrefix(s, t.text)
}
