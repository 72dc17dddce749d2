package batch

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// WriteMarkdown writes the report as a Markdown document with tables, as GitHub
// and GitLab show them: the totals, and then a table for each outcome, in input
// order. All items are in it, or those with one of the given outcomes; the
// totals are those of the whole batch. What came from outside stands in code
// spans and cannot become a heading, a link, a mention or a cell of its own.
// Line breaks in it are shown as spaces.
//
// It is written as it is made and takes no memory of its own. The error is as
// for [Report.WriteJSON].
func (r *Report[K, Out]) WriteMarkdown(w io.Writer, only ...Outcome) error {
	if err := r.balanced(); err != nil {
		return err
	}
	j := newJSONWriter(w)
	j.text("# Batch ", mdCode(r.Name), ": ", string(r.Status), "\n\n")
	for _, n := range headNotes(r.Summary, only) {
		j.text("- ", mdNote(n), "\n")
	}
	c := r.Counts
	j.text("\n| Items | Succeeded | Skipped | Failed | In doubt | Not done |\n|---:|---:|---:|---:|---:|---:|\n")
	j.text(fmt.Sprintf("| %d | %d | %d | %d | %d | %d |\n", c.Read, c.Succeeded, c.Skipped, c.Failed, c.InDoubt, c.NotDone))
	for _, o := range r.shown(only) {
		title, remark := outcomeTitle(o)
		j.text("\n## ", title, " (", strconv.Itoa(c.Of(o)), ")\n\n")
		if remark != "" {
			j.text(remark, "\n\n")
		}
		if o == Succeeded {
			j.text("| Item | Line | Calls | How | Notes |\n|---|---:|---:|---|---|\n")
		} else {
			j.text("| Item | Line | Calls | Class | Code | Message | Notes |\n|---|---:|---:|---|---|---|---|\n")
		}
		for f := range r.forms(j, o) {
			mdRow(j, f)
		}
	}
	return j.flush()
}

func mdRow(j *jsonWriter, f *itemJSON) {
	j.text("| ", mdCode(f.ID), " | ", lineText(f.Line), " | ", strconv.Itoa(f.Attempts), " | ")
	switch {
	case f.Outcome == Succeeded:
		j.text(f.How.String(), " | ")
	case f.Error != nil:
		j.text(f.Error.Class, " | ", mdCode(string(f.Error.Code)), " | ", mdCode(f.Error.Message), " | ")
	default:
		j.text(" | | | ")
	}
	for i, n := range notesOf(f) {
		if i > 0 {
			j.text("<br>")
		}
		j.text(mdNote(n))
	}
	j.text(" |\n")
}

func mdNote(n note) string {
	if n.said == "" {
		return n.say
	}
	return n.say + ": " + mdCode(n.said)
}

func lineText(line int) string {
	if line == 0 {
		return ""
	}
	return strconv.Itoa(line)
}

// mdCode makes a code span of a text from outside: nothing in one is markup, a
// link or a mention. Where the text has what could end the span or the cell, it
// is an HTML element with every sign that might mean something as a number:
// whether a backslash before a pipe is escaped itself is read differently by
// different programs.
func mdCode(s string) string {
	s = strings.Join(strings.Fields(visible(s)), " ")
	switch {
	case s == "":
		return ""
	case !strings.ContainsAny(s, "`|\\"):
		return "`" + s + "`"
	}
	var b strings.Builder
	b.WriteString("<code>")
	for _, r := range s {
		if r < 0x80 && strings.ContainsRune("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", r) {
			fmt.Fprintf(&b, "&#%d;", r)
			continue
		}
		b.WriteRune(r)
	}
	b.WriteString("</code>")
	return b.String()
}
