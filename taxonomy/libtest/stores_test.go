package libtest_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"syscall"
	"testing"

	"github.com/IBM/sarama"
	redigo "github.com/gomodule/redigo/redis"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/redis/go-redis/v9"
	"github.com/segmentio/kafka-go"
	kafkaprotocol "github.com/segmentio/kafka-go/protocol"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/x/mongo/driver"
	"go.mongodb.org/mongo-driver/v2/x/mongo/driver/topology"

	"github.com/batchagent/batchagent/taxonomy"
)

// storeCase is an error as the library itself makes it, and what it is.
type storeCase struct {
	name    string
	err     error
	class   taxonomy.Class
	code    taxonomy.Code
	applied taxonomy.Applied
}

const (
	no         = taxonomy.No
	answered   = taxonomy.Answered
	unanswered = taxonomy.Unanswered

	fatal      = taxonomy.Fatal
	transient  = taxonomy.Transient
	input      = taxonomy.InputError
	conflict   = taxonomy.ResourceConflict
	permission = taxonomy.Permission
)

// checkStores holds each error against its row: as it is, wrapped, and as the
// only one of joined errors.
func checkStores(t *testing.T, cases []storeCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for how, err := range map[string]error{
				"bare": c.err, "wrapped": fmt.Errorf("store the order: %w", c.err), "joined": errors.Join(nil, c.err),
			} {
				got := taxonomy.Classify(err)
				if got.Class != c.class || got.Code != c.code || got.Applied != c.applied {
					t.Errorf("%s: %s %s applied %s, want %s %s %s\n%T %v", how, got.Class, got.Code, got.Applied, c.class, c.code, c.applied, c.err, c.err)
				}
				if got.RetryAfter != 0 {
					t.Errorf("%s: a retry-after of %s that nobody gave", how, got.RetryAfter)
				}
			}
			both := taxonomy.Classify(errors.Join(c.err, io.ErrUnexpectedEOF)) // of which nobody knows whether it was applied
			if both.Applied == no {
				t.Error("joined with a lost connection: applied no")
			}
		})
	}
}

func dialRefused() error {
	return &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
}

// redisReply is what a server's reply becomes in go-redis, whose types for
// replies are internal.
type redisReply string

func (r redisReply) Error() string { return string(r) }
func (redisReply) RedisError()     {}

var _ redis.Error = redisReply("")

func TestRedis(t *testing.T) {
	t.Parallel()
	checkStores(t, []storeCase{
		{"nil", redis.Nil, fatal, taxonomy.CodeNotFound, no},
		{"transaction failed", redis.TxFailedErr, conflict, taxonomy.CodeVersionConflict, no},
		{"pool timeout", redis.ErrPoolTimeout, transient, taxonomy.CodeOverloaded, no},
		{"pool exhausted", redis.ErrPoolExhausted, transient, taxonomy.CodeOverloaded, no},
		{"closed", redis.ErrClosed, fatal, taxonomy.CodeUnavailable, no},
		{"cross slot", redis.ErrCrossSlot, input, taxonomy.CodeValidationFailed, no},
		{"no script", redis.ErrNoScript, input, taxonomy.CodeValidationFailed, no},
		{"loading", redisReply("LOADING Redis is loading the dataset in memory"), transient, taxonomy.CodeUnavailable, no},
		{"no permission", redisReply("NOPERM this user has no permissions to run the 'set' command"), permission, taxonomy.CodeForbidden, no},
		{"wrong type", redisReply("WRONGTYPE Operation against a key holding the wrong kind of value"), input, taxonomy.CodeWrongType, no},
		{"as text", errors.New("WRONGTYPE Operation against a key holding the wrong kind of value"), input, taxonomy.CodeWrongType, no},
		{"redigo nil", redigo.ErrNil, fatal, taxonomy.CodeNotFound, no},
		{"redigo pool exhausted", redigo.ErrPoolExhausted, transient, taxonomy.CodeOverloaded, no},
		{"redigo reply", redigo.Error("OOM command not allowed when used memory > 'maxmemory'."), fatal, taxonomy.CodeQuotaExhausted, no},
		{"redigo moved", redigo.Error("MOVED 3999 127.0.0.1:6381"), transient, taxonomy.CodeUnavailable, no},
	})
}

