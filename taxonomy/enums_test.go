package taxonomy_test

import (
	"encoding"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/batchagent/batchagent/taxonomy"
)

// enum is what the four closed sets have in common.
type enum[T any] interface {
	*T
	encoding.TextUnmarshaler
}

func roundTrip[T interface {
	~uint8
	encoding.TextMarshaler
	String() string
}, P enum[T]](t *testing.T, names ...string) {
	t.Helper()
	for i := range 256 {
		v := T(i)
		text, err := v.MarshalText()
		if i >= len(names) {
			if err == nil {
				t.Errorf("%d is undefined and has the text %q", i, text)
			}
			if want := "(" + strconv.Itoa(i) + ")"; !strings.HasSuffix(v.String(), want) {
				t.Errorf("%d prints as %q", i, v.String())
			}
			continue
		}
		if err != nil || string(text) != names[i] || v.String() != names[i] {
			t.Errorf("%d has the text %q (%v) and prints as %q, want %q", i, text, err, v.String(), names[i])
		}
		back := T((i + 1) % len(names))
		if err := P(&back).UnmarshalText(text); err != nil || back != v {
			t.Errorf("%q reads as %v (%v)", text, back, err)
		}
	}
	for _, garbage := range []string{"", " ", "x", names[0] + " ", " " + names[0], strings.ToUpper(names[0]) + strings.ToLower(names[0]), "0", "null"} {
		for i := range names {
			v := T(i)
			if err := P(&v).UnmarshalText([]byte(garbage)); err == nil || v != T(i) {
				t.Errorf("%q reads as %v, error %v; it was %d", garbage, v, err, i)
			}
		}
	}
	var other T
	if swapped := strings.Map(swapCase, names[0]); P(&other).UnmarshalText([]byte(swapped)) == nil {
		t.Errorf("%q is read, but the text form is exact", swapped)
	}
}

func swapCase(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z':
		return r - 'a' + 'A'
	case r >= 'A' && r <= 'Z':
		return r - 'A' + 'a'
	}
	return r
}

func TestEnumsRoundTrip(t *testing.T) {
	t.Parallel()
	t.Run("class", func(t *testing.T) {
		t.Parallel()
		roundTrip[taxonomy.Class](t, "FATAL", "TRANSIENT", "INPUT_ERROR", "RESOURCE_CONFLICT", "PERMISSION")
	})
	t.Run("applied", func(t *testing.T) {
		t.Parallel()
		roundTrip[taxonomy.Applied](t, "unanswered", "answered", "no")
	})
	t.Run("scope", func(t *testing.T) {
		t.Parallel()
		roundTrip[taxonomy.Scope](t, "item", "target", "tool", "credential", "host")
	})
	t.Run("basis", func(t *testing.T) {
		t.Parallel()
		roundTrip[taxonomy.Basis](t, "unknown", "text", "type", "code", "declared")
	})
}

func TestClassesAreAllFive(t *testing.T) {
	t.Parallel()
	want := []taxonomy.Class{fatal, transient, input, conflict, permission}
	if diff := cmp.Diff(want, taxonomy.Classes()); diff != "" {
		t.Error(diff)
	}
	taxonomy.Classes()[0] = permission
	if taxonomy.Classes()[0] != fatal {
		t.Error("a caller changed the list")
	}
	for i, a := range want {
		for j, b := range want {
			if errors.Is(a, b) != (i == j) {
				t.Errorf("errors.Is(%s, %s) is %t", a, b, i != j)
			}
		}
		if a.Error() != a.String() {
			t.Errorf("%s has the text %q", a, a.Error())
		}
	}
}

