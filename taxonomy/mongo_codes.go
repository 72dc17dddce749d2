package taxonomy

const mongoDuplicate = 11000

// mongoCodes are the server's error codes that a client sees: src/mongo/base/error_codes.yml
// of MongoDB 4.4 to 8.0, whose names stand behind them, and the older codes that
// the drivers know. A code that is not here is judged by its labels and its
// words. What interrupts an update of many documents may have come after some
// of them.
//
//nolint:gochecknoglobals // a table, never written
var mongoCodes = map[int64]ruling{
	1:     {Fatal, CodeServerError, Answered, ScopeItem},                // InternalError
	2:     {InputError, CodeValidationFailed, No, ScopeItem},            // BadValue
	4:     {InputError, CodeValidationFailed, No, ScopeItem},            // NoSuchKey
	5:     {InputError, CodeValidationFailed, No, ScopeItem},            // GraphContainsCycle
	6:     {Transient, CodeUnavailable, Unanswered, ScopeHost},          // HostUnreachable, seen from mongos
	7:     {Transient, CodeDNSFailure, Answered, ScopeHost},             // HostNotFound
	8:     {Fatal, CodeServerError, Answered, ScopeItem},                // UnknownError
	9:     {InputError, CodeInvalidFormat, No, ScopeItem},               // FailedToParse
	10:    {InputError, CodeValidationFailed, No, ScopeItem},            // CannotMutateObject
	11:    {Fatal, CodeNotFound, No, ScopeTarget},                       // UserNotFound
	12:    {Fatal, CodeUnsupported, No, ScopeTool},                      // UnsupportedFormat
	13:    {Permission, CodeForbidden, No, ScopeTarget},                 // Unauthorized
	14:    {InputError, CodeWrongType, No, ScopeItem},                   // TypeMismatch
	15:    {InputError, CodeOutOfRange, No, ScopeItem},                  // Overflow
	16:    {InputError, CodeOutOfRange, No, ScopeItem},                  // InvalidLength
	17:    {Fatal, CodeUnsupported, No, ScopeTool},                      // ProtocolError
	18:    {Permission, CodeUnauthenticated, No, ScopeCredential},       // AuthenticationFailed
	19:    {InputError, CodeValidationFailed, No, ScopeItem},            // CannotReuseObject
	20:    {Fatal, CodeUnsupported, No, ScopeTool},                      // IllegalOperation
	21:    {InputError, CodeValidationFailed, No, ScopeItem},            // EmptyArrayOperation
	22:    {InputError, CodeInvalidFormat, No, ScopeItem},               // InvalidBSON
	23:    {ResourceConflict, CodeStateConflict, No, ScopeTarget},       // AlreadyInitialized
	24:    {Transient, CodeLocked, No, ScopeTarget},                     // LockTimeout
	26:    {InputError, CodeValidationFailed, No, ScopeTarget},          // NamespaceNotFound: a collection's name
	27:    {InputError, CodeValidationFailed, No, ScopeTarget},          // IndexNotFound
	28:    {InputError, CodeValidationFailed, No, ScopeTarget},          // PathNotViable
	29:    {InputError, CodeValidationFailed, No, ScopeItem},            // NonExistentPath
	30:    {InputError, CodeValidationFailed, No, ScopeItem},            // InvalidPath
	31:    {InputError, CodeValidationFailed, No, ScopeItem},            // RoleNotFound
	34:    {InputError, CodeValidationFailed, No, ScopeTarget},          // CannotBackfillArray
	40:    {InputError, CodeValidationFailed, No, ScopeItem},            // ConflictingUpdateOperators
	43:    {Fatal, CodeNotFound, No, ScopeTarget},                       // CursorNotFound
	46:    {Transient, CodeLocked, No, ScopeTarget},                     // LockBusy
	47:    {Fatal, CodeNotFound, No, ScopeTarget},                       // NoMatchingDocument
	48:    {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},       // NamespaceExists
	50:    {Transient, CodeTimeout, Answered, ScopeItem},                // MaxTimeMSExpired
	52:    {InputError, CodeValidationFailed, No, ScopeItem},            // DollarPrefixedFieldName
	53:    {InputError, CodeValidationFailed, No, ScopeItem},            // InvalidIdField
	54:    {InputError, CodeValidationFailed, No, ScopeItem},            // NotSingleValueField
	55:    {InputError, CodeValidationFailed, No, ScopeItem},            // InvalidDBRef
	56:    {InputError, CodeValidationFailed, No, ScopeItem},            // EmptyFieldName
	57:    {InputError, CodeValidationFailed, No, ScopeItem},            // DottedFieldName
	59:    {Fatal, CodeUnsupported, No, ScopeTool},                      // CommandNotFound
	61:    {InputError, CodeMissingField, No, ScopeItem},                // ShardKeyNotFound
	63:    {Transient, CodeUnavailable, No, ScopeTarget},                // StaleShardVersion
	64:    {Transient, CodeTimeout, Answered, ScopeHost},                // WriteConcernFailed: written, and not replicated in time
	66:    {InputError, CodeValidationFailed, No, ScopeTarget},          // ImmutableField
	67:    {InputError, CodeValidationFailed, No, ScopeItem},            // CannotCreateIndex
	68:    {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},       // IndexAlreadyExists
	70:    {Fatal, CodeUnavailable, No, ScopeHost},                      // ShardNotFound
	72:    {InputError, CodeValidationFailed, No, ScopeItem},            // InvalidOptions
	73:    {InputError, CodeInvalidFormat, No, ScopeItem},               // InvalidNamespace
	74:    {Fatal, CodeUnavailable, No, ScopeHost},                      // NodeNotFound
	76:    {Fatal, CodeUnsupported, Answered, ScopeTool},                // NoReplicationEnabled
	79:    {InputError, CodeValidationFailed, Answered, ScopeTool},      // UnknownReplWriteConcern: looked up after the write
	85:    {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},       // IndexOptionsConflict
	86:    {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},       // IndexKeySpecsConflict
	89:    {Transient, CodeTimeout, Unanswered, ScopeHost},              // NetworkTimeout
	91:    {Transient, CodeUnavailable, Answered, ScopeHost},            // ShutdownInProgress
	96:    {Fatal, CodeServerError, Answered, ScopeItem},                // OperationFailed
	100:   {Fatal, CodeUnavailable, Answered, ScopeTool},                // UnsatisfiableWriteConcern
	109:   {ResourceConflict, CodeBusy, No, ScopeTarget},                // ConfigurationInProgress
	115:   {Fatal, CodeUnsupported, No, ScopeTool},                      // CommandNotSupported
	116:   {InputError, CodeTooLarge, No, ScopeItem},                    // DocTooLargeForCapped
	117:   {ResourceConflict, CodeBusy, No, ScopeTarget},                // ConflictingOperationInProgress
	112:   {Transient, CodeSerializationFailure, No, ScopeTarget},       // WriteConflict
	121:   {InputError, CodeValidationFailed, No, ScopeItem},            // DocumentValidationFailure
	123:   {Fatal, CodeUnsupported, No, ScopeTool},                      // NotAReplicaSet
	125:   {Fatal, CodeServerError, Answered, ScopeItem},                // CommandFailed
	133:   {Transient, CodeUnavailable, No, ScopeHost},                  // FailedToSatisfyReadPreference
	134:   {Transient, CodeUnavailable, No, ScopeHost},                  // ReadConcernMajorityNotAvailableYet
	136:   {Transient, CodeUnavailable, Answered, ScopeTarget},          // CappedPositionLost
	139:   {InputError, CodeInvalidFormat, No, ScopeItem},               // JSInterpreterFailure
	146:   {Fatal, CodeQuotaExhausted, Answered, ScopeItem},             // ExceededMemoryLimit
	150:   {Transient, CodeUnavailable, No, ScopeTarget},                // StaleEpoch
	165:   {InputError, CodeValidationFailed, No, ScopeItem},            // ViewDepthLimitExceeded
	166:   {InputError, CodeValidationFailed, No, ScopeTarget},          // CommandNotSupportedOnView
	167:   {InputError, CodeValidationFailed, No, ScopeTarget},          // OptionNotSupportedOnView
	168:   {InputError, CodeValidationFailed, No, ScopeItem},            // InvalidPipelineOperator
	171:   {InputError, CodeValidationFailed, No, ScopeItem},            // CannotIndexParallelArrays
	175:   {Transient, CodeUnavailable, Answered, ScopeTarget},          // QueryPlanKilled
	189:   {Transient, CodeUnavailable, Answered, ScopeHost},            // PrimarySteppedDown
	197:   {InputError, CodeUnknownField, No, ScopeItem},                // InvalidIndexSpecificationOption
	202:   {Transient, CodeTimeout, Unanswered, ScopeHost},              // NetworkInterfaceExceededTimeLimit
	206:   {Fatal, CodeNotFound, No, ScopeTarget},                       // NoSuchSession
	207:   {InputError, CodeInvalidFormat, No, ScopeItem},               // InvalidUUID
	224:   {InputError, CodeValidationFailed, No, ScopeItem},            // QueryFeatureNotAllowed
	225:   {ResourceConflict, CodeVersionConflict, No, ScopeTarget},     // TransactionTooOld
	234:   {Transient, CodeUnavailable, No, ScopeTarget},                // RetryChangeStream
	235:   {Fatal, CodeUnsupported, No, ScopeTool},                      // InternalErrorNotSupported
	237:   {Fatal, CodeCanceled, Answered, ScopeTarget},                 // CursorKilled
	238:   {Fatal, CodeUnsupported, No, ScopeTool},                      // NotImplemented
	239:   {Transient, CodeUnavailable, No, ScopeTarget},                // SnapshotTooOld
	241:   {InputError, CodeWrongType, No, ScopeItem},                   // ConversionFailure
	244:   {Transient, CodeSerializationFailure, No, ScopeTarget},       // TransactionAborted
	246:   {Transient, CodeUnavailable, No, ScopeTarget},                // SnapshotUnavailable
	249:   {Transient, CodeUnavailable, No, ScopeTarget},                // StaleChunkHistory
	251:   {Transient, CodeSerializationFailure, No, ScopeTarget},       // NoSuchTransaction: it was aborted
	256:   {ResourceConflict, CodeStateConflict, Answered, ScopeTarget}, // TransactionCommitted: it was done
	257:   {InputError, CodeTooLarge, No, ScopeItem},                    // TransactionTooLarge
	260:   {InputError, CodeInvalidFormat, No, ScopeItem},               // InvalidResumeToken
	261:   {Transient, CodeOverloaded, No, ScopeHost},                   // TooManyLogicalSessions
	262:   {Transient, CodeTimeout, Answered, ScopeItem},                // ExceededTimeLimit
	263:   {InputError, CodeUnsupported, No, ScopeTool},                 // OperationNotSupportedInTransaction
	264:   {Transient, CodeOverloaded, Answered, ScopeHost},             // TooManyFilesOpen
	267:   {ResourceConflict, CodeBusy, No, ScopeTarget},                // PreparedTransactionInProgress
	279:   {Fatal, CodeCanceled, Unanswered, ScopeItem},                 // ClientDisconnect
	280:   {Fatal, CodeServerError, Answered, ScopeTarget},              // ChangeStreamFatalError
	286:   {Fatal, CodeNotFound, No, ScopeTarget},                       // ChangeStreamHistoryLost
	290:   {Transient, CodeTimeout, No, ScopeTarget},                    // TransactionExceededLifetimeLimitSeconds: aborted
	291:   {InputError, CodeValidationFailed, No, ScopeItem},            // NoQueryExecutionPlans
	292:   {Fatal, CodeQuotaExhausted, Answered, ScopeItem},             // QueryExceededMemoryLimitNoDiskUseAllowed
	391:   {Permission, CodeUnauthenticated, No, ScopeCredential},       // ReauthenticationRequired
	8000:  {Fatal, CodeUnknown, Answered, ScopeItem},                    // AtlasError
	9001:  {Transient, CodeConnectionReset, Unanswered, ScopeHost},      // SocketException
	10003: {InputError, CodeTooLarge, No, ScopeItem},                    // CannotGrowDocumentInCappedNamespace
	10058: {Transient, CodeUnavailable, No, ScopeHost},                  // LegacyNotPrimary
	10107: {Transient, CodeUnavailable, No, ScopeHost},                  // NotWritablePrimary
	10334: {InputError, CodeTooLarge, No, ScopeItem},                    // BSONObjectTooLarge
	11000: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},       // DuplicateKey
	11001: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},       // DuplicateKey, of an update in old servers
	11600: {Transient, CodeUnavailable, Answered, ScopeHost},            // InterruptedAtShutdown
	11601: {Fatal, CodeCanceled, Answered, ScopeItem},                   // Interrupted: killOp
	11602: {Transient, CodeUnavailable, Answered, ScopeHost},            // InterruptedDueToReplStateChange
	12582: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},       // DuplicateKey, in a capped collection
	12586: {ResourceConflict, CodeBusy, No, ScopeTarget},                // BackgroundOperationInProgressForDatabase
	12587: {ResourceConflict, CodeBusy, No, ScopeTarget},                // BackgroundOperationInProgressForNamespace
	13297: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},       // DatabaseDifferCase
	13388: {Transient, CodeUnavailable, No, ScopeTarget},                // StaleConfig
	13435: {Transient, CodeUnavailable, No, ScopeHost},                  // NotPrimaryNoSecondaryOk
	13436: {Transient, CodeUnavailable, No, ScopeHost},                  // NotPrimaryOrSecondary
	14031: {Fatal, CodeQuotaExhausted, Answered, ScopeHost},             // OutOfDiskSpace
	17280: {InputError, CodeTooLarge, No, ScopeItem},                    // KeyTooLong
	17419: {InputError, CodeTooLarge, No, ScopeItem},                    // the document would be too large after the update
	17420: {InputError, CodeTooLarge, No, ScopeItem},                    // the document is too large
	40324: {InputError, CodeValidationFailed, No, ScopeItem},            // unrecognised pipeline stage
	40352: {InputError, CodeValidationFailed, No, ScopeItem},            // empty field path
	40353: {InputError, CodeValidationFailed, No, ScopeItem},            // field path ends in a dot
	40414: {InputError, CodeMissingField, No, ScopeItem},                // a field of the command is missing
	40415: {InputError, CodeUnknownField, No, ScopeItem},                // a field that the command does not know
}

