package job

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/batchagent/batchagent/internal/tmpl"
	"github.com/batchagent/batchagent/taxonomy"
)

// Job is a job file that was read and checked, with every default filled in. It is made by [Load]
// and [Parse]; one put together by hand has neither items nor arguments. It must not be changed
// while it is used, and is then safe for concurrent use.
type Job struct {
	// Name is the name of the job; by default that of its file, without the extension.
	Name string
	// Description is what the job is for. A correcting model is told.
	Description string
	// Tool is what is called for every item.
	Tool Tool
	// Items is where the items come from.
	Items Items
	// Params is the object of templates, over the columns of an item, that makes the arguments of a
	// call: as the file says, or else a field for every column that the tool's templates and schema
	// name. Fields whose column is missing or empty follow Items.Empty.
	Params json.RawMessage
	// Correction says what a correction of wrong arguments may do.
	Correction Correction
	// On says what is done with a failure, by its class.
	On On
	// Retry says how often a call is made, and how long is waited between.
	Retry Retry
	// Breaker says when a tool that keeps failing is left alone.
	Breaker Breaker
	// Pace says how fast items are worked on.
	Pace Pace
	// Shutdown says how the run ends when it is told to.
	Shutdown Shutdown

	loaded *loaded
}

// loaded is what a checked file leaves behind for reading items and making arguments.
type loaded struct {
	args *tmpl.Tree
	// uses are the names that must be columns, with where they stand.
	uses []use
	// explicit says that the file has params of its own, so that names in the tool are params.
	explicit bool
	// effectGiven says that tool.effect stands in the file.
	effectGiven bool
	// properties are those that the schema of the file names.
	properties []use
	// pathNames are the params in the path of the URL.
	pathNames []string
	// list are the items that stand in the file.
	list []item
	open opener
	// file is the job file, for messages about its names, and root what stands in it.
	file string
	root *node
	// operation says that the operation of the spec is known.
	operation bool
}

// Tool is what is called.
type Tool struct {
	Call
	// Effect is what calling twice does: "unsafe", "idempotent" or "read_only". What the file says
	// wins over what the method gives. It is "" for an MCP tool of which the file says nothing: the
	// server's hints decide.
	Effect string
	// Timeout bounds one attempt. Default 30 s; always above 0.
	Timeout time.Duration
	// Schema is a JSON Schema for the arguments, or nil. Numbers are as in the file. That it is a
	// valid schema has not been checked.
	Schema json.RawMessage
	// Success is the expression for which an answer is a success, or empty: then the kind of tool
	// decides.
	Success string
	// Classify are the rules that judge failures before the built-in ones do.
	Classify []Rule
	// Probe asks whether a call happened that nobody knows of, or is nil.
	Probe *Probe
	// Idempotency is the key that tells the service which calls are the same one.
	Idempotency Idempotency
	// Credential is how to get a new credential when the one in use is refused, or nil.
	Credential *Credential
}

// Call is one kind of tool with what it needs. Exactly one of the fields is not nil.
type Call struct {
	HTTP    *HTTP
	OpenAPI *OpenAPI
	Exec    *Exec
	MCP     *MCP
}

// Rule judges the answers for which When holds.
type Rule struct {
	// When is an expression over the answer; see package internal/declare.
	When string
	// Class is what such an answer is.
	Class taxonomy.Class
	// Code is its code, or empty.
	Code taxonomy.Code
	// Applied says whether the call may have happened all the same; nil leaves that to the answer.
	Applied *taxonomy.Applied
	// RetryAfter is how long to wait before the next attempt; 0 leaves that to the answer.
	RetryAfter time.Duration
}

// Probe is a read-only call that tells whether another one happened. Its templates are over the
// params of that call.
type Probe struct {
	Call
	// Done is the expression over the probe's answer that holds if it happened.
	Done string
}

// Credential is a command that prints a new credential, which becomes the value of a variable.
type Credential struct {
	// Command is the program and its arguments, as they are.
	Command []string
	// Env is the name of the variable.
	Env string
}

