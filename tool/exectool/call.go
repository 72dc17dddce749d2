package exectool

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// check renders everything without starting anything, so that arguments which
// do not fit the templates are refused like those that do not fit the schema.
func (r *runner) check(args json.RawMessage) error {
	env, err := r.environment()
	if err != nil {
		return unusable(taxonomy.CodeUnknown, "%s", err)
	}
	_, err = r.render(args, env)
	return err
}

// call runs the program once. When it returns, nothing of it is running.
func (r *runner) call(ctx context.Context, args json.RawMessage) (json.RawMessage, error) {
	env, err := r.environment()
	if err != nil {
		return nil, unusable(taxonomy.CodeUnknown, "%s", err)
	}
	in, err := r.render(args, env)
	if err != nil {
		return nil, err
	}
	if err := r.describe(ctx, in); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, taxonomy.NotSent(fmt.Errorf("nothing was started: %w", err))
	}
	p, err := start(in, r.most)
	if err != nil {
		return nil, r.notStarted(in, env, err)
	}
	defer p.close()
	cut := p.await(ctx, r.grace)
	return r.judged(p.result(cut), in, env, args)
}

// describe tells the program about its call.
func (r *runner) describe(ctx context.Context, in *invocation) error {
	if n := tool.Attempt(ctx); n > 0 {
		in.set[AttemptVariable] = strconv.Itoa(n)
	}
	if !r.key {
		return nil
	}
	key := tool.CallKey(ctx)
	if strings.ContainsRune(key, 0) {
		return taxonomy.Errorf(taxonomy.InputError, taxonomy.CodeInvalidFormat, "the idempotency key %s", errNUL.Error())
	}
	if key != "" {
		in.set[KeyVariable] = key
	}
	return nil
}
