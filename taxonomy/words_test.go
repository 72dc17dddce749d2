package taxonomy_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/batchagent/batchagent/taxonomy"
)

// verdict is what a test wants to hear. An empty Code is not compared.
type verdict struct {
	class   taxonomy.Class
	code    taxonomy.Code
	applied taxonomy.Applied
}

const (
	fatal      = taxonomy.Fatal
	transient  = taxonomy.Transient
	input      = taxonomy.InputError
	conflict   = taxonomy.ResourceConflict
	permission = taxonomy.Permission

	no         = taxonomy.No
	answered   = taxonomy.Answered
	unanswered = taxonomy.Unanswered
)

func (want verdict) check(t *testing.T, err error) {
	t.Helper()
	e := taxonomy.Classify(err)
	if e.Class != want.class || e.Applied != want.applied || want.code != "" && e.Code != want.code {
		t.Errorf("%.200s\n got %s %s, applied %s (by %s)\nwant %s %s, applied %s", e.Message, e.Class, e.Code, e.Applied, e.Basis, want.class, want.code, want.applied)
	}
}

// unknown is the verdict on what nobody recognises.
var unknown = verdict{fatal, taxonomy.CodeUnknown, answered}

func TestE5WordsOnlyAtBoundariesAndLast(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		want verdict
	}{
		// Numbers are numbers, unless the text says that they are a status.
		{"timed out after 4033ms", verdict{transient, taxonomy.CodeTimeout, unanswered}},
		{"order 429 not found", verdict{fatal, taxonomy.CodeNotFound, no}},
		{"order 503 is locked", verdict{conflict, taxonomy.CodeLocked, no}},
		{"row 401: value out of range", verdict{input, taxonomy.CodeOutOfRange, no}},
		{"exit status 429", unknown},
		{"wrote 500 of 502 records", unknown},
		{"port 5029 unreachable code 403", unknown},
		{"returned 404 rows", unknown},
		{"took 429ms", unknown},
		{"http://localhost/orders/404 says nothing", unknown},
		{"GET https://api.test/v1/429/too%20many: odd", unknown},
		{"http proxy on 500", unknown},
		{"HTTP 503", verdict{transient, taxonomy.CodeUnavailable, answered}},
		{"HTTP/1.1 502", verdict{transient, taxonomy.CodeUnavailable, unanswered}},
		{"HTTP/2 429", verdict{transient, taxonomy.CodeRateLimited, no}},
		{"HTTP/9.9 429", unknown},
		{"Error 404: gone", verdict{fatal, taxonomy.CodeNotFound, no}},
		{"an error 404 pages long", unknown},
		{"http error 404", verdict{fatal, taxonomy.CodeNotFound, no}},
		{"Request failed with status code 409", verdict{conflict, taxonomy.CodeStateConflict, no}},
		{"unexpected status: 504", verdict{transient, taxonomy.CodeTimeout, unanswered}},
		{"response status is 500", verdict{transient, taxonomy.CodeServerError, answered}},
		{"the status code was 423", verdict{conflict, taxonomy.CodeLocked, no}},
		{"the code was 423", unknown},
		{"the status was 423", verdict{conflict, taxonomy.CodeLocked, no}},
		{"it replied with 423", verdict{conflict, taxonomy.CodeLocked, no}},
		{"it answered with 423", verdict{conflict, taxonomy.CodeLocked, no}},
		{"it came with 423", unknown},
		{"HTTP/1.0 423", verdict{conflict, taxonomy.CodeLocked, no}},
		{"HTTP/2.0 423", verdict{conflict, taxonomy.CodeLocked, no}},
		{"HTTP/3.0 423", verdict{conflict, taxonomy.CodeLocked, no}},
		{"HTTP/3 423", verdict{conflict, taxonomy.CodeLocked, no}},
		{"version 1.1 423", unknown},
		{"server responded with 403", verdict{permission, taxonomy.CodeForbidden, no}},
		{`{"status": 503, "path": "/orders"}`, verdict{transient, taxonomy.CodeUnavailable, answered}},
		{"Error: 502 Bad Gateway", verdict{transient, taxonomy.CodeUnavailable, unanswered}},
		{"418 I'm a teapot", verdict{fatal, taxonomy.CodeUnknown, no}},
		{"203 Non-Authoritative Information", unknown},
		{"status 404.0", verdict{fatal, taxonomy.CodeNotFound, no}},
		{"status 4040", unknown},
		{"status 600", unknown},
		{"status 399", unknown},
		{"status 529", verdict{transient, taxonomy.CodeOverloaded, answered}},
		{"status 499", verdict{fatal, taxonomy.CodeCanceled, unanswered}},
		{"status 432", unknown}, // a status that nobody has defined
		{"status 403: you have exceeded your rate limit", verdict{transient, taxonomy.CodeRateLimited, no}},
		{"status 409: version 3 is stale", verdict{conflict, taxonomy.CodeVersionConflict, no}},
		{"status 400: API key not valid", verdict{permission, taxonomy.CodeUnauthenticated, no}},

		// Names are names.
		{"user timeout setting invalid", verdict{input, taxonomy.CodeValidationFailed, no}},
		{"connection_timeout is not a recognised option", verdict{input, taxonomy.CodeUnknownField, no}},
		{"Information about the format", unknown},
		{"Information desk: format check failed for field 'email'", verdict{input, taxonomy.CodeInvalidFormat, no}},
		{"rate limit must be a positive integer", verdict{input, taxonomy.CodeValidationFailed, no}},
		{"request limit must be between 1 and 10", verdict{input, taxonomy.CodeOutOfRange, no}},
		{"billing address is invalid", verdict{input, taxonomy.CodeValidationFailed, no}},
		{"billing started", unknown},
		{"api key rotation finished oddly", unknown},
		{"session tokens: 5", unknown},
		{`order "connection refused" is invalid`, verdict{input, taxonomy.CodeValidationFailed, no}},
		{"note 'permission denied' not found", verdict{fatal, taxonomy.CodeNotFound, no}},
		{"title `rate limit exceeded` is required", verdict{input, taxonomy.CodeMissingField, no}},
		{"label “timed out” already exists", verdict{conflict, taxonomy.CodeAlreadyExists, no}},
		{`upstream said "rate limit exceeded"`, verdict{transient, taxonomy.CodeRateLimited, no}},
		{`{"message":"order is locked"}`, verdict{conflict, taxonomy.CodeLocked, no}},
		{`an inch mark: 5" is locked`, verdict{conflict, taxonomy.CodeLocked, no}}, // closed by nothing
		{"customer's order isn't found: it can't be blank", verdict{input, taxonomy.CodeMissingField, no}},
		{"open /srv/permission denied.txt: odd", unknown},
		{"open /srv/not-found/timeout: odd", unknown},
		{"see https://docs.test/errors/permission-denied", unknown},
		{"note 'customer's timed out' is locked", verdict{conflict, taxonomy.CodeLocked, no}},
		{"note ‘timed out’ is locked", verdict{conflict, taxonomy.CodeLocked, no}},
		{`the word is "locked"`, unknown}, // no phrase reaches over the edge of a quotation
		{`"the word is" locked`, unknown},
		{"the word is http://x/y locked", unknown},
		{"a / is locked", verdict{conflict, taxonomy.CodeLocked, no}},
		{"it is locked/", verdict{conflict, taxonomy.CodeLocked, no}},
		{`"timed out` + strings.Repeat("x", 190) + `" is locked`, verdict{conflict, taxonomy.CodeLocked, no}},
		{`"timed out` + strings.Repeat("-", 190) + `" is locked`, verdict{conflict, taxonomy.CodeLocked, no}},
		{`"timed out` + strings.Repeat("-", 191) + `" is locked`, verdict{conflict, taxonomy.CodeLocked, unanswered}}, // too far away
		{strings.Repeat("x ", 8<<10-7) + "is locked...", verdict{conflict, taxonomy.CodeLocked, no}},
		{strings.Repeat("x ", 8<<10-3) + "is locked", unknown}, // more than is looked at
		{"forbidden character in name", verdict{input, taxonomy.CodeValidationFailed, no}},
		{`"name" is not allowed to be empty`, verdict{input, taxonomy.CodeMissingField, no}},
		{"extra fields not permitted", verdict{input, taxonomy.CodeUnknownField, no}},
		{"password must have 8 characters", verdict{input, taxonomy.CodeValidationFailed, no}},
		{"invalid token near line 3", verdict{input, taxonomy.CodeInvalidFormat, no}},
		{"please check your input and try again", verdict{input, taxonomy.CodeValidationFailed, no}},
		{"invalid card number, please try again", verdict{input, taxonomy.CodeValidationFailed, no}},
		{"unlocked", unknown},
		{"blocked", unknown},
		{"notfoundation", unknown},
		{"the restricted area", unknown},
		{"interlocked by design", unknown},
		{"deadlocks were discussed", unknown},
		{"forbiddenly good", unknown},
		{"revalidation done", unknown},
		{"a conflicted person", unknown},
		{"timeouted", unknown},
		{"unauthorizedly", unknown},
		{"nonexistent", unknown},
		{"order was canceled", unknown},
		{"inuse", unknown},

		// What is said, whatever else is mentioned.
		{"validation service timed out", verdict{transient, taxonomy.CodeTimeout, unanswered}},
		{"the validation did not run", verdict{input, taxonomy.CodeValidationFailed, answered}},
		{"account is locked", verdict{permission, taxonomy.CodeAccountLocked, no}},
		{"order is locked by billing", verdict{conflict, taxonomy.CodeLocked, no}},
		{"session timed out", verdict{permission, taxonomy.CodeUnauthenticated, no}},
		{"token expired", verdict{permission, taxonomy.CodeUnauthenticated, no}},
		{"no such host", verdict{fatal, taxonomy.CodeDNSFailure, no}},
		{"Temporary failure in name resolution", verdict{transient, taxonomy.CodeDNSFailure, no}},
		{`column "nme" does not exist`, verdict{input, taxonomy.CodeValidationFailed, no}},
		{"no such table: orders", verdict{input, taxonomy.CodeValidationFailed, no}},
		{"The specified bucket does not exist", verdict{input, taxonomy.CodeValidationFailed, no}},
		{"bucket list: order 7 of customer 9 does not exist", verdict{fatal, taxonomy.CodeNotFound, no}}, // too far away
		{"column x doesn't exist", verdict{input, taxonomy.CodeValidationFailed, no}},
		{"order not found: no x table", verdict{fatal, taxonomy.CodeNotFound, no}},
		{"order not found in table", verdict{fatal, taxonomy.CodeNotFound, no}},
		{"table was found but order 7 of bob not found", verdict{fatal, taxonomy.CodeNotFound, no}},
		{"column is not ready; order 7 of customer 9 not found", verdict{fatal, taxonomy.CodeNotFound, no}},
		{"no such file or directory", verdict{input, taxonomy.CodeFileNotFound, no}},
		{"Lock request time out period exceeded", verdict{transient, taxonomy.CodeLocked, no}},
		{"Quota exceeded: 60 requests per minute", verdict{transient, taxonomy.CodeRateLimited, no}},
		{"You exceeded your current quota, please check your plan and billing details", verdict{fatal, taxonomy.CodeQuotaExhausted, no}},
		{"no space left on device", verdict{fatal, taxonomy.CodeQuotaExhausted, answered}},
		{"GitHub API rate limit", verdict{transient, taxonomy.CodeRateLimited, answered}},
		{"worker deadlock", verdict{transient, taxonomy.CodeDeadlock, answered}},
		{"deadlock detected", verdict{transient, taxonomy.CodeDeadlock, no}},
		{"item unavailable", verdict{transient, taxonomy.CodeUnavailable, answered}},
		{"I/O timeout", verdict{transient, taxonomy.CodeTimeout, unanswered}},
		{"system.timeout", verdict{transient, taxonomy.CodeTimeout, unanswered}},

		// Other languages.
		{"超时时间设置无效", verdict{input, taxonomy.CodeValidationFailed, no}},
		{"请求超时", verdict{transient, taxonomy.CodeTimeout, unanswered}},
		{"超时", verdict{transient, taxonomy.CodeTimeout, unanswered}},
		{"服务不正常", unknown},
		{"操作未完成", unknown},
		{"订单已发货", verdict{conflict, taxonomy.CodeStateConflict, no}},
		{"订单不存在", verdict{fatal, taxonomy.CodeNotFound, no}},
		{"无效的令牌", verdict{permission, taxonomy.CodeUnauthenticated, no}},
		{"没有权限", verdict{permission, taxonomy.CodeForbidden, no}},
		{"Zeitüberschreitung der Anforderung", verdict{transient, taxonomy.CodeTimeout, unanswered}},
		{"Zugriff verweigert", verdict{permission, taxonomy.CodeForbidden, no}},
		{"入力値が不正です。", verdict{input, taxonomy.CodeValidationFailed, no}},
	} {
		t.Run(tt.text[:min(len(tt.text), 60)], func(t *testing.T) {
			t.Parallel()
			tt.want.check(t, errors.New(tt.text))
		})
	}
}

