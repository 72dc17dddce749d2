package taxonomy

import (
	"crypto/tls"
	"errors"
	"net"
	"reflect"
	"slices"
	"strings"
)

// mongoError is an error of the MongoDB driver (versions 1 and 2): the answer
// to a command, the errors of the writes of a batch, or a failure before or on a
// connection.
type mongoError struct {
	text    string
	code    int64
	message string // the server's own
	labels  []string
	writes  []mongoWrite
	concern *mongoWrite // the write concern's error: the write itself was done
	batch   bool        // other writes of the batch may have been done
}

// mongoWrite is an error of one write.
type mongoWrite struct {
	code    int64
	message string
}

func (e *mongoError) Error() string { return e.text }

func (e *mongoError) has(label string) bool {
	return slices.Contains(e.labels, label)
}

func (e *mongoError) judge() *Error {
	row, ok := e.worst()
	// What the labels promise is in the specifications of the drivers:
	// transactions, retryable writes, and client backpressure.
	switch {
	case e.has("UnknownTransactionCommitResult"):
		row, ok = ruling{Transient, orCode(ok, row.code, CodeTimeout), Unanswered, row.scope}, true
	case e.has("TransientTransactionError"): // nothing was committed, and it may be begun again
		row, ok = ruling{Transient, orCode(ok, row.code, CodeUnavailable), No, row.scope}, true
	case e.has("NoWritesPerformed") && ok:
		row.applied = No
	case ok:
	case e.has("SystemOverloadedError"):
		row, ok = ruling{Transient, CodeOverloaded, Answered, ScopeHost}, true
	case e.has("NetworkError"):
		row, ok = ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}, true
	case e.has("RetryableWriteError"):
		row, ok = ruling{Transient, CodeUnavailable, Answered, ScopeHost}, true
	case e.has("NetworkTimeoutError"), e.has("ExceededTimeLimitError"):
		row, ok = ruling{Transient, CodeTimeout, Unanswered, ScopeHost}, true
	}
	if e.concern != nil || e.batch {
		if !ok {
			row, ok = ruling{Fatal, CodeUnknown, Answered, ScopeItem}, true
		}
		row.applied = min(row.applied, Answered)
	}
	if !ok {
		return nil
	}
	return row.judge()
}

func orCode(known bool, code, otherwise Code) Code { //nolint:revive // the flag is whether there is a code
	if known {
		return code
	}
	return otherwise
}

// worst is what the codes say: that of the command, or those of the writes, of
// which one that time does not heal counts more.
func (e *mongoError) worst() (row ruling, ok bool) {
	if e.code != 0 || e.message != "" {
		row, ok = mongoRow(e.code, e.message)
	}
	for _, w := range e.writes {
		next, known := mongoRow(w.code, w.message)
		switch {
		case !known:
			next = ruling{Fatal, CodeUnknown, Answered, ScopeItem}
			fallthrough
		case !ok, row.class == Transient && next.class != Transient:
			next.applied = min(next.applied, appliedSoFar(ok, row))
			row, ok = next, true
		default:
			row.applied = min(row.applied, next.applied)
		}
	}
	if e.concern != nil && !ok {
		row, ok = mongoConcern(e.concern.code, e.concern.message), true
	}
	return row, ok
}

func appliedSoFar(known bool, row ruling) Applied { //nolint:revive // the flag is whether there is a row
	if known {
		return row.applied
	}
	return No
}

// mongoRow is what a code means, and for a few of them the message with it.
func mongoRow(code int64, message string) (ruling, bool) {
	switch code {
	case 0: // servers before 3.0 give no code for some
		switch {
		case strings.Contains(message, "not master"), strings.Contains(message, "node is recovering"), strings.Contains(message, "not primary"):
			return ruling{Transient, CodeUnavailable, No, ScopeHost}, true
		case strings.HasPrefix(message, "E11000 "):
			return mongoCodes[mongoDuplicate], true
		}
		return ruling{}, false
	case 13:
		if strings.Contains(message, "requires authentication") {
			return ruling{Permission, CodeUnauthenticated, No, ScopeCredential}, true
		}
	case 16460: // mongos wraps it
		if strings.Contains(message, "E11000 ") {
			return mongoCodes[mongoDuplicate], true
		}
	case 8000: // Atlas, for everything
		for _, known := range mongoAtlas {
			if strings.Contains(strings.ToLower(message), known.text) {
				return known.ruling, true
			}
		}
	}
	row, ok := mongoCodes[code]
	return row, ok
}

// mongoConcern is what an error of the write concern means. That the write was
// done on one node is what all of them have in common.
func mongoConcern(code int64, message string) ruling {
	row, ok := mongoRow(code, message)
	if !ok {
		return ruling{Fatal, CodeUnknown, Answered, ScopeItem}
	}
	row.applied = min(row.applied, Answered)
	return row
}

