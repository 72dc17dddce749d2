package taxonomy

import (
	"encoding/json"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// grpcDetails is what the standard details of google/rpc/error_details.proto
// say.
type grpcDetails struct {
	reason     string // ErrorInfo
	quota      string // QuotaFailure and ErrorInfo's metadata, all of their words
	quotaSaid  bool   // there is a QuotaFailure
	retryDelay time.Duration
	fields     []Field // BadRequest
}

// maxDetails bounds how many details are read.
const maxDetails = 32

func readGRPCDetails(details []map[string]any) grpcDetails {
	var d grpcDetails
	for _, m := range details[:min(len(details), maxDetails)] {
		kind, _ := m["type"].(string)
		if kind == "" {
			kind, _ = m["@type"].(string)
		}
		switch kind[strings.LastIndexByte(kind, '.')+1:] {
		case "RetryInfo":
			d.retryDelay = max(d.retryDelay, durationOf(either(m, "retry_delay", "retryDelay")))
		case "ErrorInfo":
			d.reason, _ = m["reason"].(string)
			d.addQuota(m["metadata"])
		case "QuotaFailure":
			d.quotaSaid = true
			d.addQuota(m["violations"])
		case "BadRequest":
			d.addFields(either(m, "field_violations", "fieldViolations"))
		}
	}
	return d
}

func either(m map[string]any, a, b string) any {
	if v, ok := m[a]; ok {
		return v
	}
	return m[b]
}

// addQuota collects the words about a quota: what it is called, and for how
// long it counts.
func (d *grpcDetails) addQuota(v any) {
	switch v := v.(type) {
	case []any:
		for _, entry := range v[:min(len(v), maxDetails)] {
			d.addQuota(entry)
		}
	case map[string]any:
		for _, key := range []string{"description", "quota_id", "quotaId", "quota_limit", "quota_unit", "quota_metric", "quotaMetric"} {
			if text, ok := v[key].(string); ok && len(d.quota)+len(text) < maxLook {
				d.quota += " " + text
			}
		}
	}
}

func (d *grpcDetails) addFields(v any) {
	list, _ := v.([]any)
	for _, entry := range list {
		m, ok := entry.(map[string]any)
		if !ok || len(d.fields) == maxFields {
			continue
		}
		path := pointerOf(m["field"])
		message, _ := m["description"].(string)
		kind, _ := m["reason"].(string)
		if len(path) <= maxPath && (path != "" || message != "") {
			d.fields = append(d.fields, Field{Path: Clean(path), Message: Clean(message), Code: fieldCode(message, kind)})
		}
	}
}

// durationOf reads a google.protobuf.Duration as JSON writes it ("1.5s"), or as
// an object of seconds and nanos.
func durationOf(v any) time.Duration {
	m, ok := v.(map[string]any)
	if !ok {
		return retryDelay(v)
	}
	seconds, nanos := jsonNumber(m["seconds"]), jsonNumber(m["nanos"])
	if seconds < 0 || nanos < 0 || seconds > float64(maxSeconds) {
		return 0
	}
	return time.Duration(seconds*float64(time.Second)) + time.Duration(nanos)
}

// maxSeconds is what protobuf's Duration may hold at most, 10000 years, or
// rather what a time.Duration can.
const maxSeconds = math.MaxInt64 / int64(time.Second)

func jsonNumber(v any) float64 {
	switch v := v.(type) {
	case float64:
		return v
	case int64:
		return float64(v)
	case int:
		return float64(v)
	case json.Number:
		f, _ := v.Float64() // 0 where it is none
		return f
	case string: // protobuf's JSON has 64-bit integers as strings
		f, _ := strconv.ParseFloat(v, 64)
		return f
	}
	return 0
}

//nolint:gochecknoglobals // a table, never written
var grpcLifters = []lifter{
	{types: []string{"connectrpc.com/connect.Error"}, lift: liftConnect},
	{is: hasGRPCStatus, of: liftGRPCOf},
}

// hasGRPCStatus: grpc-go's status.FromError asks for this method as well. It
// returns a type of the library, which is why it can't be an interface here.
func hasGRPCStatus(t reflect.Type) bool {
	m, ok := t.MethodByName("GRPCStatus")
	return ok && m.Type.NumIn() == 1 && m.Type.NumOut() == 1
}

// liftGRPCOf looks up the two methods that only reflection can call once a type:
// by their names that takes longer than all the rest.
func liftGRPCOf(t reflect.Type) func(error) foreign {
	get, _ := t.MethodByName("GRPCStatus")
	if get.Type == nil || get.Type.Out(0).Kind() == reflect.Interface {
		return liftGRPC
	}
	code, ok := get.Type.Out(0).MethodByName("Code")
	if !ok || code.Type.NumIn() != 1 || code.Type.NumOut() != 1 {
		return liftGRPC
	}
	return func(node error) foreign {
		status := get.Func.Call([]reflect.Value{reflect.ValueOf(node)})[0]
		if status.Kind() == reflect.Pointer && status.IsNil() {
			return nil
		}
		e := &GRPCError{Code: uint32(code.Func.Call([]reflect.Value{status})[0].Uint())} //nolint:gosec // a codes.Code
		if e.Code == grpcOK {
			return nil
		}
		s, ok := reflect.TypeAssert[interface {
			Message() string
			Details() []any
		}](status)
		if !ok {
			return liftGRPC(node)
		}
		e.Message = s.Message()
		if details := s.Details(); len(details) > 0 {
			e.Details = detailMaps(details)
		}
		return e
	}
}

func liftGRPC(node error) foreign {
	status := reflect.ValueOf(node).MethodByName("GRPCStatus").Call(nil)[0]
	if status.Kind() == reflect.Pointer && status.IsNil() {
		return nil
	}
	e := &GRPCError{
		Code:    uint32(status.MethodByName("Code").Call(nil)[0].Uint()), //nolint:gosec // a codes.Code
		Message: status.MethodByName("Message").Call(nil)[0].String(),
	}
	if details, ok := reflect.TypeAssert[[]any](status.MethodByName("Details").Call(nil)[0]); ok {
		e.Details = detailMaps(details)
	}
	if e.Code == grpcOK {
		return nil
	}
	return e
}

// liftConnect reads an error of Connect, which speaks gRPC's codes and has a
// method for each part.
func liftConnect(node error) foreign {
	v := reflect.ValueOf(node)
	e := &GRPCError{
		Code:    uint32(v.MethodByName("Code").Call(nil)[0].Uint()), //nolint:gosec // a connect.Code
		Message: v.MethodByName("Message").Call(nil)[0].String(),
	}
	var details []any
	list := v.MethodByName("Details").Call(nil)[0]
	for i := range min(list.Len(), maxDetails) {
		out := list.Index(i).MethodByName("Value").Call(nil)
		if len(out) == 2 && out[1].IsNil() {
			details = append(details, out[0].Interface())
		}
	}
	e.Details = detailMaps(details)
	return e
}

// detailMaps makes JSON objects of the messages that are understood, by their
// exported fields; the others, and what could not be decoded, are left out.
func detailMaps(details []any) []map[string]any {
	var maps []map[string]any
	for _, detail := range details[:min(len(details), maxDetails)] {
		v := reflect.ValueOf(detail)
		if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
			continue
		}
		m := map[string]any{"type": "google.rpc." + v.Elem().Type().Name()}
		switch v.Elem().Type().Name() {
		case "RetryInfo":
			delay := field(v, "RetryDelay")
			m["retry_delay"] = map[string]any{"seconds": fieldInt(delay, "Seconds"), "nanos": fieldInt(delay, "Nanos")}
		case "ErrorInfo":
			m["reason"] = fieldString(v, "Reason")
			if metadata, ok := reflect.TypeAssert[map[string]string](field(v, "Metadata")); ok {
				m["metadata"] = anyMap(metadata)
			}
		case "QuotaFailure":
			m["violations"] = structMaps(field(v, "Violations"), "description", "Description", "quota_id", "QuotaId", "quota_metric", "QuotaMetric")
		case "BadRequest":
			m["field_violations"] = structMaps(field(v, "FieldViolations"), "field", "Field", "description", "Description", "reason", "Reason")
		default:
			continue
		}
		maps = append(maps, m)
	}
	return maps
}

func anyMap(m map[string]string) map[string]any {
	out := make(map[string]any, len(m))
	for key, value := range m {
		out[key] = value
	}
	return out
}

// structMaps makes a list of objects of a slice of structs: names are pairs of
// a key and the name of the field.
func structMaps(list reflect.Value, names ...string) []any {
	var out []any
	if list.Kind() != reflect.Slice {
		return nil
	}
	for i := range min(list.Len(), maxFields) {
		m := map[string]any{}
		for k := 0; k+1 < len(names); k += 2 {
			m[names[k]] = fieldString(list.Index(i), names[k+1])
		}
		out = append(out, m)
	}
	return out
}
