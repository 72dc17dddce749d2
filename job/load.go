package job

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/batchagent/batchagent/internal/nearest"
)

// LoadOptions changes how a job file is read. Nil is every zero.
type LoadOptions struct {
	// Set are overrides "key=value" with dots in the key, such as "on.permission=fail". They are
	// applied to the file before it is checked, in order, and faults in them name "--set key".
	// Relative paths in them are relative to the job file too.
	Set []string
	// Schema is the schema of the arguments where the file has none: that of an MCP server's tool,
	// which is known only when the server has been asked.
	Schema json.RawMessage
	// Operation is the operation of the job, where it is one of a spec; see [Job.NeedsOperation].
	Operation *Operation
	// LookupEnv gives environment variables; nil is os.LookupEnv. Loading only asks whether each
	// ${env:NAME} is set: a caller that will not call the tool may say yes to all.
	LookupEnv func(name string) (value string, ok bool)
	// Open opens items files; nil is os.Open, and os.Stdin for "-".
	Open func(path string) (io.ReadCloser, error)
}

type opener func(path string) (io.ReadCloser, error)

// Load reads and checks the job file at path. The error joins a [*FileError] for each fault.
func Load(path string, opts *LoadOptions) (*Job, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, &FileError{File: path, Reason: reason(err) + neighbour(path, err)}
	}
	return Parse(path, data, opts)
}

func openFile(path string) (io.ReadCloser, error) {
	if path == stdinName {
		return io.NopCloser(os.Stdin), nil
	}
	return os.Open(path) //nolint:gosec // the user names the file
}

func readFile(path string) ([]byte, error) {
	file, err := os.Open(path) //nolint:gosec // the user names the file
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // it was only read
	return io.ReadAll(io.LimitReader(file, 2*maxFile))
}

// neighbour completes the sentence about a file that does not exist: with one in its folder that has
// nearly its name.
func neighbour(path string, err error) string {
	if !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return "" // there is no such folder either
	}
	names := make([]string, 0, len(entries))
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	if near, found := nearest.Nearest(filepath.Base(path), names); found {
		return fmt.Sprintf("; did you mean %s?", short(near))
	}
	return ""
}

// reason is what went wrong with a file, without its name.
func reason(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such file"
	case errors.Is(err, fs.ErrPermission):
		return "the file may not be read"
	}
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return "the file cannot be read: " + pe.Err.Error()
	}
	return "the file cannot be read: " + err.Error()
}

// Parse checks data as the job file called name, which is used for messages, for the default name
// of the job, and for paths relative to it. The error joins a [*FileError] for each fault.
func Parse(name string, data []byte, opts *LoadOptions) (*Job, error) {
	if opts == nil {
		opts = &LoadOptions{}
	}
	c := &checker{
		faults:    &faults{file: name},
		lookupEnv: opts.LookupEnv,
		job:       defaults(name),
		meant:     map[string]bool{},
		given:     opts.Schema,
		operation: opts.Operation,
	}
	if c.lookupEnv == nil {
		c.lookupEnv = os.LookupEnv
	}
	if c.operation != nil {
		c.given = c.operation.Schema
	}
	c.job.loaded.file, c.job.loaded.open = name, opts.Open
	if opts.Open == nil {
		c.job.loaded.open = openFile
	}
	if root, ok := readYAML(c.faults, data); ok {
		if root.kind == mappingNode && root.unquoted == "" {
			apply(c.faults, root, opts.Set)
			c.file(root)
		} else if root.kind != brokenNode {
			c.add(root.pos, `a job file is a mapping that starts with "version: 1", and %s`, root.what())
		}
	}
	if len(c.all) > 0 {
		return nil, c.err()
	}
	return c.job, nil
}

// defaults are the ones that the format documents.
func defaults(file string) *Job {
	base := filepath.Base(file)
	return &Job{
		Name:       strings.TrimSuffix(base, filepath.Ext(base)),
		Tool:       Tool{Timeout: 30 * time.Second},
		Correction: Correction{Rules: true},
		Retry:      Retry{Attempts: 3, Initial: 500 * time.Millisecond, Max: 30 * time.Second, MaxWait: 5 * time.Minute},
		Breaker:    Breaker{Failures: 5, Open: 30 * time.Second},
		Pace:       Pace{Concurrency: 4},
		Shutdown:   Shutdown{Grace: 10 * time.Second},
		loaded:     &loaded{},
	}
}

// file checks the whole of it.
func (c *checker) file(root *node) {
	c.root, c.job.loaded.root = root, root
	c.section(root, "")
	c.version(root.get("version"), root.pos)
	if n := root.get("name"); n != nil {
		c.name(n)
	}
	if n := root.get("description"); n != nil {
		c.job.Description, _ = c.text(n, "description")
	}
	c.tool(root.get("tool"), root.pos)
	c.params(root.get("params"))
	c.items(root.get("items"), root.pos)
	c.policies(root)
	c.correction(root.get("correction"))
}

func (c *checker) version(n *node, top position) {
	switch {
	case n == nil:
		c.missing(top, "version", `write "version: 1" at the top`)
	case n.kind == brokenNode:
	case n.kind == numberNode && n.text != "1":
		c.add(n.pos, "version must be 1, and not %s", n.text)
	case n.kind != numberNode:
		c.add(n.pos, "version must be 1, and %s", n.what())
	}
}

func (c *checker) name(n *node) {
	text, ok := c.text(n, "name")
	switch {
	case !ok:
	case strings.TrimSpace(text) == "":
		c.add(n.pos, "name is empty; give it a value or leave the key out")
	case strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }):
		c.add(n.pos, "name must be one line, without control characters")
	default:
		c.job.Name = text
	}
}

// policies checks the sections that have defaults and nothing else.
func (c *checker) policies(root *node) {
	j := c.job
	if n := root.get("on"); c.section(n, "on") {
		choice(c, n.get("conflict"), "on.conflict", &j.On.Conflict, conflictNames(), "defer")
		choice(c, n.get("permission"), "on.permission", &j.On.Permission, permissionNames())
		choice(c, n.get("input"), "on.input", &j.On.Input, inputNames())
		choice(c, n.get("fatal"), "on.fatal", &j.On.Fatal, fatalNames())
	}
	if n := root.get("retry"); c.section(n, "retry") {
		c.number(n.get("attempts"), "retry.attempts", &j.Retry.Attempts)
		c.duration(n.get("initial"), "retry.initial", 0, &j.Retry.Initial)
		c.duration(n.get("max"), "retry.max", 1, &j.Retry.Max)
		c.duration(n.get("max_wait"), "retry.max_wait", 0, &j.Retry.MaxWait)
		if j.Retry.Initial > j.Retry.Max {
			pos := n.pos
			if e := cmp.Or(n.entry("initial"), n.entry("max")); e != nil {
				pos = e.value.pos
			}
			c.add(pos, "retry.initial (%s) is longer than retry.max (%s)", j.Retry.Initial, j.Retry.Max)
		}
	}
	if n := root.get("breaker"); c.section(n, "breaker") {
		c.number(n.get("failures"), "breaker.failures", &j.Breaker.Failures)
		c.duration(n.get("open"), "breaker.open", 1, &j.Breaker.Open)
	}
	if n := root.get("pace"); c.section(n, "pace") {
		c.number(n.get("concurrency"), "pace.concurrency", &j.Pace.Concurrency)
	}
	if n := root.get("shutdown"); c.section(n, "shutdown") {
		c.duration(n.get("grace"), "shutdown.grace", 0, &j.Shutdown.Grace)
	}
}
