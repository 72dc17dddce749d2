package llm

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// answer is what a model said.
type answer struct {
	args   json.RawMessage // nil: it cannot be corrected
	reason string          // as the model wrote it
}

// maxAnswer is the most bytes of an answer that are looked at: the arguments
// twice, and what is said about them.
const maxAnswer = 4 * maxArguments

func unusable(format string, args ...any) error {
	return taxonomy.Errorf(taxonomy.Fatal, taxonomy.CodeUnreadableAnswer, "the correcting model "+format, args...)
}

// read finds the one JSON object of an answer, or null. It repairs nothing: where
// it is not clear what the answer is, there is none. knows reports whether the
// tool has an argument of this name.
func read(text string, knows func(name string) bool) (answer, error) {
	if len(text) > maxAnswer {
		return answer{}, unusable("answered with %d bytes, and at most %d are looked at", len(text), maxAnswer)
	}
	text = strings.TrimSpace(withoutThoughts(strings.TrimPrefix(text, "\ufeff")))
	if text == "" {
		return answer{}, unusable("answered with an empty message")
	}
	object, around, err := only(text)
	if err != nil {
		return answer{}, err
	}
	null := saysNull(around)
	switch {
	case object == nil && null:
		return answer{}, nil
	case object == nil:
		return answer{}, unusable("answered without a JSON object")
	case null:
		return answer{}, unusable("answered with both null and an object")
	}
	return judge(object, knows)
}

// withoutThoughts leaves out what some models think aloud before they answer.
func withoutThoughts(text string) string {
	const begin, end = "<think>", "</think>"
	if rest, ok := strings.CutPrefix(strings.TrimSpace(text), begin); ok {
		if _, rest, ok := strings.Cut(rest, end); ok {
			return rest
		}
	}
	return text
}

// only returns the one object in text, which may stand there more than once, and
// the lines around it. Whatever begins like an object has to be one: a part of
// what is broken is never taken for the whole.
func only(text string) (object json.RawMessage, around string, err error) {
	var rest strings.Builder
	var canonical json.RawMessage
	for i := 0; i < len(text); {
		at := strings.IndexAny(text[i:], "{[")
		if at < 0 {
			rest.WriteString(text[i:])
			break
		}
		rest.WriteString(text[i : i+at])
		i += at
		if text[i] == '[' {
			if strings.HasPrefix(strings.TrimLeft(text[i+1:], " \t\r\n"), "{") {
				return nil, "", unusable("answered with a list of objects")
			}
			rest.WriteByte('[')
			i++
			continue
		}
		dec := json.NewDecoder(strings.NewReader(text[i:]))
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return nil, "", unusable("answered with broken JSON")
		}
		i += int(dec.InputOffset())
		form, err := tool.Canonical(raw)
		switch {
		case err != nil: // a member twice, or no Unicode: two readers would read two things
			return nil, "", unusable("answered with JSON that can be read in two ways")
		case object == nil:
			object, canonical = raw, form
		case !bytes.Equal(canonical, form):
			return nil, "", unusable("answered with more than one JSON object")
		}
		rest.WriteByte('\n')
	}
	return object, rest.String(), nil
}

// saysNull reports whether a line of text is null, and nothing else, but for the
// marks of a code block.
func saysNull(text string) bool {
	for line := range strings.Lines(text) {
		if strings.Trim(line, " \t\r\n`") == "null" {
			return true
		}
	}
	return false
}

// judge reads the object that was asked for, or takes it for the arguments
// themselves.
func judge(object json.RawMessage, knows func(string) bool) (answer, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(object, &members); err != nil {
		return answer{}, unusable("answered with broken JSON")
	}
	args, wrapped := members["arguments"]
	_, reasoned := members["reason"]
	extra := len(members) // members that nobody asked for
	if wrapped {
		extra--
	}
	if reasoned {
		extra--
	}
	switch {
	case wrapped && extra == 0 && (args[0] == '{' || string(args) == "null"):
	case wrapped && !knows("arguments") && extra > 0:
		return answer{}, unusable("answered with more than arguments and a reason")
	case wrapped && !knows("arguments"):
		return answer{}, unusable("answered with arguments that are no object")
	case !wrapped && reasoned && extra == 0 && !knows("reason"):
		return answer{}, unusable("answered with a reason and without arguments")
	default:
		return answer{args: object}, nil
	}
	a := answer{}
	if args[0] == '{' {
		a.args = args
	}
	if reasoned {
		var reason *string
		if err := json.Unmarshal(members["reason"], &reason); err != nil {
			return answer{}, unusable("answered with a reason that is no text")
		}
		if reason != nil {
			a.reason = *reason
		}
	}
	return a, nil
}
