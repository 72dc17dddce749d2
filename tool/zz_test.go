package tool_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"
	"syscall"
	"testing"

	"github.com/batchagent/batchagent/tool"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

func cpu() int64 { var u syscall.Rusage; syscall.Getrusage(1, &u); return u.Utime.Nano() + u.Stime.Nano() }
func TestZZ(t *testing.T) {
	runtime.LockOSThread()
	debug.SetGCPercent(400)
	f := tool.Must(tool.New(spec(""), benchFunc))
	ff := tool.Must(tool.New(spec(`{"type":"object","required":["id","deadline"],"additionalProperties":false,"properties":{"id":{"type":"string"},"deadline":{"type":"string","format":"date"},"qty":{"type":"integer","minimum":1}}}`), benchFunc))
	doc, _ := jsonschema.UnmarshalJSON(bytes.NewReader(f.Spec().Schema))
	c := jsonschema.NewCompiler(); c.AddResource("urn:schema", doc); schema := c.MustCompile("urn:schema")
	args, ctx := raw(benchJSON), context.Background()
	fs := []struct{n string; f func()}{
		{"raw", func() { inv := f.BindRaw(args); inv.Validate(); inv.Invoke(ctx); inv.Value() }},
		{"rawformat", func() { inv := ff.BindRaw(args); inv.Validate(); inv.Invoke(ctx); inv.Value() }},
		{"validated", func() { v, _ := jsonschema.UnmarshalJSON(bytes.NewReader(args)); schema.Validate(v); var in benchArgs; json.Unmarshal(args, &in); out, _ := benchFunc(ctx, in); json.Marshal(out) }},
		{"hand", func() { dec := json.NewDecoder(bytes.NewReader(args)); dec.DisallowUnknownFields(); var in benchArgs; dec.Decode(&in); out, _ := benchFunc(ctx, in); json.Marshal(out) }},
		{"typed", func() { f.Bind(benchArgs{ID: "1"}).Invoke(ctx) }},
		{"decode", func() { tool.Decode(args) }},
		{"canonical", func() { tool.Canonical(args) }},
	}
	for range 3 {
		for _, x := range fs {
			best := int64(1 << 60)
			for range 5 {
				s := cpu(); for range 20000 { x.f() }; if d := (cpu() - s) / 20000; d < best { best = d }
			}
			fmt.Print(x.n, " ", best, "  ")
		}
		fmt.Println()
	}
}
