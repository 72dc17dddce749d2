package job

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/simplifiedchinese"
)

// sampleSize is how much of a file is looked at to find out its encoding and its delimiter. What
// comes later and does not fit is the fault of its row.
const sampleSize = 64 << 10

const (
	utf8Name    = "utf-8"
	utf16Name   = "utf-16" // its byte order mark says which, and without one it is little-endian
	utf16LE     = "utf-16le"
	utf16BE     = "utf-16be"
	windows1252 = "windows-1252"
)

// encodings are the names that items.encoding may have. Each of those with a table is ASCII in its
// lower half and in all bytes that CSV gives a meaning (but see pipeIsHalf), so that rows are split
// before they are decoded, and are kept as they stand in the file.
//
//nolint:gochecknoglobals // a table, never written
var encodings = []struct {
	name    string
	aliases []string
	table   encoding.Encoding
}{
	{name: utf8Name, aliases: []string{"utf8", "utf-8-sig"}},
	{name: utf16Name, aliases: []string{"utf16", "unicode"}},
	{name: utf16LE, aliases: []string{"utf16le"}},
	{name: utf16BE, aliases: []string{"utf16be"}},
	{name: windows1252, aliases: []string{"cp1252", "ansi"}, table: charmap.Windows1252},
	{name: "windows-1250", aliases: []string{"cp1250"}, table: charmap.Windows1250},
	{name: "windows-1251", aliases: []string{"cp1251"}, table: charmap.Windows1251},
	{name: "iso-8859-1", aliases: []string{"latin1", "latin-1"}, table: charmap.ISO8859_1},
	{name: "iso-8859-15", aliases: []string{"latin9", "latin-9"}, table: charmap.ISO8859_15},
	{name: "gb18030", aliases: []string{"gbk", "gb2312", "cp936"}, table: simplifiedchinese.GB18030},
}

func encodingNames() []string {
	names := make([]string, 0, len(encodings))
	for _, e := range encodings {
		names = append(names, e.name)
	}
	return names
}

// canonicalEncoding returns the name that an encoding has here, and "" for one that is not known.
func canonicalEncoding(name string) string {
	name = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), "_", "-")
	for _, e := range encodings {
		if e.name == name || slices.Contains(e.aliases, name) {
			return e.name
		}
	}
	return ""
}

// isUnicode says whether an encoding is one that JSON and YAML may be in.
func isUnicode(name string) bool { return strings.HasPrefix(name, "utf-") }

// charset is how the bytes of a file are read.
type charset struct {
	name  string
	mark  int               // bytes of the byte order mark
	wide  bool              // UTF-16, which becomes UTF-8 before it is split
	big   bool              // with the high byte first
	table encoding.Encoding // nil for Unicode
}

func charsetOf(name string) charset {
	c := charset{name: name, wide: strings.HasPrefix(name, utf16Name), big: name == utf16BE}
	for _, e := range encodings {
		if e.name == name {
			c.table = e.table
		}
	}
	return c
}

// text decodes a part of a row, and says false where the bytes are not what the encoding has.
func (c charset) text(raw string) (string, bool) {
	if c.table == nil {
		return raw, utf8.ValidString(raw)
	}
	if isASCII(raw) {
		return raw, true
	}
	text, err := c.table.NewDecoder().String(raw)
	// What the tables leave open comes out as a control character or as U+FFFD.
	odd := func(r rune) bool { return r == utf8.RuneError || 0x80 <= r && r < 0xa0 }
	return text, err == nil && !strings.ContainsFunc(text, odd)
}

// byteOrder is what both ends of encoding/binary are.
type byteOrder interface {
	binary.ByteOrder
	binary.AppendByteOrder
}

