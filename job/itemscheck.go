package job

import (
	"slices"
	"strconv"
	"strings"

	"github.com/batchagent/batchagent/internal/tmpl"
)

// params checks the templates of the arguments, or makes the default ones: a field for every
// column that the tool's templates and schema name.
func (c *checker) params(n *node) {
	properties, required := schemaNames(c.schemaNode)
	if n == nil {
		n = c.defaultParams(properties, required)
	} else {
		if n.kind == brokenNode {
			return
		}
		if n.kind != mappingNode || n.unquoted != "" {
			c.add(n.pos, "params must be a mapping of names to templates, and %s", n.what())
			return
		}
		c.job.loaded.explicit = true
		c.tree(n, "params", &c.paramUses)
		keys := keysOf(n)
		for _, u := range slices.Concat(c.toolUses, required) {
			if !covers(keys, u.name) {
				c.add(u.pos, "%s: %s is not among the params; %s", u.key, short(u.name), suggest(u.name, keys))
			}
		}
		c.unknownParams(n, properties)
	}
	c.expressionParams(keysOf(n))
	c.job.Params = n.json()
	tree, err := tmpl.CompileTree(c.job.Params)
	if err != nil {
		if len(c.all) == 0 { // else its faults were found one by one
			c.add(n.pos, "params: %s", err)
		}
		return
	}
	c.noSecret(tree.Env(), n.pos, "params")
	c.job.loaded.args, c.job.loaded.uses = tree, c.paramUses
}

// expressionParams finds names of params in expressions that no call has: they would be null in
// every one, and a probe would say that nothing has happened.
func (c *checker) expressionParams(keys []string) {
	if !c.job.loaded.explicit && c.job.NeedsSchema() {
		return // the server names the params
	}
	for _, u := range c.asked {
		if !slices.Contains(keys, u.name) {
			c.add(u.pos, "%s: params.%s is not among the params; %s", u.key, u.name, suggest(u.name, keys))
		}
	}
}

// unknownParams finds params that the schema refuses: they would fail every item.
func (c *checker) unknownParams(n *node, properties []string) {
	if c.schemaNode == nil || c.schemaNode.get("patternProperties") != nil {
		return
	}
	if more := c.schemaNode.get("additionalProperties"); more == nil || more.kind != boolNode || more.text != "false" {
		return
	}
	for _, e := range n.entries {
		if !slices.Contains(properties, e.key) {
			c.add(e.pos, "params.%s: the tool's schema knows no such argument; %s", e.key, suggest(e.key, properties))
		}
	}
}

func (c *checker) defaultParams(properties []string, required []use) *node {
	n := &node{kind: mappingNode, pos: position{line: 1, col: 1}}
	add := func(name string) {
		text := "{" + name + "}"
		t, err := tmpl.Compile(text)
		if err != nil || n.get(name) != nil {
			return
		}
		if whole, ok := t.Whole(); ok && whole == name { // else the name means something in a template
			n.entries = append(n.entries, entry{key: name, value: &node{kind: textNode, text: text}})
		}
	}
	for _, u := range c.toolUses {
		add(u.name)
	}
	for _, name := range properties {
		add(name)
	}
	c.paramUses = slices.Concat(c.toolUses, required)
	return n
}

func keysOf(n *node) []string {
	keys := make([]string, 0, len(n.entries))
	for _, e := range n.entries {
		keys = append(keys, e.key)
	}
	return keys
}

// covers says whether a name with dots is one of the keys or goes into one of them.
func covers(keys []string, name string) bool { return owner(keys, name) != "" }

// owner returns the key that a name with dots belongs to: the longest, as templates look it up.
func owner(keys []string, name string) string {
	for {
		if slices.Contains(keys, name) {
			return name
		}
		i := strings.LastIndexByte(name, '.')
		if i < 0 {
			return ""
		}
		name = name[:i]
	}
}

// inferID takes the one column in the path of the URL.
func (c *checker) inferID(pos position) {
	if c.waits() || c.job.Tool.Call == (Call{}) || c.job.Tool.HTTP != nil && c.url == nil || c.job.Tool.Effect == "" && c.job.Tool.MCP == nil || c.job.loaded.args == nil {
		return // there is a fault already that has to be mended first
	}
	names := c.job.loaded.pathNames
	if len(names) == 1 {
		if column, ok := c.columnOf(names[0]); ok {
			c.job.Items.ID = column
			return
		}
	}
	if c.job.Tool.Effect == readOnly {
		return
	}
	const advice = `write which column identifies an item, as in "items: {file: orders.csv, id: order_id}"`
	if c.job.Tool.HTTP == nil && c.job.Tool.OpenAPI == nil {
		c.add(pos, "items.id is missing; %s", advice)
		return
	}
	switch len(names) {
	case 0:
		c.add(pos, "items.id is missing, and the path of the URL names no column; %s", advice)
	case 1:
		c.add(pos, "items.id is missing, and %s in the path of the URL is not simply a column; %s", names[0], advice)
	default:
		c.add(pos, "items.id is missing, and the path of the URL names %d columns (%s); %s", len(names), strings.Join(names, ", "), advice)
	}
}

// columnOf returns the column that a name in the tool's templates comes from, unchanged.
func (c *checker) columnOf(name string) (string, bool) {
	if !c.job.loaded.explicit {
		return name, true
	}
	n := c.root.get("params").get(name)
	if n == nil || n.kind != textNode {
		return "", false
	}
	t, err := tmpl.Compile(n.text)
	if err != nil {
		return "", false
	}
	return t.Whole()
}

func (c *checker) correction(n *node) {
	if !c.section(n, "correction") {
		return
	}
	c.boolean(n.get("rules"), "correction.rules", &c.job.Correction.Rules)
	if file := n.get("rules_file"); file != nil {
		c.job.Correction.RulesFile = c.dir(file, "correction.rules_file")
	}
	c.llm(n.get("llm"))
	locked := c.texts(n.get("locked"), "correction.locked")
	mayChange := c.texts(n.get("may_change"), "correction.may_change")
	for _, u := range locked {
		c.job.Correction.Locked = append(c.job.Correction.Locked, u.name)
		if !covers(c.paramKeys(), u.name) { // then it must be a column
			c.job.loaded.uses = append(c.job.loaded.uses, u)
		}
	}
	always := c.job.Locked()
	for _, u := range mayChange {
		c.job.Correction.MayChange = append(c.job.Correction.MayChange, u.name)
		keys := c.paramKeys()
		switch o := owner(keys, u.name); {
		case o == "" && c.waits():
		case o == "":
			c.add(u.pos, "correction.may_change: %s is not among the params; %s", short(u.name), suggest(u.name, keys))
		case slices.Contains(c.job.Correction.Locked, u.name):
			c.add(u.pos, "correction.may_change: %s is in correction.locked too", strconv.Quote(u.name))
		case slices.Contains(always, o):
			c.add(u.pos, "correction.may_change: %s says which item it is, and that may never change", strconv.Quote(u.name))
		}
	}
}

func (c *checker) paramKeys() []string { return paramKeys(c.job.Params) }