// TestAddressesAreNoStatements: of an address or a path no word counts.
func TestAddressesAreNoStatements(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"http://host/is/locked/timed/out", "svn+ssh://host/is/locked", "s3://is.locked", "http://not.found:80/x?is=locked&a=timed%20out", "x://h/a (is", "http://x/list 404 rows", "https://x/list 503 rows",
	} {
		unknown.check(t, errors.New("see "+address+" now"))
	}
	for _, path := range []string{"/is/locked", "/Z/timed/out", "/a/timed/out", "/z/timed/out", "/A/timed/out", "/0/timed/out", "/9/timed/out", "/.x/timed/out", "/_x/timed/out", "/-x/timed/out"} {
		unknown.check(t, errors.New("see "+path+" now"))
		verdict{conflict, taxonomy.CodeLocked, no}.check(t, errors.New(path+": is locked"))
	}
	for _, text := range []string{"a/ is locked", "and/or is locked", "// is locked", "is locked /", "+/ is locked"} {
		verdict{conflict, taxonomy.CodeLocked, no}.check(t, errors.New(text))
	}
}

// TestArgumentNouns: a name in the arguments that is not there is the
// arguments' fault, while a record that is not there is not.
func TestArgumentNouns(t *testing.T) {
	t.Parallel()
	for noun := range strings.FieldsSeq("column columns table relation field attribute property parameter bucket sheet worksheet option flag function method") {
		for _, text := range []string{"no such " + noun, noun + ` "x" does not exist`, noun + " x not found"} {
			if e := taxonomy.Classify(errors.New(text)); e.Class != input || e.Applied != no {
				t.Errorf("%q is %s %s", text, e.Class, e.Code)
			}
		}
	}
	for noun := range strings.FieldsSeq("order customer user record item host row") {
		for _, text := range []string{"no such " + noun, noun + ` "x" does not exist`, noun + " x not found"} {
			if e := taxonomy.Classify(errors.New(text)); e.Class != fatal {
				t.Errorf("%q is %s %s", text, e.Class, e.Code)
			}
		}
	}
}

