package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/batchagent/batchagent/job"
	"github.com/batchagent/batchagent/tool"
	"github.com/batchagent/batchagent/tool/mcptool"
)

func newTools(s *console) *cobra.Command {
	var f jobFlags
	cmd := &cobra.Command{
		Use:   "tools JOB.yaml | tools SPEC",
		Short: "Show the tools of a job file or of an OpenAPI spec, with their arguments and effects",
		Long: `tools shows what a job file calls: its arguments, and what calling it twice
does. Of an MCP server all tools are shown, and of an OpenAPI spec all operations.
No tool is called.`,
		Example: `  batchagent tools deadlines.yaml
  batchagent tools orders.openapi.yaml
  batchagent tools deadlines.yaml --json`,
		Args: oneJob,
		RunE: func(cmd *cobra.Command, args []string) error {
			if isSpec(args[0]) {
				return f.listSpec(s, args[0])
			}
			return f.listTools(cmd.Context(), s, args[0])
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&f.set, "set", nil, "set a key of the job file, such as tool.effect=unsafe (repeatable)")
	flags.BoolVar(&f.json, "json", false, "print JSON")
	flags.StringVar(&f.logLevel, "log-level", "warn", "debug, info, warn or error")
	flags.StringVar(&f.logFormat, "log-format", "text", "text or json")
	return cmd
}

// toolLine is one tool as it is shown.
type toolLine struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Effect      string          `json:"effect"`
	EffectFrom  string          `json:"effect_from"` // job file, method, server's hint, or nothing
	Calls       string          `json:"calls,omitempty"`
	Job         bool            `json:"job"` // it is the one that the job calls
	Locked      []string        `json:"locked,omitempty"`
	Schema      json.RawMessage `json:"schema,omitempty"`
	Problem     string          `json:"problem,omitempty"` // why it cannot be called
}

func (f *jobFlags) listTools(ctx context.Context, s *console, path string) error {
	logger, err := f.logger(s.err)
	if err != nil {
		return usage(err)
	}
	f.rehearsal = true
	lines, err := f.serverLines(ctx, path, logger)
	if err != nil {
		return cannot(err)
	}
	if lines == nil {
		j, box, err := f.open(ctx, path, logger)
		if err != nil {
			return usage(err)
		}
		defer box.close()
		if lines, err = box.lines(ctx, j); err != nil {
			return cannot(err)
		}
	}
	if f.json {
		return json.NewEncoder(s.out).Encode(map[string]any{"version": 1, "tools": lines})
	}
	for i := range lines {
		if i > 0 {
			s.out.printf("\n")
		}
		lines[i].show(s.out)
	}
	return nil
}

// serverLines lists the tools of an MCP server for a job file that names none of
// them yet, which is what its author asks for; nil: it is no such file.
func (f *jobFlags) serverLines(ctx context.Context, path string, logger *slog.Logger) ([]toolLine, error) {
	_, err := f.load(path, nil)
	fault, ok := errors.AsType[*job.FileError](err)
	if !ok || !strings.HasPrefix(fault.Reason, "tool.mcp.tool is missing") {
		return nil, nil
	}
	named := *f
	named.set = append(slices.Clip(f.set), "tool.mcp.tool=none")
	j, err := named.load(path, nil)
	if err != nil {
		return nil, nil // there are other faults, which the caller reports with this one
	}
	b := &builder{j: j, box: &toolbox{}, env: &environment{}, logger: logger, servers: map[string]*mcptool.Server{}}
	defer func() { b.box.close() }()
	server, err := b.server(ctx, j.Tool.MCP)
	if err != nil {
		return nil, err
	}
	infos, err := server.Tools(ctx)
	if err != nil {
		return nil, err
	}
	lines := make([]toolLine, 0, len(infos))
	for _, info := range infos {
		lines = append(lines, lineOf(&info))
	}
	return lines, nil
}

// lineOf describes a tool of a server.
func lineOf(info *mcptool.ToolInfo) toolLine {
	return toolLine{
		Name: info.Name, Description: info.Description, Effect: info.Effect.String(), EffectFrom: hintOf(info), Schema: info.Schema,
	}
}

// hintOf says where the effect of a server's tool comes from.
func hintOf(info *mcptool.ToolInfo) string {
	if info.Hinted {
		return "the server's hint"
	}
	return "nothing, so it is the careful guess"
}