//nolint:gochecknoglobals // a table, never written
var mongoLifters = []lifter{
	{types: []string{
		"go.mongodb.org/mongo-driver/mongo.CommandError", "go.mongodb.org/mongo-driver/mongo.WriteException",
		"go.mongodb.org/mongo-driver/mongo.WriteError", "go.mongodb.org/mongo-driver/mongo.BulkWriteError",
		"go.mongodb.org/mongo-driver/x/mongo/driver.Error", "go.mongodb.org/mongo-driver/x/mongo/driver.WriteCommandError",
		"go.mongodb.org/mongo-driver/x/mongo/driver.WriteError",
	}, lift: liftMongo},
	{types: []string{
		"go.mongodb.org/mongo-driver/mongo.BulkWriteException", "go.mongodb.org/mongo-driver/mongo.ClientBulkWriteException",
		"go.mongodb.org/mongo-driver/mongo.WriteErrors", "go.mongodb.org/mongo-driver/x/mongo/driver.WriteErrors",
	}, lift: func(node error) foreign {
		e := mongoAnswer(node)
		e.batch = true
		return e
	}},
	{types: []string{"go.mongodb.org/mongo-driver/mongo.WriteConcernError", "go.mongodb.org/mongo-driver/x/mongo/driver.WriteConcernError"}, lift: func(node error) foreign {
		v := reflect.ValueOf(node)
		return &mongoError{text: node.Error(), concern: &mongoWrite{fieldInt(v, "Code"), fieldString(v, "Message")}}
	}},
	{types: []string{"go.mongodb.org/mongo-driver/x/mongo/driver/topology.ConnectionError"}, lift: liftMongoConnection},
	{types: []string{"go.mongodb.org/mongo-driver/x/mongo/driver/topology.ServerSelectionError"}, lift: always(ruling{Transient, CodeUnavailable, No, ScopeHost})},
	{types: []string{"go.mongodb.org/mongo-driver/x/mongo/driver/topology.WaitQueueTimeoutError"}, lift: always(ruling{Transient, CodeOverloaded, No, ScopeHost})},
	{types: []string{"go.mongodb.org/mongo-driver/x/mongo/driver/topology.poolClearedError"}, lift: always(ruling{Transient, CodeUnavailable, No, ScopeHost})},
	{types: []string{"go.mongodb.org/mongo-driver/mongo.MarshalError", "go.mongodb.org/mongo-driver/mongo.ErrMapForOrderedArgument"}, lift: always(ruling{InputError, CodeWrongType, No, ScopeItem})},
	{types: []string{"go.mongodb.org/mongo-driver/mongo.InvalidArgumentError"}, lift: always(ruling{InputError, CodeValidationFailed, No, ScopeItem})},
	// driver.ErrDeadlineWouldBeExceeded is made by fmt.Errorf around the
	// context's error.
	{types: []string{"fmt.wrapError"}, lift: func(node error) foreign {
		const text = "operation not sent to server, as Timeout would be exceeded"
		if s := node.Error(); strings.HasPrefix(s, text) {
			return &sentinel{s, ruling{Transient, CodeTimeout, No, ScopeItem}}
		}
		return nil
	}},
}

func liftMongo(node error) foreign {
	e := mongoAnswer(node)
	if e.code == 0 && e.message == "" && len(e.labels) == 0 && len(e.writes) == 0 && e.concern == nil {
		return nil
	}
	if e.has("NetworkError") && e.code == 0 && errors.Unwrap(node) != nil {
		return nil //nolint:nilerr // the connection's own error knows how far it came
	}
	return e
}

// mongoAnswer reads the fields that all of the types have, as far as they have
// them.
func mongoAnswer(node error) *mongoError {
	v := reflect.ValueOf(node)
	e := &mongoError{text: node.Error(), code: fieldInt(v, "Code"), message: fieldString(v, "Message")}
	if labels := field(v, "Labels"); labels.Kind() == reflect.Slice {
		for i := range labels.Len() {
			e.labels = append(e.labels, labels.Index(i).String())
		}
	}
	if c := field(v, "WriteConcernError"); c.Kind() == reflect.Pointer && !c.IsNil() {
		e.concern = &mongoWrite{fieldInt(c, "Code"), fieldString(c, "Message")}
	}
	if c := field(v, "WriteConcernErrors"); c.Kind() == reflect.Slice && c.Len() > 0 {
		e.concern = &mongoWrite{fieldInt(c.Index(0), "Code"), fieldString(c.Index(0), "Message")}
	}
	if w := field(v, "WriteError"); w.Kind() == reflect.Pointer && !w.IsNil() {
		e.addWrite(w)
	}
	writes := field(v, "WriteErrors")
	if v.Kind() == reflect.Slice {
		writes = v
	}
	switch writes.Kind() { //nolint:exhaustive // a list or a map
	case reflect.Slice:
		for i := range writes.Len() {
			e.addWrite(writes.Index(i))
		}
	case reflect.Map:
		for it := writes.MapRange(); it.Next(); {
			e.addWrite(it.Value())
		}
	}
	return e
}

func (e *mongoError) addWrite(v reflect.Value) {
	e.writes = append(e.writes, mongoWrite{fieldInt(v, "Code"), fieldString(v, "Message")})
}

// liftMongoConnection: an error of the handshake came before the command was
// sent; any other may have come after.
func liftMongoConnection(node error) foreign {
	inner := errors.Unwrap(node)
	var op *net.OpError
	var dns *net.DNSError
	var cert *tls.CertificateVerificationError
	if errors.As(inner, &op) && op.Op == "dial" || errors.As(inner, &dns) || errors.As(inner, &cert) {
		return nil // the rules for these know better
	}
	text := node.Error()
	_, said, _ := strings.Cut(text, ") ") // connection(host:port[-4]) …
	if !strings.HasPrefix(said, "error occurred during connection handshake") {
		return &sentinel{text, ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}}
	}
	for next := inner; next != nil; next = errors.Unwrap(next) {
		if name := typeName(reflect.TypeOf(next)); name == "go.mongodb.org/mongo-driver/x/mongo/driver.Error" || name == "go.mongodb.org/mongo-driver/mongo.CommandError" {
			return nil // what the server said, such as that the login failed
		}
	}
	return &sentinel{text, ruling{Transient, CodeConnectionReset, No, ScopeHost}}
}
