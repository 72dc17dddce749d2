package taxonomy

import (
	"strings"
	"unicode/utf8"
)

// phraseRow is one row of the table of words.
type phraseRow struct {
	class   Class
	code    Code
	applied Applied
	lost    bool // it tells of a reply that never came, whatever else is said
	noun    bool // its phrases are names of things as well: settings have them ("request timeout")
}

// meant is what a phrase means, in any language: a row of the table.
type meant int

// The rows in the order of their precedence: what is said for sure stands
// before what is only mentioned. A tool that says in words that it refused is
// taken to have done nothing; one that says that it failed is not. The rows at
// the end hold words that are as often a name ("user timeout setting"); they
// decide only where nothing else does, and prove nothing.
const (
	// Nothing was sent.
	meansRefused meant = iota
	meansCertificate
	meansBadHost
	meansDNS
	meansDialTimeout
	meansStarting
	meansCircuitOpen
	meansPoolTimeout
	// It broke.
	meansPanic
	meansBug
	// Too much at once.
	meansRateLimited
	meansDiskFull
	meansQuota
	// Transactions that were rolled back.
	meansDeadlock
	meansSerialization
	meansLockTimeout
	meansStatementTimeout
	// Arguments and programs, where the words for them hold those of other rows.
	meansNoCommand
	meansNoTool
	meansExtraField
	meansEmptyRefused
	meansPolicy
	meansStrayToken
	// Who is calling.
	meansUnauthenticated
	meansAccountLocked
	meansForbidden
	// The state of the target; but a busy server is no target.
	meansServerBusy
	meansVersion
	meansLocked
	meansExists
	meansInUse
	meansState
	// It never came to a connection, or it was sent and nothing came back.
	meansNoConnection
	meansCanceled
	meansTimeout
	meansReset
	// It answered that it cannot now.
	meansOverloaded
	meansServerError
	meansUnavailable
	// An answer came and cannot be read: the call was made.
	meansUnreadable
	// The arguments.
	meansNoFile
	meansMissing
	meansUnknownField
	meansWrongType
	meansTooLarge
	meansRange
	meansFormat
	meansNoMethod
	meansInvalid
	// The record that the call is about.
	meansNotFound
	meansUnsupported
	// Mentioned rather than said.
	mentionsRateLimit
	mentionsDeadlock
	mentionsUnavailable
	mentionsTimeout
	mentionsValidation
	mentionsClosedFile // a slip in the tool, and no record that is "already closed"

	meanings // how many there are
)

// vocabulary holds what a language has for each meaning: phrases with commas
// between them, lower-case words with single spaces, each at word boundaries, or
// plain substrings in scripts without spaces. A phrase that ends in " |" counts only where its clause ends or
// goes on with a word such as "by" or "to": "forbidden |" is not in "forbidden
// city".
type vocabulary [meanings]string

// languages are the words of systems in use: errno and resolver texts of glibc,
// HTTP reason phrases, PostgreSQL, MySQL, SQL Server and SQLite with their
// translations, JSON Schema validators, pydantic, Rails and joi, OAuth, cloud
// and model services, and the common business refusals.
//
//nolint:gochecknoglobals // a table, never written
var languages = []*vocabulary{&english, &chinese, &japanese, &korean, &german, &french, &spanish, &portuguese}