// TestRedisClient takes errors from clients that have nobody to talk to.
func TestRedisClient(t *testing.T) {
	t.Parallel()
	c := redis.NewClient(&redis.Options{
		Addr: "redis.example:6379", MaxRetries: -1,
		Dialer: func(context.Context, string, string) (net.Conn, error) { return nil, dialRefused() },
	})
	err := c.Set(t.Context(), "k", "v", 0).Err()
	if got := taxonomy.Classify(err); got.Class != transient || got.Applied != no {
		t.Errorf("refused: %s applied %s, want TRANSIENT no: %T %v", got.Class, got.Applied, err, err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	err = c.Set(t.Context(), "k", "v", 0).Err()
	if got := taxonomy.Classify(err); got.Class != fatal || got.Applied != no {
		t.Errorf("closed: %s applied %s, want FATAL no: %T %v", got.Class, got.Applied, err, err)
	}
}

// TestRedisAnswers lets go-redis and redigo read replies off a connection, so
// that their own types come out.
func TestRedisAnswers(t *testing.T) {
	t.Parallel()
	for _, c := range []storeCase{
		{"busy group", errors.New("BUSYGROUP Consumer Group name already exists"), conflict, taxonomy.CodeAlreadyExists, no},
		{"read only", errors.New("READONLY You can't write against a read only replica."), transient, taxonomy.CodeUnavailable, no},
		{"max clients", errors.New("ERR max number of clients reached"), transient, taxonomy.CodeOverloaded, no},
		{"no auth", errors.New("NOAUTH Authentication required."), permission, taxonomy.CodeUnauthenticated, no},
		{"exec abort", errors.New("EXECABORT Transaction discarded because of previous errors."), input, taxonomy.CodeValidationFailed, no},
		{"no replicas", errors.New("NOREPLICAS Not enough good replicas to write."), transient, taxonomy.CodeUnavailable, no},
		{"script", errors.New("WRONGTYPE Operation against a key holding the wrong kind of value script: c0a7, on @user_script:1."), input, taxonomy.CodeWrongType, answered},
		{"nil", errors.New(""), fatal, taxonomy.CodeNotFound, no},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			reply := "-" + c.err.Error() + "\r\n"
			if c.err.Error() == "" {
				reply = "$-1\r\n"
			}
			client := redis.NewClient(&redis.Options{
				Addr: "redis.example:6379", MaxRetries: -1, Protocol: 2, DisableIdentity: true,
				Dialer: func(context.Context, string, string) (net.Conn, error) { return answering(reply), nil },
			})
			defer client.Close() //nolint:errcheck // over
			err := client.Get(t.Context(), "k").Err()
			if got := taxonomy.Classify(err); got.Class != c.class || got.Code != c.code || got.Applied != c.applied {
				t.Errorf("go-redis: %s %s applied %s, want %s %s %s\n%T %v", got.Class, got.Code, got.Applied, c.class, c.code, c.applied, err, err)
			}
			conn := redigo.NewConn(answering(reply), 0, 0)
			defer conn.Close() //nolint:errcheck // over
			_, err = redigo.String(conn.Do("GET", "k"))
			if got := taxonomy.Classify(err); got.Class != c.class || got.Code != c.code || got.Applied != c.applied {
				t.Errorf("redigo: %s %s applied %s, want %s %s %s\n%T %v", got.Class, got.Code, got.Applied, c.class, c.code, c.applied, err, err)
			}
		})
	}
}

