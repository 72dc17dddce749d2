package taxonomy

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// dense is a text as runs are compared with it: without spaces, in simplified
// characters, in lower case.
type dense struct {
	chars []rune
	at    []int32 // where each of them stands in the text
}

func makeDense(s string) (d dense) {
	d.fill(s)
	return d
}

// fill makes d that of s.
func (d *dense) fill(s string) {
	n := utf8.RuneCountInString(s)
	chars, at := slices.Grow(d.chars[:0], n)[:n], slices.Grow(d.at[:0], n)[:n]
	k, simplifier := 0, theSimplifier()
	for i, c := range s {
		if c == ' ' || c == '\u3000' || c == '\u00a0' {
			continue
		}
		chars[k], at[k] = simplifier.simplify(c), int32(i) //nolint:gosec // at most maxLook
		k++
	}
	d.chars, d.at = chars[:k], at[:k]
}

type runRef struct {
	row int
	run []rune
}

// pairFilter rules out most pairs of characters that no run begins with.
type pairFilter [256]uint64

func pairHash(a, b rune) uint32 { return (uint32(a)*0x9e3779b1 + uint32(b)*0x85ebca6b) >> 18 } //nolint:gosec // a hash

func (f *pairFilter) may(a, b rune) bool {
	h := pairHash(a, b)
	return f[h>>6]&(1<<(h&63)) != 0
}

// pairFilterOf has the first two characters of each run. A run of one character
// would make it useless.
func pairFilterOf(runs map[rune][]runRef) *pairFilter {
	f := new(pairFilter)
	for _, refs := range runs {
		for _, ref := range refs {
			if len(ref.run) == 1 {
				for i := range f {
					f[i] = ^uint64(0)
				}
				return f
			}
			h := pairHash(ref.run[0], ref.run[1])
			f[h>>6] |= 1 << (h & 63)
		}
	}
	return f
}

// partlyDoneRuns is partlyDone for scripts without spaces.
//
//nolint:gochecknoglobals // a table, never written
var partlyDoneRuns = []string{"部分成功", "部分失败", "已扣款", "已创建但", "已保存但", "已提交但", "已发送但", "一部成功", "一部失敗", "작성되었지만", "생성되었지만"}

// findRuns looks for the runs of the table: see find.
func (r *reading) findRuns(f *finding, lex *lexicon, quoted bool) { //nolint:revive // two of a kind
	if len(r.dense.chars) == 0 {
		r.dense.fill(r.text)
	}
	d := &r.dense
	within, quotes := 0, r.quotes
	for i, c := range d.chars {
		if !lex.begins.has(c) || i+1 < len(d.chars) && !lex.pairs.may(c, d.chars[i+1]) {
			continue
		}
		for len(quotes) > 0 && quotes[0].to < int(d.at[i]) {
			quotes = quotes[1:]
		}
		if !quoted && len(quotes) > 0 && quotes[0].from < int(d.at[i]) {
			continue
		}
		for _, ref := range lex.byChar[c] {
			end := i + len(ref.run)
			if end > len(d.chars) || d.chars[end-1] != ref.run[len(ref.run)-1] || !slices.Equal(d.chars[i:end], ref.run) {
				continue
			}
			if end <= within {
				break // a part of a longer one: "等待超时" of "锁等待超时"
			}
			within = end
			if f.learns(ref.row) && !lex.negates(d.chars, i, end) && (ref.row == rowPartlyDone || !phraseTable[ref.row].noun || !beginsWith(d.chars[end:], lex.thingsAfter)) {
				f.note(ref.row)
				f.waited = f.waited || ref.row == int(meansTimeout)
			}
			break
		}
	}
}

const (
	// What stands before a run and denies it: "未被锁定", "没有重复". What
	// forbids ("请勿", "不可") does not.
	deniesBefore = "不 未 没 无 非 未被 没被 没有被 没有 并未 并非 不是 不会 不再 无需 不需要 不存在 没有任何 无任何 不必"
	// What follows a run and denies it.
	deniesAfter = "はありません はない はなかった ではありません していません しませんでした されていません されませんでした なし" +
		" 되지않 되어있지않 지않았 지않습 있지않 이없습 가없습 은없습 는없습 이없음 이아닙 已解除 已恢复 的可能性为零"
	// What makes of a run the name of a setting: "超时时间", "重复次数".
	thingsAfter = "设置 设定 配置 参数 时间 时长 阈值 选项 规则 策略 次数 字段 栏位 功能 按钮 页面 机制 名称 列表 管理 类型 级别 组 码 值 状态码 期限 天数 间隔 屏幕" +
		" 設定 値 秒数 時間 項目 名 機能 画面 회수 설정 값 옵션 횟수 필드 이름 항목 규칙"
)

func denseList(list string) [][]rune {
	var runs [][]rune
	for run := range strings.FieldsSeq(list) {
		runs = append(runs, makeDense(run).chars)
	}
	return runs
}

// negates reports whether what stands around the run denies it.
func (lex *lexicon) negates(chars []rune, from, to int) bool {
	for _, run := range lex.deniesBefore {
		if from >= len(run) && slices.Equal(chars[from-len(run):from], run) {
			return true
		}
	}
	return beginsWith(chars[to:], lex.deniesAfter)
}

func beginsWith(chars []rune, runs [][]rune) bool {
	for _, run := range runs {
		if len(run) <= len(chars) && slices.Equal(chars[:len(run)], run) {
			return true
		}
	}
	return false
}