// phraseTable is asked from the top.
//
//nolint:gochecknoglobals // a table, never written
var phraseTable = [meanings]phraseRow{
	meansRefused:          {class: Transient, code: CodeConnectionRefused, applied: No},
	meansCertificate:      {class: Fatal, code: CodeCertificateInvalid, applied: No},
	meansBadHost:          {class: Fatal, code: CodeDNSFailure, applied: No},
	meansDNS:              {class: Transient, code: CodeDNSFailure, applied: No},
	meansDialTimeout:      {class: Transient, code: CodeTimeout, applied: No},
	meansStarting:         {class: Transient, code: CodeUnavailable, applied: No},
	meansCircuitOpen:      {class: Transient, code: CodeCircuitOpen, applied: No},
	meansPoolTimeout:      {class: Transient, code: CodeTimeout, applied: No},
	meansPanic:            {class: Fatal, code: CodePanic, applied: Unanswered},
	meansBug:              {class: Fatal, code: CodeUnknown, applied: Answered},
	meansRateLimited:      {class: Transient, code: CodeRateLimited, applied: No, noun: true},
	meansDiskFull:         {class: Fatal, code: CodeQuotaExhausted, applied: Answered},
	meansQuota:            {class: Fatal, code: CodeQuotaExhausted, applied: No},
	meansDeadlock:         {class: Transient, code: CodeDeadlock, applied: No, noun: true},
	meansSerialization:    {class: Transient, code: CodeSerializationFailure, applied: No},
	meansLockTimeout:      {class: Transient, code: CodeLocked, applied: No, noun: true},
	meansStatementTimeout: {class: Transient, code: CodeTimeout, applied: No},
	meansNoCommand:        {class: Fatal, code: CodeCommandNotFound, applied: No},
	meansNoTool:           {class: InputError, code: CodeUnknownTool, applied: No},
	meansExtraField:       {class: InputError, code: CodeUnknownField, applied: No},
	meansEmptyRefused:     {class: InputError, code: CodeMissingField, applied: No},
	meansPolicy:           {class: InputError, code: CodeValidationFailed, applied: No},
	meansStrayToken:       {class: InputError, code: CodeInvalidFormat, applied: No},
	meansUnauthenticated:  {class: Permission, code: CodeUnauthenticated, applied: No},
	meansAccountLocked:    {class: Permission, code: CodeAccountLocked, applied: No},
	meansForbidden:        {class: Permission, code: CodeForbidden, applied: No, noun: true},
	meansServerBusy:       {class: Transient, code: CodeOverloaded, applied: Answered},
	meansVersion:          {class: ResourceConflict, code: CodeVersionConflict, applied: No, noun: true},
	meansLocked:           {class: ResourceConflict, code: CodeLocked, applied: No, noun: true},
	meansExists:           {class: ResourceConflict, code: CodeAlreadyExists, applied: No, noun: true},
	meansInUse:            {class: ResourceConflict, code: CodeBusy, applied: No},
	meansState:            {class: ResourceConflict, code: CodeStateConflict, applied: No, noun: true},
	meansNoConnection:     {class: Transient, code: CodeUnavailable, applied: No},
	meansCanceled:         {class: Fatal, code: CodeCanceled, applied: Unanswered, lost: true},
	meansTimeout:          {class: Transient, code: CodeTimeout, applied: Unanswered, lost: true, noun: true},
	meansReset:            {class: Transient, code: CodeConnectionReset, applied: Unanswered, lost: true},
	meansOverloaded:       {class: Transient, code: CodeOverloaded, applied: Answered},
	meansServerError:      {class: Transient, code: CodeServerError, applied: Answered},
	meansUnavailable:      {class: Transient, code: CodeUnavailable, applied: Answered},
	meansUnreadable:       {class: Fatal, code: CodeUnknown, applied: Unanswered},
	meansNoFile:           {class: InputError, code: CodeFileNotFound, applied: No},
	meansMissing:          {class: InputError, code: CodeMissingField, applied: No},
	meansUnknownField:     {class: InputError, code: CodeUnknownField, applied: No},
	meansWrongType:        {class: InputError, code: CodeWrongType, applied: No},
	meansTooLarge:         {class: InputError, code: CodeTooLarge, applied: No},
	meansRange:            {class: InputError, code: CodeOutOfRange, applied: No},
	meansFormat:           {class: InputError, code: CodeInvalidFormat, applied: No},
	meansNoMethod:         {class: Fatal, code: CodeUnsupported, applied: No},
	meansInvalid:          {class: InputError, code: CodeValidationFailed, applied: No},
	meansNotFound:         {class: Fatal, code: CodeNotFound, applied: No},
	meansUnsupported:      {class: Fatal, code: CodeUnsupported, applied: No},
	mentionsRateLimit:     {class: Transient, code: CodeRateLimited, applied: Answered, noun: true},
	mentionsDeadlock:      {class: Transient, code: CodeDeadlock, applied: Answered, noun: true},
	mentionsUnavailable:   {class: Transient, code: CodeUnavailable, applied: Answered},
	mentionsTimeout:       {class: Transient, code: CodeTimeout, applied: Unanswered, noun: true},
	mentionsValidation:    {class: InputError, code: CodeValidationFailed, applied: Answered},
	mentionsClosedFile:    {class: Fatal, code: CodeUnknown, applied: Answered},
}

// phrases calls yield with each phrase of the table, in its rows' order, and
// whether it is of a script without spaces.
func phrases(yield func(row meant, phrase string, spaceless bool)) {
	for row := range meanings {
		for _, language := range languages {
			for phrase := range strings.SplitSeq(language[row], ",") {
				if phrase = strings.Join(strings.Fields(phrase), " "); phrase != "" { // it is after a last comma
					yield(row, phrase, strings.ContainsFunc(phrase, isSpaceless))
				}
			}
		}
	}
}

// isSpaceless reports whether c is of a script whose words are not told apart by
// spaces, or whose words take endings as Korean's do: Han, kana, Hangul.
func isSpaceless(c rune) bool {
	return c >= 0x2e80 && c < utf8.MaxRune && (c <= 0x9fff && (c < 0x3000 || c > 0x303f || c == '々') || c >= 0xac00 && c <= 0xd7af || c >= 0xf900 && c <= 0xfaff || c >= 0xff66 && c <= 0xff9f)
}
