package taxonomy

// redisReplies are the prefixes of error replies: src/server.c createSharedObjects,
// src/script.c, src/cluster.c, src/sentinel.c and src/t_stream.c of Redis 7.0
// and the ones that came with 7.2 and 8. What is refused before a command runs
// has done nothing.
//
//nolint:gochecknoglobals // a table, never written
var redisReplies = map[string]redisReply{
	// The server is not ready, or not the right one; it will be, or another is.
	"LOADING":     {ruling: ruling{Transient, CodeUnavailable, No, ScopeHost}, early: true},
	"BUSY":        {ruling: ruling{Transient, CodeBusy, No, ScopeHost}, early: true}, // somebody's script runs
	"MASTERDOWN":  {ruling: ruling{Transient, CodeUnavailable, No, ScopeHost}, early: true},
	"READONLY":    {ruling: ruling{Transient, CodeUnavailable, No, ScopeHost}, early: true}, // a failover
	"NOREPLICAS":  {ruling: ruling{Transient, CodeUnavailable, No, ScopeHost}, early: true}, // min-replicas-to-write is looked at first
	"CLUSTERDOWN": {ruling: ruling{Transient, CodeUnavailable, No, ScopeHost}},
	"MOVED":       {ruling: ruling{Transient, CodeUnavailable, No, ScopeTarget}},
	"ASK":         {ruling: ruling{Transient, CodeUnavailable, No, ScopeTarget}},
	"REDIRECT":    {ruling: ruling{Transient, CodeUnavailable, No, ScopeHost}}, // Valkey 8
	"TRYAGAIN":    {ruling: ruling{Transient, CodeUnavailable, No, ScopeTarget}},
	"NOMASTERLINK": {
		ruling: ruling{Transient, CodeUnavailable, No, ScopeHost},
	},
	"NOQUORUM": {ruling: ruling{Transient, CodeUnavailable, No, ScopeHost}}, // Sentinel
	"UNBLOCKED": {
		ruling: ruling{Transient, CodeUnavailable, No, ScopeHost}, // it had waited, and got nothing
		more: []textRow{
			{text: "client unblocked via client unblock", ruling: ruling{Fatal, CodeCanceled, No, ScopeItem}},
			{text: "the stream key no longer exists", ruling: ruling{Fatal, CodeNotFound, No, ScopeTarget}},
		},
	},
	// MIGRATE: the documentation of the command says that after an error of
	// input or output the key may be on both sides.
	"IOERR": {
		ruling: ruling{Transient, CodeTimeout, Unanswered, ScopeTarget},
		more:   []textRow{{text: "error or timeout connecting", ruling: ruling{Transient, CodeUnavailable, No, ScopeTarget}}},
	},
	// A script that cannot be killed ends by itself, with all that it does.
	"UNKILLABLE": {ruling: ruling{Transient, CodeBusy, Answered, ScopeHost}},

	// An operator has to do something.
	"MISCONF":    {ruling: ruling{Fatal, CodeUnavailable, No, ScopeHost}, early: true},
	"OOM":        {ruling: ruling{Fatal, CodeQuotaExhausted, No, ScopeHost}, early: true},
	"INVALIDOBJ": {ruling: ruling{Fatal, CodeServerError, Answered, ScopeTarget}},
	"NOPROTO":    {ruling: ruling{Fatal, CodeUnsupported, No, ScopeHost}},
	// RediSearch 2.10: go-redis does not repeat it, for it is the query that takes too long.
	"SEARCH_TIMEOUT": {ruling: ruling{Fatal, CodeTimeout, Answered, ScopeItem}},

	// Who is calling.
	"NOAUTH":    {ruling: ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
	"WRONGPASS": {ruling: ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
	"DENIED":    {ruling: ruling{Permission, CodeForbidden, No, ScopeHost}}, // protected mode
	"NOPERM": {
		ruling: ruling{Permission, CodeForbidden, No, ScopeTarget},
		more: []textRow{ // one command of a transaction; the others were executed
			{text: "acls rules changed", ruling: ruling{Permission, CodeForbidden, Answered, ScopeTarget}},
		},
	},

	// The arguments.
	"WRONGTYPE": {ruling: ruling{InputError, CodeWrongType, No, ScopeTarget}},
	"CROSSSLOT": {ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	"NOSCRIPT":  {ruling: ruling{InputError, CodeValidationFailed, No, ScopeTarget}}, // the name of a script that is not there
	"NOGROUP":   {ruling: ruling{InputError, CodeValidationFailed, No, ScopeTarget}},
	"EXECABORT": {ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}}, // a command before EXEC was refused

	// The state of the target.
	"BUSYKEY":     {ruling: ruling{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}},
	"BUSYGROUP":   {ruling: ruling{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}},
	"INPROG":      {ruling: ruling{ResourceConflict, CodeBusy, No, ScopeTarget}}, // Sentinel: a failover is under way
	"NOGOODSLAVE": {ruling: ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
	"NOTBUSY":     {ruling: ruling{ResourceConflict, CodeStateConflict, No, ScopeHost}}, // SCRIPT KILL, and no script runs
}

// redisTexts are what follows ERR, the prefix without a meaning; modules answer
// with such texts without any prefix. The first that fits counts. The texts are
// those of Redis 7.0.15 (strings of its sources), of RedisJSON, RediSearch,
// RedisBloom and RedisTimeSeries, and of the proxies Envoy and Twemproxy.
//
//nolint:gochecknoglobals // a table, never written
var redisTexts = []textRow{
	// The server, or what stands before it.
	{text: "max number of clients", ruling: ruling{Transient, CodeOverloaded, No, ScopeHost}},
	{text: "max daily request limit exceeded", ruling: ruling{Fatal, CodeQuotaExhausted, No, ScopeCredential}}, // Upstash
	{text: "max requests limit exceeded", ruling: ruling{Fatal, CodeQuotaExhausted, No, ScopeCredential}},
	{text: "max request size exceeded", ruling: ruling{InputError, CodeTooLarge, No, ScopeItem}},
	{text: "no upstream host", ruling: ruling{Transient, CodeUnavailable, No, ScopeHost}}, // Envoy
	{text: "upstream failure", ruling: ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}},
	{text: "connection timed out", ruling: ruling{Transient, CodeTimeout, Unanswered, ScopeHost}}, // Twemproxy
	{text: "connection refused", ruling: ruling{Transient, CodeConnectionRefused, No, ScopeHost}},
	{text: "connection reset", ruling: ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}},
	{text: "not enough available sentinels", ruling: ruling{Transient, CodeUnavailable, No, ScopeHost}},
	{text: "can not execute the command on a stale replica", ruling: ruling{Transient, CodeUnavailable, No, ScopeHost}},
	{text: "while the cluster is down", within: true, ruling: ruling{Transient, CodeUnavailable, No, ScopeHost}},
	{text: "bgsave for replication: replication information not available", ruling: ruling{Transient, CodeUnavailable, No, ScopeHost}},
	{text: "insufficient memory", ruling: ruling{Fatal, CodeQuotaExhausted, No, ScopeHost}},
	{text: "error trying to save the db", ruling: ruling{Fatal, CodeServerError, No, ScopeHost}},
	{text: "can't save in background", ruling: ruling{Fatal, CodeServerError, No, ScopeHost}},
	{text: "error loading the extension", ruling: ruling{Fatal, CodeServerError, No, ScopeHost}},

	// Who is calling.
	{text: "operation not permitted", ruling: ruling{Permission, CodeUnauthenticated, No, ScopeCredential}}, // before 2.8, without AUTH
	{text: "invalid password", ruling: ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},        // before 6.0
	{text: "invalid username-password", ruling: ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
	{text: "auth <password> called without any password configured", ruling: ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
	{text: "client sent auth, but no password is set", ruling: ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
	{text: "authentication required", ruling: ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
	{text: "protocol error: unauthenticated", ruling: ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
	{text: "unauthenticated", within: true, ruling: ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
	{text: "command not allowed. if the", within: true, ruling: ruling{Permission, CodeForbidden, No, ScopeTool}}, // enable-debug-command and the like
	{text: "insufficient acl permissions", within: true, ruling: ruling{Permission, CodeForbidden, No, ScopeTarget}},

	// What the server cannot do, or not like that.
	{text: "unknown command", ruling: ruling{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "this instance has cluster support disabled", ruling: ruling{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "in cluster mode", within: true, ruling: ruling{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "can't set protected config", within: true, ruling: ruling{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "can't set immutable config", within: true, ruling: ruling{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "protocol error", ruling: ruling{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "unsupported protocol", ruling: ruling{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "command is not valid when client is a replica", ruling: ruling{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "can't execute '", ruling: ruling{Fatal, CodeUnsupported, No, ScopeTool}},         // while subscribed
	{text: "an lfu maxmemory policy", ruling: ruling{Fatal, CodeUnsupported, No, ScopeTool}}, // OBJECT FREQ, OBJECT IDLETIME
	{text: "not configured to use an acl file", within: true, ruling: ruling{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "replica can't interact with the keyspace", ruling: ruling{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "wait cannot be used with replica", ruling: ruling{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "debug option only available for cluster mode", ruling: ruling{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "resp2 is not supported", ruling: ruling{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "you should send cluster failover to a replica", ruling: ruling{Fatal, CodeUnsupported, No, ScopeHost}},
	{text: "i can only replicate a master", ruling: ruling{Fatal, CodeUnsupported, No, ScopeHost}},
	{text: "client caching", ruling: ruling{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "multi calls can not be nested", ruling: ruling{Fatal, CodeStateConflict, No, ScopeTool}},
	{text: "exec without multi", ruling: ruling{Fatal, CodeStateConflict, No, ScopeTool}},
	{text: "discard without multi", ruling: ruling{Fatal, CodeStateConflict, No, ScopeTool}},
	{text: "watch inside multi", ruling: ruling{Fatal, CodeStateConflict, No, ScopeTool}},
	{text: "inside a transaction", within: true, ruling: ruling{Fatal, CodeStateConflict, No, ScopeTool}},
	{text: "command not allowed inside multi", ruling: ruling{Fatal, CodeStateConflict, No, ScopeTool}},

	// The state of the target.
	{text: "target key name is busy", ruling: ruling{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}}, // before 3.0
	{text: "already exists", within: true, ruling: ruling{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}},
	{text: "duplicate master name", ruling: ruling{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}}, // Sentinel
	{text: "item exists", ruling: ruling{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}},           // RedisBloom
	{text: "is already busy", within: true, ruling: ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
	{text: "is already unassigned", within: true, ruling: ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
	{text: "already in progress", within: true, ruling: ruling{ResourceConflict, CodeBusy, No, ScopeHost}},
	{text: "another child process is active", ruling: ruling{ResourceConflict, CodeBusy, No, ScopeHost}},
	{text: "db must be empty", ruling: ruling{ResourceConflict, CodeStateConflict, No, ScopeHost}},
	{text: "cluster reset can't be called with master nodes containing keys", ruling: ruling{ResourceConflict, CodeStateConflict, No, ScopeHost}},
	{text: "i'm already the owner of hash slot", ruling: ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
	{text: "i'm not the owner of hash slot", ruling: ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
	{text: "can't assign hashslot", ruling: ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
	{text: "target node is not a master", ruling: ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
	{text: "the specified node is not a", ruling: ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
	{text: "failover is not valid when server is a replica", ruling: ruling{ResourceConflict, CodeStateConflict, No, ScopeHost}},
	{text: "failover target host and port is not a replica", ruling: ruling{ResourceConflict, CodeStateConflict, No, ScopeHost}},
	{text: "the stream has exhausted the last possible id", ruling: ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}},
	{text: "failover requires connected replicas", ruling: ruling{ResourceConflict, CodeStateConflict, No, ScopeHost}},
	{text: "failover target replica is not online", ruling: ruling{ResourceConflict, CodeStateConflict, No, ScopeHost}},
	{text: "master is down or failed", ruling: ruling{ResourceConflict, CodeStateConflict, No, ScopeHost}},
	{text: "duplicate_policy is set to block", within: true, ruling: ruling{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}}, // RedisTimeSeries
	{text: "non scaling filter is full", ruling: ruling{Fatal, CodeQuotaExhausted, No, ScopeTarget}},                               // RedisBloom

	// What is not there. A key is what the call is about; an index, a library
	// or a path is a name in its arguments.
	{text: "no such key", ruling: ruling{Fatal, CodeNotFound, No, ScopeTarget}},
	{text: "key that doesn't exist", within: true, ruling: ruling{Fatal, CodeNotFound, No, ScopeTarget}}, // RedisJSON
	{text: "key does not exist", within: true, ruling: ruling{Fatal, CodeNotFound, No, ScopeTarget}},     // RedisTimeSeries
	{text: "requires the key to exist", within: true, ruling: ruling{Fatal, CodeNotFound, No, ScopeTarget}},
	{text: "no such client", ruling: ruling{Fatal, CodeNotFound, No, ScopeTarget}},
	{text: "no such user", ruling: ruling{Fatal, CodeNotFound, No, ScopeTarget}},
	{text: "not found", ruling: ruling{Fatal, CodeNotFound, No, ScopeTarget}}, // RedisBloom
	{text: "no such ", ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "no such index", within: true, ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}}, // RediSearch
	{text: "unknown index name", ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "library not found", ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "function not found", ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "unknown node", ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},

	// The arguments.
	{text: "wrong number of arg", ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "unknown subcommand", ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "unknown option", ruling: ruling{InputError, CodeUnknownField, No, ScopeItem}},
	{text: "syntax error", ruling: ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
	{text: "value is not an integer or out of range", ruling: ruling{InputError, CodeWrongType, No, ScopeItem}},
	{text: "value is not a", ruling: ruling{InputError, CodeWrongType, No, ScopeItem}}, // valid float
	{text: "hash value is not", ruling: ruling{InputError, CodeWrongType, No, ScopeTarget}},
	{text: "timeout is", ruling: ruling{InputError, CodeOutOfRange, No, ScopeItem}}, // negative, not a float, out of range
	{text: "increment or decrement would overflow", ruling: ruling{InputError, CodeOutOfRange, No, ScopeTarget}},
	{text: "increment would produce", ruling: ruling{InputError, CodeOutOfRange, No, ScopeTarget}}, // NaN or Infinity
	{text: "resulting score is not a number", ruling: ruling{InputError, CodeOutOfRange, No, ScopeTarget}},
	{text: "string exceeds maximum allowed size", ruling: ruling{InputError, CodeTooLarge, No, ScopeItem}},
	{text: "db index is out of range", ruling: ruling{InputError, CodeOutOfRange, No, ScopeItem}},
	{text: "invalid expire time", ruling: ruling{InputError, CodeOutOfRange, No, ScopeItem}},
	{text: "dump payload version or checksum are wrong", ruling: ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
	{text: "bad data format", ruling: ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
	{text: "source and destination objects are the same", ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "error compiling", ruling: ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
	{text: "config set failed", ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}}, // and rolled back (src/config.c)
	{text: "unsupported config parameter", ruling: ruling{InputError, CodeUnknownField, No, ScopeItem}},
	{text: "path '", ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}}, // RedisJSON: Path '$.a' does not exist
	{text: "new objects must be created at the root", ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "equal or smaller than", within: true, ruling: ruling{InputError, CodeOutOfRange, No, ScopeTarget}}, // XADD, XSETID
	{text: "unbalanced quotes", within: true, ruling: ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
	{text: "script killed by user", ruling: ruling{Fatal, CodeCanceled, No, ScopeItem}}, // SCRIPT KILL
	{text: "function killed by user", ruling: ruling{Fatal, CodeCanceled, No, ScopeItem}},
	{text: "write commands are not allowed from read-only scripts", ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "can not execute a script with write flag", ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "user_script:", within: true, ruling: ruling{InputError, CodeValidationFailed, Answered, ScopeItem}},
	{text: "user_function:", within: true, ruling: ruling{InputError, CodeValidationFailed, Answered, ScopeItem}},
	{text: "redis command called from script", within: true, ruling: ruling{InputError, CodeValidationFailed, Answered, ScopeItem}},
	{text: "failover with force option requires", ruling: ruling{InputError, CodeMissingField, No, ScopeItem}},
	{text: "the client id you want redirect to does not exist", ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "library name was not given", ruling: ruling{InputError, CodeMissingField, No, ScopeItem}},
	{text: "can't replicate myself", ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "can not run script on cluster", ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "do not hash to the same slot", within: true, ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "is not allowed with block option", within: true, ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "user cannot be removed", within: true, ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "overlaps with a", within: true, ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "only be used", within: true, ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "only supported by", within: true, ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "only support ", within: true, ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "may only contain", within: true, ruling: ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
	{text: "can only contain", within: true, ruling: ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
	{text: "can't contain", within: true, ruling: ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
	{text: "cannot be an empty", within: true, ruling: ruling{InputError, CodeMissingField, No, ScopeItem}},
	{text: "spaces not allowed", ruling: ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
	{text: "must contain", within: true, ruling: ruling{InputError, CodeWrongType, No, ScopeItem}},
	{text: "option requires", within: true, ruling: ruling{InputError, CodeMissingField, No, ScopeItem}},
	// How the server words all its other refusals of arguments, which it reads
	// before it does anything.
	{text: "out of range", within: true, ruling: ruling{InputError, CodeOutOfRange, No, ScopeItem}},
	{text: "must be ", within: true, ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "can't be ", within: true, ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "invalid ", ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "unsupported ", ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "unrecognized ", ruling: ruling{InputError, CodeUnknownField, No, ScopeItem}},
	{text: "is not a valid", within: true, ruling: ruling{InputError, CodeWrongType, No, ScopeItem}},
	{text: "is not a float", within: true, ruling: ruling{InputError, CodeWrongType, No, ScopeItem}},
	{text: "is not an integer", within: true, ruling: ruling{InputError, CodeWrongType, No, ScopeItem}},
	{text: "not valid string range item", within: true, ruling: ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
	{text: "should be ", within: true, ruling: ruling{InputError, CodeOutOfRange, No, ScopeItem}},
	{text: "you can't specify", ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "option supports", within: true, ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "only supports", within: true, ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "can only be", within: true, ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "cannot contain", within: true, ruling: ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
	{text: "not allowed in acl", within: true, ruling: ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
	{text: "error in acl setuser", ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
	{text: "not compatible", within: true, ruling: ruling{InputError, CodeValidationFailed, No, ScopeItem}},
}

// redisSentinels are errors of the clients themselves: go-redis 9.23 (error.go,
// tx.go, internal/pool/pool.go, osscluster.go, ring.go, sentinel.go) and redigo
// 1.9 (redis/pool.go, reply.go, conn.go).
//
//nolint:gochecknoglobals // a table, never written
var redisSentinels = map[string]ruling{
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
