package batch

import (
	"cmp"
	"slices"
)

// parkedHeap holds tasks that wait, the one that is due first on top.
type parkedHeap[K comparable, In, Out any] []*task[K, In, Out]

func (h parkedHeap[K, In, Out]) Len() int { return len(h) }

func (h parkedHeap[K, In, Out]) Less(i, j int) bool {
	if h[i].until.Equal(h[j].until) {
		return h[i].index < h[j].index
	}
	return h[i].until.Before(h[j].until)
}

func (h parkedHeap[K, In, Out]) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

// Push implements [heap.Interface].
func (h *parkedHeap[K, In, Out]) Push(t any) {
	*h = append(*h, t.(*task[K, In, Out])) //nolint:forcetypeassert // only tasks are pushed
}

// Pop implements [heap.Interface].
func (h *parkedHeap[K, In, Out]) Pop() any {
	old := *h
	t := old[len(old)-1]
	old[len(old)-1] = nil
	*h = old[:len(old)-1]
	return t
}

func sortByIndex[K comparable, In, Out any](tasks []*task[K, In, Out]) {
	slices.SortFunc(tasks, func(a, b *task[K, In, Out]) int { return cmp.Compare(a.index, b.index) })
}
