package batch

import (
	"html"
	"io"
	"strconv"
)

// htmlStyle is the whole of the page's appearance: nothing is loaded.
const htmlStyle = `
:root{color-scheme:light dark}
body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:80rem;padding:0 1rem}
table{border-collapse:collapse;width:100%;margin:.5rem 0 1.5rem}
th,td{border-bottom:1px solid #8886;padding:.3rem .6rem;text-align:left;vertical-align:top;overflow-wrap:anywhere;unicode-bidi:isolate}
th{white-space:nowrap}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
code{font-family:ui-monospace,monospace;font-size:.9em;white-space:pre-wrap}
ul{padding-left:1.2rem;margin:0}
.o{border-left:.4rem solid #8888;padding-left:.6rem}
.succeeded{border-color:#2a8f4a}.skipped{border-color:#b08800}.failed{border-color:#c33}.in_doubt{border-color:#a3c}.not_done{border-color:#888}
`

// htmlPolicy forbids the page to load or to run anything.
const htmlPolicy = "default-src 'none'; style-src 'unsafe-inline'"

// WriteHTML writes the report as one HTML page that stands alone: it loads
// nothing and has no scripts. There are the totals, and a table for each
// outcome, in input order, with the arguments (if they were kept, see
// Options.KeepArgs) and the values. All items are in it, or those with one of
// the given outcomes; the totals are those of the whole batch.
//
// It is written as it is made and takes no memory of its own. The error is as
// for [Report.WriteJSON].
func (r *Report[K, Out]) WriteHTML(w io.Writer, only ...Outcome) error {
	if err := r.balanced(); err != nil {
		return err
	}
	j := newJSONWriter(w)
	title := htmlText(r.Name) + ": " + string(r.Status)
	j.text("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
		`<meta http-equiv="Content-Security-Policy" content="`, htmlPolicy, "\">\n",
		`<meta name="viewport" content="width=device-width, initial-scale=1">`,
		"\n<title>", title, "</title>\n<style>", htmlStyle, "</style>\n</head>\n<body>\n<h1>", title, "</h1>\n")
	htmlNotes(j, headNotes(r.Summary, only))
	c := r.Counts
	j.text(`<table><thead><tr><th class="n">Items<th class="n">Succeeded<th class="n">Skipped<th class="n">Failed<th class="n">In doubt<th class="n">Not done</thead>`, "\n<tr>")
	for _, n := range []int{c.Read, c.Succeeded, c.Skipped, c.Failed, c.InDoubt, c.NotDone} {
		j.text(`<td class="n">`, strconv.Itoa(n))
	}
	j.text("\n</table>\n")
	for _, o := range r.shown(only) {
		title, remark := outcomeTitle(o)
		j.text(`<section id="`, o.String(), "\">\n", `<h2 class="o `, o.String(), `">`, title, " (", strconv.Itoa(c.Of(o)), ")</h2>\n")
		if remark != "" {
			j.text("<p>", remark, "</p>\n")
		}
		j.text(`<table><thead><tr><th>Item<th class="n">Line<th class="n">Calls`)
		if o == Succeeded {
			j.text("<th>How<th>Notes<th>Arguments<th>Value</thead>\n")
		} else {
			j.text("<th>Error<th>Message<th>Notes<th>Arguments</thead>\n")
		}
		for f := range r.forms(j, o) {
			htmlRow(j, f)
		}
		j.text("</table>\n</section>\n")
	}
	j.text("</body>\n</html>\n")
	return j.flush()
}

func htmlRow(j *jsonWriter, f *itemJSON) {
	j.text("<tr><td>", htmlCode(f.ID), `<td class="n">`, lineText(f.Line), `<td class="n">`, strconv.Itoa(f.Attempts), "<td>")
	switch {
	case f.Outcome == Succeeded:
		j.text(f.How.String())
	case f.Error != nil:
		j.text(f.Error.Class, " ", htmlCode(string(f.Error.Code)), "<td>", htmlText(f.Error.Message))
	default:
		j.text("<td>")
	}
	j.text("<td>")
	htmlNotes(j, notesOf(f))
	j.text("<td>", htmlCode(string(f.Params)))
	if f.Outcome == Succeeded {
		j.text("<td>", htmlCode(string(f.Value)))
	}
	j.text("\n")
}

func htmlNotes(j *jsonWriter, notes []note) {
	if len(notes) == 0 {
		return
	}
	j.text("<ul>")
	for _, n := range notes {
		j.text("<li>", n.say)
		if n.said != "" {
			j.text(": ", htmlCode(n.said))
		}
	}
	j.text("</ul>")
}

func htmlCode(s string) string {
	if s == "" {
		return ""
	}
	return "<code>" + htmlText(s) + "</code>"
}

// htmlText escapes a text for an element's content or a quoted attribute, and
// it is put nowhere else. (html/template would do the same with more knowledge,
// but takes along the reflection of text/template, for which every program that
// imports this package would keep all of its exported methods.)
func htmlText(s string) string { return html.EscapeString(visible(s)) }
