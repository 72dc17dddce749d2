package correction

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/batchagent/batchagent/internal/pointer"
	"github.com/batchagent/batchagent/tool"
)

// locks are the places that must stay as they are, split.
//
// Names are compared without regard to case, because encoding/json does so when
// it fills a struct: an "ORDER_ID" beside the "order_id" would win.
type locks [][]string

func locksOf(spec *tool.Spec) locks {
	var ls locks
	for _, s := range append([]string{spec.Target}, spec.Locked...) {
		if s == "" {
			continue
		}
		ls = append(ls, pointer.Split(pointerTo(s)))
		if s[0] != '/' && strings.Contains(s, ".") {
			// Read either way, as a name and as a path: a lock that is
			// written in another style must not lock nothing.
			ls = append(ls, strings.Split(s, "."))
		}
	}
	return ls
}

// broken returns the first locked place, by lock and name, at which the two
// documents are not identical.
func (ls locks) broken(before, after any) (path string, broken bool) {
	for _, lock := range ls {
		was, is := make(map[string]any), make(map[string]any)
		findFold(before, lock, "", was)
		findFold(after, lock, "", is)
		for _, path := range slices.Sorted(maps.Keys(was)) {
			if value, ok := is[path]; !ok || !identical(was[path], value) {
				return path, true
			}
		}
		for _, path := range slices.Sorted(maps.Keys(is)) {
			if _, ok := was[path]; !ok {
				return path, true
			}
		}
	}
	return "", false
}

// hold reports whether path is at a lock or below one.
func (ls locks) hold(path string) bool {
	parts := pointer.Split(path)
	return slices.ContainsFunc(ls, func(lock []string) bool {
		return len(parts) >= len(lock) && slices.EqualFunc(parts[:len(lock)], lock, strings.EqualFold)
	})
}

// findFold collects what stands at parts, whatever the case of the names.
func findFold(doc any, parts []string, path string, found map[string]any) {
	if len(parts) == 0 {
		found[path] = doc
		return
	}
	switch d := doc.(type) {
	case map[string]any:
		for name, value := range d {
			if strings.EqualFold(name, parts[0]) {
				findFold(value, parts[1:], pointer.Join(path, name), found)
			}
		}
	case []any:
		if i, ok := indexOf(parts[0], len(d)); ok {
			findFold(d[i], parts[1:], pointer.Join(path, strconv.Itoa(i)), found)
		}
	}
}

// identical is equality to the byte of what a tool can see: numbers by their
// text (1.0 is not 1 in a URL), texts by their characters. Space between tokens
// and the order of members do not count.
func identical(a, b any) bool {
	switch a := a.(type) {
	case json.Number:
		b, ok := b.(json.Number)
		return ok && a == b
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, identical)
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && maps.EqualFunc(a, b, identical)
	}
	return a == b // a text, true, false or null: comparable, whatever b is
}
