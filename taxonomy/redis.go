package taxonomy

// RedisError is an error reply of a Redis server: the line after its "-", such
// as "WRONGTYPE Operation against a key holding the wrong kind of value". The
// errors of the usual clients are understood as they are.
type RedisError struct{ Reply string }

// Error returns the reply.
func (e *RedisError) Error() string { return e.Reply }

func (e *RedisError) judge() *Error { return nil }

//nolint:gochecknoglobals // a table, never written
var redisLifters = []lifter{}