func (c charset) order() byteOrder {
	if c.big {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

// raw gives back the bytes that stood in the file.
func (c charset) raw(text string) string {
	if c.wide {
		return toUTF16(text, c.order())
	}
	return text
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// byteOrderMark is U+FEFF in UTF-8.
const byteOrderMark = "\xef\xbb\xbf"

// markOf recognises the byte order marks.
func markOf(start []byte) (name string, length int) {
	switch {
	case bytes.HasPrefix(start, []byte(byteOrderMark)):
		return utf8Name, 3
	case bytes.HasPrefix(start, []byte("\xff\xfe")):
		return utf16LE, 2
	case bytes.HasPrefix(start, []byte("\xfe\xff")):
		return utf16BE, 2
	}
	return "", 0
}

// detectCharset says what a file is in, from what it starts with: named is items.encoding, or "".
// The reason is why it is nothing that can be read.
func detectCharset(sample []byte, named string) (c charset, reason string) {
	name, mark := markOf(sample)
	switch {
	case bytes.HasPrefix(sample, []byte("\xff\xfe\x00\x00")), bytes.HasPrefix(sample, []byte("\x00\x00\xfe\xff")):
		return charset{}, "the file is in UTF-32; save it as UTF-8"
	case named == "" && name == "":
		if name, reason = guessCharset(sample); reason != "" {
			return charset{}, reason
		}
	case named == "", named == name, named == utf16Name && strings.HasPrefix(name, utf16Name):
	case name != "":
		return charset{}, fmt.Sprintf("items.encoding says %s, and the file starts with the mark of %s; leave items.encoding out", named, name)
	case named == utf16Name:
		name = utf16LE
		if guess := guessUTF16(sample); guess != "" {
			name = guess
		}
	default:
		name = named
	}
	c = charsetOf(name)
	c.mark = mark
	return c, ""
}

// guessCharset decides for a file without a byte order mark. A file in Windows-1252 with letters
// beyond ASCII is practically never valid UTF-8, for two of them in the right order would have to
// stand together each time. Where most of what is beyond ASCII is valid UTF-8, the file is that, and
// the rest is broken rows: to read it all as Windows-1252 would send nonsense to a service.
func guessCharset(sample []byte) (name, reason string) {
	if name := guessUTF16(sample); name != "" {
		return name, ""
	}
	good, bad, undefined := 0, 0, -1
	for i := 0; i < len(sample); {
		if sample[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRune(sample[i:])
		switch {
		case r != utf8.RuneError || n > 1:
			good++
		case !utf8.FullRune(sample[i:]): // the sample ends inside of it
		default:
			bad++
			if undefined < 0 && bytes.IndexByte([]byte("\x81\x8d\x8f\x90\x9d"), sample[i]) >= 0 {
				undefined = i
			}
		}
		i += n
	}
	switch {
	case bad == 0, good > bad:
		return utf8Name, ""
	case undefined >= 0:
		return "", fmt.Sprintf("the file is neither UTF-8 nor Windows-1252 (line %d has the byte %#x); name its encoding with items.encoding: %s",
			bytes.Count(sample[:undefined], []byte("\n"))+1, sample[undefined], strings.Join(encodingNames(), ", "))
	}
	return windows1252, ""
}

// guessUTF16 looks at where the zero bytes are: delimiters, line ends, digits and Latin letters
// have one each. No other text has any; where one is damaged and has some, what structures it does
// not stand beside them.
func guessUTF16(sample []byte) string {
	var zeros [2]int
	for i, b := range sample {
		if b == 0 {
			zeros[i%2]++
		}
	}
	few := len(sample) / 20
	switch {
	case zeros[1] > few && zeros[0] <= zeros[1]/20 && structured(sample, 0):
		return utf16LE
	case zeros[0] > few && zeros[1] <= zeros[0]/20 && structured(sample, 1):
		return utf16BE
	}
	return ""
}

// structured says whether most bytes that end lines, separate or quote are the low ones of units
// whose other byte is zero; low is where the low byte of a unit is.
func structured(sample []byte, low int) bool {
	wide, narrow := 0, 0
	for i, b := range sample {
		switch b {
		case '\n', '\r', '\t', ',', ';', '|', '"', '{', '[':
			if other := i ^ 1; i%2 == low && other < len(sample) && sample[other] == 0 {
				wide++
			} else {
				narrow++
			}
		}
	}
	return wide >= narrow
}
