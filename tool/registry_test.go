package tool_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

func namedTool(name string) *tool.Func[int, int] {
	return tool.Must(tool.New(tool.Spec{Name: name, Effect: tool.ReadOnly}, func(context.Context, int) (int, error) { return 0, nil }))
}

func names(r *tool.Registry) []string {
	var list []string
	for t := range r.All() {
		list = append(list, t.Spec().Name)
	}
	return list
}

func TestRegistry(t *testing.T) {
	t.Parallel()
	var r tool.Registry
	if _, err := r.Lookup("x"); refusal(t, err).Code != taxonomy.CodeUnknownTool || len(refusal(t, err).Suggestions) != 0 {
		t.Errorf("%v", err)
	}
	if err := r.Add(); err != nil || names(&r) != nil {
		t.Errorf("%v, %q", err, names(&r))
	}
	zeta, alpha := namedTool("zeta"), namedTool("alpha")
	if err := r.Add(zeta, alpha); err != nil {
		t.Fatal(err)
	}
	for _, tools := range [][]tool.Tool{{namedTool("new"), namedTool("alpha")}, {namedTool("new"), namedTool("new")}} {
		err := r.Add(tools...)
		if !errors.Is(err, tool.ErrDuplicateTool) || !strings.Contains(err.Error(), tools[1].Spec().Name) {
			t.Errorf("%v", err)
		}
	}
	for _, tools := range [][]tool.Tool{{nil}, {namedTool("new"), nil}, {&foreignNil{}}} {
		if err := r.Add(tools...); err == nil || !strings.Contains(err.Error(), "nil tool") {
			t.Errorf("%v", err)
		}
	}
	if diff := cmp.Diff([]string{"zeta", "alpha"}, names(&r)); diff != "" {
		t.Errorf("on error none is added; the order is that of adding (-want +got):\n%s", diff)
	}
	if got, err := r.Lookup("alpha"); err != nil || got != tool.Tool(alpha) {
		t.Errorf("%v, %v", got, err)
	}
	for range r.All() {
		break
	}
}

// foreignNil is a tool without a Spec.
type foreignNil struct{ foreign }

func (*foreignNil) Spec() *tool.Spec { return nil }

// TestUnknownTool (M2): the nearest name, and all names where they are few.
func TestUnknownTool(t *testing.T) {
	t.Parallel()
	var r tool.Registry
	for _, name := range []string{"update_order", "list_orders", "delete_file"} {
		if err := r.Add(namedTool(name)); err != nil {
			t.Fatal(err)
		}
	}
	_, err := r.Lookup("updateOrder")
	e := refusal(t, err)
	if diff := cmp.Diff([]string{`Did you mean "update_order"?`, "The tools are update_order, list_orders, delete_file"}, e.Suggestions); diff != "" || e.Code != taxonomy.CodeUnknownTool || e.Message != `there is no tool "updateOrder"` {
		t.Errorf("%v (-want +got):\n%s", e, diff)
	}
	_, err = r.Lookup("zzz")
	if diff := cmp.Diff([]string{"The tools are update_order, list_orders, delete_file"}, refusal(t, err).Suggestions); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for i := range 10 {
		if err := r.Add(namedTool(fmt.Sprintf("tool_%d", i))); err != nil {
			t.Fatal(err)
		}
	}
	if _, err = r.Lookup("zzz"); len(refusal(t, err).Suggestions) != 0 {
		t.Errorf("%q", refusal(t, err).Suggestions)
	}
	if _, err = r.Lookup(strings.Repeat("x", 1<<20)); len(err.Error()) > 200 {
		t.Errorf("%d bytes", len(err.Error()))
	}
}

func TestRegistryIsConcurrent(t *testing.T) {
	t.Parallel()
	var r tool.Registry
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 20 {
				if err := r.Add(namedTool(fmt.Sprintf("t%d_%d", i, j))); err != nil {
					t.Error(err)
				}
				if err := r.Add(namedTool("shared")); err != nil && !errors.Is(err, tool.ErrDuplicateTool) {
					t.Error(err)
				}
				_, _ = r.Lookup(fmt.Sprintf("t%d_%d", j%8, i))
				_ = names(&r)
			}
		})
	}
	wg.Wait()
	if n := len(names(&r)); n != 161 {
		t.Errorf("%d tools, want 161", n)
	}
}