// lines describes the job's tool first, and then the others of its server.
func (b *toolbox) lines(ctx context.Context, j *job.Job) ([]toolLine, error) {
	spec := b.tool.Spec()
	first := toolLine{
		Name: spec.Name, Description: spec.Description, Effect: spec.Effect.String(), EffectFrom: "the job file", Job: true,
		Locked: spec.Locked, Schema: spec.Schema, Calls: calls(j),
	}
	lines := []toolLine{first}
	if b.server == nil {
		if j.Tool.HTTP != nil && !j.EffectGiven() {
			lines[0].EffectFrom = "the method " + j.Tool.HTTP.Method
		}
		if b.spec != nil {
			lines[0].Calls = b.spec.details.Method + " " + b.spec.details.Path + " of " + b.spec.path
			if !j.EffectGiven() {
				lines[0].EffectFrom = "the method " + b.spec.details.Method
			}
		}
		return lines, nil
	}
	infos, err := b.server.Tools(ctx)
	if err != nil {
		return nil, err
	}
	for _, info := range infos {
		if info.Name == j.Tool.MCP.Tool {
			if !j.EffectGiven() {
				lines[0].EffectFrom = hintOf(&info)
			}
			continue
		}
		lines = append(lines, lineOf(&info))
	}
	return lines, nil
}

// calls says in a line what the tool does.
func calls(j *job.Job) string {
	t := &j.Tool
	switch {
	case t.OpenAPI != nil:
		return t.OpenAPI.Operation + " of " + t.OpenAPI.Spec
	case t.Exec != nil:
		words := make([]string, len(t.Exec.Command))
		for i, word := range t.Exec.Command {
			words[i] = shellWord(word)
		}
		return strings.Join(words, " ")
	case t.MCP != nil:
		if t.MCP.URL != "" {
			return "tool " + t.MCP.Tool + " of " + t.MCP.URL
		}
		return "tool " + t.MCP.Tool + " of " + strings.Join(t.MCP.Command, " ")
	}
	return t.HTTP.Method + " " + t.HTTP.URL
}

func (l *toolLine) show(w *printer) {
	w.printf("%s\n", l.Name)
	if l.Description != "" {
		for _, line := range wrapWords(l.Description, 76) {
			w.printf("  %s\n", line)
		}
	}
	if l.Calls != "" {
		w.printf("  calls:     %s\n", l.Calls)
	}
	if l.Effect == "" {
		w.printf("  effect:    said by %s\n", l.EffectFrom)
	} else {
		w.printf("  effect:    %s (by %s)\n", l.Effect, l.EffectFrom)
	}
	if l.Problem != "" {
		for i, line := range wrapWords("cannot be called: "+l.Problem, 76) {
			w.printf("%s%s\n", []string{"  ", "    "}[min(i, 1)], line)
		}
		return
	}
	schema, err := tool.CompileSchema(l.Schema)
	if err != nil {
		w.printf("  arguments: the schema cannot be used: %v\n", err)
		return
	}
	var doc struct {
		Required   []string
		Properties map[string]struct {
			Type        any
			Format      string
			Description string
			Enum        []any
		}
	}
	_ = json.Unmarshal(schema.JSON(), &doc) // a schema may as well be true
	names := schema.Properties()
	if len(names) == 0 {
		w.printf("  arguments: none that the schema names\n")
		return
	}
	w.printf("  arguments:\n")
	wide := 0
	for _, name := range names {
		wide = max(wide, len(name))
	}
	for _, name := range names {
		p := doc.Properties[name]
		facts := []string{typeWords(p.Type)}
		if p.Format != "" {
			facts[0] += " (" + p.Format + ")"
		}
		if len(p.Enum) > 0 {
			facts = append(facts, fmt.Sprintf("one of %v", p.Enum))
		}
		if slices.Contains(doc.Required, name) {
			facts = append(facts, "required")
		}
		if slices.Contains(l.Locked, name) {
			facts = append(facts, "never corrected")
		}
		w.printf("    %-*s  %s\n", wide, name, strings.Join(facts, ", "))
	}
}

// typeWords prints the type of a JSON Schema.
func typeWords(t any) string {
	switch t := t.(type) {
	case string:
		return t
	case []any:
		words := make([]string, len(t))
		for i, one := range t {
			words[i] = fmt.Sprint(one)
		}
		return strings.Join(words, " or ")
	}
	return "anything"
}
