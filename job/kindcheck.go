package job

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/batchagent/batchagent/internal/tmpl"
	"github.com/batchagent/batchagent/taxonomy"
)

func (c *checker) exec(n *node, path string) *Exec {
	x := &Exec{}
	if !c.section(n, path) {
		return x
	}
	x.Command = c.command(n, path, &c.toolUses)
	if s := n.get("stdin"); s != nil {
		x.Stdin, _ = c.text(s, path+".stdin")
		if x.Stdin != "json" && x.Stdin != "" {
			c.template(&node{text: x.Stdin, pos: s.pos}, path+".stdin", &c.toolUses)
		}
	}
	x.Dir = c.dir(n.get("dir"), path+".dir")
	if env := n.get("env"); env != nil {
		x.Env = c.textMap(env, path+".env", true)
	}
	if codes := n.get("exit_codes"); codes != nil {
		x.ExitCodes = c.exitCodes(codes, path+".exit_codes")
	}
	return x
}

func (c *checker) openapi(n *node, path string) *OpenAPI {
	o := &OpenAPI{}
	if !c.section(n, path) {
		return o
	}
	if s := n.get("spec"); s == nil {
		c.missing(n.pos, path+".spec", "name the file of the spec, such as orders.openapi.yaml")
	} else if o.Spec = c.dir(s, path+".spec"); o.Spec == "" && s.kind == textNode {
		c.add(s.pos, "%s.spec is empty; name the file of the spec", path)
	} else if strings.HasPrefix(s.text, "http://") || strings.HasPrefix(s.text, "https://") {
		c.add(s.pos, "%s.spec: a spec is a file, and nothing is fetched; save it beside the job file and write its name", path)
	}
	if op := n.get("operation"); op == nil {
		c.missing(n.pos, path+".operation", `name one by its operationId, or as "PATCH /orders/{order_id}"; batchagent tools SPEC lists them`)
	} else if o.Operation, _ = c.text(op, path+".operation"); o.Operation == "" && op.kind == textNode {
		c.add(op.pos, "%s.operation is empty; batchagent tools SPEC lists them", path)
	}
	if server := n.get("server"); server != nil {
		o.Server, _ = c.text(server, path+".server")
		c.fixed(server, o.Server, path+".server")
		if !strings.HasPrefix(o.Server, "http://") && !strings.HasPrefix(o.Server, "https://") && !strings.HasPrefix(o.Server, "${env:") && server.kind == textNode {
			c.add(server.pos, "%s.server must start with http://, https:// or ${env:NAME}", path)
		}
	}
	if security := n.get("security"); security != nil {
		o.Security = c.textMap(security, path+".security", false)
	}
	if headers := n.get("headers"); headers != nil {
		o.Headers = c.fixedHeaders(headers, path+".headers")
	}
	if c.operation != nil && path == "tool.openapi" {
		c.job.loaded.operation, c.job.loaded.pathNames = true, c.operation.InPath
	}
	return o
}

// waits says that the operation of the spec is not known yet.
func (c *checker) waits() bool { return c.job.Tool.OpenAPI != nil && c.operation == nil }

// fixedHeaders are headers without params.
func (c *checker) fixedHeaders(n *node, key string) map[string]string {
	before := len(c.toolUses)
	headers := c.headers(n, key)
	for _, u := range c.toolUses[before:] {
		c.add(u.pos, "%s: it is the same for all items, and {%s} stands in it; a header of the spec is a param", u.key, u.name)
	}
	c.toolUses = c.toolUses[:before]
	return headers
}

func (c *checker) mcp(n *node, path string) *MCP {
	m := &MCP{}
	if !c.section(n, path) {
		return m
	}
	command, url := n.entry("command"), n.get("url")
	switch {
	case command != nil && url != nil:
		c.add(command.pos, "%s has both a command and a url; a server is one or the other", path)
	case command != nil:
		m.Command = c.command(n, path, nil)
	case url == nil:
		c.missing(n.pos, path+".command", `say how to start the server, as in "command: [npx, some-server]", or where it is, as in "url: http://…/mcp"`)
	default:
		var ok bool
		if m.URL, ok = c.text(url, path+".url"); ok {
			c.fixed(url, m.URL, path+".url")
			if !strings.HasPrefix(m.URL, "http://") && !strings.HasPrefix(m.URL, "https://") && !strings.HasPrefix(m.URL, "${env:") {
				c.add(url.pos, "%s.url must start with http://, https:// or ${env:NAME}", path)
			}
		}
	}
	m.Dir = c.dir(n.get("dir"), path+".dir")
	if env := n.get("env"); env != nil {
		m.Env = c.textMap(env, path+".env", false)
	}
	if headers := n.get("headers"); headers != nil {
		if url == nil {
			c.add(headers.pos, "%s.headers go with a url; a command gets env", path)
		}
		m.Headers = c.textMap(headers, path+".headers", false)
	}
	if t := n.get("tool"); t == nil {
		c.missing(n.pos, path+".tool", "name the tool of the server; batchagent tools with this job file lists them")
	} else if m.Tool, _ = c.text(t, path+".tool"); m.Tool == "" && t.kind == textNode {
		c.add(t.pos, "%s.tool is empty; name the tool of the server", path)
	}
	return m
}

