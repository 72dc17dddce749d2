package batch

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/batchagent/batchagent/correction"
)

// changesBlock lists each distinct change once, with some ids and who made it. A
// batch of few items tells of them item by item.
func (t *texter) changesBlock() (block, bool) {
	c := &t.s.changes
	if c.items == 0 || t.s.Counts.Read <= fewItems {
		return block{}, false
	}
	b := block{heading: t.say(words.corrected, "n", strconv.Itoa(c.items)), remark: t.byWhom(c.by)}
	all := c.all()
	for i, ch := range all {
		if i >= t.level.rows {
			rest := c.more
			for _, other := range all[i:] {
				rest += other.count
			}
			b.rows = append(b.rows, row{text: t.say(words.otherChanges, "n", strconv.Itoa(rest))})
			return b, true
		}
		b.rows = append(b.rows, row{left: t.counted(ch.count), text: t.change(ch)})
	}
	if c.more > 0 {
		b.rows = append(b.rows, row{text: t.say(words.otherChanges, "n", strconv.Itoa(c.more))})
	}
	return b, true
}

func (t *texter) change(ch *change) string {
	what := t.field(ch.path)
	if ch.op == "move" {
		what = solidIfShort(t.field(ch.path) + " -> " + t.field(ch.to))
	} else {
		c := correction.Change{Op: ch.op, From: json.RawMessage(ch.from), Value: json.RawMessage(ch.value)}
		switch values := t.values(c); ch.op {
		case "add":
			what = t.say(words.added, "field", what) + t.say(words.colon) + values
		case "remove":
			what = t.say(words.removed, "field", what) + t.say(words.colon) + values
		default:
			what += " " + values
		}
	}
	const most = 4
	var ids []string
	for i := range ch.first[:min(most, len(ch.first))] {
		ids = append(ids, quoteID(ch.first[i].id))
	}
	who := strings.Join(ids, " ")
	if more := ch.count - len(ids); more > 0 {
		who = t.say(words.rangesMore, "what", who, "n", strconv.Itoa(more))
	}
	return t.say(words.changedBy, "what", what, "by", t.byWhom(ch.by)) + t.say(words.colon) + who
}

// byWhom counts by who made a change: rules, learned rules, a model, others.
func (t *texter) byWhom(by map[string]int) string {
	order := []string{"rule", "learned", "llm"}
	for _, name := range slices.Sorted(maps.Keys(by)) {
		if !slices.Contains(order, name) {
			order = append(order, name)
		}
	}
	var parts []string
	for _, name := range order {
		if by[name] > 0 {
			parts = append(parts, t.say(words.countBy, "n", strconv.Itoa(by[name]), "by", t.by(name)))
		}
	}
	return strings.Join(parts, t.say(words.list))
}
