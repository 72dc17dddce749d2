package taxonomy

const jetStreamStoreFailed = 10077

// jetStreamCodes are the err_codes of JetStream that mean something else than
// their status says: server/errors.json of nats-server 2.15, whose names stand
// behind them. Nearly all refusals come with status 400, whatever they are
// about.
//
//nolint:gochecknoglobals // a table, never written
var jetStreamCodes = map[int64]ruling{
	10002: {Fatal, CodeQuotaExhausted, No, ScopeCredential},         // AccountResourcesExceeded
	10004: {Transient, CodeUnavailable, Answered, ScopeHost},        // ClusterIncomplete
	10005: {Fatal, CodeUnavailable, No, ScopeHost},                  // ClusterNoPeers: nowhere to place it
	10006: {Fatal, CodeUnsupported, No, ScopeTool},                  // ClusterNotActive
	10007: {Transient, CodeUnavailable, No, ScopeHost},              // ClusterNotAssigned
	10008: {Transient, CodeUnavailable, No, ScopeHost},              // ClusterNotAvail
	10009: {Transient, CodeUnavailable, No, ScopeHost},              // ClusterNotLeader
	10010: {Fatal, CodeUnsupported, No, ScopeTool},                  // ClusterRequired
	10012: {Fatal, CodeServerError, Answered, ScopeTarget},          // ConsumerCreate
	10013: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},   // ConsumerNameExist
	10014: {InputError, CodeValidationFailed, No, ScopeTarget},      // ConsumerNotFound: a name in the arguments
	10023: {Fatal, CodeQuotaExhausted, No, ScopeHost},               // InsufficientResources
	10026: {Fatal, CodeQuotaExhausted, No, ScopeTarget},             // MaximumConsumersLimit
	10027: {Fatal, CodeQuotaExhausted, No, ScopeCredential},         // MaximumStreamsLimit
	10028: {Fatal, CodeQuotaExhausted, No, ScopeHost},               // MemoryResourcesExceeded
	10035: {Fatal, CodeNotFound, No, ScopeCredential},               // NoAccount
	10036: {Fatal, CodeUnsupported, No, ScopeTool},                  // ClusterUnSupportFeature
	10037: {Fatal, CodeNotFound, No, ScopeTarget},                   // NoMessageFound
	10039: {Fatal, CodeUnsupported, No, ScopeCredential},            // NotEnabledForAccount
	10040: {Fatal, CodeNotFound, No, ScopeTarget},                   // ClusterPeerNotMember
	10043: {Fatal, CodeNotFound, No, ScopeTarget},                   // SequenceNotFound
	10047: {Fatal, CodeQuotaExhausted, No, ScopeHost},               // StorageResourcesExceeded
	10049: {Fatal, CodeServerError, Answered, ScopeTarget},          // StreamCreate
	10052: {InputError, CodeValidationFailed, No, ScopeItem},        // StreamInvalidConfig, with status 500
	10053: {InputError, CodeOutOfRange, No, ScopeItem},              // StreamLimits, with status 500
	10054: {InputError, CodeTooLarge, No, ScopeItem},                // StreamMessageExceedsMaximum
	10058: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},   // StreamNameExist
	10059: {InputError, CodeValidationFailed, No, ScopeTarget},      // StreamNotFound: a name in the arguments
	10060: {ResourceConflict, CodeVersionConflict, No, ScopeTarget}, // StreamNotMatch: Nats-Expected-Stream
	10063: {ResourceConflict, CodeVersionConflict, No, ScopeTarget}, // StreamSequenceNotMatch, with status 503
	10065: {ResourceConflict, CodeStateConflict, No, ScopeTarget},   // StreamSubjectOverlap
	10068: {InputError, CodeValidationFailed, No, ScopeTarget},      // StreamTemplateNotFound
	10069: {Fatal, CodeServerError, Answered, ScopeTarget},          // StreamUpdate
	10070: {ResourceConflict, CodeVersionConflict, No, ScopeTarget}, // StreamWrongLastMsgID
	10071: {ResourceConflict, CodeVersionConflict, No, ScopeTarget}, // StreamWrongLastSequence
	10074: {InputError, CodeOutOfRange, No, ScopeItem},              // StreamReplicasNotSupported
	10076: {Fatal, CodeUnsupported, No, ScopeHost},                  // NotEnabled
	10077: {Transient, CodeServerError, Answered, ScopeTarget},      // StreamStoreFailed
	10096: {Fatal, CodeServerError, Answered, ScopeTarget},          // StreamInvalid
	10097: {InputError, CodeTooLarge, No, ScopeItem},                // StreamHeaderExceedsMaximum
	10104: {Fatal, CodeServerError, Answered, ScopeTarget},          // ConsumerStoreFailed
	10105: {ResourceConflict, CodeBusy, No, ScopeTarget},            // ConsumerExistingActive
	10106: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},   // ConsumerReplacementWithDifferentName
	10109: {ResourceConflict, CodeStateConflict, No, ScopeTarget},   // StreamSealed
	10117: {InputError, CodeTooLarge, No, ScopeItem},                // StreamInfoMaxSubjects
	10118: {Transient, CodeUnavailable, No, ScopeTarget},            // StreamOffline
	10119: {Transient, CodeUnavailable, No, ScopeTarget},            // ConsumerOffline
	10120: {Fatal, CodeQuotaExhausted, No, ScopeCredential},         // NoLimits
	10124: {ResourceConflict, CodeBusy, No, ScopeTarget},            // StreamMoveInProgress
	10129: {ResourceConflict, CodeStateConflict, No, ScopeTarget},   // StreamReconfigureNotInProgress
	10130: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},   // StreamNameExistRestoreFailed
	10136: {InputError, CodeValidationFailed, No, ScopeItem},        // ConsumerDuplicateFilterSubjects; 500 in the client's variables
	10138: {InputError, CodeValidationFailed, No, ScopeItem},        // ConsumerOverlappingSubjectFilters; likewise
	10139: {InputError, CodeMissingField, No, ScopeItem},            // ConsumerEmptyFilter; likewise
	10148: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},   // ConsumerAlreadyExists
	10158: {ResourceConflict, CodeBusy, Answered, ScopeTarget},      // StreamDuplicateMessageConflict: the first of the two goes on
	10163: {Transient, CodeUnavailable, No, ScopeTarget},            // StreamExpectedLastSeqPerSubjectNotReady
	10164: {ResourceConflict, CodeVersionConflict, No, ScopeTarget}, // StreamWrongLastSequenceConstant
	10166: {Fatal, CodeUnsupported, No, ScopeTarget},                // MessageTTLDisabled
	10167: {Transient, CodeRateLimited, No, ScopeHost},              // StreamTooManyRequests
	10168: {Fatal, CodeUnsupported, No, ScopeTarget},                // MessageIncrDisabled
	10172: {Fatal, CodeStateConflict, No, ScopeTarget},              // MessageCounterBroken
	10174: {Fatal, CodeUnsupported, No, ScopeTarget},                // AtomicPublishDisabled
	10180: {ResourceConflict, CodeVersionConflict, No, ScopeTarget}, // StreamMinLastSeq
	10185: {Fatal, CodeUnsupported, No, ScopeHost},                  // RequiredApiLevel
	10188: {Fatal, CodeUnsupported, No, ScopeTarget},                // MessageSchedulesDisabled
	10194: {Transient, CodeUnavailable, No, ScopeTarget},            // StreamOfflineReason
	10195: {Transient, CodeUnavailable, No, ScopeTarget},            // ConsumerOfflineReason
	10202: {ResourceConflict, CodeBusy, No, ScopeHost},              // ClusterServerMemberChangeInflight
	10205: {Fatal, CodeUnsupported, No, ScopeTarget},                // BatchPublishDisabled
	10210: {Transient, CodeOverloaded, No, ScopeTarget},             // AtomicPublishTooManyInflight
	10211: {Transient, CodeOverloaded, No, ScopeTarget},             // BatchPublishTooManyInflight
	10226: {ResourceConflict, CodeBusy, No, ScopeTarget},            // StreamReconfigureInProgress
}

