package taxonomy

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// foreign is an error of another system as plain data, with an opinion about
// it: what a library's error was made of, or what somebody read off the wire
// ([SQLError], [GRPCError] and so on are such types). judge returns an Error of
// the caller's own, or nil where the data say nothing, and fills Class, Code,
// Applied, Scope and Basis; Message where it is better than the error's text.
type foreign interface {
	error
	judge() *Error
}

// of is the rule about the outermost T in a spine.
func of[T foreign](s spine) *Error {
	if f, ok := find[T](s); ok {
		return f.judge()
	}
	return nil
}

// lifter makes plain data of the errors of one library. The package imports the
// standard library only, so a library's type is known by its name, or by what
// it can do; a test in the module taxonomy/libtest holds the names against the
// libraries.
type lifter struct {
	// types are the names of the types, as typeName writes them.
	types []string
	// can is an interface, where any type that has its methods is meant; nil:
	// the names alone decide. It is a pointer to it: (*interface{ … })(nil).
	can any
	// is, where any type is meant of which it says so; nil: it is not asked.
	is func(reflect.Type) bool
	// of makes a lift for a type, once: what has to be looked up in the type is
	// looked up then. nil: lift is for all types.
	of func(reflect.Type) func(node error) foreign
	// deep: its lift looks at what the node wraps as well, so that of the nodes
	// of a spine the outermost of which it says something is enough.
	deep bool
	// lift is given the node; by reflection it may look at exported fields and
	// call methods by constant names, so that the linker can still drop those
	// that nobody calls. nil: this one is none. It may panic.
	lift func(node error) foreign
}

// lifters is asked in order, once a type: the first that knows it has it. Each
// source has its own part of the table in its own file.
//
//nolint:gochecknoglobals // a table, never written
var lifters = [][]lifter{
	sqlLifters, redisLifters, mongoLifters, kafkaLifters, natsLifters,
	awsLifters, azureLifters, googleLifters, kubernetesLifters, modelLifters, stripeLifters,
	jsonrpcLifters, grpcLifters, answerLifters, exitLifters,
}

// traits are what the chain knows of an error's type.
type traits struct {
	lifts  func(node error) foreign // nil: none does
	lifter *lifter                  // nil: none
	marks  bool                     // its methods or its name say whether to call again
	name   string                   // see typeName
}

// traitsOf remembers what it finds out about a type.
func traitsOf(node error) *traits {
	t := reflect.TypeOf(node)
	if known, ok := knownTypes.Load(t); ok {
		if k, ok := known.(*traits); ok {
			return k
		}
	}
	k := &traits{lifter: lifterOf(t), marks: canMark(node, t), name: typeName(t)}
	if k.lifter != nil {
		k.lifts = k.lifter.lift
		if k.lifter.of != nil {
			k.lifts = k.lifter.of(t)
		}
	}
	knownTypes.Store(t, k)
	return k
}

// knownTypes has the traits of each reflect.Type that came by. It grows with
// the number of error types of the program.
//
//nolint:gochecknoglobals // a cache
var knownTypes sync.Map

// lift returns what node is in plain data, or nil.
func (k *traits) lift(node error) (f foreign) {
	if k.lifts == nil {
		return nil
	}
	defer func() {
		if recover() != nil { // a field that is nil where it never was, or a method that panics
			f = nil
		}
	}()
	return k.lifts(node)
}

func lifterOf(t reflect.Type) *lifter {
	name := typeName(t)
	for _, part := range lifters {
		for i := range part {
			l := &part[i]
			if slices.Contains(l.types, name) {
				return l
			}
			if l.can != nil && t.Implements(reflect.TypeOf(l.can).Elem()) || l.is != nil && l.is(t) {
				return l
			}
		}
	}
	return nil
}

var majorVersion = regexp.MustCompile(`/v[0-9]+(/|$)`)

// typeName names a type, or the type it points to, by its package's path
// without major versions, a dot and its own name:
// "github.com/jackc/pgx/pgconn.PgError". A predeclared type, or one without a
// name, is "".
func typeName(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Name() == "" || t.PkgPath() == "" {
		return ""
	}
	path := t.PkgPath()
	if strings.Contains(path, "/v") {
		path = majorVersion.ReplaceAllString(path, "$1")
	}
	return path + "." + t.Name()
}

// fieldList are the exported fields of a struct, looked up once.
type fieldList [][]int

// structFields looks up the fields of a struct, or of that which t points to; nil
// where there is none.
func structFields(t reflect.Type, names ...string) fieldList {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	list := make(fieldList, len(names))
	for i, name := range names {
		if t.Kind() != reflect.Struct {
			break
		}
		if f, ok := t.FieldByName(name); ok && f.IsExported() {
			list[i] = f.Index
		}
	}
	return list
}

// of is field for the i-th of the list. v is a struct, or points to one.
func (l fieldList) of(v reflect.Value, i int) reflect.Value {
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if l[i] == nil || !v.IsValid() {
		return reflect.Value{}
	}
	return v.FieldByIndex(l[i])
}

func (l fieldList) text(v reflect.Value, i int) string { return stringOf(l.of(v, i)) }

// field returns the exported field of a struct, or of the struct that v points
// to; the zero Value where there is none.
func field(v reflect.Value, name string) reflect.Value {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return reflect.Value{}
		}
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return reflect.Value{}
	}
	f := v.FieldByName(name)
	if !f.IsValid() || !f.CanInterface() {
		return reflect.Value{}
	}
	return f
}

// fieldString and fieldInt read a field, "" and 0 where there is none of a
// fitting kind.
func fieldString(v reflect.Value, name string) string {
	return stringOf(field(v, name))
}

func stringOf(f reflect.Value) string {
	for f.Kind() == reflect.Pointer && !f.IsNil() {
		f = f.Elem()
	}
	if f.Kind() == reflect.String {
		return f.String()
	}
	return ""
}

func fieldInt(v reflect.Value, name string) int64 { return intOf(field(v, name)) }

func intOf(f reflect.Value) int64 {
	for (f.Kind() == reflect.Pointer || f.Kind() == reflect.Interface) && !f.IsNil() {
		f = f.Elem()
	}
	switch {
	case f.CanInt():
		return f.Int()
	case f.CanUint():
		return int64(min(f.Uint(), 1<<62))
	}
	return 0
}
