package tool_test

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/batchagent/batchagent/tool"
)

type benchArgs struct {
	ID       string `json:"id"`
	Deadline string `json:"deadline"`
	Qty      int    `json:"qty"`
}

const benchJSON = `{"id":"1001","deadline":"2026-05-20","qty":7}`

func benchFunc(_ context.Context, in benchArgs) (benchArgs, error) { return in, nil }

// BenchmarkRawCall is what an executor does with raw arguments. It is to be
// compared with the two by hand.
func BenchmarkRawCall(b *testing.B) {
	f := tool.Must(tool.New(spec(""), benchFunc))
	benchRaw(b, f)
}

// BenchmarkRawCallFormat is the same with a schema that the quick way does not
// know, which costs the validator's time.
func BenchmarkRawCallFormat(b *testing.B) {
	f := tool.Must(tool.New(spec(`{"type":"object","required":["id","deadline"],"additionalProperties":false,"properties":{"id":{"type":"string"},"deadline":{"type":"string","format":"date"},"qty":{"type":"integer","minimum":1}}}`), benchFunc))
	benchRaw(b, f)
}

func benchRaw(b *testing.B, f *tool.Func[benchArgs, benchArgs]) {
	b.Helper()
	args, ctx := raw(benchJSON), context.Background()
	b.ReportAllocs()
	for b.Loop() {
		inv := f.BindRaw(args)
		if err := inv.Validate(); err != nil {
			b.Fatal(err)
		}
		if err := inv.Invoke(ctx); err != nil {
			b.Fatal(err)
		}
		if _, err := inv.Value(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkByHandValidated decodes, validates against the same schema, decodes
// into the type, calls and encodes, with the same libraries.
func BenchmarkByHandValidated(b *testing.B) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(tool.Must(tool.New(spec(""), benchFunc)).Spec().Schema))
	if err != nil {
		b.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("urn:schema", doc); err != nil {
		b.Fatal(err)
	}
	schema := c.MustCompile("urn:schema")
	args, ctx := []byte(benchJSON), context.Background()
	b.ReportAllocs()
	for b.Loop() {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(args))
		if err != nil {
			b.Fatal(err)
		}
		if err := schema.Validate(v); err != nil {
			b.Fatal(err)
		}
		var in benchArgs
		if err := json.Unmarshal(args, &in); err != nil {
			b.Fatal(err)
		}
		encodeByHand(ctx, b, in)
	}
}

// BenchmarkByHand is what one writes without a schema: unknown members are
// refused, a missing one is looked for by hand.
func BenchmarkByHand(b *testing.B) {
	args, ctx := []byte(benchJSON), context.Background()
	b.ReportAllocs()
	for b.Loop() {
		dec := json.NewDecoder(bytes.NewReader(args))
		dec.DisallowUnknownFields()
		var in benchArgs
		if err := dec.Decode(&in); err != nil {
			b.Fatal(err)
		}
		if in.ID == "" || in.Deadline == "" {
			b.Fatal("missing")
		}
		encodeByHand(ctx, b, in)
	}
}

func encodeByHand(ctx context.Context, b *testing.B, in benchArgs) {
	b.Helper()
	out, err := benchFunc(ctx, in)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := json.Marshal(out); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkTypedCall is a typed call: neither encoded nor validated.
func BenchmarkTypedCall(b *testing.B) {
	f, ctx := tool.Must(tool.New(spec(""), benchFunc)), context.Background()
	in := benchArgs{ID: "1001", Deadline: "2026-05-20", Qty: 7}
	b.ReportAllocs()
	for b.Loop() {
		if err := f.Bind(in).Invoke(ctx); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	args := raw(benchJSON)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := tool.Decode(args); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCanonical(b *testing.B) {
	args := raw(benchJSON)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := tool.Canonical(args); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBindForeign is what Bind costs for a tool that is no Func.
func BenchmarkBindForeign(b *testing.B) {
	f := &foreign{spec: *tool.Must(tool.New(spec(""), benchFunc)).Spec()}
	args := raw(benchJSON)
	b.ReportAllocs()
	for b.Loop() {
		tool.Bind(f, args)
	}
}
