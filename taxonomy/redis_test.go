package taxonomy_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/batchagent/batchagent/taxonomy"
)

// TestRedisReplies holds the rows whose Applied is not that of a refusal, and
// the ways in which a reply may be wrapped in others. The corpus in
// evidence/testdata/redis.jsonl has the rest.
func TestRedisReplies(t *testing.T) {
	t.Parallel()
	const script = " script: c0a782b212fd2e36d999537c7f6ac4078afafd0c, on @user_script:1."
	for _, c := range []struct {
		name, reply string
		class       taxonomy.Class
		code        taxonomy.Code
		applied     taxonomy.Applied
	}{
		{"refused", "WRONGTYPE Operation against a key holding the wrong kind of value", taxonomy.InputError, taxonomy.CodeWrongType, taxonomy.No},
		{"within a script", "WRONGTYPE Operation against a key holding the wrong kind of value" + script, taxonomy.InputError, taxonomy.CodeWrongType, taxonomy.Answered},
		{"before a script wrote", "READONLY You can't write against a read only replica." + script, taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.No},
		{"an older server's script", "ERR Error running script (call to f_c0a7): @user_script:1: WRONGTYPE Operation", taxonomy.InputError, taxonomy.CodeValidationFailed, taxonomy.Answered},
		{"script killed before it wrote", "ERR Script killed by user with SCRIPT KILL..." + script, taxonomy.Fatal, taxonomy.CodeCanceled, taxonomy.Answered},
		{"unkillable", "UNKILLABLE Sorry the script already executed write commands against the dataset.", taxonomy.Transient, taxonomy.CodeBusy, taxonomy.Answered},
		{"migrate, on the way", "IOERR error or timeout reading to target instance", taxonomy.Transient, taxonomy.CodeTimeout, taxonomy.Unanswered},
		{"migrate, not connected", "IOERR error or timeout connecting to the client", taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.No},
		{"one of a transaction", "NOPERM ACLs rules changed between the moment the transaction was accumulated and the EXEC call.", taxonomy.Permission, taxonomy.CodeForbidden, taxonomy.Answered},
		{"the reason of an abort", "EXECABORT Transaction discarded because of: -MISCONF Errors writing to the AOF file", taxonomy.Fatal, taxonomy.CodeUnavailable, taxonomy.No},
		{"an abort whose reason nobody knows", "EXECABORT Transaction discarded because of: something", taxonomy.InputError, taxonomy.CodeValidationFailed, taxonomy.No},
		{"an abort in an abort", "EXECABORT because of: EXECABORT because of: LOADING x", taxonomy.InputError, taxonomy.CodeValidationFailed, taxonomy.No},
		{"a plan that is used up", "ERR max daily request limit exceeded. Limit: 10000, Usage: 10000.", taxonomy.Fatal, taxonomy.CodeQuotaExhausted, taxonomy.No},
		{"with its dash", "-BUSYKEY Target key name already exists.\r\n", taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, taxonomy.No},
		{"as redis-cli prints it", "(error) NOAUTH Authentication required.", taxonomy.Permission, taxonomy.CodeUnauthenticated, taxonomy.No},
		{"behind a proxy's prefix", "ERR LOADING Redis is loading the dataset in memory", taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.No},
		{"a prefix in small letters is a word", "ERR busy little thing", taxonomy.Fatal, taxonomy.CodeUnknown, taxonomy.Answered},
		{"a name is no timeout", "ERR FROBNICATE timeout flag ignored", taxonomy.Fatal, taxonomy.CodeUnknown, taxonomy.Answered},
		{"nil", "", taxonomy.Fatal, taxonomy.CodeNotFound, taxonomy.No},
		{"a module's, without a prefix", "Index already exists", taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, taxonomy.No},
		{"nobody knows it", "FROB the frobnicator", taxonomy.Fatal, taxonomy.CodeUnknown, taxonomy.Answered},
		{"long", "ERR " + strings.Repeat("x ", 40_000), taxonomy.Fatal, taxonomy.CodeUnknown, taxonomy.Answered},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := taxonomy.Classify(&taxonomy.RedisError{Reply: c.reply})
			if got.Class != c.class || got.Code != c.code || got.Applied != c.applied {
				t.Errorf("%q: %s %s applied %s, want %s %s %s", c.reply, got.Class, got.Code, got.Applied, c.class, c.code, c.applied)
			}
		})
	}
}

// TestSentinelTexts: a library's text counts whole, and what only looks like it
// does not.
func TestSentinelTexts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		class      taxonomy.Class
		applied    taxonomy.Applied
		basis      taxonomy.Basis
	}{
		{"nats", "nats: timeout", taxonomy.Transient, taxonomy.Unanswered, taxonomy.BasisCode},
		{"said by a nats server", "nats: Permissions Violation for Publish to \"orders\"", taxonomy.Permission, taxonomy.No, taxonomy.BasisCode},
		{"an answer of jetstream", "nats: API error: code=400 err_code=10071 description=wrong last sequence: 7", taxonomy.ResourceConflict, taxonomy.No, taxonomy.BasisCode},
		{"an answer cut off", "nats: API error: code=", taxonomy.Fatal, taxonomy.Answered, taxonomy.BasisUnknown},
		{"mongo", "mongo: no documents in result", taxonomy.Fatal, taxonomy.No, taxonomy.BasisCode},
		{"redis", "redis: transaction failed", taxonomy.ResourceConflict, taxonomy.No, taxonomy.BasisCode},
		{"kafka", "kafka: client has run out of available brokers to talk to", taxonomy.Transient, taxonomy.Unanswered, taxonomy.BasisCode},
		{"more than the text", "kafka: tried to use a client that was closed, sir", taxonomy.Fatal, taxonomy.Answered, taxonomy.BasisUnknown},
		{"a reply", "CROSSSLOT Keys in request don't hash to the same slot", taxonomy.InputError, taxonomy.No, taxonomy.BasisCode},
		{"moved", "MOVED 3999 127.0.0.1:6381", taxonomy.Transient, taxonomy.No, taxonomy.BasisCode},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := taxonomy.Classify(errors.New(c.text))
			if got.Class != c.class || got.Applied != c.applied || got.Basis != c.basis {
				t.Errorf("%q: %s applied %s by %s, want %s %s %s", c.text, got.Class, got.Applied, got.Basis, c.class, c.applied, c.basis)
			}
		})
	}
}

func FuzzRedisReply(f *testing.F) {
	for _, seed := range []string{"", "-", "ERR", "ERR ERR ERR x", "EXECABORT because of: EXECABORT because of: ", "(error) -MOVED", "nats: API error: code=1 err_code=9"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, reply string) {
		if e := taxonomy.Classify(&taxonomy.RedisError{Reply: reply}); e.Code == "" {
			t.Errorf("%q: no code", reply)
		}
		if e := taxonomy.Classify(errors.New(reply)); e.Code == "" {
			t.Errorf("%q: no code", reply)
		}
	})
}
