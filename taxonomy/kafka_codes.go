package taxonomy

// kafkaCodes are the error codes of the protocol (kafka.apache.org/protocol,
// "Error Codes", as of 4.1; org.apache.kafka.common.protocol.Errors). What it
// calls retriable is Transient where time is all that is missing. Applied is
// not in the table there: it follows from where the broker raises the error. A
// producer that waits for all replicas is answered when the record is in the
// leader's log already, and by then the broker may have lost the leadership
// (DelayedProduce), so that NOT_LEADER_OR_FOLLOWER is no proof; a group's
// coordinator passes on the errors of such an append as its own.
//
//nolint:gochecknoglobals // a table, never written
var kafkaCodes = map[int64]ruling{
	-1:  {Fatal, CodeServerError, Answered, ScopeItem},                  // UNKNOWN_SERVER_ERROR
	1:   {InputError, CodeOutOfRange, No, ScopeTarget},                  // OFFSET_OUT_OF_RANGE
	2:   {Transient, CodeServerError, No, ScopeItem},                    // CORRUPT_MESSAGE: refused, its checksum is wrong
	3:   {Transient, CodeUnavailable, No, ScopeTarget},                  // UNKNOWN_TOPIC_OR_PARTITION: brokers hear of a new one late
	4:   {InputError, CodeOutOfRange, No, ScopeItem},                    // INVALID_FETCH_SIZE
	5:   {Transient, CodeUnavailable, No, ScopeTarget},                  // LEADER_NOT_AVAILABLE
	6:   {Transient, CodeUnavailable, Answered, ScopeTarget},            // NOT_LEADER_OR_FOLLOWER
	7:   {Transient, CodeTimeout, Unanswered, ScopeTarget},              // REQUEST_TIMED_OUT
	8:   {Transient, CodeUnavailable, No, ScopeHost},                    // BROKER_NOT_AVAILABLE
	9:   {Transient, CodeUnavailable, No, ScopeTarget},                  // REPLICA_NOT_AVAILABLE
	10:  {InputError, CodeTooLarge, No, ScopeItem},                      // MESSAGE_TOO_LARGE
	11:  {ResourceConflict, CodeVersionConflict, No, ScopeHost},         // STALE_CONTROLLER_EPOCH
	12:  {InputError, CodeTooLarge, No, ScopeItem},                      // OFFSET_METADATA_TOO_LARGE
	13:  {Transient, CodeConnectionReset, Unanswered, ScopeHost},        // NETWORK_EXCEPTION
	14:  {Transient, CodeUnavailable, No, ScopeHost},                    // COORDINATOR_LOAD_IN_PROGRESS
	15:  {Transient, CodeUnavailable, Answered, ScopeHost},              // COORDINATOR_NOT_AVAILABLE
	16:  {Transient, CodeUnavailable, Answered, ScopeHost},              // NOT_COORDINATOR
	17:  {InputError, CodeInvalidFormat, No, ScopeTarget},               // INVALID_TOPIC_EXCEPTION
	18:  {InputError, CodeTooLarge, No, ScopeItem},                      // RECORD_LIST_TOO_LARGE
	19:  {Transient, CodeUnavailable, No, ScopeTarget},                  // NOT_ENOUGH_REPLICAS: refused before the append
	20:  {Transient, CodeUnavailable, Answered, ScopeTarget},            // NOT_ENOUGH_REPLICAS_AFTER_APPEND: it is in the log
	21:  {InputError, CodeOutOfRange, No, ScopeTool},                    // INVALID_REQUIRED_ACKS
	22:  {ResourceConflict, CodeVersionConflict, No, ScopeTarget},       // ILLEGAL_GENERATION
	23:  {ResourceConflict, CodeStateConflict, No, ScopeTarget},         // INCONSISTENT_GROUP_PROTOCOL
	24:  {InputError, CodeInvalidFormat, No, ScopeItem},                 // INVALID_GROUP_ID
	25:  {ResourceConflict, CodeStateConflict, No, ScopeTarget},         // UNKNOWN_MEMBER_ID
	26:  {InputError, CodeOutOfRange, No, ScopeTool},                    // INVALID_SESSION_TIMEOUT
	27:  {ResourceConflict, CodeBusy, No, ScopeTarget},                  // REBALANCE_IN_PROGRESS: the member has to join again
	28:  {InputError, CodeTooLarge, No, ScopeItem},                      // INVALID_COMMIT_OFFSET_SIZE
	29:  {Permission, CodeForbidden, No, ScopeTarget},                   // TOPIC_AUTHORIZATION_FAILED
	30:  {Permission, CodeForbidden, No, ScopeTarget},                   // GROUP_AUTHORIZATION_FAILED
	31:  {Permission, CodeForbidden, No, ScopeCredential},               // CLUSTER_AUTHORIZATION_FAILED
	32:  {InputError, CodeOutOfRange, No, ScopeItem},                    // INVALID_TIMESTAMP
	33:  {Fatal, CodeUnsupported, No, ScopeCredential},                  // UNSUPPORTED_SASL_MECHANISM
	34:  {Fatal, CodeStateConflict, No, ScopeCredential},                // ILLEGAL_SASL_STATE
	35:  {Fatal, CodeUnsupported, No, ScopeTool},                        // UNSUPPORTED_VERSION
	36:  {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},         // TOPIC_ALREADY_EXISTS
	37:  {InputError, CodeOutOfRange, No, ScopeItem},                    // INVALID_PARTITIONS
	38:  {InputError, CodeOutOfRange, No, ScopeItem},                    // INVALID_REPLICATION_FACTOR
	39:  {InputError, CodeValidationFailed, No, ScopeItem},              // INVALID_REPLICA_ASSIGNMENT
	40:  {InputError, CodeValidationFailed, No, ScopeItem},              // INVALID_CONFIG
	41:  {Transient, CodeUnavailable, Answered, ScopeHost},              // NOT_CONTROLLER: also for what it had begun when it was no more
	42:  {InputError, CodeValidationFailed, No, ScopeItem},              // INVALID_REQUEST
	43:  {Fatal, CodeUnsupported, No, ScopeTarget},                      // UNSUPPORTED_FOR_MESSAGE_FORMAT
	44:  {InputError, CodeValidationFailed, No, ScopeItem},              // POLICY_VIOLATION
	45:  {Fatal, CodeStateConflict, Answered, ScopeTarget},              // OUT_OF_ORDER_SEQUENCE_NUMBER
	46:  {ResourceConflict, CodeAlreadyExists, Answered, ScopeItem},     // DUPLICATE_SEQUENCE_NUMBER: it was written before
	47:  {Fatal, CodeVersionConflict, No, ScopeTool},                    // INVALID_PRODUCER_EPOCH
	48:  {ResourceConflict, CodeStateConflict, No, ScopeTool},           // INVALID_TXN_STATE
	49:  {ResourceConflict, CodeStateConflict, No, ScopeTool},           // INVALID_PRODUCER_ID_MAPPING
	50:  {InputError, CodeOutOfRange, No, ScopeTool},                    // INVALID_TRANSACTION_TIMEOUT
	51:  {ResourceConflict, CodeBusy, No, ScopeTool},                    // CONCURRENT_TRANSACTIONS
	52:  {ResourceConflict, CodeVersionConflict, No, ScopeHost},         // TRANSACTION_COORDINATOR_FENCED
	53:  {Permission, CodeForbidden, No, ScopeTool},                     // TRANSACTIONAL_ID_AUTHORIZATION_FAILED
	54:  {Fatal, CodeUnsupported, No, ScopeTool},                        // SECURITY_DISABLED
	55:  {Fatal, CodeStateConflict, No, ScopeItem},                      // OPERATION_NOT_ATTEMPTED: another of the batch failed
	56:  {Transient, CodeServerError, Answered, ScopeTarget},            // KAFKA_STORAGE_ERROR
	57:  {InputError, CodeValidationFailed, No, ScopeItem},              // LOG_DIR_NOT_FOUND
	58:  {Permission, CodeUnauthenticated, No, ScopeCredential},         // SASL_AUTHENTICATION_FAILED
	59:  {ResourceConflict, CodeStateConflict, No, ScopeTarget},         // UNKNOWN_PRODUCER_ID
	60:  {ResourceConflict, CodeBusy, No, ScopeTarget},                  // REASSIGNMENT_IN_PROGRESS
	61:  {Fatal, CodeUnsupported, No, ScopeTool},                        // DELEGATION_TOKEN_AUTH_DISABLED
	62:  {Fatal, CodeNotFound, No, ScopeTarget},                         // DELEGATION_TOKEN_NOT_FOUND
	63:  {Permission, CodeForbidden, No, ScopeTarget},                   // DELEGATION_TOKEN_OWNER_MISMATCH
	64:  {Permission, CodeForbidden, No, ScopeTool},                     // DELEGATION_TOKEN_REQUEST_NOT_ALLOWED
	65:  {Permission, CodeForbidden, No, ScopeTarget},                   // DELEGATION_TOKEN_AUTHORIZATION_FAILED
	66:  {Permission, CodeUnauthenticated, No, ScopeCredential},         // DELEGATION_TOKEN_EXPIRED
	67:  {InputError, CodeValidationFailed, No, ScopeItem},              // INVALID_PRINCIPAL_TYPE
	68:  {ResourceConflict, CodeStateConflict, No, ScopeTarget},         // NON_EMPTY_GROUP
	69:  {Fatal, CodeNotFound, No, ScopeTarget},                         // GROUP_ID_NOT_FOUND
	70:  {Transient, CodeUnavailable, No, ScopeHost},                    // FETCH_SESSION_ID_NOT_FOUND
	71:  {Transient, CodeUnavailable, No, ScopeHost},                    // INVALID_FETCH_SESSION_EPOCH
	72:  {Transient, CodeUnavailable, No, ScopeHost},                    // LISTENER_NOT_FOUND
	73:  {Fatal, CodeUnsupported, No, ScopeTool},                        // TOPIC_DELETION_DISABLED
	74:  {Transient, CodeUnavailable, No, ScopeTarget},                  // FENCED_LEADER_EPOCH
	75:  {Transient, CodeUnavailable, No, ScopeTarget},                  // UNKNOWN_LEADER_EPOCH
	76:  {Fatal, CodeUnsupported, No, ScopeTarget},                      // UNSUPPORTED_COMPRESSION_TYPE
	77:  {ResourceConflict, CodeVersionConflict, No, ScopeHost},         // STALE_BROKER_EPOCH
	78:  {Transient, CodeUnavailable, No, ScopeTarget},                  // OFFSET_NOT_AVAILABLE
	79:  {InputError, CodeMissingField, No, ScopeItem},                  // MEMBER_ID_REQUIRED
	80:  {Transient, CodeUnavailable, No, ScopeTarget},                  // PREFERRED_LEADER_NOT_AVAILABLE
	81:  {ResourceConflict, CodeStateConflict, No, ScopeTarget},         // GROUP_MAX_SIZE_REACHED
	82:  {Fatal, CodeVersionConflict, No, ScopeTool},                    // FENCED_INSTANCE_ID
	83:  {Transient, CodeUnavailable, No, ScopeTarget},                  // ELIGIBLE_LEADERS_NOT_AVAILABLE
	84:  {ResourceConflict, CodeStateConflict, No, ScopeTarget},         // ELECTION_NOT_NEEDED
	85:  {ResourceConflict, CodeStateConflict, No, ScopeTarget},         // NO_REASSIGNMENT_IN_PROGRESS
	86:  {ResourceConflict, CodeBusy, No, ScopeTarget},                  // GROUP_SUBSCRIBED_TO_TOPIC
	87:  {InputError, CodeValidationFailed, No, ScopeItem},              // INVALID_RECORD
	88:  {Transient, CodeUnavailable, No, ScopeTarget},                  // UNSTABLE_OFFSET_COMMIT
	89:  {Transient, CodeRateLimited, No, ScopeHost},                    // THROTTLING_QUOTA_EXCEEDED
	90:  {Fatal, CodeVersionConflict, No, ScopeTool},                    // PRODUCER_FENCED
	91:  {Fatal, CodeNotFound, No, ScopeTarget},                         // RESOURCE_NOT_FOUND
	92:  {InputError, CodeValidationFailed, No, ScopeItem},              // DUPLICATE_RESOURCE: named twice in the request
	93:  {InputError, CodeValidationFailed, No, ScopeItem},              // UNACCEPTABLE_CREDENTIAL: that was to be stored
	94:  {Fatal, CodeStateConflict, No, ScopeHost},                      // INCONSISTENT_VOTER_SET
	95:  {ResourceConflict, CodeVersionConflict, No, ScopeTarget},       // INVALID_UPDATE_VERSION
	96:  {Fatal, CodeServerError, Answered, ScopeTarget},                // FEATURE_UPDATE_FAILED
	97:  {Fatal, CodeServerError, Answered, ScopeCredential},            // PRINCIPAL_DESERIALIZATION_FAILURE
	98:  {Fatal, CodeNotFound, No, ScopeTarget},                         // SNAPSHOT_NOT_FOUND
	99:  {InputError, CodeOutOfRange, No, ScopeItem},                    // POSITION_OUT_OF_RANGE
	100: {Transient, CodeUnavailable, No, ScopeTarget},                  // UNKNOWN_TOPIC_ID
	101: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},         // DUPLICATE_BROKER_REGISTRATION
	102: {Fatal, CodeNotFound, No, ScopeTarget},                         // BROKER_ID_NOT_REGISTERED
	103: {Transient, CodeUnavailable, No, ScopeTarget},                  // INCONSISTENT_TOPIC_ID
	104: {Fatal, CodeStateConflict, No, ScopeHost},                      // INCONSISTENT_CLUSTER_ID
	105: {Fatal, CodeNotFound, No, ScopeTarget},                         // TRANSACTIONAL_ID_NOT_FOUND
	106: {Transient, CodeUnavailable, No, ScopeHost},                    // FETCH_SESSION_TOPIC_ID_ERROR
	107: {ResourceConflict, CodeStateConflict, No, ScopeTarget},         // INELIGIBLE_REPLICA
	108: {ResourceConflict, CodeVersionConflict, Answered, ScopeTarget}, // NEW_LEADER_ELECTED: and the update was made
	109: {ResourceConflict, CodeStateConflict, No, ScopeTarget},         // OFFSET_MOVED_TO_TIERED_STORAGE
	110: {ResourceConflict, CodeVersionConflict, No, ScopeTarget},       // FENCED_MEMBER_EPOCH
	111: {ResourceConflict, CodeBusy, No, ScopeTarget},                  // UNRELEASED_INSTANCE_ID
	112: {InputError, CodeValidationFailed, No, ScopeTool},              // UNSUPPORTED_ASSIGNOR
	113: {ResourceConflict, CodeVersionConflict, No, ScopeTarget},       // STALE_MEMBER_EPOCH
	114: {Fatal, CodeUnsupported, No, ScopeHost},                        // MISMATCHED_ENDPOINT_TYPE
	115: {Fatal, CodeUnsupported, No, ScopeHost},                        // UNSUPPORTED_ENDPOINT_TYPE
	116: {Fatal, CodeNotFound, No, ScopeTarget},                         // UNKNOWN_CONTROLLER_ID
	117: {ResourceConflict, CodeStateConflict, No, ScopeTool},           // UNKNOWN_SUBSCRIPTION_ID
	118: {InputError, CodeTooLarge, No, ScopeItem},                      // TELEMETRY_TOO_LARGE
	119: {Fatal, CodeValidationFailed, No, ScopeHost},                   // INVALID_REGISTRATION
	120: {Fatal, CodeStateConflict, Answered, ScopeTool},                // TRANSACTION_ABORTABLE
	121: {ResourceConflict, CodeStateConflict, No, ScopeTarget},         // INVALID_RECORD_STATE
	122: {ResourceConflict, CodeStateConflict, No, ScopeTool},           // SHARE_SESSION_NOT_FOUND
	123: {ResourceConflict, CodeVersionConflict, No, ScopeTool},         // INVALID_SHARE_SESSION_EPOCH
	124: {ResourceConflict, CodeVersionConflict, No, ScopeTarget},       // FENCED_STATE_EPOCH
	125: {InputError, CodeValidationFailed, No, ScopeItem},              // INVALID_VOTER_KEY
	126: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},         // DUPLICATE_VOTER
	127: {Fatal, CodeNotFound, No, ScopeTarget},                         // VOTER_NOT_FOUND
	128: {InputError, CodeInvalidFormat, No, ScopeItem},                 // INVALID_REGULAR_EXPRESSION
	129: {Fatal, CodeUnavailable, No, ScopeHost},                        // REBOOTSTRAP_REQUIRED
	130: {InputError, CodeValidationFailed, No, ScopeTool},              // STREAMS_INVALID_TOPOLOGY
	131: {InputError, CodeValidationFailed, No, ScopeTool},              // STREAMS_INVALID_TOPOLOGY_EPOCH
	132: {ResourceConflict, CodeVersionConflict, No, ScopeTool},         // STREAMS_TOPOLOGY_FENCED
	133: {Transient, CodeOverloaded, No, ScopeHost},                     // SHARE_SESSION_LIMIT_REACHED
}

