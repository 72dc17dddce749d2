package job

import (
	"encoding/binary"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// utf16Reader turns UTF-16 into UTF-8 without losing anything, so that one broken character is the
// fault of its row and that row can be given back as it stands in the file. (The decoder of
// x/text puts U+FFFD in its place.) A half of a surrogate pair becomes the three bytes that it would
// have if it were a character, and a single last byte becomes oddByte and its two halves: neither
// is valid UTF-8.
type utf16Reader struct {
	src   io.Reader
	order binary.ByteOrder
	in    []byte // read and not yet decoded
	out   []byte // decoded and not yet given
	err   error
}

const (
	oddByte = 0xff
)

// Read implements io.Reader.
func (u *utf16Reader) Read(p []byte) (int, error) {
	for len(u.out) == 0 {
		if u.err != nil {
			return 0, u.err
		}
		u.decode()
	}
	n := copy(p, u.out)
	u.out = u.out[n:]
	return n, nil
}

func (u *utf16Reader) decode() {
	chunk := make([]byte, len(u.in)+readSize/2)
	held := copy(chunk, u.in)
	n, err := readOnce(u.src, chunk[held:])
	in, out := chunk[:held+n], make([]byte, 0, (held+n)/2*3+8)
	last := err != nil
	for len(in) >= 2 {
		r := rune(u.order.Uint16(in))
		if utf16.IsSurrogate(r) {
			if len(in) < 4 && !last {
				break
			}
			if len(in) >= 4 {
				if pair := utf16.DecodeRune(r, rune(u.order.Uint16(in[2:]))); pair != utf8.RuneError {
					out, in = utf8.AppendRune(out, pair), in[4:]
					continue
				}
			}
			out, in = append(out, 0xe0|byte(r>>12), 0x80|byte(r>>6&0x3f), 0x80|byte(r&0x3f)), in[2:] //nolint:gosec // 16 bits, in pieces
			continue
		}
		out, in = utf8.AppendRune(out, r), in[2:]
	}
	if len(in) > 0 && last {
		out, in = append(out, oddByte, 0x80|in[0]>>4, 0x80|in[0]&0xf), nil
	}
	u.in, u.out, u.err = in, out, err
}

// toUTF16 undoes what utf16Reader does.
func toUTF16(text string, order binary.AppendByteOrder) string {
	out := make([]byte, 0, 2*len(text))
	unit := func(r rune) { out = order.AppendUint16(out, uint16(r)) } //nolint:gosec // a unit has 16 bits
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		switch {
		case r != utf8.RuneError || n != 1:
			if r >= 1<<16 {
				first, second := utf16.EncodeRune(r)
				unit(first)
				unit(second)
			} else {
				unit(r)
			}
		case text[0] == oddByte && len(text) >= 3:
			out, n = append(out, text[1]<<4|text[2]&0xf), 3
		case len(text) >= 3:
			unit(rune(text[0]&0xf)<<12 | rune(text[1]&0x3f)<<6 | rune(text[2]&0x3f))
			n = 3
		}
		text = text[n:]
	}
	return string(out)
}
