package taxonomy

import (
	"iter"
	"maps"
	"strings"
	"sync"
)

// wordFilter rules out most of the words that a table does not have, for less
// than a look into the table costs: by length and three bytes.
type wordFilter [256]uint64

func filterOf(words ...iter.Seq[string]) *wordFilter {
	f := new(wordFilter)
	for _, seq := range words {
		for w := range seq {
			if w != "" {
				h := wordHash(w)
				f[h>>6] |= 1 << (h & 63)
			}
		}
	}
	return f
}

// may is false where none of the words is s, which is not "".
func (f *wordFilter) may(s string) bool {
	h := wordHash(s)
	return f[h>>6]&(1<<(h&63)) != 0
}

func wordHash(s string) uint32 {
	n := len(s)
	h := uint32(s[0]) | uint32(s[n/2])<<8 | uint32(s[n-1])<<16 | uint32(n)<<24 //nolint:gosec // a hash
	return h * 0x9e3779b1 >> 18
}

// codeFilter is for what markerOf looks up.
//
//nolint:gochecknoglobals // never written after this
var codeFilter = filterOf(maps.Keys(redisKinds), maps.Keys(namedExceptions))

// readings are kept for the next text: what a long one takes apart is a hundred
// kilobytes.
//
//nolint:gochecknoglobals // a pool
var readings = sync.Pool{New: func() any { return new(reading) }}

// readOnce is read for a reading that its caller gives back with done, as soon
// as nobody has it any more.
func readOnce(s string) *reading {
	r, ok := readings.Get().(*reading)
	if !ok {
		r = new(reading)
	}
	r.take(s)
	return r
}

// done gives back what readOnce returned.
func (r *reading) done() {
	clear(r.words) // the text is not kept
	*r = reading{words: r.words[:0], quotes: r.quotes[:0], dense: dense{r.dense.chars[:0], r.dense.at[:0]}}
	readings.Put(r)
}

// wordsOf is words for a text that nothing else is asked about.
func wordsOf(s string) *Error {
	r := readOnce(s)
	defer r.done()
	return words(r)
}

// textSet finds which of many texts stand in another, going through that once.
type textSet struct {
	texts    []string
	anchored []anchor
	begins   charSet    // the first two bytes of each
	by       [256][]int // and which they are, by a hash of those
}

func pairKey(pair uint16) byte { return byte(pair>>8)*31 + byte(pair) } //nolint:gosec // the low half is meant

type anchor int8

const (
	anywhere anchor = iota
	atStart
	atEnd
)

// textSetOf takes texts of two bytes or more, in lower case: "^x" is how a text
// begins, "x$" how it ends, "x" stands in it.
func textSetOf(texts ...string) *textSet {
	t := new(textSet)
	for i, text := range texts {
		a := anywhere
		if rest, ok := strings.CutPrefix(text, "^"); ok {
			text, a = rest, atStart
		} else if rest, ok := strings.CutSuffix(text, "$"); ok {
			text, a = rest, atEnd
		}
		pair := uint16(text[0])<<8 | uint16(text[1])
		t.begins[pair>>6] |= 1 << (pair & 63)
		t.by[pairKey(pair)] = append(t.by[pairKey(pair)], i)
		t.texts, t.anchored = append(t.texts, text), append(t.anchored, a)
	}
	return t
}

// in returns the number of the first of the texts that stands in s, or -1. The
// order is that of the texts, not of the places.
func (t *textSet) in(s string) int {
	best := len(t.texts)
	for i := 0; i+1 < len(s) && best > 0; i++ {
		pair := uint16(s[i])<<8 | uint16(s[i+1])
		if t.begins[pair>>6]&(1<<(pair&63)) == 0 {
			continue
		}
		for _, n := range t.by[pairKey(pair)] {
			if n >= best {
				break
			}
			text := t.texts[n]
			if strings.HasPrefix(s[i:], text) && (t.anchored[n] != atStart || i == 0) && (t.anchored[n] != atEnd || i+len(text) == len(s)) {
				best = n
				break
			}
		}
	}
	if best == len(t.texts) {
		return -1
	}
	return best
}
