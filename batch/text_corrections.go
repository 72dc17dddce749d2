package batch

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/internal/pointer"
)

// corrections says what was changed in the arguments before the call that
// counts.
func (t *texter) corrections(list []correction.Correction) []string {
	const most = 3
	var parts []string
	for i, c := range list {
		if i == most {
			return append(parts, t.say(words.more, "n", strconv.Itoa(len(list)-most)))
		}
		names := make([]string, 0, len(c.Patch))
		values := make([]string, 0, len(c.Patch))
		for k, change := range c.Patch {
			if k == most {
				names = append(names, t.say(words.more, "n", strconv.Itoa(len(c.Patch)-most)))
				break
			}
			name := t.field(change.Path)
			names = append(names, name)
			if v := t.values(change); v != "" {
				if len(c.Patch) > 1 {
					v = name + " " + v
				}
				values = append(values, v)
			}
		}
		if len(names) == 0 {
			names = append(names, t.say(words.theArguments))
		}
		what := t.say(verbOf(c.Patch), "field", strings.Join(names, t.say(words.list)))
		p := words.before
		if c.Sent > 0 {
			p = words.after
		}
		text := t.say(p, "what", what, "by", t.by(c.By), "n", strconv.Itoa(c.Sent))
		if len(values) > 0 {
			text += t.say(words.colon) + strings.Join(values, t.say(words.list))
		}
		parts = append(parts, text)
	}
	return parts
}

// verbOf is "added" or "removed" where that is all that was done.
func verbOf(patch []correction.Change) phrase {
	op := "replace"
	if len(patch) > 0 {
		op = patch[0].Op
	}
	for _, c := range patch {
		if c.Op != op {
			return words.changed
		}
	}
	switch op {
	case "add":
		return words.added
	case "remove":
		return words.removed
	}
	return words.changed
}

func (t *texter) by(by string) string {
	switch by {
	case "rule":
		return t.say(words.rule)
	case "learned":
		return t.say(words.learned)
	case "llm":
		return t.say(words.model)
	}
	return cutWidth(fold(by), 20)
}

func (t *texter) values(c correction.Change) string {
	from, to := t.value(c.From), t.value(c.Value)
	switch {
	case from != "" && to != "":
		return solidIfShort(from + " -> " + to)
	case to != "":
		return solidIfShort(to)
	}
	return solidIfShort(from)
}

// solidIfShort keeps a pair of values on one line where one has the room.
func solidIfShort(s string) string {
	const short = 50
	if displayWidth(s) <= short {
		return solid(s)
	}
	return s
}

// value returns a JSON value as it is written, in one line.
func (t *texter) value(raw json.RawMessage) string {
	return cutWidth(fold(string(raw)), max(24, t.level.message/2))
}

// field turns a JSON Pointer into a name for people.
func (t *texter) field(path string) string {
	name := pointer.Unescape(strings.TrimPrefix(path, "/"))
	if name == "" {
		return t.say(words.theArguments)
	}
	return cutWidth(fold(name), 40)
}