// mongoAtlas is what Atlas says with its one code, 8000.
//
//nolint:gochecknoglobals // a table, never written
var mongoAtlas = []textRow{
	{text: "authentication failed", ruling: ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
	{text: "not allowed to do action", ruling: ruling{Permission, CodeForbidden, No, ScopeTarget}},
	{text: "over your space quota", ruling: ruling{Fatal, CodeQuotaExhausted, No, ScopeCredential}},
	{text: "cannot create a new collection", ruling: ruling{Fatal, CodeQuotaExhausted, No, ScopeCredential}},
}

// mongoSentinels are errors of the driver itself, versions 1.17 and 2.10:
// mongo/errors.go, single_result.go, mongo.go, gridfs_bucket.go, session.go,
// x/mongo/driver/operation.go and topology/topology.go.
//
//nolint:gochecknoglobals // a table, never written
var mongoSentinels = map[string]ruling{
	"mongo: no documents in result":                               {Fatal, CodeNotFound, No, ScopeTarget},
	"file with given parameters not found":                        {Fatal, CodeNotFound, No, ScopeTarget}, // GridFS
	"client is disconnected":                                      {Fatal, CodeUnavailable, No, ScopeTool},
	"topology is closed":                                          {Fatal, CodeUnavailable, No, ScopeTool},
	"server selection timeout":                                    {Transient, CodeUnavailable, No, ScopeHost},
	"unacknowledged write":                                        {Fatal, CodeUnknown, Unanswered, ScopeItem}, // sent, as asked for
	"an inserted document is too large":                           {InputError, CodeTooLarge, No, ScopeItem},
	"document is nil":                                             {InputError, CodeMissingField, No, ScopeItem},
	"value is nil":                                                {InputError, CodeMissingField, No, ScopeItem},
	"must provide at least one element in input slice":            {InputError, CodeMissingField, No, ScopeItem},
	"multiple indexes would be dropped":                           {InputError, CodeValidationFailed, No, ScopeItem},
	"invalid index value":                                         {InputError, CodeWrongType, No, ScopeItem},
	"index name must be a string":                                 {InputError, CodeWrongType, No, ScopeItem},
	"update document must have at least one element":              {InputError, CodeMissingField, No, ScopeItem},
	"update document must contain key beginning with '$'":         {InputError, CodeValidationFailed, No, ScopeItem},
	"replacement document cannot contain keys beginning with '$'": {InputError, CodeValidationFailed, No, ScopeItem},
	"database name cannot be empty":                               {InputError, CodeMissingField, No, ScopeItem},
	"session was not created by this client":                      {Fatal, CodeUnsupported, No, ScopeTool},
	"ended session was used":                                      {Fatal, CodeStateConflict, No, ScopeTool},
	"no transaction started":                                      {Fatal, CodeStateConflict, No, ScopeTool},
	"transaction already in progress":                             {Fatal, CodeStateConflict, No, ScopeTool},
}
