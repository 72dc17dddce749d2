package batch

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/executor"
)

const (
	// maxChanges bounds how many distinct changes are kept apart; what comes
	// after them is counted by whom alone.
	maxChanges = 1000
	// maxChangeIDs is how many ids of one change are kept: those that come
	// first in the input.
	maxChangeIDs = 20
)

// changes is what corrections have changed in items that succeeded or may have,
// each distinct change once. It takes the items in any order and keeps a bounded
// amount. The zero value is empty.
type changes struct {
	items int            // with a correction
	by    map[string]int // changes, by who made them
	kept  map[changeKey]*change
	more  int // changes that are not kept
}

// changeKey is what makes changes alike: a renaming whatever the value is, and an
// element of a list whatever its index.
type changeKey struct{ op, path, to, from, value string }

// change is one distinct change.
type change struct {
	changeKey
	count int
	by    map[string]int
	first []changed // sorted by position
}

type changed struct {
	index int
	id    string
}

func (c *changes) add(index int, id string, res *executor.Result) {
	if len(res.Corrections) == 0 || res.Outcome != Succeeded && res.Outcome != InDoubt {
		return
	}
	if c.kept == nil {
		c.by, c.kept = make(map[string]int), make(map[changeKey]*change)
	}
	c.items++
	for key, by := range netChanges(res.Corrections) {
		c.by[by]++
		ch := c.kept[key]
		if ch == nil {
			if len(c.kept) >= maxChanges {
				c.more++
				continue
			}
			ch = &change{changeKey: key, by: make(map[string]int)}
			c.kept[key] = ch
		}
		ch.count++
		ch.by[by]++
		at, _ := slices.BinarySearchFunc(ch.first, index, func(x changed, i int) int { return cmp.Compare(x.index, i) })
		if at < maxChangeIDs {
			ch.first = slices.Insert(ch.first, at, changed{index, id})
			ch.first = ch.first[:min(len(ch.first), maxChangeIDs)]
		}
	}
}

// all returns the changes, the most frequent first.
func (c *changes) all() []*change {
	return slices.SortedFunc(maps.Values(c.kept), func(a, b *change) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.first[0].index, b.first[0].index), cmp.Compare(a.path, b.path))
	})
}

// netChanges are the changes of all rounds, and who made them last: what one
// round did and another did again counts once, from the first value to the last.
func netChanges(rounds []correction.Correction) map[changeKey]string {
	type last struct {
		correction.Change
		by string
	}
	var order []last
	for _, round := range rounds {
		for _, c := range round.Patch {
			if i := slices.IndexFunc(order, func(l last) bool { return l.Path == c.Path }); i >= 0 {
				c.From, c.Op = order[i].From, order[i].Op
				order[i] = last{c, round.By}
				continue
			}
			order = append(order, last{c, round.By})
		}
	}
	net := make(map[changeKey]string, len(order))
	moved := make(map[int]bool)
	for i, c := range order {
		if c.Op != "remove" {
			continue
		}
		for k, other := range order { // the first one, as in the patch
			if other.Op == "add" && !moved[k] && parentPath(c.Path) == parentPath(other.Path) && bytes.Equal(c.From, other.Value) {
				moved[i], moved[k] = true, true
				net[changeKey{op: "move", path: anyIndex(c.Path), to: anyIndex(other.Path)}] = other.by
				break
			}
		}
	}
	for i, c := range order {
		if !moved[i] {
			net[changeKey{op: c.Op, path: anyIndex(c.Path), from: string(c.From), value: string(c.Value)}] = c.by
		}
	}
	return net
}

func parentPath(path string) string { return path[:strings.LastIndexByte(path, '/')+1] }

// anyIndex is path with "*" for what looks like an index.
func anyIndex(path string) string {
	if !strings.ContainsAny(path, "0123456789") {
		return path
	}
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if part != "" && strings.Trim(part, "0123456789") == "" {
			parts[i] = "*"
		}
	}
	return strings.Join(parts, "/")
}

// correctionsJSON is what the report says of all corrections together.
type correctionsJSON struct {
	Items   int            `json:"items"` // that have a correction and succeeded, or may have
	By      map[string]int `json:"by"`    // changes, by who made them
	Changes []changeJSON   `json:"changes"`
	More    int            `json:"more,omitempty"` // changes that are not listed
}

// changeJSON is one distinct change, in the words of JSON Patch; "move" for a
// member that got another name. "*" stands for every index of a list.
type changeJSON struct {
	Op    string          `json:"op"`
	Path  string          `json:"path"`
	To    string          `json:"to,omitempty"` // of a move
	From  json.RawMessage `json:"from,omitempty"`
	Value json.RawMessage `json:"value,omitempty"`
	Count int             `json:"count"`
	By    map[string]int  `json:"by"`
	IDs   []string        `json:"ids"` // at most 20, those that come first in the input
}

func (c *changes) form() *correctionsJSON {
	if c.items == 0 {
		return nil
	}
	f := &correctionsJSON{Items: c.items, By: c.by, More: c.more}
	for _, ch := range c.all() {
		j := changeJSON{Op: ch.op, Path: ch.path, To: ch.to, From: json.RawMessage(ch.from), Value: json.RawMessage(ch.value), Count: ch.count, By: ch.by}
		for _, x := range ch.first {
			j.IDs = append(j.IDs, x.id)
		}
		f.Changes = append(f.Changes, j)
	}
	return f
}