// TestRowsOfWords has a message for every row of the table of words that no
// other test asks for by its code.
func TestRowsOfWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]verdict{
		"connect: connection refused":                         {transient, taxonomy.CodeConnectionRefused, no},
		"could not serialize access due to concurrent update": {transient, taxonomy.CodeSerializationFailure, no},
		"the server is busy":                                  {transient, taxonomy.CodeOverloaded, answered},
		"server overloaded":                                   {transient, taxonomy.CodeOverloaded, answered},
		"Internal Server Error":                               {transient, taxonomy.CodeServerError, answered},
		"service unavailable":                                 {transient, taxonomy.CodeUnavailable, answered},
		"device or resource busy":                             {conflict, taxonomy.CodeBusy, no},
		"order cannot be cancelled":                           {conflict, taxonomy.CodeStateConflict, no},
		"duplicate key value violates unique constraint":      {conflict, taxonomy.CodeAlreadyExists, no},
		"record was modified by another user":                 {conflict, taxonomy.CodeVersionConflict, no},
		"connection reset by peer":                            {transient, taxonomy.CodeConnectionReset, unanswered},
		"Unauthorized":                                        {permission, taxonomy.CodeUnauthenticated, no},
		"quota exceeded":                                      {fatal, taxonomy.CodeQuotaExhausted, no},
		"too many requests":                                   {transient, taxonomy.CodeRateLimited, no},
		"qty must be a number":                                {input, taxonomy.CodeWrongType, no},
		"method not allowed":                                  {fatal, taxonomy.CodeUnsupported, no},
		"that is not supported":                               {fatal, taxonomy.CodeUnsupported, no},
		"flagged by our content policy":                       {input, taxonomy.CodeValidationFailed, no},
	} {
		want.check(t, errors.New(text))
	}
}