// command reads a program and its arguments. uses is nil where the arguments hold no params.
func (c *checker) command(n *node, path string, uses *[]use) []string {
	key := path + ".command"
	list := n.get("command")
	switch {
	case list == nil:
		c.missing(n.pos, key, `write the program and its arguments as a list, such as [./set-deadline, "{order_id}"]`)
		return nil
	case list.kind == textNode:
		words := strings.Fields(list.text)
		for i, word := range words {
			if strings.ContainsAny(word, "{}[],:#\"'\\&*!|>%@`") {
				words[i] = strconv.Quote(word)
			}
		}
		c.add(list.pos, "%s must be a list, since no shell takes it apart; write [%s]", key, strings.Join(words, ", "))
		return nil
	}
	elements := c.texts(list, key)
	command := make([]string, 0, len(elements))
	for i, e := range elements {
		command = append(command, e.name)
		at := &node{text: e.name, pos: e.pos}
		switch {
		case uses == nil:
			c.fixed(at, e.name, key)
		case i > 0:
			c.template(at, key, uses)
		default:
			if t := c.template(at, key, uses); t != nil && len(t.Names()) > 0 {
				c.add(e.pos, "%s: the program must not come from an item, and {%s} stands in it", key, t.Names()[0])
			}
		}
	}
	if list.kind == listNode && len(list.elements) == 0 {
		c.add(list.pos, "%s is empty; its first element is the program", key)
	} else if len(command) > 0 && command[0] == "" {
		c.add(list.pos, "%s: the program has no name", key)
	}
	return command
}

// dir is relative to the folder of the job file.
func (c *checker) dir(n *node, key string) string {
	if n == nil {
		return ""
	}
	text, ok := c.text(n, key)
	if !ok || text == "" || filepath.IsAbs(text) {
		return text
	}
	return filepath.Join(filepath.Dir(c.faults.file), text)
}

// fixed is a text that may use the environment, and nothing of an item.
func (c *checker) fixed(n *node, text, key string) {
	var uses []use
	if t := c.template(&node{text: text, pos: n.pos}, key, &uses); t != nil && len(uses) > 0 {
		c.add(n.pos, "%s: it is the same for all items, and {%s} stands in it", key, t.Names()[0])
	}
}

// textMap reads a mapping of names to templates, over params or over the environment alone.
func (c *checker) textMap(n *node, key string, params bool) map[string]string { //nolint:revive // what they may name
	if n.kind == brokenNode {
		return nil
	}
	if n.kind != mappingNode || n.unquoted != "" {
		c.add(n.pos, "%s must be a mapping of names to texts, and %s", key, n.what())
		return nil
	}
	texts := make(map[string]string, len(n.entries))
	for _, e := range n.entries {
		name := join(key, e.key)
		if t, err := tmpl.Compile(e.key); e.key == "" || err == nil && (len(t.Names()) > 0 || t.HasSecret()) {
			c.add(e.pos, "%s: %s is not a name", key, short(e.key))
		}
		text, ok := c.text(e.value, name)
		if !ok {
			continue
		}
		texts[e.key] = text
		if params {
			c.template(&node{text: text, pos: e.value.pos}, name, &c.toolUses)
		} else {
			c.fixed(e.value, text, name)
		}
	}
	return texts
}

// exitCodes reads a mapping of exit codes to classes.
func (c *checker) exitCodes(n *node, key string) map[int]taxonomy.Class {
	if n.kind == brokenNode {
		return nil
	}
	if n.kind != mappingNode || n.unquoted != "" {
		c.add(n.pos, "%s must be a mapping of exit codes to classes, such as {75: RESOURCE_CONFLICT}, and %s", key, n.what())
		return nil
	}
	codes := make(map[int]taxonomy.Class, len(n.entries))
	for _, e := range n.entries {
		code, err := strconv.Atoi(e.key)
		if err != nil || code < 1 || code > 255 {
			c.add(e.pos, "%s: %s is not the exit code of a failure, which is a number from 1 to 255", key, short(e.key))
			continue
		}
		if class, ok := c.class(e.value, join(key, e.key)); ok {
			codes[code] = class
		}
	}
	return codes
}

// class reads the name of a class.
func (c *checker) class(n *node, key string) (class taxonomy.Class, ok bool) {
	text, ok := c.text(n, key)
	if !ok {
		return 0, false
	}
	if err := class.UnmarshalText([]byte(text)); err != nil {
		names := make([]string, 0, len(taxonomy.Classes()))
		for _, known := range taxonomy.Classes() {
			names = append(names, known.String())
		}
		advice := suggest(text, names)
		for _, info := range taxonomy.Codes() {
			if string(info.Code) == text { // as in "LOCKED"
				advice = fmt.Sprintf("it is a code; did you mean its usual class, %q?", info.Class)
				break
			}
		}
		for _, name := range names {
			if _, tail, found := strings.Cut(name, "_"); found && tail == text { // as in "CONFLICT"
				advice = fmt.Sprintf("did you mean %q?", name)
			}
		}
		c.add(n.pos, "%s: %s is none of the classes; %s", key, short(text), advice)
		return 0, false
	}
	return class, true
}
