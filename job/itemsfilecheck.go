package job

import (
	"fmt"
	"path/filepath"
	"unicode/utf8"
)

// stdinName is the file name that is standard input.
const stdinName = "-"

func (c *checker) items(n *node, top position) {
	if n == nil {
		c.missing(top, "items", `name the file, as in "items: orders.csv"`)
		return
	}
	pos, file := n.pos, n
	if n.kind == listNode {
		c.add(n.pos, `items must be the name of a file, or a mapping with "file:" or "list:", and %s`, n.what())
		return
	}
	if n.kind == mappingNode {
		if !c.section(n, "items") {
			return
		}
		file = n.get("file")
		choice(c, n.get("empty"), "items.empty", &c.job.Items.Empty, emptyNames())
		choice(c, n.get("on_duplicate"), "items.on_duplicate", &c.job.Items.OnDuplicate, duplicateNames())
		choice(c, n.get("format"), "items.format", &c.job.Items.Format, formatNames())
		choice(c, n.get("dates"), "items.dates", &c.job.Items.Dates, datesNames())
		c.encoding(n.get("encoding"))
		c.delimiter(n.get("delimiter"))
		if id := n.get("id"); id != nil {
			pos = id.pos
			c.job.Items.ID, _ = c.text(id, "items.id")
			if c.job.Items.ID == "" && id.kind == textNode {
				c.add(id.pos, "items.id is empty; name the column that identifies an item")
			}
			c.job.loaded.uses = append(c.job.loaded.uses, use{c.job.Items.ID, "items.id", id.pos})
		}
		c.itemsList(n.get("list"), n)
	}
	c.itemsFile(file, n)
	if n.kind != mappingNode || n.get("id") == nil {
		c.inferID(pos)
	}
}

func (c *checker) itemsFile(n, items *node) {
	if n == nil {
		if items.get("list") == nil {
			c.missing(items.pos, "items.file", `name the file, as in "file: orders.csv"`)
		}
		return
	}
	key := "items.file"
	if n == items {
		key = "items"
	}
	file, ok := c.text(n, key)
	switch {
	case !ok:
		return
	case file == "":
		c.add(n.pos, "%s is empty; name the file", key)
		return
	case file == stdinName:
		c.job.Items.File, c.job.Items.Path = file, file
		return
	case formatOf(file) == FormatByName && (items.kind != mappingNode || items.get("format") == nil):
		c.add(n.pos, "%s: how the items in %s are written cannot be told by its name; it must end in .csv, .tsv, .jsonl, .json or .yaml, or items.format must say it", key, short(file))
		return
	}
	c.job.Items.File, c.job.Items.Path = file, file
	if !filepath.IsAbs(file) {
		c.job.Items.Path = filepath.Join(filepath.Dir(c.faults.file), file)
	}
}

// itemsList reads the items that stand in the job file.
func (c *checker) itemsList(n, items *node) {
	if n == nil || n.kind == brokenNode {
		return
	}
	if n.kind != listNode {
		c.add(n.pos, "items.list must be a list of mappings, such as [{id: 1}, {id: 2}], and %s", n.what())
		return
	}
	for _, other := range []string{"file", "format", "encoding", "delimiter"} {
		if e := items.entry(other); e != nil {
			c.add(e.pos, "items.%s goes with a file, and there is items.list; leave one of them out", other)
		}
	}
	c.job.Items.List = true
	for i, e := range n.elements {
		key := fmt.Sprintf("items.list[%d]", i)
		switch {
		case e.kind == brokenNode:
		case e.kind != mappingNode:
			c.add(e.pos, "%s must be a mapping, such as {id: 1}, and %s", key, e.what())
		case e.unquoted != "":
			c.add(e.pos, "%s: write %s in quotes", key, short(e.unquoted))
		default:
			c.job.loaded.list = append(c.job.loaded.list, (&objects{}).item(e.json(), e.pos.line, e.pos.col))
		}
	}
}

func (c *checker) encoding(n *node) {
	if n == nil {
		return
	}
	text, ok := c.text(n, "items.encoding")
	if !ok {
		return
	}
	if c.job.Items.Encoding = canonicalEncoding(text); c.job.Items.Encoding == "" {
		c.add(n.pos, "items.encoding: %s is none that can be read; %s", short(text), suggest(text, encodingNames()))
	}
}

func (c *checker) delimiter(n *node) {
	if n == nil {
		return
	}
	text, ok := c.text(n, "items.delimiter")
	switch {
	case !ok:
		return
	case text == "tab" || text == `\t`:
		text = "\t"
	case len(text) != 1 || !isDelimiter(text[0]):
		c.add(n.pos, `items.delimiter: %s cannot stand between cells; use one ASCII character, such as "," or ";" or "|", or tab`, short(text))
		return
	}
	c.job.Items.Delimiter = text
}

// isDelimiter leaves out what ends lines, what quotes, and what numbers, words and dates are made
// of. Control characters are in, because databases write some, such as 0x01 and 0x1F.
func isDelimiter(b byte) bool {
	switch {
	case b == '\n', b == '\r', b == '"', b == '-', b == '.', b == '_', b == 0:
		return false
	case 'a' <= b && b <= 'z', 'A' <= b && b <= 'Z', '0' <= b && b <= '9':
		return false
	}
	return b < utf8.RuneSelf
}
