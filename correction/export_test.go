package correction

import "encoding/json"

// Broken is a schema that panics when it is asked.
type Broken struct{ Text string }

// JSON returns the text.
func (b Broken) JSON() json.RawMessage { return json.RawMessage(b.Text) }

// Validate panics.
func (Broken) Validate(any) error { panic("a broken schema") }

// GuardWith is Guard with another schema.
func GuardWith(req *Request, p *Proposal, s schema) ([]Change, error) { return guard(req, p, s, nil) }

// CorrectWith is the Correct of Rules with another schema.
func CorrectWith(req *Request, s schema) (*Proposal, error) { return (&rules{}).correct(req, s) }

// ReadLayout reads a layout, and a text by it; again is how it is written.
func ReadLayout(text, date string) (again, converted string, err error) {
	l, err := parseLayout(text)
	if err != nil {
		return "", "", err
	}
	to := toDate
	if l.timed() {
		to = toDateTime
	}
	converted, _ = l.convert(date, to)
	return l.String(), converted, nil
}
