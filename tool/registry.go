package tool

import (
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"

	"github.com/batchagent/batchagent/internal/nearest"
	"github.com/batchagent/batchagent/taxonomy"
)

// Registry holds tools by name, in the order in which they were added. The zero
// value is empty and ready to use. It is safe for concurrent use.
type Registry struct {
	mu    sync.RWMutex
	tools map[string]Tool
	names []string
}

// ErrDuplicateTool is wrapped by the error of [Registry.Add] for a name that
// is taken.
var ErrDuplicateTool = errors.New("tool: a tool of this name is registered already")

var errNilTool = errors.New("tool: a nil tool cannot be registered")

// Add registers tools. On error none of them is added.
func (r *Registry) Add(tools ...Tool) error {
	for _, t := range tools {
		if t == nil || t.Spec() == nil {
			return errNilTool
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	seen := make(map[string]bool, len(tools))
	for _, t := range tools {
		name := t.Spec().Name
		if _, taken := r.tools[name]; taken || seen[name] {
			return fmt.Errorf("%w: %q", ErrDuplicateTool, name)
		}
		seen[name] = true
	}
	if r.tools == nil {
		r.tools = make(map[string]Tool, len(tools))
	}
	for _, t := range tools {
		name := t.Spec().Name
		r.tools[name] = t
		r.names = append(r.names, name)
	}
	return nil
}

// Lookup returns the tool of this name. The error is a *taxonomy.Error with
// code UNKNOWN_TOOL that suggests the nearest name, or names all if they are
// few.
func (r *Registry) Lookup(name string) (Tool, error) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if t, ok := r.tools[name]; ok {
		return t, nil
	}
	e := taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeUnknownTool, "there is no tool %s", quoted(name))
	if near, ok := nearest.Nearest(name, r.names); ok {
		e.Suggestions = append(e.Suggestions, fmt.Sprintf("Did you mean %q?", near))
	}
	const few = 12
	if len(r.names) > 0 && len(r.names) <= few {
		e.Suggestions = append(e.Suggestions, "The tools are "+strings.Join(r.names, ", "))
	}
	return nil, e
}

// All yields the tools in the order in which they were added, as they stood
// when it was called.
func (r *Registry) All() iter.Seq[Tool] {
	r.mu.RLock()
	tools := make([]Tool, 0, len(r.names))
	for _, name := range r.names {
		tools = append(tools, r.tools[name])
	}
	r.mu.RUnlock()
	return func(yield func(Tool) bool) {
		for _, t := range tools {
			if !yield(t) {
				return
			}
		}
	}
}