// answering is a connection whose other side answers everything with the same.
func answering(reply string) net.Conn {
	ours, theirs := net.Pipe()
	go func() {
		defer theirs.Close() //nolint:errcheck // over
		buf := make([]byte, 4096)
		for {
			n, err := theirs.Read(buf)
			if err != nil || n == 0 {
				return
			}
			if _, err := theirs.Write([]byte(reply)); err != nil {
				return
			}
		}
	}()
	return ours
}

func TestMongo(t *testing.T) {
	t.Parallel()
	command := func(code int32, name, message string, labels ...string) error {
		return mongo.CommandError{Code: code, Name: name, Message: message, Labels: labels}
	}
	write := func(code int, message string) error {
		return mongo.WriteException{WriteErrors: mongo.WriteErrors{{Code: code, Message: message}}}
	}
	lost := &net.OpError{Op: "read", Net: "tcp", Err: syscall.ECONNRESET}
	checkStores(t, []storeCase{
		{"no documents", mongo.ErrNoDocuments, fatal, taxonomy.CodeNotFound, no},
		{"disconnected", mongo.ErrClientDisconnected, fatal, taxonomy.CodeUnavailable, no},
		{"nil document", mongo.ErrNilDocument, input, taxonomy.CodeValidationFailed, no},
		{"empty slice", mongo.ErrEmptySlice, input, taxonomy.CodeValidationFailed, no},
		{"file not found", mongo.ErrFileNotFound, fatal, taxonomy.CodeNotFound, no},
		{"map for ordered", mongo.ErrMapForOrderedArgument{ParamName: "sort"}, input, taxonomy.CodeWrongType, no},
		{"marshal", mongo.MarshalError{Value: 1, Err: errors.New("no encoder found for chan int")}, input, taxonomy.CodeWrongType, no},
		{"duplicate", write(11000, "E11000 duplicate key error collection: shop.orders index: _id_ dup key: { _id: 7 }"), conflict, taxonomy.CodeAlreadyExists, no},
		{"duplicate in a command", command(11000, "DuplicateKey", "E11000 duplicate key error"), conflict, taxonomy.CodeAlreadyExists, no},
		{"duplicate through mongos", write(16460, "error inserting 1 documents: E11000 duplicate key error"), conflict, taxonomy.CodeAlreadyExists, no},
		{"validation", write(121, "Document failed validation"), input, taxonomy.CodeValidationFailed, no},
		{"write conflict", command(112, "WriteConflict", "Write conflict during plan execution", "TransientTransactionError"), transient, taxonomy.CodeSerializationFailure, no},
		{"unauthorized", command(13, "Unauthorized", "not authorized on shop to execute command { insert: \"orders\" }"), permission, taxonomy.CodeForbidden, no},
		{"not logged in", command(13, "Unauthorized", "command insert requires authentication"), permission, taxonomy.CodeUnauthenticated, no},
		{"login failed", command(18, "AuthenticationFailed", "Authentication failed."), permission, taxonomy.CodeUnauthenticated, no},
		{"atlas login", command(8000, "AtlasError", "bad auth : authentication failed"), permission, taxonomy.CodeUnauthenticated, no},
		{"no collection", command(26, "NamespaceNotFound", "ns not found"), input, taxonomy.CodeValidationFailed, no},
		{"collection exists", command(48, "NamespaceExists", "Collection shop.orders already exists."), conflict, taxonomy.CodeAlreadyExists, no},
		{"bad value", command(2, "BadValue", "unknown operator: $foo"), input, taxonomy.CodeValidationFailed, no},
		{"failed to parse", command(9, "FailedToParse", "unknown top level operator: $timeout"), input, taxonomy.CodeInvalidFormat, no},
		{"type mismatch", command(14, "TypeMismatch", "BSON field 'insert.ordered' is the wrong type"), input, taxonomy.CodeWrongType, no},
		{"no such command", command(59, "CommandNotFound", "no such command: 'foo'"), fatal, taxonomy.CodeUnsupported, no},
		{"time limit", command(50, "MaxTimeMSExpired", "operation exceeded time limit"), transient, taxonomy.CodeTimeout, answered},
		{"not primary", command(10107, "NotWritablePrimary", "not primary", "RetryableWriteError"), transient, taxonomy.CodeUnavailable, no},
		{"stepped down", command(189, "PrimarySteppedDown", "demoted", "RetryableWriteError"), transient, taxonomy.CodeUnavailable, answered},
		{"shut down, nothing written", command(91, "ShutdownInProgress", "shutting down", "RetryableWriteError", "NoWritesPerformed"), transient, taxonomy.CodeUnavailable, no},
		{"interrupted", command(11601, "Interrupted", "operation was interrupted"), fatal, taxonomy.CodeCanceled, answered},
		{"cursor gone", command(43, "CursorNotFound", "cursor id 7 not found"), fatal, taxonomy.CodeNotFound, no},
		{"commit unknown", command(64, "WriteConcernFailed", "waiting for replication timed out", "UnknownTransactionCommitResult"), transient, taxonomy.CodeTimeout, unanswered},
		{"commit lost", mongo.CommandError{Labels: []string{"UnknownTransactionCommitResult", "NetworkError"}, Wrapped: nil}, transient, taxonomy.CodeTimeout, unanswered},
		{"no such transaction", command(251, "NoSuchTransaction", "Given transaction number 1 does not match", "TransientTransactionError"), transient, taxonomy.CodeSerializationFailure, no},
		{"committed before", command(256, "TransactionCommitted", "Transaction 1 has been committed."), conflict, taxonomy.CodeStateConflict, answered},
		{"retryable, unknown code", command(54321, "", "new in some version", "RetryableWriteError"), transient, taxonomy.CodeUnavailable, answered},
		{"overloaded", command(0, "", "too busy", "SystemOverloadedError", "RetryableError"), transient, taxonomy.CodeOverloaded, answered},
		{
			"write concern", mongo.WriteException{WriteConcernError: &mongo.WriteConcernError{Code: 64, Name: "WriteConcernFailed", Message: "waiting for replication timed out"}},
			transient, taxonomy.CodeTimeout, answered,
		},
		{
			"write concern, stepped down", mongo.WriteException{WriteConcernError: &mongo.WriteConcernError{Code: 10107, Message: "not primary"}},
			transient, taxonomy.CodeUnavailable, answered,
		},
		{
			"write concern that cannot be", mongo.WriteException{WriteConcernError: &mongo.WriteConcernError{Code: 100, Message: "Not enough data-bearing nodes"}},
			fatal, taxonomy.CodeUnavailable, answered,
		},
		{
			"write concern of unknown code", mongo.WriteException{WriteConcernError: &mongo.WriteConcernError{Code: 54321, Message: "?"}},
			fatal, taxonomy.CodeUnknown, answered,
		},
		{
			"duplicate and write concern", mongo.WriteException{
				WriteErrors:       mongo.WriteErrors{{Code: 11000, Message: "E11000 duplicate key error"}},
				WriteConcernError: &mongo.WriteConcernError{Code: 64},
			}, conflict, taxonomy.CodeAlreadyExists, answered,
		},
		{
			"batch", mongo.BulkWriteException{WriteErrors: []mongo.BulkWriteError{
				{WriteError: mongo.WriteError{Index: 0, Code: 11600, Message: "interrupted at shutdown"}},
				{WriteError: mongo.WriteError{Index: 3, Code: 11000, Message: "E11000 duplicate key error"}},
			}}, conflict, taxonomy.CodeAlreadyExists, answered,
		},
		{
			"client batch", mongo.ClientBulkWriteException{WriteErrors: map[int]mongo.WriteError{2: {Code: 121, Message: "Document failed validation"}}},
			input, taxonomy.CodeValidationFailed, answered,
		},
		{"driver error", driver.Error{Code: 13435, Message: "not primary and secondaryOk=false"}, transient, taxonomy.CodeUnavailable, no},
		{
			"nobody to talk to", topology.ServerSelectionError{Wrapped: context.DeadlineExceeded},
			transient, taxonomy.CodeUnavailable, no,
		},
		{"no connection free", topology.WaitQueueTimeoutError{Wrapped: context.DeadlineExceeded}, transient, taxonomy.CodeOverloaded, no},
		{"not sent in time", fmt.Errorf("count: %w", driver.ErrDeadlineWouldBeExceeded), transient, taxonomy.CodeTimeout, no},
		{
			"connection lost", mongo.CommandError{Labels: []string{"NetworkError", "RetryableWriteError"}, Wrapped: topology.ConnectionError{ConnectionID: "db:27017[-4]", Wrapped: lost}},
			transient, taxonomy.CodeConnectionReset, unanswered,
		},
		{
			"hung up", mongo.CommandError{Labels: []string{"NetworkError"}, Wrapped: topology.ConnectionError{ConnectionID: "db:27017[-4]", Wrapped: io.EOF}},
			transient, taxonomy.CodeConnectionReset, unanswered,
		},
		{"refused", topology.ConnectionError{ConnectionID: "db:27017[-4]", Wrapped: dialRefused()}, transient, taxonomy.CodeConnectionRefused, no},
		{"document too large", driver.ErrDocumentTooLarge, input, taxonomy.CodeTooLarge, no},
	})
}

