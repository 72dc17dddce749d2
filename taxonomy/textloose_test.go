package taxonomy_test

import (
	"errors"
	"testing"

	"github.com/batchagent/batchagent/taxonomy"
)

func TestLooseWords(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		want verdict
	}{
		{"the link to it has been severed", verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"we lost all connectivity while saving", verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"max 5 concurrent exports", verdict{transient, taxonomy.CodeOverloaded, answered}},
		{"a temporary glitch on our side", verdict{transient, taxonomy.CodeUnavailable, answered}},
		{"attempt it in a minute", verdict{transient, taxonomy.CodeUnavailable, answered}},
		{"somebody overwrote the page", verdict{conflict, taxonomy.CodeVersionConflict, answered}},
		{"your copy is outdated", verdict{conflict, taxonomy.CodeVersionConflict, answered}},
		{"you lack the proper clearance", verdict{permission, taxonomy.CodeForbidden, answered}},
		{"the passphrase you gave was declined", verdict{permission, taxonomy.CodeUnauthenticated, answered}},
		{"7 is below the permitted 9", verdict{input, taxonomy.CodeOutOfRange, answered}},
		{"unexpected row count or length", verdict{input, taxonomy.CodeValidationFailed, answered}},
		{"lockedBy: expected uuid", verdict{input, taxonomy.CodeValidationFailed, answered}},
		{"unknown currency 'EURO'", verdict{input, taxonomy.CodeValidationFailed, answered}},
		{"unknown error, its value is 7", unknown},
		{"start precedes end", verdict{input, taxonomy.CodeOutOfRange, answered}},
		// What is denied, quoted, in another clause, far away or well is not said.
		{"the connection was not lost", unknown},
		{`odd: "somebody overwrote the page"`, unknown},
		{"somebody came; the page was overwrote", unknown},
		{"somebody of the many that we had in here overwrote it", unknown},
		{"the link was severed and restored", unknown},
	} {
		t.Run(tt.text, func(t *testing.T) {
			t.Parallel()
			tt.want.check(t, errors.New(tt.text))
		})
	}
}
