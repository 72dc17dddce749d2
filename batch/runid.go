package batch

import (
	"crypto/rand"
	"encoding/base32"
	"encoding/binary"
	"time"
)

// crockford is Crockford's base 32, which has no letters that look like
// digits and sorts as the bytes do.
var crockford = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding) //nolint:gochecknoglobals // a constant in all but name

// NewRunID returns a new id for a run: 16 characters that sort by time: 40 bits of it, in units of
// 16 ms, and 40 random ones.
func NewRunID() string {
	var b [10]byte
	binary.BigEndian.PutUint64(b[:8], uint64(time.Now().UnixMilli()/16)<<24)
	_, _ = rand.Read(b[5:])
	return crockford.EncodeToString(b[:])
}
