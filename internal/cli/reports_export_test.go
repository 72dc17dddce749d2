package cli

import (
	"io"
	"strings"

	"github.com/batchagent/batchagent/job"
)

// HeadOfTable gives tests what a .csv report of a table starts with; "": it is
// no table that can be read, or none that our cells go with.
func HeadOfTable(text string) string {
	j, err := job.Parse("job.yaml", []byte("version: 1\ntool: {exec: {command: [x]}, effect: read_only}\nitems: {file: items.csv}\n"), &job.LoadOptions{
		Open: func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil },
	})
	if err != nil {
		return err.Error()
	}
	source, err := j.OpenItems()
	if err != nil {
		return ""
	}
	defer source.Close() //nolint:errcheck // it was only read
	table, ok := source.Table()
	if !ok {
		return ""
	}
	h, ok := headOf(&table, text[:min(len(text), maxSepLine)])
	if !ok {
		return ""
	}
	return h.first()
}
