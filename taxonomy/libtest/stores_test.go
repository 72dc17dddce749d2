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
			if both.Applied == taxonomy.No {
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
		{"nil", redis.Nil, taxonomy.Fatal, taxonomy.CodeNotFound, taxonomy.No},
		{"transaction failed", redis.TxFailedErr, taxonomy.ResourceConflict, taxonomy.CodeVersionConflict, taxonomy.No},
		{"pool timeout", redis.ErrPoolTimeout, taxonomy.Transient, taxonomy.CodeOverloaded, taxonomy.No},
		{"pool exhausted", redis.ErrPoolExhausted, taxonomy.Transient, taxonomy.CodeOverloaded, taxonomy.No},
		{"closed", redis.ErrClosed, taxonomy.Fatal, taxonomy.CodeUnavailable, taxonomy.No},
		{"cross slot", redis.ErrCrossSlot, taxonomy.InputError, taxonomy.CodeValidationFailed, taxonomy.No},
		{"no script", redis.ErrNoScript, taxonomy.InputError, taxonomy.CodeValidationFailed, taxonomy.No},
		{"loading", redisReply("LOADING Redis is loading the dataset in memory"), taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.No},
		{"no permission", redisReply("NOPERM this user has no permissions to run the 'set' command"), taxonomy.Permission, taxonomy.CodeForbidden, taxonomy.No},
		{"wrong type", redisReply("WRONGTYPE Operation against a key holding the wrong kind of value"), taxonomy.InputError, taxonomy.CodeWrongType, taxonomy.No},
		{"as text", errors.New("WRONGTYPE Operation against a key holding the wrong kind of value"), taxonomy.InputError, taxonomy.CodeWrongType, taxonomy.No},
		{"redigo nil", redigo.ErrNil, taxonomy.Fatal, taxonomy.CodeNotFound, taxonomy.No},
		{"redigo pool exhausted", redigo.ErrPoolExhausted, taxonomy.Transient, taxonomy.CodeOverloaded, taxonomy.No},
		{"redigo reply", redigo.Error("OOM command not allowed when used memory > 'maxmemory'."), taxonomy.Fatal, taxonomy.CodeQuotaExhausted, taxonomy.No},
		{"redigo moved", redigo.Error("MOVED 3999 127.0.0.1:6381"), taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.No},
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
	if got := taxonomy.Classify(err); got.Class != taxonomy.Transient || got.Applied != taxonomy.No {
		t.Errorf("refused: %s applied %s, want TRANSIENT no: %T %v", got.Class, got.Applied, err, err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	err = c.Set(t.Context(), "k", "v", 0).Err()
	if got := taxonomy.Classify(err); got.Class != taxonomy.Fatal || got.Applied != taxonomy.No {
		t.Errorf("closed: %s applied %s, want FATAL no: %T %v", got.Class, got.Applied, err, err)
	}
}

// TestRedisAnswers lets go-redis and redigo read replies off a connection, so
// that their own types come out.
func TestRedisAnswers(t *testing.T) {
	t.Parallel()
	for _, c := range []storeCase{
		{"busy group", errors.New("BUSYGROUP Consumer Group name already exists"), taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, taxonomy.No},
		{"read only", errors.New("READONLY You can't write against a read only replica."), taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.No},
		{"max clients", errors.New("ERR max number of clients reached"), taxonomy.Transient, taxonomy.CodeOverloaded, taxonomy.No},
		{"no auth", errors.New("NOAUTH Authentication required."), taxonomy.Permission, taxonomy.CodeUnauthenticated, taxonomy.No},
		{"exec abort", errors.New("EXECABORT Transaction discarded because of previous errors."), taxonomy.InputError, taxonomy.CodeValidationFailed, taxonomy.No},
		{"no replicas", errors.New("NOREPLICAS Not enough good replicas to write."), taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.No},
		{"script", errors.New("WRONGTYPE Operation against a key holding the wrong kind of value script: c0a7, on @user_script:1."), taxonomy.InputError, taxonomy.CodeWrongType, taxonomy.Answered},
		{"nil", errors.New(""), taxonomy.Fatal, taxonomy.CodeNotFound, taxonomy.No},
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
			defer client.Close()
			err := client.Get(t.Context(), "k").Err()
			if got := taxonomy.Classify(err); got.Class != c.class || got.Code != c.code || got.Applied != c.applied {
				t.Errorf("go-redis: %s %s applied %s, want %s %s %s\n%T %v", got.Class, got.Code, got.Applied, c.class, c.code, c.applied, err, err)
			}
			conn := redigo.NewConn(answering(reply), 0, 0)
			defer conn.Close()
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
		defer theirs.Close()
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
		{"no documents", mongo.ErrNoDocuments, taxonomy.Fatal, taxonomy.CodeNotFound, taxonomy.No},
		{"disconnected", mongo.ErrClientDisconnected, taxonomy.Fatal, taxonomy.CodeUnavailable, taxonomy.No},
		{"nil document", mongo.ErrNilDocument, taxonomy.InputError, taxonomy.CodeValidationFailed, taxonomy.No},
		{"empty slice", mongo.ErrEmptySlice, taxonomy.InputError, taxonomy.CodeValidationFailed, taxonomy.No},
		{"file not found", mongo.ErrFileNotFound, taxonomy.Fatal, taxonomy.CodeNotFound, taxonomy.No},
		{"map for ordered", mongo.ErrMapForOrderedArgument{ParamName: "sort"}, taxonomy.InputError, taxonomy.CodeWrongType, taxonomy.No},
		{"marshal", mongo.MarshalError{Value: 1, Err: errors.New("no encoder found for chan int")}, taxonomy.InputError, taxonomy.CodeWrongType, taxonomy.No},
		{"duplicate", write(11000, "E11000 duplicate key error collection: shop.orders index: _id_ dup key: { _id: 7 }"), taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, taxonomy.No},
		{"duplicate in a command", command(11000, "DuplicateKey", "E11000 duplicate key error"), taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, taxonomy.No},
		{"duplicate through mongos", write(16460, "error inserting 1 documents: E11000 duplicate key error"), taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, taxonomy.No},
		{"validation", write(121, "Document failed validation"), taxonomy.InputError, taxonomy.CodeValidationFailed, taxonomy.No},
		{"write conflict", command(112, "WriteConflict", "Write conflict during plan execution", "TransientTransactionError"), taxonomy.Transient, taxonomy.CodeSerializationFailure, taxonomy.No},
		{"unauthorized", command(13, "Unauthorized", "not authorized on shop to execute command { insert: \"orders\" }"), taxonomy.Permission, taxonomy.CodeForbidden, taxonomy.No},
		{"not logged in", command(13, "Unauthorized", "command insert requires authentication"), taxonomy.Permission, taxonomy.CodeUnauthenticated, taxonomy.No},
		{"login failed", command(18, "AuthenticationFailed", "Authentication failed."), taxonomy.Permission, taxonomy.CodeUnauthenticated, taxonomy.No},
		{"atlas login", command(8000, "AtlasError", "bad auth : authentication failed"), taxonomy.Permission, taxonomy.CodeUnauthenticated, taxonomy.No},
		{"no collection", command(26, "NamespaceNotFound", "ns not found"), taxonomy.InputError, taxonomy.CodeValidationFailed, taxonomy.No},
		{"collection exists", command(48, "NamespaceExists", "Collection shop.orders already exists."), taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, taxonomy.No},
		{"bad value", command(2, "BadValue", "unknown operator: $foo"), taxonomy.InputError, taxonomy.CodeValidationFailed, taxonomy.No},
		{"failed to parse", command(9, "FailedToParse", "unknown top level operator: $timeout"), taxonomy.InputError, taxonomy.CodeInvalidFormat, taxonomy.No},
		{"type mismatch", command(14, "TypeMismatch", "BSON field 'insert.ordered' is the wrong type"), taxonomy.InputError, taxonomy.CodeWrongType, taxonomy.No},
		{"no such command", command(59, "CommandNotFound", "no such command: 'foo'"), taxonomy.Fatal, taxonomy.CodeUnsupported, taxonomy.No},
		{"time limit", command(50, "MaxTimeMSExpired", "operation exceeded time limit"), taxonomy.Transient, taxonomy.CodeTimeout, taxonomy.Answered},
		{"not primary", command(10107, "NotWritablePrimary", "not primary", "RetryableWriteError"), taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.No},
		{"stepped down", command(189, "PrimarySteppedDown", "demoted", "RetryableWriteError"), taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.Answered},
		{"shut down, nothing written", command(91, "ShutdownInProgress", "shutting down", "RetryableWriteError", "NoWritesPerformed"), taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.No},
		{"interrupted", command(11601, "Interrupted", "operation was interrupted"), taxonomy.Fatal, taxonomy.CodeCanceled, taxonomy.Answered},
		{"cursor gone", command(43, "CursorNotFound", "cursor id 7 not found"), taxonomy.Fatal, taxonomy.CodeNotFound, taxonomy.No},
		{"commit unknown", command(64, "WriteConcernFailed", "waiting for replication timed out", "UnknownTransactionCommitResult"), taxonomy.Transient, taxonomy.CodeTimeout, taxonomy.Unanswered},
		{"commit lost", mongo.CommandError{Labels: []string{"UnknownTransactionCommitResult", "NetworkError"}, Wrapped: nil}, taxonomy.Transient, taxonomy.CodeTimeout, taxonomy.Unanswered},
		{"no such transaction", command(251, "NoSuchTransaction", "Given transaction number 1 does not match", "TransientTransactionError"), taxonomy.Transient, taxonomy.CodeSerializationFailure, taxonomy.No},
		{"committed before", command(256, "TransactionCommitted", "Transaction 1 has been committed."), taxonomy.ResourceConflict, taxonomy.CodeStateConflict, taxonomy.Answered},
		{"retryable, unknown code", command(54321, "", "new in some version", "RetryableWriteError"), taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.Answered},
		{"overloaded", command(0, "", "too busy", "SystemOverloadedError", "RetryableError"), taxonomy.Transient, taxonomy.CodeOverloaded, taxonomy.Answered},
		{
			"write concern",
			mongo.WriteException{WriteConcernError: &mongo.WriteConcernError{Code: 64, Name: "WriteConcernFailed", Message: "waiting for replication timed out"}},
			taxonomy.Transient, taxonomy.CodeTimeout, taxonomy.Answered,
		},
		{
			"write concern, stepped down",
			mongo.WriteException{WriteConcernError: &mongo.WriteConcernError{Code: 10107, Message: "not primary"}},
			taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.Answered,
		},
		{
			"write concern that cannot be",
			mongo.WriteException{WriteConcernError: &mongo.WriteConcernError{Code: 100, Message: "Not enough data-bearing nodes"}},
			taxonomy.Fatal, taxonomy.CodeUnavailable, taxonomy.Answered,
		},
		{
			"write concern of unknown code",
			mongo.WriteException{WriteConcernError: &mongo.WriteConcernError{Code: 54321, Message: "?"}},
			taxonomy.Fatal, taxonomy.CodeUnknown, taxonomy.Answered,
		},
		{
			"duplicate and write concern", mongo.WriteException{
				WriteErrors:       mongo.WriteErrors{{Code: 11000, Message: "E11000 duplicate key error"}},
				WriteConcernError: &mongo.WriteConcernError{Code: 64},
			}, taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, taxonomy.Answered,
		},
		{
			"batch", mongo.BulkWriteException{WriteErrors: []mongo.BulkWriteError{
				{WriteError: mongo.WriteError{Index: 0, Code: 11600, Message: "interrupted at shutdown"}},
				{WriteError: mongo.WriteError{Index: 3, Code: 11000, Message: "E11000 duplicate key error"}},
			}}, taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, taxonomy.Answered,
		},
		{
			"client batch",
			mongo.ClientBulkWriteException{WriteErrors: map[int]mongo.WriteError{2: {Code: 121, Message: "Document failed validation"}}},
			taxonomy.InputError, taxonomy.CodeValidationFailed, taxonomy.Answered,
		},
		{"driver error", driver.Error{Code: 13435, Message: "not primary and secondaryOk=false"}, taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.No},
		{
			"nobody to talk to",
			topology.ServerSelectionError{Wrapped: context.DeadlineExceeded},
			taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.No,
		},
		{"no connection free", topology.WaitQueueTimeoutError{Wrapped: context.DeadlineExceeded}, taxonomy.Transient, taxonomy.CodeOverloaded, taxonomy.No},
		{"not sent in time", fmt.Errorf("count: %w", driver.ErrDeadlineWouldBeExceeded), taxonomy.Transient, taxonomy.CodeTimeout, taxonomy.No},
		{
			"connection lost",
			mongo.CommandError{Labels: []string{"NetworkError", "RetryableWriteError"}, Wrapped: topology.ConnectionError{ConnectionID: "db:27017[-4]", Wrapped: lost}},
			taxonomy.Transient, taxonomy.CodeConnectionReset, taxonomy.Unanswered,
		},
		{
			"hung up",
			mongo.CommandError{Labels: []string{"NetworkError"}, Wrapped: topology.ConnectionError{ConnectionID: "db:27017[-4]", Wrapped: io.EOF}},
			taxonomy.Transient, taxonomy.CodeConnectionReset, taxonomy.Unanswered,
		},
		{"refused", topology.ConnectionError{ConnectionID: "db:27017[-4]", Wrapped: dialRefused()}, taxonomy.Transient, taxonomy.CodeConnectionRefused, taxonomy.No},
		{"document too large", driver.ErrDocumentTooLarge, taxonomy.InputError, taxonomy.CodeTooLarge, taxonomy.No},
	})
}

func TestKafka(t *testing.T) {
	t.Parallel()
	checkStores(t, []storeCase{
		{"franz timed out", kerr.RequestTimedOut, taxonomy.Transient, taxonomy.CodeTimeout, taxonomy.Unanswered},
		{"franz not leader", kerr.NotLeaderForPartition, taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.Answered},
		{"franz no leader", kerr.LeaderNotAvailable, taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.No},
		{"franz not enough replicas", kerr.NotEnoughReplicas, taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.No},
		{"franz after append", kerr.NotEnoughReplicasAfterAppend, taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.Answered},
		{"franz network", kerr.NetworkException, taxonomy.Transient, taxonomy.CodeConnectionReset, taxonomy.Unanswered},
		{"franz duplicate", kerr.DuplicateSequenceNumber, taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, taxonomy.Answered},
		{"franz too large", kerr.MessageTooLarge, taxonomy.InputError, taxonomy.CodeTooLarge, taxonomy.No},
		{"franz topic exists", kerr.TopicAlreadyExists, taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, taxonomy.No},
		{"franz unknown topic", kerr.UnknownTopicOrPartition, taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.No},
		{"franz invalid topic", kerr.InvalidTopicException, taxonomy.InputError, taxonomy.CodeInvalidFormat, taxonomy.No},
		{"franz offset", kerr.OffsetOutOfRange, taxonomy.InputError, taxonomy.CodeOutOfRange, taxonomy.No},
		{"franz topic forbidden", kerr.TopicAuthorizationFailed, taxonomy.Permission, taxonomy.CodeForbidden, taxonomy.No},
		{"franz login", kerr.SaslAuthenticationFailed, taxonomy.Permission, taxonomy.CodeUnauthenticated, taxonomy.No},
		{"franz mechanism", kerr.UnsupportedSaslMechanism, taxonomy.Fatal, taxonomy.CodeUnsupported, taxonomy.No},
		{"franz version", kerr.UnsupportedVersion, taxonomy.Fatal, taxonomy.CodeUnsupported, taxonomy.No},
		{"franz throttled", kerr.ThrottlingQuotaExceeded, taxonomy.Transient, taxonomy.CodeRateLimited, taxonomy.No},
		{"franz rebalance", kerr.RebalanceInProgress, taxonomy.ResourceConflict, taxonomy.CodeBusy, taxonomy.No},
		{"franz fenced", kerr.ProducerFenced, taxonomy.Fatal, taxonomy.CodeVersionConflict, taxonomy.No},
		{"franz unknown", kerr.UnknownServerError, taxonomy.Fatal, taxonomy.CodeServerError, taxonomy.Answered},
		{"franz policy", kerr.PolicyViolation, taxonomy.InputError, taxonomy.CodeValidationFailed, taxonomy.No},
		{"franz group in use", kerr.NonEmptyGroup, taxonomy.ResourceConflict, taxonomy.CodeStateConflict, taxonomy.No},
		{"franz disk", kerr.KafkaStorageError, taxonomy.Transient, taxonomy.CodeServerError, taxonomy.Answered},
		{"franz record timeout", kgo.ErrRecordTimeout, taxonomy.Transient, taxonomy.CodeTimeout, taxonomy.Unanswered},
		{"franz record retries", kgo.ErrRecordRetries, taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.Unanswered},
		{"franz buffer full", kgo.ErrMaxBuffered, taxonomy.Transient, taxonomy.CodeOverloaded, taxonomy.No},
		{"franz aborting", kgo.ErrAborting, taxonomy.Fatal, taxonomy.CodeCanceled, taxonomy.Unanswered},
		{"franz session", &kgo.ErrGroupSession{Err: kerr.GroupAuthorizationFailed}, taxonomy.Permission, taxonomy.CodeForbidden, taxonomy.No},
		{"sarama timed out", sarama.ErrRequestTimedOut, taxonomy.Transient, taxonomy.CodeTimeout, taxonomy.Unanswered},
		{"sarama too large", sarama.ErrMessageSizeTooLarge, taxonomy.InputError, taxonomy.CodeTooLarge, taxonomy.No},
		{"sarama topic exists", &sarama.TopicError{Err: sarama.ErrTopicAlreadyExists}, taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, taxonomy.No},
		{"sarama out of brokers", sarama.ErrOutOfBrokers, taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.Unanswered},
		{"sarama out of brokers, refused", sarama.Wrap(sarama.ErrOutOfBrokers, dialRefused()), taxonomy.Transient, taxonomy.CodeConnectionRefused, taxonomy.No},
		{"sarama closed", sarama.ErrClosedClient, taxonomy.Fatal, taxonomy.CodeUnavailable, taxonomy.No},
		{"sarama not connected", sarama.ErrNotConnected, taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.No},
		{"sarama configuration", sarama.ConfigurationError("Net.MaxOpenRequests must be > 0"), taxonomy.Fatal, taxonomy.CodeUnsupported, taxonomy.No},
		{"sarama encoding", sarama.PacketEncodingError{Info: "string too long"}, taxonomy.InputError, taxonomy.CodeValidationFailed, taxonomy.No},
		{"sarama producer", &sarama.ProducerError{Err: sarama.ErrNotEnoughReplicas}, taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.No},
		{"sarama batch", sarama.ProducerErrors{{Err: sarama.ErrNotEnoughReplicas}, {Err: sarama.ErrMessageSizeTooLarge}}, taxonomy.InputError, taxonomy.CodeTooLarge, taxonomy.Answered},
		{"kafka-go timed out", kafka.RequestTimedOut, taxonomy.Transient, taxonomy.CodeTimeout, taxonomy.Unanswered},
		{"kafka-go coordinator", kafka.GroupLoadInProgress, taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.No},
		{"kafka-go too large", kafka.MessageTooLargeError{}, taxonomy.InputError, taxonomy.CodeTooLarge, taxonomy.No},
		{"kafka-go login", kafka.SASLAuthenticationFailed, taxonomy.Permission, taxonomy.CodeUnauthenticated, taxonomy.No},
		{"kafka-go batch, one refused", kafka.WriteErrors{nil, kafka.MessageSizeTooLarge}, taxonomy.InputError, taxonomy.CodeTooLarge, taxonomy.Answered},
		{"kafka-go batch, all refused", kafka.WriteErrors{kafka.NotEnoughReplicas, kafka.NotEnoughReplicas}, taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.No},
		{"kafka-go batch, one lost", kafka.WriteErrors{kafka.NotEnoughReplicas, io.ErrUnexpectedEOF}, taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.Unanswered},
		{"kafka-go no topic", kafkaprotocol.NewErrNoTopic("orders"), taxonomy.InputError, taxonomy.CodeValidationFailed, taxonomy.No},
		{"kafka-go no leader", kafkaprotocol.NewErrNoLeader("orders", 1), taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.No},
		{"kafka-go generation", kafka.ErrGenerationEnded, taxonomy.ResourceConflict, taxonomy.CodeVersionConflict, taxonomy.No},
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
		if got.Class == taxonomy.Transient && !e.Retriable {
			t.Errorf("%d %s: TRANSIENT, and Kafka does not call it retriable", code, e.Message)
		}
	}
}

func TestNATS(t *testing.T) {
	t.Parallel()
	checkStores(t, []storeCase{
		{"timeout", nats.ErrTimeout, taxonomy.Transient, taxonomy.CodeTimeout, taxonomy.Unanswered},
		{"no responders", nats.ErrNoResponders, taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.No},
		{"closed", nats.ErrConnectionClosed, taxonomy.Fatal, taxonomy.CodeUnavailable, taxonomy.Unanswered},
		{"reconnecting", nats.ErrConnectionReconnecting, taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.No},
		{"buffer", nats.ErrReconnectBufExceeded, taxonomy.Transient, taxonomy.CodeOverloaded, taxonomy.No},
		{"stale", nats.ErrStaleConnection, taxonomy.Transient, taxonomy.CodeConnectionReset, taxonomy.Unanswered},
		{"disconnected", nats.ErrDisconnected, taxonomy.Transient, taxonomy.CodeConnectionReset, taxonomy.Unanswered},
		{"no servers", nats.ErrNoServers, taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.No},
		{"authorization", nats.ErrAuthorization, taxonomy.Permission, taxonomy.CodeUnauthenticated, taxonomy.No},
		{"expired", nats.ErrAuthExpired, taxonomy.Permission, taxonomy.CodeUnauthenticated, taxonomy.No},
		{"permissions", fmt.Errorf("%w: Permissions Violation for Publish to \"orders\"", nats.ErrPermissionViolation), taxonomy.Permission, taxonomy.CodeForbidden, taxonomy.No},
		{"payload", nats.ErrMaxPayload, taxonomy.InputError, taxonomy.CodeTooLarge, taxonomy.No},
		{"subject", nats.ErrBadSubject, taxonomy.InputError, taxonomy.CodeInvalidFormat, taxonomy.No},
		{"bad timeout", nats.ErrBadTimeout, taxonomy.InputError, taxonomy.CodeOutOfRange, taxonomy.No},
		{"slow consumer", nats.ErrSlowConsumer, taxonomy.Transient, taxonomy.CodeOverloaded, taxonomy.Answered},
		{"connections", nats.ErrMaxConnectionsExceeded, taxonomy.Transient, taxonomy.CodeOverloaded, taxonomy.No},
		{"headers", nats.ErrHeadersNotSupported, taxonomy.Fatal, taxonomy.CodeUnsupported, taxonomy.No},
		{"key not found", nats.ErrKeyNotFound, taxonomy.Fatal, taxonomy.CodeNotFound, taxonomy.No},
		{"key exists", nats.ErrKeyExists, taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, taxonomy.No},
		{"key revision", nats.ErrKeyRevisionMismatch, taxonomy.ResourceConflict, taxonomy.CodeVersionConflict, taxonomy.No},
		{"bucket", nats.ErrBucketNotFound, taxonomy.InputError, taxonomy.CodeValidationFailed, taxonomy.No},
		{"stream not found", nats.ErrStreamNotFound, taxonomy.InputError, taxonomy.CodeValidationFailed, taxonomy.No},
		{"stream exists", nats.ErrStreamNameAlreadyInUse, taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, taxonomy.No},
		{"message not found", nats.ErrMsgNotFound, taxonomy.Fatal, taxonomy.CodeNotFound, taxonomy.No},
		{"not enabled", nats.ErrJetStreamNotEnabled, taxonomy.Fatal, taxonomy.CodeUnsupported, taxonomy.No},
		{"ack timeout", nats.ErrAsyncPublishTimeout, taxonomy.Transient, taxonomy.CodeTimeout, taxonomy.Unanswered},
		{"acked", nats.ErrMsgAlreadyAckd, taxonomy.ResourceConflict, taxonomy.CodeStateConflict, taxonomy.Answered},
		{"no stream response", nats.ErrNoStreamResponse, taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.No},
		{"wrong sequence", &nats.APIError{Code: 400, ErrorCode: nats.JSErrCodeStreamWrongLastSequence, Description: "wrong last sequence: 7"}, taxonomy.ResourceConflict, taxonomy.CodeVersionConflict, taxonomy.No},
		{"resources", &nats.APIError{Code: 503, ErrorCode: nats.JSErrCodeInsufficientResourcesErr, Description: "insufficient resources"}, taxonomy.Fatal, taxonomy.CodeQuotaExhausted, taxonomy.No},
		{"temporarily", &nats.APIError{Code: 503, ErrorCode: nats.JSErrCodeJetStreamNotAvailable, Description: "JetStream system temporarily unavailable"}, taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.No},
		{"full", &jetstream.APIError{Code: 503, ErrorCode: 10077, Description: "maximum messages exceeded"}, taxonomy.Fatal, taxonomy.CodeQuotaExhausted, taxonomy.No},
		{"store failed", &jetstream.APIError{Code: 503, ErrorCode: 10077, Description: "raft: not leader"}, taxonomy.Transient, taxonomy.CodeServerError, taxonomy.Answered},
		{"unknown 500", &jetstream.APIError{Code: 500, ErrorCode: 10999, Description: "something"}, taxonomy.Transient, taxonomy.CodeServerError, taxonomy.Answered},
		{"unknown 400", &jetstream.APIError{Code: 400, ErrorCode: 10079, Description: "consumer deliver subject has wildcards"}, taxonomy.InputError, taxonomy.CodeValidationFailed, taxonomy.No},
		{"too many", &jetstream.APIError{Code: 429, ErrorCode: 10167, Description: "too many requests"}, taxonomy.Transient, taxonomy.CodeRateLimited, taxonomy.No},
		{"api error as text", errors.New("nats: API error: code=404 err_code=10037 description=no message found"), taxonomy.Fatal, taxonomy.CodeNotFound, taxonomy.No},
		{"jetstream consumer not found", jetstream.ErrConsumerNotFound, taxonomy.InputError, taxonomy.CodeValidationFailed, taxonomy.No},
		{"jetstream consumer exists", jetstream.ErrConsumerExists, taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, taxonomy.No},
		{"jetstream key not found", jetstream.ErrKeyNotFound, taxonomy.Fatal, taxonomy.CodeNotFound, taxonomy.No},
		{"jetstream key deleted", jetstream.ErrKeyDeleted, taxonomy.Fatal, taxonomy.CodeNotFound, taxonomy.No},
		{"jetstream key exists", jetstream.ErrKeyExists, taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, taxonomy.No},
		{"jetstream bucket", fmt.Errorf("%w: orders", jetstream.ErrBucketNotFound), taxonomy.InputError, taxonomy.CodeValidationFailed, taxonomy.No},
		{"jetstream bucket exists", jetstream.ErrBucketExists, taxonomy.ResourceConflict, taxonomy.CodeAlreadyExists, taxonomy.No},
		{"jetstream filters", jetstream.ErrOverlappingFilterSubjects, taxonomy.InputError, taxonomy.CodeValidationFailed, taxonomy.No},
		{"jetstream iterator", fmt.Errorf("%w: %w", jetstream.ErrMsgIteratorClosed, jetstream.ErrConnectionClosed), taxonomy.Fatal, taxonomy.CodeStateConflict, taxonomy.Unanswered},
		{"jetstream heartbeat", jetstream.ErrNoHeartbeat, taxonomy.Transient, taxonomy.CodeTimeout, taxonomy.Unanswered},
		{"jetstream leader", jetstream.ErrConsumerLeadershipChanged, taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.No},
		{"said by the server", errors.New("nats: 'Maximum Payload Violation'"), taxonomy.InputError, taxonomy.CodeTooLarge, taxonomy.No},
	})
}

// TestKafkaCycle: a batch that holds itself ends all the same.
func TestKafkaCycle(t *testing.T) {
	t.Parallel()
	batch := kafka.WriteErrors{nil}
	batch[0] = fmt.Errorf("again: %w", batch)
	if got := taxonomy.Classify(batch); got.Class != taxonomy.Fatal || got.Applied == taxonomy.No {
		t.Errorf("%s applied %s, want FATAL and no proof", got.Class, got.Applied)
	}
}