func TestKafka(t *testing.T) {
	t.Parallel()
	checkStores(t, []storeCase{
		{"franz timed out", kerr.RequestTimedOut, transient, taxonomy.CodeTimeout, unanswered},
		{"franz not leader", kerr.NotLeaderForPartition, transient, taxonomy.CodeUnavailable, answered},
		{"franz no leader", kerr.LeaderNotAvailable, transient, taxonomy.CodeUnavailable, no},
		{"franz not enough replicas", kerr.NotEnoughReplicas, transient, taxonomy.CodeUnavailable, no},
		{"franz after append", kerr.NotEnoughReplicasAfterAppend, transient, taxonomy.CodeUnavailable, answered},
		{"franz network", kerr.NetworkException, transient, taxonomy.CodeConnectionReset, unanswered},
		{"franz duplicate", kerr.DuplicateSequenceNumber, conflict, taxonomy.CodeAlreadyExists, answered},
		{"franz too large", kerr.MessageTooLarge, input, taxonomy.CodeTooLarge, no},
		{"franz topic exists", kerr.TopicAlreadyExists, conflict, taxonomy.CodeAlreadyExists, no},
		{"franz unknown topic", kerr.UnknownTopicOrPartition, transient, taxonomy.CodeUnavailable, no},
		{"franz invalid topic", kerr.InvalidTopicException, input, taxonomy.CodeInvalidFormat, no},
		{"franz offset", kerr.OffsetOutOfRange, input, taxonomy.CodeOutOfRange, no},
		{"franz topic forbidden", kerr.TopicAuthorizationFailed, permission, taxonomy.CodeForbidden, no},
		{"franz login", kerr.SaslAuthenticationFailed, permission, taxonomy.CodeUnauthenticated, no},
		{"franz mechanism", kerr.UnsupportedSaslMechanism, fatal, taxonomy.CodeUnsupported, no},
		{"franz version", kerr.UnsupportedVersion, fatal, taxonomy.CodeUnsupported, no},
		{"franz throttled", kerr.ThrottlingQuotaExceeded, transient, taxonomy.CodeRateLimited, no},
		{"franz rebalance", kerr.RebalanceInProgress, conflict, taxonomy.CodeBusy, no},
		{"franz fenced", kerr.ProducerFenced, fatal, taxonomy.CodeVersionConflict, no},
		{"franz unknown", kerr.UnknownServerError, fatal, taxonomy.CodeServerError, answered},
		{"franz policy", kerr.PolicyViolation, input, taxonomy.CodeValidationFailed, no},
		{"franz group in use", kerr.NonEmptyGroup, conflict, taxonomy.CodeStateConflict, no},
		{"franz disk", kerr.KafkaStorageError, transient, taxonomy.CodeServerError, answered},
		{"franz record timeout", kgo.ErrRecordTimeout, transient, taxonomy.CodeTimeout, unanswered},
		{"franz record retries", kgo.ErrRecordRetries, transient, taxonomy.CodeUnavailable, unanswered},
		{"franz buffer full", kgo.ErrMaxBuffered, transient, taxonomy.CodeOverloaded, no},
		{"franz aborting", kgo.ErrAborting, fatal, taxonomy.CodeCanceled, unanswered},
		{"franz session", &kgo.ErrGroupSession{Err: kerr.GroupAuthorizationFailed}, permission, taxonomy.CodeForbidden, no},
		{"sarama timed out", sarama.ErrRequestTimedOut, transient, taxonomy.CodeTimeout, unanswered},
		{"sarama too large", sarama.ErrMessageSizeTooLarge, input, taxonomy.CodeTooLarge, no},
		{"sarama topic exists", &sarama.TopicError{Err: sarama.ErrTopicAlreadyExists}, conflict, taxonomy.CodeAlreadyExists, no},
		{"sarama out of brokers", sarama.ErrOutOfBrokers, transient, taxonomy.CodeUnavailable, unanswered},
		{"sarama out of brokers, refused", sarama.Wrap(sarama.ErrOutOfBrokers, dialRefused()), transient, taxonomy.CodeConnectionRefused, no},
		{"sarama closed", sarama.ErrClosedClient, fatal, taxonomy.CodeUnavailable, no},
		{"sarama not connected", sarama.ErrNotConnected, transient, taxonomy.CodeUnavailable, no},
		{"sarama configuration", sarama.ConfigurationError("Net.MaxOpenRequests must be > 0"), fatal, taxonomy.CodeUnsupported, no},
		{"sarama encoding", sarama.PacketEncodingError{Info: "string too long"}, input, taxonomy.CodeValidationFailed, no},
		{"sarama producer", &sarama.ProducerError{Err: sarama.ErrNotEnoughReplicas}, transient, taxonomy.CodeUnavailable, no},
		{"sarama batch", sarama.ProducerErrors{{Err: sarama.ErrNotEnoughReplicas}, {Err: sarama.ErrMessageSizeTooLarge}}, input, taxonomy.CodeTooLarge, answered},
		{"kafka-go timed out", kafka.RequestTimedOut, transient, taxonomy.CodeTimeout, unanswered},
		{"kafka-go coordinator", kafka.GroupLoadInProgress, transient, taxonomy.CodeUnavailable, no},
		{"kafka-go too large", kafka.MessageTooLargeError{}, input, taxonomy.CodeTooLarge, no},
		{"kafka-go login", kafka.SASLAuthenticationFailed, permission, taxonomy.CodeUnauthenticated, no},
		{"kafka-go batch, one refused", kafka.WriteErrors{nil, kafka.MessageSizeTooLarge}, input, taxonomy.CodeTooLarge, answered},
		{"kafka-go batch, all refused", kafka.WriteErrors{kafka.NotEnoughReplicas, kafka.NotEnoughReplicas}, transient, taxonomy.CodeUnavailable, no},
		{"kafka-go batch, one lost", kafka.WriteErrors{kafka.NotEnoughReplicas, io.ErrUnexpectedEOF}, transient, taxonomy.CodeUnavailable, unanswered},
		{"kafka-go no topic", kafkaprotocol.NewErrNoTopic("orders"), input, taxonomy.CodeValidationFailed, no},
		{"kafka-go no leader", kafkaprotocol.NewErrNoLeader("orders", 1), transient, taxonomy.CodeUnavailable, no},
		{"kafka-go generation", kafka.ErrGenerationEnded, conflict, taxonomy.CodeVersionConflict, no},
	})
}

