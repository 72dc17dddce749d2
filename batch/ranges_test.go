package batch_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/batch"
)

func TestPositionsMerge(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		add  []int
		want [][2]int
	}{
		{"in order", []int{0, 1, 2, 3}, [][2]int{{0, 3}}},
		{"backwards", []int{3, 2, 1, 0}, [][2]int{{0, 3}}},
		{"a gap stays", []int{0, 1, 3, 4}, [][2]int{{0, 1}, {3, 4}}},
		{"a gap is filled", []int{0, 1, 3, 4, 2}, [][2]int{{0, 4}}},
		{"before the first", []int{5, 1}, [][2]int{{1, 1}, {5, 5}}},
		{"grows at its front", []int{5, 9, 8, 4}, [][2]int{{4, 5}, {8, 9}}},
		{"twice is once", []int{2, 2, 3, 2, 3}, [][2]int{{2, 3}}},
		{"between two", []int{0, 4, 2}, [][2]int{{0, 0}, {2, 2}, {4, 4}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var s batch.Spans
			for _, i := range tt.add {
				batch.AddTo(&s, i)
			}
			got, cut := batch.SpansOf(&s)
			if diff := cmp.Diff(tt.want, got); diff != "" || cut {
				t.Errorf("cut %v, (-want +got):\n%s", cut, diff)
			}
		})
	}
}

// TestPositionsInAnyOrder: whatever the order, the set is the same, as long as
// it is not cut off.
func TestPositionsInAnyOrder(t *testing.T) {
	t.Parallel()
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 1))
		in := make(map[int]bool)
		var list []int
		for i := range 1500 {
			if r.IntN(3) > 0 {
				in[i] = true
				list = append(list, i)
			}
		}
		r.Shuffle(len(list), func(a, b int) { list[a], list[b] = list[b], list[a] })
		var s batch.Spans
		for _, i := range list {
			batch.AddTo(&s, i)
		}
		got, cut := batch.SpansOf(&s)
		if cut {
			t.Fatalf("seed %d: cut off at %d spans", seed, len(got))
		}
		n, last := 0, -2
		for _, sp := range got {
			if sp[0] <= last+1 || sp[1] < sp[0] {
				t.Fatalf("seed %d: %v after a span that ends at %d", seed, sp, last)
			}
			for i := sp[0]; i <= sp[1]; i++ {
				if !in[i] {
					t.Fatalf("seed %d: %d was never added", seed, i)
				}
				n++
			}
			last = sp[1]
		}
		if n != len(in) {
			t.Fatalf("seed %d: %d positions, want %d", seed, n, len(in))
		}
	}
}

// TestPositionsAreCutOffWithoutAGap: beyond its bound a set knows exactly what
// lies below some position, also when gaps close later.
func TestPositionsAreCutOffWithoutAGap(t *testing.T) {
	t.Parallel()
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 2))
		list := r.Perm(20 * batch.MaxSpans)
		in := make(map[int]bool)
		var s batch.Spans
		for _, i := range list {
			if i%7 == 0 {
				continue
			}
			in[i] = true
			batch.AddTo(&s, i)
		}
		got, cut := batch.SpansOf(&s)
		if !cut || len(got) > batch.MaxSpans {
			t.Fatalf("seed %d: cut %v, %d spans", seed, cut, len(got))
		}
		at := 0
		for _, sp := range got {
			for ; at < sp[0]; at++ {
				if in[at] {
					t.Fatalf("seed %d: %d is missing below the limit", seed, at)
				}
			}
			at = sp[1] + 1
		}
	}
}
