package taxonomy

import (
	"slices"
	"strings"
)

// RedisError is an error reply of a Redis server: the line after its "-", such
// as "WRONGTYPE Operation against a key holding the wrong kind of value". The
// errors of the usual clients are understood as they are. An empty reply, or
// one of the texts that clients have for it, stands for the nil reply: there is
// no such key.
type RedisError struct{ Reply string }

// Error returns the reply.
func (e *RedisError) Error() string { return e.Reply }

// redisReply is a row of the table of prefixes: what a server says before the
// first space.
type redisReply struct {
	ruling
	// more are beginnings of what follows that mean something else.
	more []textRow
	// early: a script that is refused with it was refused before its first
	// write.
	early bool
}

// maxReply is how much of a reply is looked at: the longest of the server's own
// has less than 500 bytes.
const maxReply = 2 << 10

func (e *RedisError) judge() *Error {
	reply := e.Reply
	if len(reply) > maxReply {
		reply = reply[:maxReply]
	}
	reply = strings.TrimLeft(strings.TrimPrefix(strings.TrimSpace(reply), "(error) "), "-")
	if nilReply(reply) {
		return ruling{Fatal, CodeNotFound, No, ScopeTarget}.judge()
	}
	return judgeReply(reply, 0)
}

func judgeReply(reply string, depth int) *Error {
	if row, ok := redisSentinels[reply]; ok {
		return row.judge()
	}
	prefix, text, _ := strings.Cut(reply, " ")
	text = strings.ToLower(text)
	if prefix == "EXECABORT" && depth == 0 {
		// The reason for which the transaction was refused stands behind.
		if _, why, ok := strings.Cut(reply, "because of: "); ok {
			if e := judgeReply(strings.TrimLeft(why, "-"), 1); e != nil {
				e.Applied = No
				return e
			}
		}
	}
	if prefix == "ERR" && depth < 2 { // proxies and Kvrocks put it before the server's own prefix
		if inner, _, _ := strings.Cut(text, " "); inner != "" {
			if _, known := redisReplies[strings.ToUpper(inner)]; known && strings.HasPrefix(reply[len("ERR "):], strings.ToUpper(inner)) {
				return judgeReply(reply[len("ERR "):], depth+1)
			}
		}
	}
	known, ok := redisReplies[prefix]
	row := known.ruling
	if ok {
		if i := slices.IndexFunc(known.more, func(t textRow) bool { return t.in(text) }); i >= 0 {
			row = known.more[i].ruling
		}
	} else {
		if prefix != "ERR" { // modules answer without any
			text = strings.ToLower(reply)
		}
		i := slices.IndexFunc(redisTexts, func(t textRow) bool { return t.in(text) })
		switch {
		case i >= 0:
			row = redisTexts[i].ruling
		case fromScript(text):
			row = ruling{InputError, CodeValidationFailed, Answered, ScopeItem}
		case prefix == "ERR":
			// What words are there are the server's about arguments and its
			// state, among which "timeout" and "unavailable" are names.
			if e := wordsOf(text); e != nil && e.Class != Transient {
				return e
			}
			return &Error{Class: Fatal, Code: CodeUnknown, Applied: Answered, Basis: BasisCode}
		default:
			return nil
		}
	}
	if fromScript(text) && !known.early {
		row.applied = min(row.applied, Answered) // what it had written before stays written
	}
	return row.judge()
}

// fromScript reports whether the reply tells of a script or a function that
// failed while it ran: Redis 7 adds where ("script: …, on @user_script:1."),
// older ones begin with "Error running script". They are not rolled back.
func fromScript(text string) bool {
	return strings.Contains(text, " script: ") && strings.Contains(text, ", on @") ||
		strings.HasPrefix(text, "error running script") || strings.HasPrefix(text, "user_script:") || strings.HasPrefix(text, "user_function:")
}

// nilReply: the texts that clients have for it.
func nilReply(reply string) bool {
	switch reply {
	case "", "nil", "(nil)", "$1", "*1", "_", // $-1 and *-1 without their dashes were never an error
		"redis: nil", "redigo: nil returned", "redis nil message", "valkey nil message":
		return true
	}
	return false
}

// unmistakableReply reports whether a text begins as an error reply of Redis
// does and nothing else would.
func unmistakableReply(text string) bool {
	prefix, rest, _ := strings.Cut(text, " ")
	switch prefix {
	case "WRONGTYPE", "WRONGPASS", "NOAUTH", "NOPERM", "NOSCRIPT", "MISCONF", "CROSSSLOT", "CLUSTERDOWN", "EXECABORT", "NOREPLICAS",
		"MASTERDOWN", "BUSYGROUP", "NOGROUP", "BUSYKEY", "TRYAGAIN", "UNKILLABLE", "NOTBUSY":
		return rest != ""
	case "READONLY":
		return strings.HasPrefix(rest, "You can't write")
	case "LOADING", "BUSY", "DENIED":
		return strings.HasPrefix(rest, "Redis is ")
	case "OOM":
		return strings.HasPrefix(rest, "command not allowed")
	case "MOVED", "ASK":
		slot, address, _ := strings.Cut(rest, " ")
		return slot != "" && strings.Trim(slot, "0123456789") == "" && strings.Contains(address, ":")
	}
	return false
}

//nolint:gochecknoglobals // a table, never written
var redisLifters = []lifter{
	// go-redis: internal/proto.RedisError and the types for single replies,
	// all of which have the method that its interface redis.Error asks for.
	{can: (*interface {
		error
		RedisError()
	})(nil), lift: liftReply},
	{types: []string{
		"github.com/gomodule/redigo/redis.Error", "github.com/garyburd/redigo/redis.Error",
		"github.com/redis/rueidis.RedisError", "github.com/valkey-io/valkey-go.ValkeyError",
		"github.com/mediocregopher/radix/resp/resp3.SimpleError", "github.com/mediocregopher/radix/resp/resp3.BlobError",
	}, lift: liftReply},
	// The sentinels of all libraries are of one type.
	{types: []string{"errors.errorString"}, lift: liftText},
}

func liftReply(node error) foreign { return &RedisError{Reply: node.Error()} }
