package taxonomy

// redisReplies are the prefixes of error replies: src/server.c createSharedObjects,
// src/script.c, src/cluster.c, src/sentinel.c and src/t_stream.c of Redis 7.0
// and the ones that came with 7.2 and 8. What is refused before a command runs
// has done nothing.
//
//nolint:gochecknoglobals // a table, never written
var redisReplies = map[string]redisReply{
	// The server is not ready, or not the right one; it will be, or another is.
	"LOADING":     {statusRow: statusRow{Transient, CodeUnavailable, No, ScopeHost}, early: true},
	"BUSY":        {statusRow: statusRow{Transient, CodeBusy, No, ScopeHost}, early: true}, // somebody's script runs
	"MASTERDOWN":  {statusRow: statusRow{Transient, CodeUnavailable, No, ScopeHost}, early: true},
	"READONLY":    {statusRow: statusRow{Transient, CodeUnavailable, No, ScopeHost}, early: true}, // a failover
	"NOREPLICAS":  {statusRow: statusRow{Transient, CodeUnavailable, No, ScopeHost}, early: true}, // min-replicas-to-write is looked at first
	"CLUSTERDOWN": {statusRow: statusRow{Transient, CodeUnavailable, No, ScopeHost}},
	"MOVED":       {statusRow: statusRow{Transient, CodeUnavailable, No, ScopeTarget}},
	"ASK":         {statusRow: statusRow{Transient, CodeUnavailable, No, ScopeTarget}},
	"REDIRECT":    {statusRow: statusRow{Transient, CodeUnavailable, No, ScopeHost}}, // Valkey 8
	"TRYAGAIN":    {statusRow: statusRow{Transient, CodeUnavailable, No, ScopeTarget}},
	"NOMASTERLINK": {
		statusRow: statusRow{Transient, CodeUnavailable, No, ScopeHost},
	},
	"NOQUORUM": {statusRow: statusRow{Transient, CodeUnavailable, No, ScopeHost}}, // Sentinel
	"UNBLOCKED": {
		statusRow: statusRow{Transient, CodeUnavailable, No, ScopeHost}, // it had waited, and got nothing
		more: []textRow{
			{text: "client unblocked via client unblock", statusRow: statusRow{Fatal, CodeCanceled, No, ScopeItem}},
			{text: "the stream key no longer exists", statusRow: statusRow{Fatal, CodeNotFound, No, ScopeTarget}},
		},
	},
	// MIGRATE: the documentation of the command says that after an error of
	// input or output the key may be on both sides.
	"IOERR": {
		statusRow: statusRow{Transient, CodeTimeout, Unanswered, ScopeTarget},
		more:      []textRow{{text: "error or timeout connecting", statusRow: statusRow{Transient, CodeUnavailable, No, ScopeTarget}}},
	},
	// A script that cannot be killed ends by itself, with all that it does.
	"UNKILLABLE": {statusRow: statusRow{Transient, CodeBusy, Answered, ScopeHost}},

	// An operator has to do something.
	"MISCONF":    {statusRow: statusRow{Fatal, CodeUnavailable, No, ScopeHost}, early: true},
	"OOM":        {statusRow: statusRow{Fatal, CodeQuotaExhausted, No, ScopeHost}, early: true},
	"INVALIDOBJ": {statusRow: statusRow{Fatal, CodeServerError, Answered, ScopeTarget}},
	"NOPROTO":    {statusRow: statusRow{Fatal, CodeUnsupported, No, ScopeHost}},
	// RediSearch 2.10: go-redis does not repeat it, for it is the query that takes too long.
	"SEARCH_TIMEOUT": {statusRow: statusRow{Fatal, CodeTimeout, Answered, ScopeItem}},

	// Who is calling.
	"NOAUTH":    {statusRow: statusRow{Permission, CodeUnauthenticated, No, ScopeCredential}},
	"WRONGPASS": {statusRow: statusRow{Permission, CodeUnauthenticated, No, ScopeCredential}},
	"DENIED":    {statusRow: statusRow{Permission, CodeForbidden, No, ScopeHost}}, // protected mode
	"NOPERM": {
		statusRow: statusRow{Permission, CodeForbidden, No, ScopeTarget},
		more: []textRow{ // one command of a transaction; the others were executed
			{text: "acls rules changed", statusRow: statusRow{Permission, CodeForbidden, Answered, ScopeTarget}},
		},
	},

	// The arguments.
	"WRONGTYPE": {statusRow: statusRow{InputError, CodeWrongType, No, ScopeTarget}},
	"CROSSSLOT": {statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	"NOSCRIPT":  {statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeTarget}}, // the name of a script that is not there
	"NOGROUP":   {statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeTarget}},
	"EXECABORT": {statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}}, // a command before EXEC was refused

	// The state of the target.
	"BUSYKEY":     {statusRow: statusRow{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}},
	"BUSYGROUP":   {statusRow: statusRow{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}},
	"INPROG":      {statusRow: statusRow{ResourceConflict, CodeBusy, No, ScopeTarget}}, // Sentinel: a failover is under way
	"NOGOODSLAVE": {statusRow: statusRow{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
	"NOTBUSY":     {statusRow: statusRow{ResourceConflict, CodeStateConflict, No, ScopeHost}}, // SCRIPT KILL, and no script runs
}

// redisTexts are what follows ERR, the prefix without a meaning; modules answer
// with such texts without any prefix. The first that fits counts. The texts are
// those of Redis 7.0.15 (strings of its sources), of RedisJSON, RediSearch,
// RedisBloom and RedisTimeSeries, and of the proxies Envoy and Twemproxy.
//
//nolint:gochecknoglobals // a table, never written
var redisTexts = []textRow{
	// The server, or what stands before it.
	{text: "max number of clients", statusRow: statusRow{Transient, CodeOverloaded, No, ScopeHost}},
	{text: "max daily request limit exceeded", statusRow: statusRow{Fatal, CodeQuotaExhausted, No, ScopeCredential}}, // Upstash
	{text: "max requests limit exceeded", statusRow: statusRow{Fatal, CodeQuotaExhausted, No, ScopeCredential}},
	{text: "max request size exceeded", statusRow: statusRow{InputError, CodeTooLarge, No, ScopeItem}},
	{text: "no upstream host", statusRow: statusRow{Transient, CodeUnavailable, No, ScopeHost}}, // Envoy
	{text: "upstream failure", statusRow: statusRow{Transient, CodeConnectionReset, Unanswered, ScopeHost}},
	{text: "connection timed out", statusRow: statusRow{Transient, CodeTimeout, Unanswered, ScopeHost}}, // Twemproxy
	{text: "connection refused", statusRow: statusRow{Transient, CodeConnectionRefused, No, ScopeHost}},
	{text: "connection reset", statusRow: statusRow{Transient, CodeConnectionReset, Unanswered, ScopeHost}},
	{text: "not enough available sentinels", statusRow: statusRow{Transient, CodeUnavailable, No, ScopeHost}},
	{text: "can not execute the command on a stale replica", statusRow: statusRow{Transient, CodeUnavailable, No, ScopeHost}},
	{text: "while the cluster is down", within: true, statusRow: statusRow{Transient, CodeUnavailable, No, ScopeHost}},
	{text: "bgsave for replication: replication information not available", statusRow: statusRow{Transient, CodeUnavailable, No, ScopeHost}},
	{text: "insufficient memory", statusRow: statusRow{Fatal, CodeQuotaExhausted, No, ScopeHost}},
	{text: "error trying to save the db", statusRow: statusRow{Fatal, CodeServerError, No, ScopeHost}},
	{text: "can't save in background", statusRow: statusRow{Fatal, CodeServerError, No, ScopeHost}},
	{text: "error loading the extension", statusRow: statusRow{Fatal, CodeServerError, No, ScopeHost}},

	// Who is calling.
	{text: "operation not permitted", statusRow: statusRow{Permission, CodeUnauthenticated, No, ScopeCredential}}, // before 2.8, without AUTH
	{text: "invalid password", statusRow: statusRow{Permission, CodeUnauthenticated, No, ScopeCredential}},        // before 6.0
	{text: "invalid username-password", statusRow: statusRow{Permission, CodeUnauthenticated, No, ScopeCredential}},
	{text: "auth <password> called without any password configured", statusRow: statusRow{Permission, CodeUnauthenticated, No, ScopeCredential}},
	{text: "client sent auth, but no password is set", statusRow: statusRow{Permission, CodeUnauthenticated, No, ScopeCredential}},
	{text: "authentication required", statusRow: statusRow{Permission, CodeUnauthenticated, No, ScopeCredential}},
	{text: "protocol error: unauthenticated", statusRow: statusRow{Permission, CodeUnauthenticated, No, ScopeCredential}},
	{text: "unauthenticated", within: true, statusRow: statusRow{Permission, CodeUnauthenticated, No, ScopeCredential}},
	{text: "command not allowed. if the", within: true, statusRow: statusRow{Permission, CodeForbidden, No, ScopeTool}}, // enable-debug-command and the like
	{text: "insufficient acl permissions", within: true, statusRow: statusRow{Permission, CodeForbidden, No, ScopeTarget}},

	// What the server cannot do, or not like that.
	{text: "unknown command", statusRow: statusRow{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "this instance has cluster support disabled", statusRow: statusRow{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "in cluster mode", within: true, statusRow: statusRow{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "can't set protected config", within: true, statusRow: statusRow{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "can't set immutable config", within: true, statusRow: statusRow{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "protocol error", statusRow: statusRow{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "unsupported protocol", statusRow: statusRow{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "command is not valid when client is a replica", statusRow: statusRow{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "can't execute '", statusRow: statusRow{Fatal, CodeUnsupported, No, ScopeTool}},         // while subscribed
	{text: "an lfu maxmemory policy", statusRow: statusRow{Fatal, CodeUnsupported, No, ScopeTool}}, // OBJECT FREQ, OBJECT IDLETIME
	{text: "not configured to use an acl file", within: true, statusRow: statusRow{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "replica can't interact with the keyspace", statusRow: statusRow{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "wait cannot be used with replica", statusRow: statusRow{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "debug option only available for cluster mode", statusRow: statusRow{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "resp2 is not supported", statusRow: statusRow{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "you should send cluster failover to a replica", statusRow: statusRow{Fatal, CodeUnsupported, No, ScopeHost}},
	{text: "i can only replicate a master", statusRow: statusRow{Fatal, CodeUnsupported, No, ScopeHost}},
	{text: "client caching", statusRow: statusRow{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "multi calls can not be nested", statusRow: statusRow{Fatal, CodeStateConflict, No, ScopeTool}},
	{text: "exec without multi", statusRow: statusRow{Fatal, CodeStateConflict, No, ScopeTool}},
	{text: "discard without multi", statusRow: statusRow{Fatal, CodeStateConflict, No, ScopeTool}},
	{text: "watch inside multi", statusRow: statusRow{Fatal, CodeStateConflict, No, ScopeTool}},
	{text: "inside a transaction", within: true, statusRow: statusRow{Fatal, CodeStateConflict, No, ScopeTool}},
	{text: "command not allowed inside multi", statusRow: statusRow{Fatal, CodeStateConflict, No, ScopeTool}},

	// The state of the target.
	{text: "target key name is busy", statusRow: statusRow{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}}, // before 3.0
	{text: "already exists", within: true, statusRow: statusRow{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}},
	{text: "duplicate master name", statusRow: statusRow{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}}, // Sentinel
	{text: "item exists", statusRow: statusRow{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}},           // RedisBloom
	{text: "is already busy", within: true, statusRow: statusRow{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
	{text: "is already unassigned", within: true, statusRow: statusRow{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
	{text: "already in progress", within: true, statusRow: statusRow{ResourceConflict, CodeBusy, No, ScopeHost}},
	{text: "another child process is active", statusRow: statusRow{ResourceConflict, CodeBusy, No, ScopeHost}},
	{text: "db must be empty", statusRow: statusRow{ResourceConflict, CodeStateConflict, No, ScopeHost}},
	{text: "cluster reset can't be called with master nodes containing keys", statusRow: statusRow{ResourceConflict, CodeStateConflict, No, ScopeHost}},
	{text: "i'm already the owner of hash slot", statusRow: statusRow{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
	{text: "i'm not the owner of hash slot", statusRow: statusRow{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
	{text: "can't assign hashslot", statusRow: statusRow{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
	{text: "target node is not a master", statusRow: statusRow{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
	{text: "the specified node is not a", statusRow: statusRow{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
	{text: "failover is not valid when server is a replica", statusRow: statusRow{ResourceConflict, CodeStateConflict, No, ScopeHost}},
	{text: "failover target host and port is not a replica", statusRow: statusRow{ResourceConflict, CodeStateConflict, No, ScopeHost}},
	{text: "the stream has exhausted the last possible id", statusRow: statusRow{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
	{text: "failover requires connected replicas", statusRow: statusRow{ResourceConflict, CodeStateConflict, No, ScopeHost}},
	{text: "failover target replica is not online", statusRow: statusRow{ResourceConflict, CodeStateConflict, No, ScopeHost}},
	{text: "master is down or failed", statusRow: statusRow{ResourceConflict, CodeStateConflict, No, ScopeHost}},
	{text: "duplicate_policy is set to block", within: true, statusRow: statusRow{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}}, // RedisTimeSeries
	{text: "non scaling filter is full", statusRow: statusRow{Fatal, CodeQuotaExhausted, No, ScopeTarget}},                               // RedisBloom

	// What is not there. A key is what the call is about; an index, a library
	// or a path is a name in its arguments.
	{text: "no such key", statusRow: statusRow{Fatal, CodeNotFound, No, ScopeTarget}},
	{text: "key that doesn't exist", within: true, statusRow: statusRow{Fatal, CodeNotFound, No, ScopeTarget}}, // RedisJSON
	{text: "key does not exist", within: true, statusRow: statusRow{Fatal, CodeNotFound, No, ScopeTarget}},     // RedisTimeSeries
	{text: "requires the key to exist", within: true, statusRow: statusRow{Fatal, CodeNotFound, No, ScopeTarget}},
	{text: "no such client", statusRow: statusRow{Fatal, CodeNotFound, No, ScopeTarget}},
	{text: "no such user", statusRow: statusRow{Fatal, CodeNotFound, No, ScopeTarget}},
	{text: "not found", statusRow: statusRow{Fatal, CodeNotFound, No, ScopeTarget}}, // RedisBloom
	{text: "no such ", statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "no such index", within: true, statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}}, // RediSearch
	{text: "unknown index name", statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "library not found", statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "function not found", statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "unknown node", statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},

	// The arguments.
	{text: "wrong number of arg", statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "unknown subcommand", statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "unknown option", statusRow: statusRow{InputError, CodeUnknownField, No, ScopeItem}},
	{text: "syntax error", statusRow: statusRow{InputError, CodeInvalidFormat, No, ScopeItem}},
	{text: "value is not an integer or out of range", statusRow: statusRow{InputError, CodeWrongType, No, ScopeItem}},
	{text: "value is not a", statusRow: statusRow{InputError, CodeWrongType, No, ScopeItem}}, // valid float
	{text: "hash value is not", statusRow: statusRow{InputError, CodeWrongType, No, ScopeTarget}},
	{text: "timeout is", statusRow: statusRow{InputError, CodeOutOfRange, No, ScopeItem}}, // negative, not a float, out of range
	{text: "increment or decrement would overflow", statusRow: statusRow{InputError, CodeOutOfRange, No, ScopeTarget}},
	{text: "increment would produce", statusRow: statusRow{InputError, CodeOutOfRange, No, ScopeTarget}}, // NaN or Infinity
	{text: "resulting score is not a number", statusRow: statusRow{InputError, CodeOutOfRange, No, ScopeTarget}},
	{text: "string exceeds maximum allowed size", statusRow: statusRow{InputError, CodeTooLarge, No, ScopeItem}},
	{text: "db index is out of range", statusRow: statusRow{InputError, CodeOutOfRange, No, ScopeItem}},
	{text: "invalid expire time", statusRow: statusRow{InputError, CodeOutOfRange, No, ScopeItem}},
	{text: "dump payload version or checksum are wrong", statusRow: statusRow{InputError, CodeInvalidFormat, No, ScopeItem}},
	{text: "bad data format", statusRow: statusRow{InputError, CodeInvalidFormat, No, ScopeItem}},
	{text: "source and destination objects are the same", statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "error compiling", statusRow: statusRow{InputError, CodeInvalidFormat, No, ScopeItem}},
	{text: "config set failed", statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}}, // and rolled back (src/config.c)
	{text: "unsupported config parameter", statusRow: statusRow{InputError, CodeUnknownField, No, ScopeItem}},
	{text: "path '", statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}}, // RedisJSON: Path '$.a' does not exist
	{text: "new objects must be created at the root", statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "equal or smaller than", within: true, statusRow: statusRow{InputError, CodeOutOfRange, No, ScopeTarget}}, // XADD, XSETID
	{text: "unbalanced quotes", within: true, statusRow: statusRow{InputError, CodeInvalidFormat, No, ScopeItem}},
	{text: "script killed by user", statusRow: statusRow{Fatal, CodeCanceled, No, ScopeItem}}, // SCRIPT KILL
	{text: "function killed by user", statusRow: statusRow{Fatal, CodeCanceled, No, ScopeItem}},
	{text: "write commands are not allowed from read-only scripts", statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "can not execute a script with write flag", statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "user_script:", within: true, statusRow: statusRow{InputError, CodeValidationFailed, Answered, ScopeItem}},
	{text: "user_function:", within: true, statusRow: statusRow{InputError, CodeValidationFailed, Answered, ScopeItem}},
	{text: "redis command called from script", within: true, statusRow: statusRow{InputError, CodeValidationFailed, Answered, ScopeItem}},
	{text: "failover with force option requires", statusRow: statusRow{InputError, CodeMissingField, No, ScopeItem}},
	{text: "the client id you want redirect to does not exist", statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "library name was not given", statusRow: statusRow{InputError, CodeMissingField, No, ScopeItem}},
	{text: "can't replicate myself", statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "can not run script on cluster", statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "do not hash to the same slot", within: true, statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "is not allowed with block option", within: true, statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "user cannot be removed", within: true, statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "overlaps with a", within: true, statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "only be used", within: true, statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "only supported by", within: true, statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "only support ", within: true, statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "may only contain", within: true, statusRow: statusRow{InputError, CodeInvalidFormat, No, ScopeItem}},
	{text: "can only contain", within: true, statusRow: statusRow{InputError, CodeInvalidFormat, No, ScopeItem}},
	{text: "can't contain", within: true, statusRow: statusRow{InputError, CodeInvalidFormat, No, ScopeItem}},
	{text: "cannot be an empty", within: true, statusRow: statusRow{InputError, CodeMissingField, No, ScopeItem}},
	{text: "spaces not allowed", statusRow: statusRow{InputError, CodeInvalidFormat, No, ScopeItem}},
	{text: "must contain", within: true, statusRow: statusRow{InputError, CodeWrongType, No, ScopeItem}},
	{text: "option requires", within: true, statusRow: statusRow{InputError, CodeMissingField, No, ScopeItem}},
	// How the server words all its other refusals of arguments, which it reads
	// before it does anything.
	{text: "out of range", within: true, statusRow: statusRow{InputError, CodeOutOfRange, No, ScopeItem}},
	{text: "must be ", within: true, statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "can't be ", within: true, statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "invalid ", statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "unsupported ", statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "unrecognized ", statusRow: statusRow{InputError, CodeUnknownField, No, ScopeItem}},
	{text: "is not a valid", within: true, statusRow: statusRow{InputError, CodeWrongType, No, ScopeItem}},
	{text: "is not a float", within: true, statusRow: statusRow{InputError, CodeWrongType, No, ScopeItem}},
	{text: "is not an integer", within: true, statusRow: statusRow{InputError, CodeWrongType, No, ScopeItem}},
	{text: "not valid string range item", within: true, statusRow: statusRow{InputError, CodeInvalidFormat, No, ScopeItem}},
	{text: "should be ", within: true, statusRow: statusRow{InputError, CodeOutOfRange, No, ScopeItem}},
	{text: "you can't specify", statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "option supports", within: true, statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "only supports", within: true, statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "can only be", within: true, statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "cannot contain", within: true, statusRow: statusRow{InputError, CodeInvalidFormat, No, ScopeItem}},
	{text: "not allowed in acl", within: true, statusRow: statusRow{InputError, CodeInvalidFormat, No, ScopeItem}},
	{text: "error in acl setuser", statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "not compatible", within: true, statusRow: statusRow{InputError, CodeValidationFailed, No, ScopeItem}},
}

// redisSentinels are errors of the clients themselves: go-redis 9.23 (error.go,
// tx.go, internal/pool/pool.go, osscluster.go, ring.go, sentinel.go) and redigo
// 1.9 (redis/pool.go, reply.go, conn.go).
//
//nolint:gochecknoglobals // a table, never written
var redisSentinels = map[string]statusRow{
	"redis: nil":                {Fatal, CodeNotFound, No, ScopeTarget},
	"redigo: nil returned":      {Fatal, CodeNotFound, No, ScopeTarget},
	"redis: transaction failed": {ResourceConflict, CodeVersionConflict, No, ScopeTarget}, // a watched key has changed

	// No connection was to be had.
	"redis: connection pool timeout":                                  {Transient, CodeOverloaded, No, ScopeHost},
	"redis: connection pool exhausted":                                {Transient, CodeOverloaded, No, ScopeHost},
	"redis: connection pool has no free turn":                         {Transient, CodeOverloaded, No, ScopeHost},
	"redigo: connection pool exhausted":                               {Transient, CodeOverloaded, No, ScopeHost},
	"redis: all ring shards are down":                                 {Transient, CodeUnavailable, No, ScopeHost},
	"redis: all sentinels specified in configuration are unreachable": {Transient, CodeUnavailable, No, ScopeHost},
	"redis: cluster has no nodes":                                     {Transient, CodeUnavailable, No, ScopeHost},
	"redis: timed out trying to mark connection as unusable":          {Transient, CodeTimeout, Unanswered, ScopeHost},
	"redis: connection unusable (reply stream desynchronized)":        {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	"redis: client is closed":                                         {Fatal, CodeUnavailable, No, ScopeTool},
	"redigo: get on closed pool":                                      {Fatal, CodeUnavailable, No, ScopeTool},
	"redigo: connection closed":                                       {Fatal, CodeUnavailable, No, ScopeTool},
	"redis: Watch requires at least one key":                          {InputError, CodeMissingField, No, ScopeItem},
	"redis: Watch requires all keys to be in the same slot":           {InputError, CodeValidationFailed, No, ScopeItem},
	"redis: please enter the command to be executed":                  {InputError, CodeMissingField, No, ScopeItem},
	"redis: no sentinels configured":                                  {Fatal, CodeUnavailable, No, ScopeTool},
	"redis: AutoPipeliner.Do requires at least one argument":          {InputError, CodeMissingField, No, ScopeItem},
	"redis: connection has unread transaction replies":                {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	"rueidis client is closing or unable to connect redis":            {Fatal, CodeUnavailable, Unanswered, ScopeTool},
}
