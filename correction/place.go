package correction

import (
	"strconv"
	"strings"

	"github.com/batchagent/batchagent/internal/pointer"
	"github.com/batchagent/batchagent/taxonomy"
)

// A place is a JSON Pointer (RFC 6901) into the arguments.

// parentOf returns the pointer to what holds path, which is not "", and path's
// name in there.
func parentOf(path string) (parent, name string) {
	i := strings.LastIndexByte(path, '/')
	return path[:i], pointer.Split(path[i:])[0]
}

// pointerTo makes a pointer of a name or of what is one already.
func pointerTo(nameOrPointer string) string {
	if nameOrPointer == "" || nameOrPointer[0] == '/' {
		return nameOrPointer
	}
	return pointer.Join("", nameOrPointer)
}

// words is a path for people, such as items.0.qty.
func words(path string) string {
	if path == "" {
		return "the arguments"
	}
	return strings.Join(pointer.Split(path), ".")
}

// lookup returns what stands at the parts of a pointer.
func lookup(doc any, parts []string) (any, bool) {
	for _, part := range parts {
		switch d := doc.(type) {
		case map[string]any:
			value, ok := d[part]
			if !ok {
				return nil, false
			}
			doc = value
		case []any:
			i, ok := indexOf(part, len(d))
			if !ok {
				return nil, false
			}
			doc = d[i]
		default:
			return nil, false
		}
	}
	return doc, true
}

// indexOf reads an index below n.
func indexOf(part string, n int) (int, bool) {
	i, err := strconv.Atoi(part)
	if err != nil || i < 0 || i >= n {
		return 0, false
	}
	return i, true
}

// places is a set of pointers; each stands for itself and all below it. "" is
// never among them: a complaint about the whole names no field.
type places []string

func (ps places) cover(path string) bool {
	for _, p := range ps {
		if strings.HasPrefix(path, p) && (len(path) == len(p) || path[len(p)] == '/') {
			return true
		}
	}
	return false
}

func (ps places) with(fields []taxonomy.Field) places {
	for _, f := range fields {
		if p := pointerTo(f.Path); p != "" {
			ps = append(ps, p)
		}
	}
	return ps
}

func placesOf(namesOrPointers []string) places {
	var ps places
	for _, s := range namesOrPointers {
		if p := pointerTo(s); p != "" {
			ps = append(ps, p)
		}
	}
	return ps
}
