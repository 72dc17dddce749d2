package tool

import (
	"fmt"
	"math/big"
	"strings"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/batchagent/batchagent/internal/pointer"
)

// rangeText says which bound was passed; "" for every other kind.
func rangeText(kd jsonschema.ErrorKind) string {
	count := func(got, want int, what, comparison string) string {
		return fmt.Sprintf("has %d %s, %s than %d", got, what, comparison, want)
	}
	switch k := kd.(type) {
	case *kind.Minimum:
		return fmt.Sprintf("is %s, below the minimum of %s", decimal(k.Got), decimal(k.Want))
	case *kind.Maximum:
		return fmt.Sprintf("is %s, above the maximum of %s", decimal(k.Got), decimal(k.Want))
	case *kind.ExclusiveMinimum:
		return fmt.Sprintf("is %s, and must be above %s", decimal(k.Got), decimal(k.Want))
	case *kind.ExclusiveMaximum:
		return fmt.Sprintf("is %s, and must be below %s", decimal(k.Got), decimal(k.Want))
	case *kind.MultipleOf:
		return fmt.Sprintf("is %s, not a multiple of %s", decimal(k.Got), decimal(k.Want))
	case *kind.MinLength:
		return count(k.Got, k.Want, "characters", "fewer")
	case *kind.MaxLength:
		return count(k.Got, k.Want, "characters", "more")
	case *kind.MinItems:
		return count(k.Got, k.Want, "entries", "fewer")
	case *kind.MaxItems:
		return count(k.Got, k.Want, "entries", "more")
	case *kind.MinProperties:
		return count(k.Got, k.Want, "members", "fewer")
	case *kind.MaxProperties:
		return count(k.Got, k.Want, "members", "more")
	}
	return ""
}

// decimal writes a number the way it was written, as far as that is known.
func decimal(r *big.Rat) string {
	const most = 30
	if digits, exact := r.FloatPrec(); exact && digits < most {
		return clip(r.FloatString(digits))
	}
	return clip(r.RatString())
}

func localized(k jsonschema.ErrorKind) string {
	return k.LocalizedString(message.NewPrinter(language.English))
}

func article(typ string) string {
	switch typ {
	case "integer", "object", "array":
		return "an " + typ
	case "null":
		return typ
	}
	return "a " + typ
}

func orList(types []string) string {
	words := make([]string, len(types))
	for i, t := range types {
		words[i] = article(t)
	}
	return strings.Join(words, " or ")
}

func orValues(values []any) string {
	const most = 12
	words := make([]string, 0, min(len(values), most))
	for i, v := range values {
		if i == most {
			words = append(words, "…")
			break
		}
		words = append(words, quoted(v))
	}
	return strings.Join(words, ", ")
}

// quoted writes a value as JSON, cut short.
func quoted(v any) string {
	if text, ok := v.(string); ok {
		v = clip(text)
	}
	raw, err := encode(&v)
	if err != nil {
		return clip(fmt.Sprint(v))
	}
	return clip(string(raw))
}

// clip keeps what is quoted short, and ends between two characters.
func clip(s string) string {
	const longest = 80
	if len(s) <= longest {
		return s
	}
	n := longest
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// longestName is how much of a member's name a path holds: all of it but for
// names that nobody gives.
const longestName = 256

func pointerTo(at []string) string {
	var b strings.Builder
	for _, part := range at {
		if len(part) > longestName {
			part = strings.ToValidUTF8(part[:longestName], "") + "…"
		}
		b.WriteByte('/')
		b.WriteString(pointer.Escape(part))
	}
	return b.String()
}