// librdkafkaCodes are those below zero that librdkafka, and so Confluent's
// client, has for itself: enum rd_kafka_resp_err_t in rdkafka.h, 2.x.
//
//nolint:gochecknoglobals // a table, never written
var librdkafkaCodes = map[int64]ruling{
	-198: {Fatal, CodeInvalidFormat, Answered, ScopeItem},         // _BAD_COMPRESSION
	-197: {Fatal, CodeUnavailable, Unanswered, ScopeTool},         // _DESTROY: the client goes down
	-195: {Transient, CodeConnectionReset, Unanswered, ScopeHost}, // _TRANSPORT
	-194: {Fatal, CodeServerError, Unanswered, ScopeTool},         // _CRIT_SYS_RESOURCE
	-193: {Transient, CodeDNSFailure, No, ScopeHost},              // _RESOLVE
	-192: {Transient, CodeTimeout, Unanswered, ScopeItem},         // _MSG_TIMED_OUT
	-190: {InputError, CodeValidationFailed, No, ScopeTarget},     // _UNKNOWN_PARTITION
	-188: {InputError, CodeValidationFailed, No, ScopeTarget},     // _UNKNOWN_TOPIC
	-187: {Transient, CodeUnavailable, Unanswered, ScopeHost},     // _ALL_BROKERS_DOWN
	-186: {InputError, CodeValidationFailed, No, ScopeItem},       // _INVALID_ARG
	-185: {Transient, CodeTimeout, Unanswered, ScopeHost},         // _TIMED_OUT
	-184: {Transient, CodeOverloaded, No, ScopeTool},              // _QUEUE_FULL
	-183: {Transient, CodeUnavailable, No, ScopeTarget},           // _ISR_INSUFF
	-181: {Fatal, CodeCertificateInvalid, No, ScopeHost},          // _SSL
	-180: {Transient, CodeUnavailable, No, ScopeHost},             // _WAIT_COORD
	-179: {InputError, CodeValidationFailed, No, ScopeTarget},     // _UNKNOWN_GROUP
	-178: {ResourceConflict, CodeBusy, No, ScopeTarget},           // _IN_PROGRESS
	-177: {ResourceConflict, CodeBusy, No, ScopeTarget},           // _PREV_IN_PROGRESS
	-172: {Fatal, CodeStateConflict, No, ScopeTool},               // _STATE
	-170: {Fatal, CodeUnsupported, No, ScopeTool},                 // _NOT_IMPLEMENTED
	-169: {Permission, CodeUnauthenticated, No, ScopeCredential},  // _AUTHENTICATION
	-166: {Transient, CodeTimeout, No, ScopeItem},                 // _TIMED_OUT_QUEUE: never left the queue
	-165: {Fatal, CodeUnsupported, No, ScopeTool},                 // _UNSUPPORTED_FEATURE
	-162: {InputError, CodeInvalidFormat, No, ScopeItem},          // _KEY_SERIALIZATION
	-161: {InputError, CodeInvalidFormat, No, ScopeItem},          // _VALUE_SERIALIZATION
	-152: {Fatal, CodeCanceled, No, ScopeItem},                    // _PURGE_QUEUE
	-151: {Fatal, CodeCanceled, Unanswered, ScopeItem},            // _PURGE_INFLIGHT
	-150: {Fatal, CodeServerError, Unanswered, ScopeTool},         // _FATAL
	-144: {Fatal, CodeVersionConflict, No, ScopeTool},             // _FENCED
}

