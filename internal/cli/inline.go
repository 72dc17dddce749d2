package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/batchagent/batchagent/job"
)

// inline is a job of one line: an items file, and what to call in flags.
type inline struct {
	http, body string
	headers    []string
	effect, id string
	save       string // where to write it as a job file; "": nowhere

	text string // the job file that the flags amount to, "" without --http and once it is saved
}

func (n *inline) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&n.http, "http", "", `call this for each item of a file, as in "PATCH http://host/orders/{order_id}"`)
	flags.StringVar(&n.body, "body", "", `with --http: the body, as JSON, as in '{"deadline":"{deadline}"}'`)
	flags.StringArrayVarP(&n.headers, "header", "H", nil, `with --http: a header, "Name: value" (repeatable); secrets as ${env:NAME}`)
	flags.StringVar(&n.effect, "effect", "", "with --http: unsafe, idempotent or read_only")
	flags.StringVar(&n.id, "id", "", "with --http: the column that identifies an item (default: the one in the URL's path)")
	flags.StringVar(&n.save, "save-job", "", "with --http: write the job file that the flags amount to, and run it")
}

var (
	errNoHTTP   = errors.New("--body, --header, --effect, --id and --save-job go with --http")
	errNotJob   = errors.New("it is no job file; say what to call for its items, as in --http \"PATCH http://host/orders/{order_id}\"")
	errListed   = errors.New("it is a list of items and no job file; say what to call for each of them, as in --http \"PATCH http://host/orders/{order_id}\", or write a job file with its name under items")
	errBadBody  = errors.New("--body must be JSON")
	errSaveName = errors.New("--save-job: a job file's name ends in .yaml")
)

func isJobFile(path string) bool {
	return strings.HasSuffix(path, ".yaml") || strings.HasSuffix(path, ".yml")
}

// isList says whether a YAML file starts as a list does, which is never a job.
func isList(path string) bool {
	file, err := os.Open(path) //nolint:gosec // the user names the file
	if err != nil {
		return false
	}
	defer file.Close()    //nolint:errcheck // it was only read
	const most = 64 << 10 // of comments before it
	lines := bufio.NewScanner(io.LimitReader(file, most))
	lines.Buffer(nil, most)
	for lines.Scan() {
		line := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
		if rest, found := strings.CutPrefix(line, "---"); found {
			line = strings.TrimSpace(rest)
		}
		if line != "" && line[0] != '#' && line[0] != '%' {
			return line == "-" || line[0] == '[' || strings.HasPrefix(line, "- ")
		}
	}
	return false
}

// make checks the flags and makes the job. It returns the path of the job file:
// the argument, the one that keep will save, or "" for one that is only in
// memory.
func (n *inline) make(arg string) (string, error) {
	switch {
	case n.http == "" && (n.body != "" || len(n.headers) > 0 || n.effect != "" || n.id != "" || n.save != ""):
		return "", errNoHTTP
	case n.http == "" && isJobFile(arg) && isList(arg):
		return "", fmt.Errorf("%s: %w", arg, errListed)
	case n.http == "" && isJobFile(arg):
		return arg, nil
	case n.http == "":
		return "", fmt.Errorf("%s: %w", arg, errNotJob)
	case n.body != "" && !json.Valid([]byte(n.body)):
		return "", errBadBody
	case n.save != "" && !isJobFile(n.save):
		return "", errSaveName
	case n.save != "" && exists(n.save):
		return "", fmt.Errorf("--save-job %s: %w", n.save, fs.ErrExist)
	}
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("version: 1")
	line("name: %s", quote(strings.TrimSuffix(filepath.Base(arg), filepath.Ext(arg))))
	line("tool:")
	line("  http:")
	line("    request: %s", quote(n.http))
	if len(n.headers) > 0 {
		line("    headers:")
	}
	for _, header := range n.headers {
		name, value, ok := strings.Cut(header, ":")
		if !ok || strings.TrimSpace(name) == "" {
			return "", fmt.Errorf("%w: %q", errBadHeader, header)
		}
		line("      %s: %s", quote(strings.TrimSpace(name)), quote(strings.TrimSpace(value)))
	}
	if n.body != "" {
		line("    body: %s", compact(json.RawMessage(n.body))) // JSON is YAML
	}
	if n.effect != "" {
		line("  effect: %s", quote(n.effect))
	}
	items, err := n.items(arg)
	if err != nil {
		return "", err
	}
	if n.id != "" {
		line("items:\n  file: %s\n  id: %s", quote(items), quote(n.id))
	} else {
		line("items: %s", quote(items))
	}
	n.text = b.String()
	return n.save, nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// name is what messages call a job that is in memory. What is relative to it is
// relative to the file that it will be saved as.
func (n *inline) name() string { return filepath.Join(filepath.Dir(n.save), inlineName) }

const inlineName = "command line"

// inFlags names the flags in faults of a job that was made of flags, whose text
// with its lines and keys nobody has seen.
func inFlags(err error) error {
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		var all []error
		for _, one := range several.Unwrap() {
			all = append(all, inFlags(one))
		}
		return errors.Join(all...)
	}
	fault, ok := err.(*job.FileError) //nolint:errorlint // one that something was put around says where it is itself
	if !ok || filepath.Base(fault.File) != inlineName || fault.Option != "" {
		return err
	}
	if strings.HasPrefix(fault.Reason, "items.id is missing") {
		return &job.FileError{Option: "--id", Reason: "it is missing, and the path of the URL names no column; write which column identifies an item, as in --id order_id"}
	}
	for _, key := range [][2]string{
		{"tool.http.request", "--http"}, {"tool.http.headers", "--header"}, {"tool.http.body", "--body"}, {"tool.effect", "--effect"}, {"items.id", "--id"},
	} {
		rest, found := strings.CutPrefix(fault.Reason, key[0])
		if !found {
			continue
		}
		rest, named := strings.CutPrefix(rest, ": ")
		switch {
		case named:
		case strings.HasPrefix(rest, " "): // the key is the subject of the sentence
			rest = "it" + rest
		default: // it goes on, to a header or a member of the body
			rest = strings.TrimPrefix(rest, ".")
		}
		return &job.FileError{Option: key[1], Reason: rest}
	}
	return err
}

// keep saves the job, if that is wanted: as the last thing before it is used,
// so that only a job that can be run is saved.
func (n *inline) keep() error {
	if n.save == "" || n.text == "" {
		return nil
	}
	f, err := os.OpenFile(n.save, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644) //nolint:gosec // the user names it, and may share it
	if err != nil {
		return fmt.Errorf("--save-job: %w", err)
	}
	_, err = f.WriteString(n.text)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return fmt.Errorf("--save-job %s: %w", n.save, err)
	}
	n.text = "" // the file is the job now
	return nil
}

// items is the items file as the job file has to name it: relative to itself.
func (n *inline) items(arg string) (string, error) {
	if n.save == "" || arg == "-" || filepath.IsAbs(arg) {
		return arg, nil
	}
	dir, err := filepath.Abs(filepath.Dir(n.save))
	if err != nil {
		return "", fmt.Errorf("--save-job: %w", err)
	}
	file, err := filepath.Abs(arg)
	if err != nil {
		return "", fmt.Errorf("--save-job: %w", err)
	}
	if rel, err := filepath.Rel(dir, file); err == nil {
		return rel, nil
	}
	return file, nil
}

// quote writes a text as YAML and JSON do.
func quote(text string) string {
	raw, err := json.Marshal(text)
	if err != nil {
		return strconv.Quote(text) // a string always encodes
	}
	return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(raw))
}
