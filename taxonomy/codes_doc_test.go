package taxonomy_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/taxonomy"
)

var update = flag.Bool("update", false, "write docs/codes.md anew")

// TestCodesDoc: docs/codes.md is the table of codes, class by class.
func TestCodesDoc(t *testing.T) {
	t.Parallel()
	const path = "../docs/codes.md"
	var b strings.Builder
	b.WriteString(codesIntro)
	for _, class := range taxonomy.Classes() {
		fmt.Fprintf(&b, "\n## %s\n\n| code | meaning |\n|---|---|\n", class)
		for _, info := range taxonomy.Codes() {
			if info.Class == class {
				fmt.Fprintf(&b, "| `%s` | %s |\n", info.Code, info.Meaning)
			}
		}
	}
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(b.String(), string(got)); diff != "" {
		t.Errorf("docs/codes.md is not the table of codes; go test ./taxonomy -run CodesDoc -update writes it:\n%s", diff)
	}
}

const codesIntro = `# Codes

Every failure has a code: what programs, rules and advice switch on, while
messages may change. The codes are stable. A tool may declare codes of its own.

A code stands under the class that it has unless more is known: a database's
lock that times out is ` + "`LOCKED`" + ` and TRANSIENT, since only time is needed, while
a record that somebody has open is ` + "`LOCKED`" + ` and RESOURCE_CONFLICT.
` + "`batchagent classify`" + ` shows both for any error. The table is
` + "`taxonomy.Codes()`" + `.
`