// TestWordsProveLittle: "no" is claimed of words only where nothing else in
// them tells of a reply that never came, or of something that was done.
func TestWordsProveLittle(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		want verdict
	}{
		{"upload in progress: broken pipe", verdict{conflict, taxonomy.CodeBusy, unanswered}},
		{"order is locked; then connection reset by peer", verdict{conflict, taxonomy.CodeLocked, unanswered}},
		{"order 7 not found: lookup timed out", verdict{transient, taxonomy.CodeTimeout, unanswered}},
		{"2 of 3 rows written, partially: row 3 is invalid", verdict{input, taxonomy.CodeValidationFailed, answered}},
		{"the order was created but the customer was not found", verdict{fatal, taxonomy.CodeNotFound, answered}},
		{"after charging the card: permission denied", verdict{permission, taxonomy.CodeForbidden, answered}},
		{"created, but notifying the customer failed: connection refused", verdict{transient, taxonomy.CodeConnectionRefused, answered}},
		{"payment captured; receipt template not found", verdict{fatal, taxonomy.CodeNotFound, answered}},
		{"invalid connection", verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
		{"gzip: invalid header", verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"invalid byte in chunked encoding", verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"malformed status, expected HTTP", verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"response validation failed", verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"response is not valid", verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"response is invalid", verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"订单已锁定，请求超时", verdict{conflict, taxonomy.CodeLocked, unanswered}},
		// An answer that cannot be read is no refusal of the arguments.
		{"invalid character '<' looking for beginning of value", verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"unexpected end of JSON input", verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"Unexpected token < in JSON at position 0", verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"failed to parse response: malformed", verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"invalid response from server", verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"could not parse the server's response", verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"unexpected reply", verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"malformed a b c response", verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"malformed a b c d response", verdict{input, taxonomy.CodeInvalidFormat, no}},
		{"Error response from daemon: invalid reference format", verdict{input, taxonomy.CodeValidationFailed, no}},
		{"unexpected response: rate limit exceeded", verdict{transient, taxonomy.CodeRateLimited, no}},
		{"invalid response_format", verdict{input, taxonomy.CodeValidationFailed, no}},
		{"json: cannot unmarshal string into Go value of type int", verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"error reading response body: invalid chunk", verdict{transient, taxonomy.CodeConnectionReset, unanswered}},
	} {
		t.Run(tt.text, func(t *testing.T) {
			t.Parallel()
			tt.want.check(t, errors.New(tt.text))
		})
	}
}

