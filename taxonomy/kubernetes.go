package taxonomy

import (
	"reflect"
	"strings"
	"time"
)

// kubernetesReasons are the StatusReasons of k8s.io/apimachinery
// (pkg/apis/meta/v1/types.go, whose comments say what each means, and
// pkg/api/errors/errors.go, which says what comes with it). A ServerTimeout was
// not carried out and asks to come again; a Timeout may still complete.
//
//nolint:gochecknoglobals // a table, never written
var kubernetesReasons = map[string]ruling{
	"Unauthorized":          {Permission, CodeUnauthenticated, No, ScopeCredential},
	"Forbidden":             {Permission, CodeForbidden, No, ScopeTarget},
	"NotFound":              {Fatal, CodeNotFound, No, ScopeTarget},
	"AlreadyExists":         {ResourceConflict, CodeAlreadyExists, No, ScopeTarget},
	"Conflict":              {ResourceConflict, CodeVersionConflict, No, ScopeTarget},
	"Gone":                  {Fatal, CodeNotFound, No, ScopeTarget},
	"Expired":               {InputError, CodeOutOfRange, No, ScopeItem}, // a resourceVersion or a continue token that is too old
	"Invalid":               {InputError, CodeValidationFailed, No, ScopeItem},
	"BadRequest":            {InputError, CodeValidationFailed, No, ScopeItem},
	"ServerTimeout":         {Transient, CodeUnavailable, No, ScopeHost},
	"Timeout":               {Transient, CodeTimeout, Unanswered, ScopeHost},
	"TooManyRequests":       {Transient, CodeRateLimited, No, ScopeHost},
	"ServiceUnavailable":    {Transient, CodeUnavailable, Answered, ScopeHost},
	"InternalError":         {Transient, CodeServerError, Answered, ScopeHost},
	"StoreReadError":        {Fatal, CodeServerError, Answered, ScopeTarget}, // an operator has to look at the store
	"MethodNotAllowed":      {Fatal, CodeUnsupported, No, ScopeTool},
	"NotAcceptable":         {Fatal, CodeUnsupported, Answered, ScopeTool},
	"RequestEntityTooLarge": {InputError, CodeTooLarge, No, ScopeItem},
	"UnsupportedMediaType":  {Fatal, CodeUnsupported, No, ScopeTool},
}

// kubernetesCauses says what is wrong with a field (metav1.CauseType).
//
//nolint:gochecknoglobals // a table, never written
var kubernetesCauses = map[string]Code{
	"FieldValueRequired": CodeMissingField, "FieldValueTypeInvalid": CodeWrongType,
	"FieldValueTooLong": CodeOutOfRange, "FieldValueTooMany": CodeOutOfRange, "FieldValueNotSupported": CodeOutOfRange,
}

// kubernetesError is a Status of the Kubernetes API.
type kubernetesError struct {
	status     int
	reason     string
	message    string
	causes     []kubernetesCause
	retryAfter time.Duration
	text       string
}

type kubernetesCause struct{ kind, field, message string }

func (e *kubernetesError) Error() string { return e.text }

func (e *kubernetesError) judge() *Error {
	row, known := kubernetesReasons[e.reason]
	if !known {
		row = statusRowOf(e.status)
	}
	v := &Error{Basis: BasisCode, Message: e.message, Context: map[string]any{}}
	v.set(row)
	if e.status != 0 {
		v.Context["status"] = e.status
	}
	if e.reason != "" {
		v.Context["reason"] = Clean(e.reason)
	}
	for _, c := range e.causes {
		e.cause(v, c)
	}
	if len(v.Fields) > 0 {
		if code := commonFieldCode(v.Fields); code != "" && v.Class == InputError {
			v.Code = code
		}
	}
	said := ""
	if e.reason == "Forbidden" || e.reason == "TooManyRequests" {
		said = strings.ToLower(e.message[:min(len(e.message), maxLook)])
	}
	switch {
	case e.reason == "Forbidden" && strings.Contains(said, "exceeded quota"): // the ResourceQuota admission
		v.set(rowQuota)
	case e.reason == "Forbidden" && strings.Contains(said, "being terminated"): // NamespaceLifecycle, of old servers without a cause
		v.set(rowState)
	case e.reason == "AlreadyExists" && e.retryAfter > 0: // generateName: another random name will do
		v.Class = Transient
	case e.reason == "TooManyRequests" && strings.Contains(said, "disruption budget"): // an eviction: pods have to become ready first
		v.Class, v.Code, v.Scope = ResourceConflict, CodeStateConflict, ScopeTarget
	}
	if v.Class == Transient || v.Class == ResourceConflict {
		v.RetryAfter = e.retryAfter
	}
	return v
}

func (e *kubernetesError) cause(v *Error, c kubernetesCause) {
	switch c.kind {
	case "NamespaceTerminating":
		v.set(rowState)
	case "FieldManagerConflict", "UnexpectedServerResponse", "ResourceVersionTooLarge", "InternalError":
		return
	}
	path := pointerOf(c.field)
	if v.Class == InputError && c.field != "" && len(path) <= maxPath && len(v.Fields) < maxFields {
		code, known := kubernetesCauses[c.kind]
		if !known {
			code = fieldCode(c.message, "")
		}
		v.Fields = append(v.Fields, Field{Path: Clean(path), Message: Clean(c.message), Code: code})
	}
}

//nolint:gochecknoglobals // a table, never written
var kubernetesLifters = []lifter{
	{types: []string{"k8s.io/apimachinery/pkg/api/errors.StatusError"}, of: liftKubernetes},
	{types: []string{
		"k8s.io/apimachinery/pkg/api/meta.NoKindMatchError", "k8s.io/apimachinery/pkg/api/meta.NoResourceMatchError",
		"k8s.io/apimachinery/pkg/api/meta.AmbiguousKindError", "k8s.io/apimachinery/pkg/api/meta.AmbiguousResourceError",
		"k8s.io/apimachinery/pkg/util/validation/field.Error",
	}, lift: client(rowInvalid)},
}

func liftKubernetes(t reflect.Type) func(error) foreign {
	status, ok := structFields(t, "ErrStatus"), false
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	var inner reflect.StructField
	if t.Kind() == reflect.Struct {
		inner, ok = t.FieldByName("ErrStatus")
	}
	if !ok {
		return nil
	}
	fields := structFields(inner.Type, "Code", "Reason", "Message", "Details")
	return func(node error) foreign {
		s := status.of(reflect.ValueOf(node), 0)
		if !s.IsValid() {
			return nil
		}
		e := &kubernetesError{
			status: int(intOf(fields.of(s, 0))), reason: fields.text(s, 1), message: fields.text(s, 2), text: textOf(node),
		}
		if details := fields.of(s, 3); details.Kind() == reflect.Pointer && !details.IsNil() {
			e.details(details)
		}
		return e
	}
}

// details reads a *metav1.StatusDetails.
func (e *kubernetesError) details(details reflect.Value) {
	if seconds := fieldInt(details, "RetryAfterSeconds"); seconds > 0 { // an int32
		e.retryAfter = time.Duration(seconds) * time.Second
	}
	causes := field(details, "Causes")
	if !causes.IsValid() {
		return
	}
	for i := range min(causes.Len(), maxFields) {
		c := causes.Index(i)
		e.causes = append(e.causes, kubernetesCause{fieldString(c, "Type"), fieldString(c, "Field"), fieldString(c, "Message")})
	}
}
