package cli

import (
	"context"
	"os"

	"github.com/batchagent/batchagent/job"
)

// countMost is the largest file that is counted while the run is under way, in
// bytes: 0.4 s of one core for a CSV file, measured, beside the calls.
const countMost = 64 << 20

// readTwice: the items can be read once more, so that they can be counted
// without being taken from the run.
func readTwice(j *job.Job) bool {
	if j.Items.List {
		return true
	}
	info, err := os.Stat(j.Items.Path)
	return j.Items.File != "-" && err == nil && info.Mode().IsRegular()
}

// countRows is how many items there are, read a second time beside the run; 0:
// that would take too long, or cannot be known.
func countRows(ctx context.Context, j *job.Job) int {
	if !readTwice(j) {
		return 0
	}
	if info, err := os.Stat(j.Items.Path); !j.Items.List && (err != nil || info.Size() > countMost) {
		return 0
	}
	source, err := j.OpenItems()
	if err != nil {
		return 0
	}
	defer source.Close() //nolint:errcheck // it was only read
	n := 0
	for range source.Rows() {
		if n++; ctx.Err() != nil {
			return 0
		}
	}
	if source.Err() != nil {
		return 0
	}
	return n
}
