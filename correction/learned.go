package correction

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/batchagent/batchagent/internal/pointer"
	"github.com/batchagent/batchagent/taxonomy"
)

// LearnedRule is an edit that is made wherever the same is complained about. It
// has one of Date, Value and Rename. Its text form is that of job.WriteRules.
type LearnedRule struct {
	Tool string // the tool's name
	// Path is where it applies: a JSON Pointer in which "*" stands for every
	// element of a list, as in /items/*/due. For a renaming it is the object
	// that has the member, "" for the arguments themselves.
	Path string
	// Code is that of the complaint; "": whatever it is. A renaming that was
	// learned has none: that the name is wrong says it all.
	Code taxonomy.Code

	Date   *DateEdit
	Value  *ValueEdit
	Rename *NameEdit
}

// DateEdit converts the way in which dates or times are written.
type DateEdit struct {
	// From is the way they are written, such as D-M-YYYY: D and M are a day
	// and a month of one or two digits, DD and MM of two, YYYY a year, h, m and
	// s a time of day and Z its offset from UTC. Anything else stands for
	// itself; letters stand in single quotes.
	From string
	To   string // "date" or "date-time", of RFC 3339
}

// ValueEdit puts one exact value in the place of another. Both are scalars;
// numbers are compared as they are written.
type ValueEdit struct{ From, To json.RawMessage }

// NameEdit gives a member another name, with the value it has.
type NameEdit struct{ From, To string }

// Validate reports what is wrong with the rule, or nil.
func (r *LearnedRule) Validate() error {
	_, err := r.compile()
	return err
}

var (
	errNoTool  = errors.New("a learned rule needs the name of its tool")
	errPath    = errors.New("the path of a learned rule is a JSON Pointer, such as /deadline or /items/*/due")
	errOneEdit = errors.New("a learned rule has exactly one of date, value and rename")
	errNotUTF8 = errors.New("a learned rule is text in UTF-8, as arguments are")
	errNames   = errors.New("a renaming needs two different names")
	errValues  = errors.New("a value that is replaced, and its replacement, are two different texts, numbers or booleans, or null")
	errDateTo  = errors.New(`dates are converted to "date" or to "date-time"`)
)

// learnedRule is one that can be applied.
type learnedRule struct {
	LearnedRule
	parts    []string // of the path
	layout   layout
	from, to any // of a value
}

func (r *LearnedRule) compile() (*learnedRule, error) {
	c := &learnedRule{LearnedRule: *r}
	edits := 0
	for _, has := range []bool{r.Date != nil, r.Value != nil, r.Rename != nil} {
		if has {
			edits++
		}
	}
	switch {
	case r.Tool == "":
		return nil, errNoTool
	case edits != 1:
		return nil, errOneEdit
	case !utf8.ValidString(r.Tool + r.Path + string(r.Code)), r.Rename != nil && !utf8.ValidString(r.Rename.From+r.Rename.To), r.Date != nil && !utf8.ValidString(r.Date.From):
		return nil, errNotUTF8
	case r.Path != "" && r.Path[0] != '/', r.Path == "" && r.Rename == nil:
		return nil, errPath
	}
	c.parts = pointer.Split(r.Path)
	switch {
	case r.Rename != nil:
		own := *r.Rename
		if c.Rename = &own; own.From == own.To || own.From == "" || own.To == "" {
			return nil, errNames
		}
	case r.Date != nil:
		own := *r.Date
		if c.Date = &own; own.To != toDate && own.To != toDateTime {
			return nil, errDateTo
		}
		var err error
		if c.layout, err = parseLayout(own.From); err != nil {
			return nil, err
		}
		if c.layout.timed() != (own.To == toDateTime) {
			return nil, fmt.Errorf("%s has %s, and is converted to %s; a date is none, and a time never loses its hour", own.From, map[bool]string{true: "a time of day", false: "no time of day"}[c.layout.timed()], own.To)
		}
	case r.Value != nil:
		c.Value = &ValueEdit{From: slices.Clone(r.Value.From), To: slices.Clone(r.Value.To)}
		var errFrom, errTo error
		c.from, errFrom = scalarOf(r.Value.From)
		c.to, errTo = scalarOf(r.Value.To)
		if errFrom != nil || errTo != nil || identical(c.from, c.to) {
			return nil, errValues
		}
	}
	return c, nil
}

// edit is what one rule does at one place.
type edit struct {
	at    string // of what is replaced or removed
	to    string // "": the same place; else where it moves
	value any
	rule  *learnedRule
}

// edits returns what the rule does to args, where there is a complaint.
func (r *learnedRule) edits(args any, c *complaints) []edit {
	var found []edit
	complained := func(path string) bool { return c.match(path, r.Code) }
	expand(args, r.parts, "", func(at string, v any) {
		if r.Rename != nil {
			holder, _ := v.(map[string]any) // nothing else has members
			value, has := holder[r.Rename.From]
			_, taken := holder[r.Rename.To]
			from, to := pointer.Join(at, r.Rename.From), pointer.Join(at, r.Rename.To)
			if has && !taken && (complained(from) || complained(to)) {
				found = append(found, edit{from, to, value, r})
			}
			return
		}
		if to, ok := r.replacement(v); ok && complained(at) {
			found = append(found, edit{at, "", to, r})
		}
	})
	return found
}

// replacement is what the rule puts in the place of v.
func (r *learnedRule) replacement(v any) (any, bool) {
	if r.Value != nil {
		return r.to, identical(v, r.from)
	}
	if text, ok := v.(string); ok && r.Date != nil {
		date, ok := r.layout.convert(text, r.Date.To)
		return date, ok && date != text
	}
	return nil, false
}

// expand calls f for every place that a path with "*" names.
func expand(v any, parts []string, at string, f func(at string, v any)) {
	if len(parts) == 0 {
		f(at, v)
		return
	}
	switch v := v.(type) {
	case map[string]any:
		if value, ok := v[parts[0]]; ok {
			expand(value, parts[1:], pointer.Join(at, parts[0]), f)
		}
	case []any:
		for i, element := range v {
			if name := strconv.Itoa(i); parts[0] == anyElement || parts[0] == name {
				expand(element, parts[1:], pointer.Join(at, name), f)
			}
		}
	}
}

// anyElement stands for every index of a list. A member of that name is meant
// where there is an object.
const anyElement = "*"

// generalised is path with "*" for the indexes of lists.
func generalised(doc any, path string) string {
	parts := pointer.Split(path)
	for i, part := range parts {
		if elements, ok := doc.([]any); ok {
			if _, ok := indexOf(part, len(elements)); ok {
				parts[i] = anyElement
			}
		}
		doc, _ = lookup(doc, []string{part})
	}
	return pointer.Of(parts...)
}

// key identifies the rule by all that it is.
func (r *learnedRule) key() string {
	b := []string{r.Tool, r.Path, string(r.Code)}
	switch {
	case r.Date != nil:
		b = append(b, "date", r.layout.String(), r.Date.To)
	case r.Value != nil:
		b = append(b, "value", string(write(r.from)), string(write(r.to)))
	case r.Rename != nil:
		b = append(b, "rename", r.Rename.From, r.Rename.To)
	}
	for i := range b {
		b[i] = strconv.Quote(b[i])
	}
	return strings.Join(b, " ")
}

// public is the rule as it is handed out: nothing of it is shared.
func (r *learnedRule) public() LearnedRule {
	again, err := r.compile()
	if err != nil {
		panic(err) // it was compiled before
	}
	return again.LearnedRule
}