// TestAppliedIsOrdered: the worst of several is their min, and only No says
// that nothing happened.
func TestAppliedIsOrdered(t *testing.T) {
	t.Parallel()
	if unanswered >= answered || answered >= no {
		t.Error("the order is not unanswered, answered, no")
	}
	for a, word := range map[taxonomy.Applied]string{unanswered: "maybe", answered: "maybe", no: "no", 3: "maybe", 255: "maybe"} {
		if a.Word() != word || a.Maybe() != (word == "maybe") {
			t.Errorf("%s: word %q, maybe %t", a, a.Word(), a.Maybe())
		}
	}
	a := no
	if err := a.UnmarshalText([]byte("maybe")); err != nil || a != unanswered {
		t.Errorf("maybe reads as %s (%v), not as the worse one", a, err)
	}
}

// TestCodesHasEveryCode reads code.go, so that a constant without a row, or a
// row too many, does not go unnoticed.
func TestCodesHasEveryCode(t *testing.T) {
	t.Parallel()
	file, err := parser.ParseFile(token.NewFileSet(), "code.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	consts := map[taxonomy.Code]int{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if kind, ok := spec.Type.(*ast.Ident); !ok || kind.Name != "Code" {
			return true
		}
		for i, name := range spec.Names {
			lit, ok := spec.Values[i].(*ast.BasicLit)
			if !ok {
				t.Fatalf("%s is no literal", name.Name)
			}
			text, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			consts[taxonomy.Code(text)] = 0
			camel := strings.ReplaceAll(text, "_", "")
			if !strings.EqualFold(name.Name, "Code"+camel) {
				t.Errorf("%s is %q", name.Name, text)
			}
		}
		return true
	})
	if len(consts) < 30 {
		t.Fatalf("only %d constants found in code.go", len(consts))
	}
	for _, info := range taxonomy.Codes() {
		if _, ok := consts[info.Code]; !ok {
			t.Errorf("%s has a row and no constant", info.Code)
		}
		consts[info.Code]++
		if info.Meaning == "" || strings.ToUpper(string(info.Code)) != string(info.Code) || info.Class > permission {
			t.Errorf("%+v is incomplete", info)
		}
		if got, ok := info.Code.Info(); !ok || got != info {
			t.Errorf("Info of %s is %+v, %t", info.Code, got, ok)
		}
	}
	for code, rows := range consts {
		if rows != 1 {
			t.Errorf("%s has %d rows", code, rows)
		}
	}
	classes := map[taxonomy.Class]string{
		transient:  "TIMEOUT CONNECTION_REFUSED CONNECTION_RESET DNS_FAILURE RATE_LIMITED OVERLOADED UNAVAILABLE SERVER_ERROR CIRCUIT_OPEN DEADLOCK SERIALIZATION_FAILURE",
		conflict:   "LOCKED VERSION_CONFLICT ALREADY_EXISTS STATE_CONFLICT BUSY",
		input:      "VALIDATION_FAILED MISSING_FIELD UNKNOWN_FIELD WRONG_TYPE INVALID_FORMAT OUT_OF_RANGE TOO_LARGE TRUNCATED_ARGUMENTS UNKNOWN_TOOL FILE_NOT_FOUND",
		permission: "UNAUTHENTICATED FORBIDDEN ACCOUNT_LOCKED",
		fatal:      "DUPLICATE_ID JOURNAL_FAILED NOT_FOUND COMMAND_NOT_FOUND QUOTA_EXHAUSTED UNSUPPORTED CERTIFICATE_INVALID CANCELED PANIC LOOP_DETECTED UNREADABLE_ANSWER UNKNOWN",
	}
	for class, codes := range classes {
		for code := range strings.FieldsSeq(codes) {
			if info, _ := taxonomy.Code(code).Info(); info.Class != class {
				t.Errorf("%s is %s, want %s", code, info.Class, class)
			}
			delete(consts, taxonomy.Code(code))
		}
	}
	for code := range consts {
		t.Errorf("no class is expected of %s", code)
	}
	taxonomy.Codes()[0].Meaning = "changed"
	if taxonomy.Codes()[0].Meaning == "changed" {
		t.Error("a caller changed the table")
	}
	if info, ok := taxonomy.Code("NO_SUCH_CODE").Info(); ok || info != (taxonomy.CodeInfo{}) {
		t.Errorf("a code of a tool's own has the row %+v", info)
	}
}
