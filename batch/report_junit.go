package batch

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/batchagent/batchagent/executor"
)

// WriteJUnit writes the report as JUnit XML, as CI servers read it: the batch is
// a test suite and each item, in input order, a test case. A failed item is a
// failure; one in doubt is an error; skipped ones and those not done are
// skipped, with a message. All items are in it, or those with one of the given
// outcomes: then the numbers of the suite are those of what is in it, because
// readers compare them, and the whole batch's stand in its properties. There is
// no standard; this keeps to the elements, their order and the attributes that
// the descriptions of what Jenkins reads have in common. A case has no time,
// because that of an item is not measured.
//
// A batch that was stopped, or whose input broke off, says so in the suite's
// system-err, for which there is no test case: look at the exit status, too.
//
// It is valid XML 1.0 whatever the tool has said; characters that XML cannot
// hold are left out. It is written as it is made and takes no memory of its
// own. The error is as for [Report.WriteJSON].
func (r *Report[K, Out]) WriteJUnit(w io.Writer, only ...Outcome) error {
	if err := r.balanced(); err != nil {
		return err
	}
	j := newJSONWriter(w)
	h := r.head()
	var n Counts
	for _, o := range r.shown(only) {
		addTo(&n, o, r.Counts.Of(o))
	}
	seconds := strconv.FormatFloat(r.Elapsed.Seconds(), 'f', 3, 64)
	numbers := fmt.Sprintf(` tests="%d" failures="%d" errors="%d" time="%s"`, n.Read, n.Failed, n.InDoubt, seconds)
	suite := xmlText(r.Name)
	j.text(xml.Header, `<testsuites name="`, suite, `"`, numbers, ">\n",
		`<testsuite name="`, suite, `"`, numbers, ` skipped="`, strconv.Itoa(n.Skipped+n.NotDone), `"`)
	if !r.Started.IsZero() {
		// The schema's form of a date and time has no zone; it is UTC.
		j.text(` timestamp="`, r.Started.UTC().Format("2006-01-02T15:04:05"), `"`)
	}
	j.text(">\n<properties>\n")
	property := func(name, value string) {
		j.text(`<property name="`, name, `" value="`, xmlText(value), "\"/>\n")
	}
	property("run", h.Run)
	property("status", string(h.Status))
	property("calls", strconv.Itoa(h.Calls))
	property("read", strconv.Itoa(h.Counts.Read))
	for _, o := range executor.Outcomes() {
		property(o.String(), strconv.Itoa(h.Counts.Of(o)))
	}
	j.text("</properties>\n")
	for f := range r.forms(j, only...) {
		junitCase(j, suite, f)
	}
	if r.stopped != nil || r.Abort != nil || r.SourceErr != nil {
		j.text("<system-err>", xmlText(r.Line()), "</system-err>\n")
	}
	j.text("</testsuite>\n</testsuites>\n")
	return j.flush()
}

// addTo counts k items more.
func addTo(c *Counts, o Outcome, k int) {
	c.Read += k
	switch o {
	case Succeeded:
		c.Succeeded += k
	case Skipped:
		c.Skipped += k
	case Failed:
		c.Failed += k
	case InDoubt:
		c.InDoubt += k
	case NotDone:
		c.NotDone += k
	}
}

func junitCase(j *jsonWriter, suite string, f *itemJSON) {
	j.text(`<testcase name="`, xmlText(f.ID), `" classname="`, suite, `"`)
	element := ""
	switch f.Outcome {
	case Succeeded:
		j.text("/>\n")
		return
	case Failed:
		element = "failure"
	case InDoubt:
		element = "error"
	case Skipped, NotDone:
		element = "skipped"
	}
	message, class := f.Reason, ""
	if f.Error != nil {
		message, class = string(f.Error.Code)+": "+f.Error.Message, f.Error.Class
	}
	j.text("><", element)
	if element != "skipped" { // the schema gives it no type
		j.text(` type="`, class, `"`)
	}
	j.text(` message="`, xmlText(f.Outcome.String()+": "+message), `">`)
	var lines []string
	if f.Line > 0 {
		lines = append(lines, "line "+strconv.Itoa(f.Line))
	}
	lines = append(lines, "calls: "+strconv.Itoa(f.Attempts))
	for _, n := range notesOf(f) {
		if n.said != "" {
			n.say += ": " + n.said
		}
		lines = append(lines, n.say)
	}
	if f.Params != nil {
		lines = append(lines, "arguments: "+string(f.Params))
	}
	text := strings.ReplaceAll(xmlText(strings.Join(lines, "\n")), "&#xA;", "\n") // needed in attributes alone
	j.text(text, "</", element, "></testcase>\n")
}

// xmlText escapes a text for an attribute or an element's content.
func xmlText(s string) string {
	var b strings.Builder
	// It never fails: a Builder takes everything.
	_ = xml.EscapeText(&b, []byte(visible(s)))
	return b.String()
}