// Exec is a command of a tool. Its texts are templates over the params.
type Exec struct {
	// Command is the program and its arguments, one text each; no shell reads them.
	Command []string
	// Stdin is "json" for the arguments as a JSON object, a template for a text, or empty for nothing.
	Stdin string
	// Dir is the folder in which it runs, relative to the job file's, as a path; empty: the current one.
	Dir string
	// Env are variables beside those of the environment.
	Env map[string]string
	// ExitCodes are the classes of exit codes that mean more than that it failed.
	ExitCodes map[int]taxonomy.Class
}

// MCP is a tool of an MCP server, which is a command or has a URL.
type MCP struct {
	// Command starts the server, one text each; no shell reads them.
	Command []string
	// Dir is the folder in which it runs, as a path; empty: the current one.
	Dir string
	// Env are variables beside those of the environment.
	Env map[string]string
	// URL is where the server is, if there is no Command.
	URL string
	// Headers are sent to it, by name.
	Headers map[string]string
	// Tool is the name of the tool.
	Tool string
}

// OpenAPI is an operation of a spec. Its texts may use the environment, and nothing of an item.
type OpenAPI struct {
	// Spec is the path of the spec, relative to the job file's folder where it is written so.
	Spec string
	// Operation is its operationId, or a method and a path.
	Operation string
	// Server is where the service is, or empty: then the spec says it.
	Server string
	// Security are values by the names of security schemes.
	Security map[string]string
	// Headers are sent with every call, by name.
	Headers map[string]string
}

// Operation is what a spec says of the job's operation.
type Operation struct {
	// Method is in capitals.
	Method string
	// InPath are the arguments that stand in the path of the URL.
	InPath []string
	// Schema is the JSON Schema of the arguments.
	Schema json.RawMessage
}

// NeedsOperation reports whether the job calls an operation of a spec that has not been looked up:
// load the file again with it, as LoadOptions.Operation. What was loaded before has neither an id
// nor arguments by default, and its effect is only what the file says.
func (j *Job) NeedsOperation() bool {
	return j.Tool.OpenAPI != nil && (j.loaded == nil || !j.loaded.operation)
}

// At says of an error where in the job file what it is about stands: at a key such as
// "tool.openapi.operation", or at the part of it that there is. It returns a [*FileError].
func (j *Job) At(key string, err error) error {
	e := &FileError{Reason: printable(err.Error())}
	if j.loaded == nil || j.loaded.root == nil {
		return e
	}
	n := j.loaded.root
	for step := range strings.SplitSeq(key, ".") {
		next := n.get(step)
		if next == nil {
			break
		}
		n = next
	}
	e.File, e.Line, e.Col, e.Option = j.loaded.file, n.pos.line, n.pos.col, printable(n.pos.option)
	return e
}

// NeedsSchema reports whether the arguments cannot be known, nor the params be checked, before the
// MCP server has been asked for the schema of its tool: load the file again with it, as
// LoadOptions.Schema.
func (j *Job) NeedsSchema() bool {
	return j.Tool.MCP != nil && j.Tool.Schema == nil
}

// EffectGiven reports whether the file itself says what calling the tool twice does.
func (j *Job) EffectGiven() bool { return j.loaded != nil && j.loaded.effectGiven }

// HTTP is the request of a tool. Its texts are templates over the params, which this package has
// compiled once to check them, and which package httptool renders.
type HTTP struct {
	// Method is one of GET, HEAD, POST, PUT, PATCH and DELETE.
	Method string
	// URL is a template that starts with http://, https:// or ${env:…}.
	URL string
	// Headers are templates by name, as the names were written; no two differ only in case.
	Headers map[string]string
	// Body is a tree of templates that is sent as JSON, or nil.
	Body json.RawMessage
	// Form are templates by name that are sent as a form, or nil.
	Form map[string]string
}

