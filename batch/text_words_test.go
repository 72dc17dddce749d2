package batch_test

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/batchagent/batchagent/batch"
	"github.com/batchagent/batchagent/taxonomy"
)

// phrases returns all of the catalogue under their names.
func phrases(t *testing.T) map[string][2]string {
	t.Helper()
	all := make(map[string][2]string)
	put := func(name string, p batch.Phrase) {
		en, zh := batch.PhraseTexts(p)
		all[name] = [2]string{en, zh}
	}
	for prefix, table := range map[string]any{"words.": *batch.Words, "adviceWords.": *batch.AdviceWords} {
		v := reflect.ValueOf(table)
		for i := range v.NumField() {
			f := v.Field(i)
			all[prefix+v.Type().Field(i).Name] = [2]string{f.Field(0).String(), f.Field(1).String()}
		}
	}
	for o, w := range batch.OutcomeWords {
		v := reflect.ValueOf(w)
		for i := range v.NumField() {
			all["outcomeWords."+o.String()+v.Type().Field(i).Name] = [2]string{v.Field(i).Field(0).String(), v.Field(i).Field(1).String()}
		}
	}
	for code, c := range batch.Counsels {
		kind, with, without := batch.CounselPhrases(c)
		put("counsels."+string(code), without)
		if kind != "" {
			put("counsels."+string(code)+".with", with)
		}
	}
	for class, c := range batch.ClassCounsels {
		kind, with, without := batch.CounselPhrases(c)
		put("classCounsels."+class.String(), without)
		if kind != "" {
			put("classCounsels."+class.String()+".with", with)
		}
	}
	return all
}

var place = regexp.MustCompile(`\{[^}]*\}`)

// TestCatalogueIsComplete: every phrase is there in both languages, with the
// same places to fill; what the Chinese grammar has no use for may be missing.
func TestCatalogueIsComplete(t *testing.T) {
	t.Parallel()
	grammar := []string{"{it}", "{row}", "{it was}", "{name}", "{names}", "{noun}", "{file}"}
	for name, p := range phrases(t) {
		if p[0] == "" || p[1] == "" {
			t.Errorf("%s: %q / %q", name, p[0], p[1])
		}
		en, zh := place.FindAllString(p[0], -1), place.FindAllString(p[1], -1)
		for _, x := range en {
			if !slices.Contains(zh, x) && !slices.Contains(grammar, x) {
				t.Errorf("%s: the Chinese lacks %s", name, x)
			}
		}
		for _, x := range zh {
			if !slices.Contains(en, x) {
				t.Errorf("%s: the English lacks %s", name, x)
			}
		}
		if strings.ContainsFunc(p[0], func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			t.Errorf("%s: Chinese in the English: %q", name, p[0])
		}
	}
}

// TestNothingIsLeftToFill: no text shows a place that was not filled.
func TestNothingIsLeftToFill(t *testing.T) {
	t.Parallel()
	for _, tt := range textCases() {
		s := tt.books()
		for _, lang := range []string{"en", "zh"} {
			for _, o := range []*batch.TextOptions{program(lang), library(lang)} {
				if left := place.FindString(s.Text(o)); left != "" {
					t.Errorf("%s, %s: %s is left", tt.name, lang, left)
				}
			}
		}
	}
}

// TestEveryCodeHasAdvice: whatever fails, the reader is told what to do.
func TestEveryCodeHasAdvice(t *testing.T) {
	t.Parallel()
	outcomes := []batch.Outcome{batch.Skipped, batch.Failed, batch.InDoubt}
	for _, info := range taxonomy.Codes() {
		for _, o := range outcomes {
			for _, lang := range []string{"en", "zh"} {
				for _, opts := range []*batch.TextOptions{program(lang), library(lang)} {
					b := batch.NewBooks("x", orders())
					b.Add(0, "the-item", 2, ended(o, declared(info.Class, info.Code, "said")))
					text := b.Close().Text(opts)
					_, next, ok := strings.Cut(text, "\nNEXT\n")
					if lang == "zh" {
						_, next, ok = strings.Cut(text, "\n下一步\n")
					}
					if line, _, _ := strings.Cut(next, "\n"); !ok || len(strings.Fields(line)) < 2 || !strings.Contains(line, "the-item") {
						t.Errorf("%s, %s, %s: no advice:\n%s", info.Code, o, lang, text)
					}
				}
			}
		}
	}
}

// TestAdviceOfTheCallersOwn: a tool that declares a code can say what to do
// about it.
func TestAdviceOfTheCallersOwn(t *testing.T) {
	t.Parallel()
	b := batch.NewBooks("x", orders())
	b.Add(0, "1", 2, ended(batch.Failed, declared(taxonomy.Fatal, "STOCK_FROZEN", "frozen")))
	b.Add(1, "3", 3, ended(batch.Failed, declared(taxonomy.Fatal, taxonomy.CodeUnsupported, "no")))
	text := b.Close().Text(&batch.TextOptions{Advice: func(e *taxonomy.Error) string {
		if e.Code == "STOCK_FROZEN" {
			return "wait for\nthe audit"
		}
		return ""
	}})
	if !strings.Contains(text, "wait for the audit\n") || !strings.Contains(text, "the service cannot do this at all") {
		t.Error(text)
	}
}

func TestCommandKinds(t *testing.T) {
	t.Parallel()
	seen := make(map[batch.CommandKind]bool)
	for _, k := range batch.CommandKinds() {
		if k == "" || seen[k] {
			t.Errorf("%q stands twice, or says nothing", k)
		}
		seen[k] = true
	}
	// Every kind is asked for by some batch.
	asked := make(map[batch.CommandKind]bool)
	for _, tt := range textCases() {
		o := program("en")
		o.Command = func(k batch.CommandKind, ids []string) string {
			asked[k] = true
			return commands(k, ids)
		}
		tt.books().Text(o)
	}
	for k := range seen {
		if !asked[k] {
			t.Errorf("nobody asks for %q", k)
		}
	}
}

func TestLanguages(t *testing.T) {
	t.Parallel()
	s := sample()
	for tag, chinese := range map[string]bool{
		"": false, "en": false, "en_GB.UTF-8": false, "de": false, "zha": false,
		"zh": true, "zh-CN": true, "zh_CN.UTF-8": true, "ZH-hant": true,
	} {
		if got := strings.Contains(s.Text(&batch.TextOptions{Lang: tag}), "共 12 项"); got != chinese {
			t.Errorf("%q: Chinese %v, want %v", tag, got, chinese)
		}
	}
}
