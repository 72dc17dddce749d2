package taxonomy

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// lexicon indexes the table of words, so that a search is linear in the text:
// only what begins as the place at hand does is compared, the longest first.
type lexicon struct {
	byWord map[string]*phraseRefs // by the first word
	filter *wordFilter            // of those words
	byChar map[rune][]runRef      // by the first character
	begins *charSet               // of those characters
	pairs  *pairFilter            // of the first two

	deniesBefore, deniesAfter, thingsAfter [][]rune
}

// theLexicon is made when the first text is read: thousands of phrases take
// milliseconds, and most programs that import this package meet no text in
// their lives.
//
//nolint:gochecknoglobals // an index of tables, never written after this
var theLexicon = sync.OnceValue(func() *lexicon {
	lex := &lexicon{
		byWord: make(map[string]*phraseRefs), byChar: make(map[rune][]runRef),
		deniesBefore: denseList(deniesBefore), deniesAfter: denseList(deniesAfter), thingsAfter: denseList(thingsAfter),
	}
	phrases(func(row meant, phrase string, spaceless bool) {
		if spaceless {
			lex.addRun(int(row), phrase)
		} else {
			lex.addPhrase(int(row), phrase)
		}
	})
	for _, phrase := range partlyDone {
		lex.addPhrase(rowPartlyDone, phrase)
	}
	for _, run := range partlyDoneRuns {
		lex.addRun(rowPartlyDone, run)
	}
	for _, refs := range lex.byWord {
		for _, more := range refs.more {
			slices.SortStableFunc(more, func(a, b phraseRef) int { return len(b.rest) - len(a.rest) })
		}
	}
	for _, refs := range lex.byChar {
		slices.SortStableFunc(refs, func(a, b runRef) int { return len(b.run) - len(a.run) })
	}
	lex.filter, lex.begins, lex.pairs = filterOf(maps.Keys(lex.byWord)), charSetOf(lex.byChar), pairFilterOf(lex.byChar)
	return lex
})

func (lex *lexicon) addPhrase(row int, phrase string) {
	phrase, closed := strings.CutSuffix(phrase, " |")
	spellings := []string{phrase}
	if spelt := umlauts.Replace(phrase); spelt != phrase {
		spellings = append(spellings, spelt)
	}
	for _, spelling := range spellings {
		w := strings.Fields(foldWord(spelling))
		refs := lex.byWord[w[0]]
		if refs == nil {
			refs = &phraseRefs{more: map[string][]phraseRef{}}
			lex.byWord[w[0]] = refs
		}
		if ref := (phraseRef{row, w[1:], closed}); len(w) == 1 {
			refs.alone = append(refs.alone, ref)
		} else {
			refs.more[w[1]] = append(refs.more[w[1]], ref)
		}
	}
}

func (lex *lexicon) addRun(row int, run string) {
	chars := makeDense(run).chars
	lex.byChar[chars[0]] = append(lex.byChar[chars[0]], runRef{row, chars})
}
