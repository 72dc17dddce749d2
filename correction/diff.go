package correction

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"github.com/batchagent/batchagent/internal/pointer"
	"github.com/batchagent/batchagent/tool"
)

// diff appends what turns a into b: objects member by member, arrays of equal
// length element by element, any other array as a whole. Equal numbers are
// equal however they are written, and unequal ones are not, however long:
// 1 and 1.0, but not 9007199254740993 and 9007199254740992. The changes are
// sorted by path within each object and may be applied in their order.
func diff(changes []Change, a, b any, path string) []Change {
	switch was := a.(type) {
	case map[string]any:
		if is, ok := b.(map[string]any); ok {
			return diffObjects(changes, was, is, path)
		}
	case []any:
		if is, ok := b.([]any); ok && len(is) == len(was) {
			for i := range was {
				changes = diff(changes, was[i], is[i], pointer.Join(path, strconv.Itoa(i)))
			}
			return changes
		}
	case json.Number:
		if is, ok := b.(json.Number); ok && numberEqual(was, is) {
			return changes
		}
	default: // a text, true, false or null: comparable, whatever b is
		if a == b {
			return changes
		}
	}
	return append(changes, Change{Op: "replace", Path: path, From: write(a), Value: write(b)})
}

func diffObjects(changes []Change, was, is map[string]any, path string) []Change {
	names := slices.AppendSeq(make([]string, 0, len(was)), maps.Keys(was))
	for name := range is {
		if _, ok := was[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		before, had := was[name]
		after, has := is[name]
		at := pointer.Join(path, name)
		switch {
		case !has:
			changes = append(changes, Change{Op: "remove", Path: at, From: write(before)})
		case !had:
			changes = append(changes, Change{Op: "add", Path: at, Value: write(after)})
		default:
			changes = diff(changes, before, after, at)
		}
	}
	return changes
}

func sortedNames(m map[string]any) []string {
	return slices.Sorted(maps.Keys(m))
}

func numberEqual(a, b json.Number) bool {
	if a == b {
		return true
	}
	x, errX := tool.Canonical(json.RawMessage(a))
	y, errY := tool.Canonical(json.RawMessage(b))
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// write is the text of a decoded value: numbers as they came, < as <.
func write(v any) json.RawMessage {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err) // what was decoded can be encoded; both callers recover
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
}