// TestA7NoArgumentCanFixIt: what looks like a refused argument but is about the
// login or the address never becomes INPUT_ERROR, for nobody should be asked
// for other arguments then.
func TestA7NoArgumentCanFixIt(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"invalid api key", "Incorrect API key provided: sk-1", "API key not valid. Please pass a valid API key.", "the api key is missing",
		"invalid token", "token is not valid", "invalid credentials", "invalid username or password", "无效的令牌",
		"host is not valid", "invalid hostname", "bad hostname", "Invalid HTTP_HOST header: 'x'",
	} {
		for name, err := range map[string]error{
			"text": errors.New(text),
			"400":  taxonomy.FromAnswer(taxonomy.Answer{Status: 400, Body: []byte(text)}),
			"422":  taxonomy.FromAnswer(taxonomy.Answer{Status: 422, Body: []byte(`{"error":{"message":"` + text + `"}}`)}),
		} {
			t.Run(name+"/"+text, func(t *testing.T) {
				t.Parallel()
				if e := taxonomy.Classify(err); e.Class != permission && e.Class != fatal || e.Applied != no {
					t.Errorf("%s %s, applied %s", e.Class, e.Code, e.Applied)
				}
			})
		}
	}
}

// TestPhrases holds every row of the table of words against each of its own
// phrases, which finds those that can never match (an apostrophe in them) and
// those that a row above takes away.
func TestPhrases(t *testing.T) {
	t.Parallel()
	rows := taxonomy.PhraseRows()
	if len(rows) < 30 {
		t.Fatalf("only %d rows", len(rows))
	}
	for i, row := range rows {
		for _, phrase := range row.Phrases {
			if strings.ToLower(phrase) != phrase {
				t.Errorf("row %d: %q is not in lower case, so it never matches", i, phrase)
			}
			e := taxonomy.Classify(errors.New(phrase))
			switch {
			case e.Basis != taxonomy.BasisText:
				t.Errorf("row %d: %q is not found (%s %s by %s)", i, phrase, e.Class, e.Code, e.Basis)
			case e.Class != row.Class:
				t.Errorf("row %d is %s %s, but %q is %s %s", i, row.Class, row.Code, phrase, e.Class, e.Code)
			case e.Applied > row.Applied:
				t.Errorf("row %d: %q: applied %s, but the row says %s", i, phrase, e.Applied, row.Applied)
			}
			if before := taxonomy.Classify(errors.New("x" + phrase)); row.Spaced && before.Basis == taxonomy.BasisText && before.Code == row.Code && !strings.Contains(phrase, " ") {
				t.Errorf("row %d: %q is found inside of a longer word", i, phrase)
			}
		}
	}
}
