package taxonomy

import (
	"reflect"
	"strings"
)

// kafkaError is an error code of the Kafka protocol, which all clients share.
type kafkaError struct {
	text string
	code int64
}

func (e *kafkaError) Error() string { return e.text }

func (e *kafkaError) judge() *Error {
	if e.code == 0 { // NONE
		return nil
	}
	row, ok := kafkaCodes[e.code]
	if !ok && e.code > 0 { // of a later version; -1 has a row
		row, ok = ruling{Fatal, CodeServerError, Answered, ScopeItem}, true
	}
	if !ok {
		return nil
	}
	return row.judge()
}

// kafkaBatch is what a client says of a batch of messages: an error each, which
// errors.As does not find.
type kafkaBatch struct {
	text string
	errs []error
	// partly: others of the batch may have been written.
	partly bool
}

func (e *kafkaBatch) Error() string { return e.text }

// judge takes the errors as errors.Join's are taken: one that time does not heal
// counts more, and the worst Applied of all.
func (e *kafkaBatch) judge() *Error {
	var chosen *Error
	worst := No
	if e.partly {
		worst = Answered
	}
	for _, err := range e.errs[:min(len(e.errs), maxNodes)] {
		one := judgeFlat(err)
		if one == nil {
			one = &Error{Class: Fatal, Code: CodeUnknown, Applied: Answered}
		}
		worst = min(worst, one.Applied)
		if chosen == nil || chosen.Class == Transient && one.Class != Transient {
			chosen = one
		}
	}
	if chosen != nil {
		chosen.Applied = worst
	}
	return chosen
}

// judgeFlat judges one message's error: what it wraps, but neither joined errors
// nor batches, so that it ends whatever it is given.
func judgeFlat(err error) *Error {
	var s spine
	for node := err; node != nil && !isNil(node) && len(s) < maxDepth; {
		k := traitsOf(node)
		f := k.lift(node)
		if _, nested := f.(*kafkaBatch); nested {
			return nil
		}
		if f != nil {
			s = append(s, f)
		}
		s = append(s, node)
		branches, ok, next := unwrap(node)
		if !ok || len(branches) > 0 {
			return nil
		}
		node = next
	}
	return askBuiltins(s, err, nil)
}

//nolint:gochecknoglobals // a table, never written
var kafkaLifters = []lifter{
	{types: []string{"github.com/twmb/franz-go/pkg/kerr.Error"}, lift: func(node error) foreign {
		return &kafkaError{node.Error(), fieldInt(reflect.ValueOf(node), "Code")}
	}},
	{types: []string{ // integers
		"github.com/IBM/sarama.KError", "github.com/Shopify/sarama.KError", "github.com/segmentio/kafka-go.Error",
	}, lift: func(node error) foreign {
		return &kafkaError{node.Error(), reflect.ValueOf(node).Int()}
	}},
	{types: []string{"github.com/confluentinc/confluent-kafka-go/kafka.Error"}, lift: func(node error) foreign {
		code := reflect.ValueOf(node).MethodByName("Code").Call(nil)[0].Int()
		if row, ok := librdkafkaCodes[code]; ok {
			return &sentinel{node.Error(), row}
		}
		return &kafkaError{node.Error(), code}
	}},
	{types: []string{"github.com/segmentio/kafka-go.WriteErrors"}, lift: func(node error) foreign {
		e := &kafkaBatch{text: node.Error()}
		v := reflect.ValueOf(node)
		for i := range v.Len() {
			if err, ok := reflect.TypeAssert[error](v.Index(i)); ok {
				e.errs = append(e.errs, err)
			} else {
				e.partly = true // nil: this one was written
			}
		}
		return e
	}},
	{types: []string{ // those that were written are not among them
		"github.com/IBM/sarama.ProducerErrors", "github.com/Shopify/sarama.ProducerErrors",
		"github.com/IBM/sarama.ConsumerErrors", "github.com/Shopify/sarama.ConsumerErrors",
	}, lift: func(node error) foreign {
		e := &kafkaBatch{text: node.Error(), partly: true}
		v := reflect.ValueOf(node)
		for i := range v.Len() {
			if err, ok := reflect.TypeAssert[error](v.Index(i)); ok {
				e.errs = append(e.errs, err)
			}
		}
		return e
	}},
	// Wrap(ErrOutOfBrokers, cause) unwraps to the cause only, which says more,
	// where there is one.
	{types: []string{"github.com/IBM/sarama.sentinelError", "github.com/Shopify/sarama.sentinelError"}, lift: func(node error) foreign {
		if inner, ok := node.(interface{ Unwrap() error }); ok && inner.Unwrap() != nil {
			return nil
		}
		if row, ok := kafkaSentinels[node.Error()]; ok {
			return &sentinel{node.Error(), row}
		}
		return nil
	}},
	{types: []string{"github.com/IBM/sarama.ConfigurationError", "github.com/Shopify/sarama.ConfigurationError"}, lift: always(ruling{Fatal, CodeUnsupported, No, ScopeTool})},
	{types: []string{"github.com/IBM/sarama.PacketEncodingError", "github.com/Shopify/sarama.PacketEncodingError"}, lift: always(ruling{InputError, CodeValidationFailed, No, ScopeItem})},
	{types: []string{"github.com/IBM/sarama.PacketDecodingError", "github.com/Shopify/sarama.PacketDecodingError"}, lift: always(ruling{Fatal, CodeServerError, Unanswered, ScopeHost})},
	{types: []string{"github.com/segmentio/kafka-go/protocol.Error"}, lift: func(node error) foreign {
		if row, ok := segmentioErrors[node.Error()]; ok {
			return &sentinel{node.Error(), row}
		}
		return nil
	}},
	// The broker hung up on the first request: as its text says, TLS or SASL
	// is not set up as the broker wants it.
	{types: []string{"github.com/twmb/franz-go/pkg/kgo.ErrFirstReadEOF"}, lift: func(node error) foreign {
		applied := No
		if strings.Contains(node.Error(), "after a request was issued") {
			applied = Unanswered
		}
		return &sentinel{node.Error(), ruling{Fatal, CodeUnsupported, applied, ScopeHost}}
	}},
}
