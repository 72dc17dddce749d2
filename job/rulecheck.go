package job

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/batchagent/batchagent/internal/declare"
	"github.com/batchagent/batchagent/taxonomy"
)

// kind is how the expressions about a call's answers are read.
func (call *Call) kind() declare.Kind {
	switch {
	case call.Exec != nil:
		return declare.Exec
	case call.MCP != nil:
		return declare.MCP
	}
	return declare.HTTP
}

// declared checks what the file says about answers.
func (c *checker) declared(n *node) {
	t := &c.job.Tool
	if s := n.get("success"); s != nil {
		t.Success, _ = c.text(s, "tool.success")
		c.expression(s, "tool.success", t.kind(), t.Success)
	}
	rules := n.get("classify")
	if rules == nil || rules.kind == brokenNode {
		return
	}
	if rules.kind != listNode {
		c.add(rules.pos, `tool.classify must be a list of rules, such as - {when: 'status == 404', class: RESOURCE_CONFLICT}, and %s`, rules.what())
		return
	}
	for i, r := range rules.elements {
		if rule, ok := c.rule(r, fmt.Sprintf("tool.classify[%d]", i)); ok {
			t.Classify = append(t.Classify, rule)
		}
	}
}

func (c *checker) rule(n *node, key string) (Rule, bool) {
	var r Rule
	if n.kind == brokenNode {
		return r, false
	}
	if n.kind != mappingNode || n.unquoted != "" {
		c.add(n.pos, "%s must be a mapping with when and class, and %s", key, n.what())
		return r, false
	}
	known := format["tool.classify[]"]
	for _, e := range n.entries {
		if !slices.Contains(known.keys, e.key) {
			c.add(e.pos, "unknown key %s in %s; %s", short(e.key), key, suggest(e.key, known.keys))
		}
	}
	if when := n.get("when"); when == nil {
		c.missing(n.pos, key+".when", "say for which answers it is, as in when: 'status == 404'")
	} else {
		r.When, _ = c.text(when, key+".when")
		c.expression(when, key+".when", c.job.Tool.kind(), r.When)
	}
	if class := n.get("class"); class == nil {
		c.missing(n.pos, key+".class", "say what such an answer is, as in class: RESOURCE_CONFLICT")
	} else {
		r.Class, _ = c.class(class, key+".class")
	}
	if code := n.get("code"); code != nil {
		text, ok := c.text(code, key+".code")
		if ok && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != "" {
			c.add(code.pos, "%s.code: a code is written in capitals, digits and underscores, such as LOCKED, and not %s", key, short(text))
		}
		r.Code = taxonomy.Code(text)
	}
	if applied := n.get("applied"); applied != nil {
		text, ok := c.text(applied, key+".applied")
		switch {
		case !ok:
		case text == "no":
			r.Applied = new(taxonomy.No)
		case text == "maybe":
			r.Applied = new(taxonomy.Answered)
		default:
			c.add(applied.pos, "%s.applied must be no (it did not happen) or maybe, and not %s", key, short(text))
		}
	}
	c.duration(n.get("retry_after"), key+".retry_after", 0, &r.RetryAfter)
	return r, true
}

// expression compiles an expression to see whether it is one.
func (c *checker) expression(n *node, key string, kind declare.Kind, text string) {
	if text == "" {
		if n.kind == textNode {
			c.add(n.pos, "%s is empty", key)
		}
		return
	}
	for _, m := range declare.Members(text, "params") {
		c.asked = append(c.asked, use{m.Path[0], key, n.pos})
	}
	_, err := declare.Compile(kind, text, nil)
	if fault, ok := errors.AsType[*declare.SyntaxError](err); ok {
		at := ""
		if fault.Column > 0 && !strings.Contains(text, "\n") {
			at = " at " + short(text[min(fault.Column-1, len(text)):])
		}
		c.add(n.pos, "%s: %s%s; it can name %s", key, fault.Reason, at, kind.Names())
	}
}

// probe reads a call that tells whether another one happened.
func (c *checker) probe(n *node) {
	const path = "tool.probe"
	p := &Probe{}
	c.job.Tool.Probe = p
	if !c.section(n, path) {
		return
	}
	c.call(n, path, &p.Call, `"http: {request: GET …}"`)
	if p.HTTP != nil && p.HTTP.Method != "" && methods[p.HTTP.Method] != readOnly {
		c.add(n.get("http").pos, "%s.http.request: a probe only reads, so that it is a GET or a HEAD, and not a %s", path, p.HTTP.Method)
	}
	done := n.get("done")
	if done == nil {
		c.missing(n.pos, path+".done", "say when it has happened, as in done: 'body.deadline == params.deadline'")
		return
	}
	p.Done, _ = c.text(done, path+".done")
	c.expression(done, path+".done", p.kind(), p.Done)
}

func (c *checker) credential(n *node) {
	const path = "tool.credential"
	if !c.section(n, path) {
		return
	}
	cr := &Credential{}
	c.job.Tool.Credential = cr
	if c.job.Tool.HTTP == nil && c.job.Tool.OpenAPI == nil {
		c.add(n.pos, "%s is for http tools", path)
	}
	cr.Command = c.command(n, path, nil)
	env := n.get("env")
	if env == nil {
		c.missing(n.pos, path+".env", "name the variable that the credential is put into, which the headers use")
		return
	}
	cr.Env, _ = c.text(env, path+".env")
	if cr.Env != "" && strings.Trim(cr.Env, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") != "" {
		c.add(env.pos, "%s.env: %s is not the name of a variable", path, short(cr.Env))
	}
}