// TestKafkaCodes: the three libraries share the protocol's numbers, and none of
// them knows one that the table does not.
func TestKafkaCodes(t *testing.T) {
	t.Parallel()
	for code := int16(-1); code <= 133; code++ {
		if code == 0 {
			continue
		}
		franz := kerr.ErrorForCode(code)
		got := taxonomy.Classify(franz)
		if got.Basis != taxonomy.BasisCode {
			t.Errorf("%d %v: basis %s", code, franz, got.Basis)
		}
		if other := taxonomy.Classify(sarama.KError(code)); other.Class != got.Class || other.Applied != got.Applied {
			t.Errorf("%d: sarama %s %s, franz-go %s %s", code, other.Class, other.Applied, got.Class, got.Applied)
		}
		var e *kerr.Error
		if !errors.As(franz, &e) {
			t.Fatalf("%d: %T", code, franz)
		}
		if got.Class == transient && !e.Retriable {
			t.Errorf("%d %s: TRANSIENT, and Kafka does not call it retriable", code, e.Message)
		}
	}
}

func TestNATS(t *testing.T) {
	t.Parallel()
	checkStores(t, []storeCase{
		{"timeout", nats.ErrTimeout, transient, taxonomy.CodeTimeout, unanswered},
		{"no responders", nats.ErrNoResponders, transient, taxonomy.CodeUnavailable, no},
		{"closed", nats.ErrConnectionClosed, fatal, taxonomy.CodeUnavailable, unanswered},
		{"reconnecting", nats.ErrConnectionReconnecting, transient, taxonomy.CodeUnavailable, no},
		{"buffer", nats.ErrReconnectBufExceeded, transient, taxonomy.CodeOverloaded, no},
		{"stale", nats.ErrStaleConnection, transient, taxonomy.CodeConnectionReset, unanswered},
		{"disconnected", nats.ErrDisconnected, transient, taxonomy.CodeConnectionReset, unanswered},
		{"no servers", nats.ErrNoServers, transient, taxonomy.CodeUnavailable, no},
		{"authorization", nats.ErrAuthorization, permission, taxonomy.CodeUnauthenticated, no},
		{"expired", nats.ErrAuthExpired, permission, taxonomy.CodeUnauthenticated, no},
		{"permissions", fmt.Errorf("%w: Permissions Violation for Publish to \"orders\"", nats.ErrPermissionViolation), permission, taxonomy.CodeForbidden, no},
		{"payload", nats.ErrMaxPayload, input, taxonomy.CodeTooLarge, no},
		{"subject", nats.ErrBadSubject, input, taxonomy.CodeInvalidFormat, no},
		{"bad timeout", nats.ErrBadTimeout, input, taxonomy.CodeOutOfRange, no},
		{"slow consumer", nats.ErrSlowConsumer, transient, taxonomy.CodeOverloaded, answered},
		{"connections", nats.ErrMaxConnectionsExceeded, transient, taxonomy.CodeOverloaded, no},
		{"headers", nats.ErrHeadersNotSupported, fatal, taxonomy.CodeUnsupported, no},
		{"key not found", nats.ErrKeyNotFound, fatal, taxonomy.CodeNotFound, no},
		{"key exists", nats.ErrKeyExists, conflict, taxonomy.CodeAlreadyExists, no},
		{"key revision", nats.ErrKeyRevisionMismatch, conflict, taxonomy.CodeVersionConflict, no},
		{"bucket", nats.ErrBucketNotFound, input, taxonomy.CodeValidationFailed, no},
		{"stream not found", nats.ErrStreamNotFound, input, taxonomy.CodeValidationFailed, no},
		{"stream exists", nats.ErrStreamNameAlreadyInUse, conflict, taxonomy.CodeAlreadyExists, no},
		{"message not found", nats.ErrMsgNotFound, fatal, taxonomy.CodeNotFound, no},
		{"not enabled", nats.ErrJetStreamNotEnabled, fatal, taxonomy.CodeUnsupported, no},
		{"ack timeout", nats.ErrAsyncPublishTimeout, transient, taxonomy.CodeTimeout, unanswered},
		{"acked", nats.ErrMsgAlreadyAckd, conflict, taxonomy.CodeStateConflict, answered},
		{"no stream response", nats.ErrNoStreamResponse, transient, taxonomy.CodeUnavailable, no},
		{"wrong sequence", &nats.APIError{Code: 400, ErrorCode: nats.JSErrCodeStreamWrongLastSequence, Description: "wrong last sequence: 7"}, conflict, taxonomy.CodeVersionConflict, no},
		{"resources", &nats.APIError{Code: 503, ErrorCode: nats.JSErrCodeInsufficientResourcesErr, Description: "insufficient resources"}, fatal, taxonomy.CodeQuotaExhausted, no},
		{"temporarily", &nats.APIError{Code: 503, ErrorCode: nats.JSErrCodeJetStreamNotAvailable, Description: "JetStream system temporarily unavailable"}, transient, taxonomy.CodeUnavailable, no},
		{"full", &jetstream.APIError{Code: 503, ErrorCode: 10077, Description: "maximum messages exceeded"}, fatal, taxonomy.CodeQuotaExhausted, no},
		{"store failed", &jetstream.APIError{Code: 503, ErrorCode: 10077, Description: "raft: not leader"}, transient, taxonomy.CodeServerError, answered},
		{"unknown 500", &jetstream.APIError{Code: 500, ErrorCode: 10999, Description: "something"}, transient, taxonomy.CodeServerError, answered},
		{"unknown 400", &jetstream.APIError{Code: 400, ErrorCode: 10079, Description: "consumer deliver subject has wildcards"}, input, taxonomy.CodeValidationFailed, no},
		{"too many", &jetstream.APIError{Code: 429, ErrorCode: 10167, Description: "too many requests"}, transient, taxonomy.CodeRateLimited, no},
		{"api error as text", errors.New("nats: API error: code=404 err_code=10037 description=no message found"), fatal, taxonomy.CodeNotFound, no},
		{"jetstream consumer not found", jetstream.ErrConsumerNotFound, input, taxonomy.CodeValidationFailed, no},
		{"jetstream consumer exists", jetstream.ErrConsumerExists, conflict, taxonomy.CodeAlreadyExists, no},
		{"jetstream key not found", jetstream.ErrKeyNotFound, fatal, taxonomy.CodeNotFound, no},
		{"jetstream key deleted", jetstream.ErrKeyDeleted, fatal, taxonomy.CodeNotFound, no},
		{"jetstream key exists", jetstream.ErrKeyExists, conflict, taxonomy.CodeAlreadyExists, no},
		{"jetstream bucket", fmt.Errorf("%w: orders", jetstream.ErrBucketNotFound), input, taxonomy.CodeValidationFailed, no},
		{"jetstream bucket exists", jetstream.ErrBucketExists, conflict, taxonomy.CodeAlreadyExists, no},
		{"jetstream filters", jetstream.ErrOverlappingFilterSubjects, input, taxonomy.CodeValidationFailed, no},
		{"jetstream iterator", fmt.Errorf("%w: %w", jetstream.ErrMsgIteratorClosed, jetstream.ErrConnectionClosed), fatal, taxonomy.CodeStateConflict, unanswered},
		{"jetstream heartbeat", jetstream.ErrNoHeartbeat, transient, taxonomy.CodeTimeout, unanswered},
		{"jetstream leader", jetstream.ErrConsumerLeadershipChanged, transient, taxonomy.CodeUnavailable, no},
		{"said by the server", errors.New("nats: 'Maximum Payload Violation'"), input, taxonomy.CodeTooLarge, no},
	})
}
