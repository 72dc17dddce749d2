package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
)

// TestReadmeYourOwnList: the files of the section are written, its commands run
// in their folder, and what it shows of their output is in there.
func TestReadmeYourOwnList(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(readme), "## Your own list\n")
	section, _, _ = strings.Cut(section, "\n## ")
	dir := t.TempDir()
	blocks := regexp.MustCompile("(?ms)^<!-- (file|run): (.*?) -->\n```\\w*\n(.*?)^```$").FindAllStringSubmatch(section, -1)
	if len(blocks) < 5 {
		t.Fatalf("%d blocks in\n%s", len(blocks), section)
	}
	for _, b := range blocks {
		kind, name, text := b[1], b[2], b[3]
		if kind == "file" {
			mode := os.FileMode(0o600)
			switch filepath.Ext(name) {
			case ".csv": // as Excel saves it
				if text, err = charmap.Windows1252.NewEncoder().String(strings.ReplaceAll(text, "\n", "\r\n")); err != nil {
					t.Fatal(err)
				}
			case ".sh":
				mode = 0o700
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), mode); err != nil {
				t.Fatal(err)
			}
			continue
		}
		exe, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), exe, strings.Fields(name)...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), beCommand+"=1", "LC_ALL=C")
		out, _ := cmd.CombinedOutput() // the status is that of the rows
		if !strings.Contains(string(out), text) {
			t.Errorf("batchagent %s: the README shows\n%s\nand it prints\n%s", name, text, out)
		}
	}
}