// Idempotency is what marks the attempts of one logical call as one.
type Idempotency struct {
	// Key is a template over the params, or empty for the executor's own key.
	Key string
	// Header carries the key. Default Idempotency-Key, and empty (not sent) for read-only tools.
	Header string
	// TTL is how long the service remembers a key. 0: for ever.
	TTL time.Duration
}

// Items is where the items come from.
type Items struct {
	// File is the name as written, and Path the same made relative to the folder of the job file. Both
	// are "-" for standard input, and empty where the items are listed in the job file itself.
	File, Path string
	// List says that they stand in the job file itself, under items.list.
	List bool
	// Format is how they are written. By default the name tells.
	Format ItemsFormat
	// ID is the column that identifies an item, or empty: then the line does, which is only
	// possible for read-only tools. In objects it may have dots.
	ID string
	// Encoding is the canonical name of the encoding, or empty: then it is detected.
	Encoding string
	// Delimiter is the one character between two cells of CSV, or empty: then it is detected.
	Delimiter string
	// Dates says how a date is meant in which day and month could be either.
	Dates Dates
	// Empty says what an empty cell of a column that the params use means.
	Empty Empty
	// OnDuplicate says what becomes of a row whose id was seen before. The Source does not look
	// for them: what remembers the ids of a whole run belongs to the batch.
	OnDuplicate OnDuplicate
}

func (i *Items) delimiter() byte {
	if i.Delimiter == "" {
		return 0
	}
	return i.Delimiter[0]
}

// Correction says what a correction of wrong arguments may do.
type Correction struct {
	// Rules allows corrections by rule, from the schema. Default true.
	Rules bool
	// Locked are params that may never change, as written in the file. [Job.Locked] has the id and
	// the path of the URL as well.
	Locked []string
	// MayChange are params that a correction may touch.
	MayChange []string
	// RulesFile has rules that were learned before, as a path; empty: none.
	RulesFile string
	// LLM is the model that is asked where no rule helps, or nil.
	LLM *LLM
}

// LLM is an OpenAI-compatible endpoint and what may be spent on it in a run. Its texts may use the
// environment.
type LLM struct {
	// Model is its name at the endpoint; empty: the command line says it.
	Model string
	// BaseURL is where the endpoint is, up to /v1; empty: OPENAI_BASE_URL, or OpenAI's own.
	BaseURL string
	// APIKey is the key, or a ${env:NAME} that holds it; empty: OPENAI_API_KEY.
	APIKey string
	// MaxCalls and MaxTokens bound a run. Defaults 100 and 100,000.
	MaxCalls, MaxTokens int
	// Timeout bounds one call of the model. Default 30 s.
	Timeout time.Duration
}

// On says what is done with a failure, by its class.
type On struct {
	// Conflict is for RESOURCE_CONFLICT. Default skip.
	Conflict OnConflict
	// Permission is for PERMISSION. Default abort.
	Permission OnPermission
	// Input is for INPUT_ERROR. Default correct.
	Input OnInput
	// Fatal is for FATAL. Default fail.
	Fatal OnFatal
}

// Retry says how often a call is made, and how long is waited between.
type Retry struct {
	// Attempts is the most calls for an item, the first and corrections included. Default 3.
	Attempts int
	// Initial is the first wait. Default 500 ms.
	Initial time.Duration
	// Max is the longest wait that is not asked for by the service. Default 30 s.
	Max time.Duration
	// MaxWait is what one item may wait in all. Default 5 min.
	MaxWait time.Duration
}

// Breaker says when a tool that keeps failing is left alone.
type Breaker struct {
	// Failures in a row open it. Default 5.
	Failures int
	// Open is how long it stays open before one call tries again. Default 30 s.
	Open time.Duration
}

// Pace says how fast items are worked on.
type Pace struct {
	// Concurrency is how many items are worked on at a time. Default 4.
	Concurrency int
}

// Shutdown says how the run ends when it is told to.
type Shutdown struct {
	// Grace is how long calls that are running may still take. Default 10 s.
	Grace time.Duration
}