// segmentioErrors are kafka-go's own (protocol/error.go, 0.4.51), of what it
// does not send at all.
//
//nolint:gochecknoglobals // a table, never written
var segmentioErrors = map[string]ruling{
	"topic not found":                {InputError, CodeValidationFailed, No, ScopeTarget},
	"topic partition not found":      {InputError, CodeValidationFailed, No, ScopeTarget},
	"topic partition has no leader":  {Transient, CodeUnavailable, No, ScopeTarget},
	"record set contains no records": {InputError, CodeMissingField, No, ScopeItem},
}

// kafkaSentinels are the errors of franz-go 1.22 (pkg/kgo/errors.go), sarama
// 1.61 (errors.go, consumer_group.go, async_producer.go) and kafka-go 0.4.51
// (consumergroup.go). A record that was given up may have been sent before.
//
//nolint:gochecknoglobals // a table, never written
var kafkaSentinels = map[string]ruling{
	"records have timed out before they were able to be produced":                                    {Transient, CodeTimeout, Unanswered, ScopeTarget},
	"record failed after being retried too many times":                                               {Transient, CodeUnavailable, Unanswered, ScopeTarget},
	"the maximum amount of records are buffered, cannot buffer more":                                 {Transient, CodeOverloaded, No, ScopeTool},
	"client is aborting buffered records":                                                            {Fatal, CodeCanceled, Unanswered, ScopeItem},
	"cannot produce record transactionally if not in a transaction":                                  {Fatal, CodeStateConflict, No, ScopeTool},
	"cannot produce record with no topic and no default topic":                                       {InputError, CodeMissingField, No, ScopeItem},
	"the broker connection has died and the request will be retried on a new connection":             {Transient, CodeConnectionReset, Unanswered, ScopeHost},
	"broker is too old; the broker has already indicated it will not know how to handle the request": {Fatal, CodeUnsupported, No, ScopeTool},

	"kafka: client has run out of available brokers to talk to":               {Transient, CodeUnavailable, Unanswered, ScopeHost}, // or did not answer
	"kafka: controller is not available":                                      {Transient, CodeUnavailable, No, ScopeHost},
	"kafka: broker not connected":                                             {Transient, CodeUnavailable, No, ScopeHost},
	"kafka: tried to use a client that was closed":                            {Fatal, CodeUnavailable, No, ScopeTool},
	"kafka: tried to use a consumer group that was closed":                    {Fatal, CodeUnavailable, No, ScopeTool},
	"kafka: message received by producer in process of shutting down":         {Fatal, CodeUnavailable, No, ScopeTool},
	"kafka: response did not contain all the expected topic/partition blocks": {Fatal, CodeServerError, Unanswered, ScopeHost},
	"kafka: insufficient data to decode packet, more bytes expected":          {Fatal, CodeServerError, Unanswered, ScopeHost},
	"kafka: partitioner returned an invalid partition index":                  {Fatal, CodeOutOfRange, No, ScopeTool},
	"kafka: broker connection already initiated":                              {Fatal, CodeStateConflict, No, ScopeTool},
	"kafka: broker for ID is not found":                                       {Fatal, CodeUnavailable, No, ScopeHost},
	"kafka: message is larger than Consumer.Fetch.Max":                        {Fatal, CodeTooLarge, No, ScopeTarget},
	"kafka: unknown SCRAM mechanism provided":                                 {InputError, CodeValidationFailed, No, ScopeItem},
	"retry buffer full: message discarded to prevent buffer overflow":         {Transient, CodeOverloaded, Unanswered, ScopeTool},
	"transaction manager: transaction is not ready":                           {Fatal, CodeStateConflict, No, ScopeTool},
	"transaction manager: you need to add TransactionalID to producer":        {Fatal, CodeUnsupported, No, ScopeTool},

	"consumer group is closed":            {Fatal, CodeUnavailable, No, ScopeTool},
	"consumer group generation has ended": {ResourceConflict, CodeVersionConflict, No, ScopeTarget},
}
