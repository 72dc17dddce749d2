package batch

import "io"

// WriteJSONL writes the items alone, a JSON object a line, in input order: all,
// or those with one of the given outcomes. Their members are those of the items
// of [Report.WriteJSON], and what is said there about numbers, memory and
// errors holds here too.
func (r *Report[K, Out]) WriteJSONL(w io.Writer, only ...Outcome) error {
	if err := r.balanced(); err != nil {
		return err
	}
	j := newJSONWriter(w)
	for _, item := range r.Items(only...) {
		if err := writeItem(j, &item); err != nil {
			return err
		}
		j.text("\n")
		if j.err != nil {
			break
		}
	}
	return j.flush()
}