// jetStreamFull is what stands behind a store that failed because the stream is
// full and discards what is new (server/store.go).
//
//nolint:gochecknoglobals // a table, never written
var jetStreamFull = []textRow{
	{text: "maximum messages exceeded", ruling: ruling{Fatal, CodeQuotaExhausted, No, ScopeTarget}},
	{text: "maximum bytes exceeded", ruling: ruling{Fatal, CodeQuotaExhausted, No, ScopeTarget}},
	{text: "maximum messages per subject exceeded", ruling: ruling{Fatal, CodeQuotaExhausted, No, ScopeTarget}},
	{text: "no space left on device", within: true, ruling: ruling{Fatal, CodeQuotaExhausted, Answered, ScopeHost}},
}

// natsServer is what a server says when it closes a connection or drops a
// message (server/errors.go), in lower case, where the client has no variable
// for it.
//
//nolint:gochecknoglobals // a table, never written
var natsServer = []textRow{
	{text: "permissions violation", ruling: ruling{Permission, CodeForbidden, No, ScopeTarget}},
	{text: "authorization violation", ruling: ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
	{text: "authentication timeout", ruling: ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
	{text: "user authentication expired", ruling: ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
	{text: "user authentication revoked", ruling: ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
	{text: "account authentication expired", ruling: ruling{Permission, CodeUnauthenticated, No, ScopeCredential}},
	{text: "failed account registration", ruling: ruling{Fatal, CodeUnavailable, No, ScopeCredential}},
	{text: "maximum payload violation", ruling: ruling{InputError, CodeTooLarge, No, ScopeItem}},
	{text: "maximum payload exceeded", ruling: ruling{InputError, CodeTooLarge, No, ScopeItem}},
	{text: "maximum control line exceeded", ruling: ruling{InputError, CodeTooLarge, No, ScopeItem}},
	{text: "maximum connections exceeded", ruling: ruling{Transient, CodeOverloaded, No, ScopeHost}},
	{text: "maximum subscriptions exceeded", ruling: ruling{Fatal, CodeQuotaExhausted, No, ScopeCredential}},
	{text: "invalid publish subject", ruling: ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
	{text: "invalid subject", ruling: ruling{InputError, CodeInvalidFormat, No, ScopeItem}},
	{text: "unknown protocol operation", ruling: ruling{Fatal, CodeUnsupported, Answered, ScopeTool}},
	{text: "parser error", ruling: ruling{Fatal, CodeUnsupported, Answered, ScopeTool}},
	{text: "invalid client protocol", ruling: ruling{Fatal, CodeUnsupported, No, ScopeTool}},
	{text: "secure connection - tls required", ruling: ruling{Fatal, CodeUnsupported, No, ScopeHost}},
	{text: "slow consumer", ruling: ruling{Transient, CodeOverloaded, Answered, ScopeTool}},
	{text: "server shutdown", ruling: ruling{Transient, CodeUnavailable, Unanswered, ScopeHost}},
	// Status 409 and 408 of a pull request, which has taken nothing.
	{text: "exceeded max", ruling: ruling{Transient, CodeOverloaded, No, ScopeTarget}}, // MaxWaiting, MaxAckPending, …
	{text: "leadership change", ruling: ruling{Transient, CodeUnavailable, No, ScopeTarget}},
	{text: "message size exceeds maxbytes", ruling: ruling{InputError, CodeTooLarge, No, ScopeItem}},
}

// natsSentinels are the errors of nats.go 1.55: nats.go, js.go, jserrors.go,
// kv.go, object.go, and jetstream/errors.go. Refused by the client itself: not
// sent.
//
//nolint:gochecknoglobals // a table, never written
var natsSentinels = map[string]ruling{
	// The connection. A request that is waiting for its answer ends with some
	// of these, too.
	"nats: timeout": {Transient, CodeTimeout, Unanswered, ScopeItem},
	"nats: no responders available for request":         {Transient, CodeUnavailable, No, ScopeTarget}, // the server knows that nobody got it
	"nats: no response from stream":                     {Transient, CodeUnavailable, No, ScopeTarget}, // no responders, repeatedly
	"nats: connection reconnecting":                     {Transient, CodeUnavailable, No, ScopeHost},
	"nats: no servers available for connection":         {Transient, CodeUnavailable, No, ScopeHost},
	"nats: outbound buffer limit exceeded":              {Transient, CodeOverloaded, No, ScopeHost}, // while reconnecting
	"nats: stale connection":                            {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	"nats: server is disconnected":                      {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	"nats: disconnected during fetch":                   {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	"nats: server shutdown":                             {Transient, CodeUnavailable, Unanswered, ScopeHost},
	"nats: connection closed":                           {Fatal, CodeUnavailable, Unanswered, ScopeTool}, // for good: it does not reconnect
	"nats: connection draining":                         {Fatal, CodeUnavailable, No, ScopeTool},
	"nats: draining connection timed out":               {Fatal, CodeTimeout, Unanswered, ScopeTool},
	"nats: invalid connection":                          {Fatal, CodeUnavailable, No, ScopeTool},
	"nats: jetstream context closed":                    {Fatal, CodeUnavailable, Unanswered, ScopeTool},
	"nats: slow consumer, messages dropped":             {Transient, CodeOverloaded, Answered, ScopeTool},
	"nats: server maximum connections exceeded":         {Transient, CodeOverloaded, No, ScopeHost},
	"nats: maximum account active connections exceeded": {Transient, CodeOverloaded, No, ScopeCredential},
	"nats: server maximum subscriptions exceeded":       {Fatal, CodeQuotaExhausted, No, ScopeCredential},
	"nats: protocol exception, INFO not received":       {Fatal, CodeUnsupported, No, ScopeHost},
	"nats: secure connection required":                  {Fatal, CodeUnsupported, No, ScopeHost},
	"nats: secure connection not available":             {Fatal, CodeUnsupported, No, ScopeHost},
	"nats: tls error":                                   {Fatal, CodeUnsupported, No, ScopeHost},
	"nats: connect message, json parse error":           {Fatal, CodeUnsupported, No, ScopeHost},

	// Who is calling. These come from connecting, but for the violation of
	// permissions, with which the server drops what was published.
	"nats: authorization violation":        {Permission, CodeUnauthenticated, No, ScopeCredential},
	"nats: authentication expired":         {Permission, CodeUnauthenticated, No, ScopeCredential},
	"nats: authentication revoked":         {Permission, CodeUnauthenticated, No, ScopeCredential},
	"nats: account authentication expired": {Permission, CodeUnauthenticated, No, ScopeCredential},
	"nats: permissions violation":          {Permission, CodeForbidden, No, ScopeTarget},

	// The arguments.
	"nats: invalid subject":                                      {InputError, CodeInvalidFormat, No, ScopeItem},
	"nats: invalid subject name":                                 {InputError, CodeInvalidFormat, No, ScopeItem},
	"nats: invalid queue name":                                   {InputError, CodeInvalidFormat, No, ScopeItem},
	"nats: timeout invalid":                                      {InputError, CodeOutOfRange, No, ScopeItem},
	"nats: maximum payload exceeded":                             {InputError, CodeTooLarge, No, ScopeItem},
	"nats: invalid message or message nil":                       {InputError, CodeMissingField, No, ScopeItem},
	"nats: invalid argument":                                     {InputError, CodeValidationFailed, No, ScopeItem},
	"nats: invalid stream name":                                  {InputError, CodeInvalidFormat, No, ScopeItem},
	"nats: stream name is required":                              {InputError, CodeMissingField, No, ScopeItem},
	"nats: invalid consumer name":                                {InputError, CodeInvalidFormat, No, ScopeItem},
	"nats: invalid durable name":                                 {InputError, CodeInvalidFormat, No, ScopeItem},
	"nats: invalid filter subject":                               {InputError, CodeInvalidFormat, No, ScopeItem},
	"nats: no stream matches subject":                            {InputError, CodeValidationFailed, No, ScopeTarget},
	"nats: subject does not match consumer":                      {InputError, CodeValidationFailed, No, ScopeTarget},
	"nats: invalid jetstream option":                             {InputError, CodeValidationFailed, No, ScopeItem},
	"nats: message size exceeds max bytes":                       {InputError, CodeTooLarge, No, ScopeItem},
	"nats: stream not found":                                     {InputError, CodeValidationFailed, No, ScopeTarget},
	"nats: consumer not found":                                   {InputError, CodeValidationFailed, No, ScopeTarget},
	"nats: consumer does not exist":                              {InputError, CodeValidationFailed, No, ScopeTarget},
	"nats: bucket not found":                                     {InputError, CodeValidationFailed, No, ScopeTarget},
	"nats: bucket not valid key-value store":                     {InputError, CodeValidationFailed, No, ScopeTarget},
	"nats: invalid bucket name":                                  {InputError, CodeInvalidFormat, No, ScopeItem},
	"nats: invalid key":                                          {InputError, CodeInvalidFormat, No, ScopeItem},
	"nats: config required":                                      {InputError, CodeMissingField, No, ScopeItem},
	"nats: history limited to a max of 64":                       {InputError, CodeOutOfRange, No, ScopeItem},
	"nats: object-store config required":                         {InputError, CodeMissingField, No, ScopeItem},
	"nats: object-store meta information invalid":                {InputError, CodeValidationFailed, No, ScopeItem},
	"nats: invalid object-store name":                            {InputError, CodeInvalidFormat, No, ScopeItem},
	"nats: name is required":                                     {InputError, CodeMissingField, No, ScopeItem},
	"nats: object required":                                      {InputError, CodeMissingField, No, ScopeItem},
	"nats: bucket required":                                      {InputError, CodeMissingField, No, ScopeItem},
	"nats: bucket malformed":                                     {InputError, CodeInvalidFormat, No, ScopeItem},
	"nats: not allowed to link to a deleted object":              {InputError, CodeValidationFailed, No, ScopeItem},
	"nats: not allowed to link to another link":                  {InputError, CodeValidationFailed, No, ScopeItem},
	"nats: link cannot be set when putting the object in bucket": {InputError, CodeValidationFailed, No, ScopeItem},
	"nats: reply subject should be empty":                        {InputError, CodeValidationFailed, No, ScopeItem},

	// The state of the target.
	"nats: key exists":                              {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},
	"nats: key revision mismatch":                   {ResourceConflict, CodeVersionConflict, No, ScopeTarget},
	"nats: wrong last sequence":                     {ResourceConflict, CodeVersionConflict, No, ScopeTarget},
	"nats: bucket name already in use":              {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},
	"nats: stream name already in use":              {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},
	"nats: consumer name already in use":            {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},
	"nats: consumer already exists":                 {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},
	"nats: consumer is already consuming":           {ResourceConflict, CodeBusy, No, ScopeTarget},
	"nats: consumer has active subscription":        {ResourceConflict, CodeBusy, No, ScopeTarget},
	"nats: an object already exists with that name": {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},
	"nats: cannot update meta for a deleted object": {ResourceConflict, CodeStateConflict, No, ScopeTarget},
	"nats: message was already acknowledged":        {ResourceConflict, CodeStateConflict, Answered, ScopeTarget},
	"nats: pin ID mismatch":                         {ResourceConflict, CodeStateConflict, No, ScopeTarget},

	// The record.
	"nats: key not found":     {Fatal, CodeNotFound, No, ScopeTarget},
	"nats: key was deleted":   {Fatal, CodeNotFound, No, ScopeTarget},
	"nats: no keys found":     {Fatal, CodeNotFound, No, ScopeTarget},
	"nats: object not found":  {Fatal, CodeNotFound, No, ScopeTarget},
	"nats: no objects found":  {Fatal, CodeNotFound, No, ScopeTarget},
	"nats: message not found": {Fatal, CodeNotFound, No, ScopeTarget},
	"nats: no messages":       {Fatal, CodeNotFound, No, ScopeTarget},
	"nats: consumer deleted":  {Fatal, CodeNotFound, No, ScopeTarget},

	// JetStream.
	"nats: timeout waiting for ack":                                    {Transient, CodeTimeout, Unanswered, ScopeTarget},
	"nats: no heartbeat received":                                      {Transient, CodeTimeout, Unanswered, ScopeTarget},
	"nats: key watcher timed out waiting for initial keys":             {Transient, CodeTimeout, Unanswered, ScopeTarget},
	"nats: leadership change":                                          {Transient, CodeUnavailable, No, ScopeTarget},
	"nats: Leadership Changed":                                         {Transient, CodeUnavailable, No, ScopeTarget},
	"nats: stalled with too many outstanding async published messages": {Transient, CodeOverloaded, No, ScopeTool},
	"nats: invalid jetstream publish response":                         {Fatal, CodeServerError, Unanswered, ScopeTarget},
	"nats: invalid jetstream api response":                             {Fatal, CodeServerError, Unanswered, ScopeTarget},
	"nats: jetstream not enabled":                                      {Fatal, CodeUnsupported, No, ScopeHost},
	"nats: jetstream not enabled for account":                          {Fatal, CodeUnsupported, No, ScopeCredential},
	"nats: received a corrupt object, digests do not match":            {Fatal, CodeServerError, Answered, ScopeTarget},

	// What the program does wrong, or the server cannot do.
	"nats: invalid subscription":                                {Fatal, CodeStateConflict, No, ScopeTool},
	"nats: subscription closed":                                 {Fatal, CodeStateConflict, No, ScopeTool},
	"nats: messages iterator closed":                            {Fatal, CodeStateConflict, No, ScopeTool},
	"nats: maximum messages delivered":                          {Fatal, CodeStateConflict, No, ScopeTool},
	"nats: invalid subscription type":                           {Fatal, CodeUnsupported, No, ScopeTool},
	"nats: illegal call on an async subscription":               {Fatal, CodeUnsupported, No, ScopeTool},
	"nats: message does not have a reply":                       {Fatal, CodeUnsupported, No, ScopeItem},
	"nats: message is not bound to subscription/connection":     {Fatal, CodeUnsupported, No, ScopeItem},
	"nats: not a jetstream message":                             {Fatal, CodeUnsupported, No, ScopeItem},
	"nats: invalid context":                                     {Fatal, CodeUnsupported, No, ScopeTool},
	"nats: context requires a deadline":                         {Fatal, CodeUnsupported, No, ScopeTool},
	"nats: context and timeout can not both be set":             {Fatal, CodeUnsupported, No, ScopeTool},
	"nats: headers not supported by this server":                {Fatal, CodeUnsupported, No, ScopeHost},
	"nats: no echo option not supported by this server":         {Fatal, CodeUnsupported, No, ScopeHost},
	"nats: client ID not supported by this server":              {Fatal, CodeUnsupported, No, ScopeHost},
	"nats: client IP not supported by this server":              {Fatal, CodeUnsupported, No, ScopeHost},
	"nats: nkeys not supported by the server":                   {Fatal, CodeUnsupported, No, ScopeHost},
	"nats: object-store requires at least server version 2.6.2": {Fatal, CodeUnsupported, No, ScopeHost},
}
