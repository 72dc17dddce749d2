package exectool

import (
	"context"
	"encoding/json"
)

// Argv returns what the program of c would be run with for args.
func Argv(c *Config, args json.RawMessage) ([]string, error) {
	_, in, _, err := prepare(c, args)
	if err != nil {
		return nil, err
	}
	return in.argv, nil
}

// CallAfterExit is a call whose context is first looked at when the program has
// ended.
func CallAfterExit(ctx context.Context, c *Config, args json.RawMessage) (json.RawMessage, error) {
	r, in, env, err := prepare(c, args)
	if err != nil {
		return nil, err
	}
	p, err := start(in, r.most)
	if err != nil {
		return nil, err
	}
	defer p.close()
	<-p.exited
	return r.judge(p.result(p.await(ctx, r.grace)), in, env)
}

// CallThatLeaves is a call whose goroutine does not come to wait for the
// program: leave panics, or ends it.
func CallThatLeaves(c *Config, args json.RawMessage, leave func()) error {
	r, in, _, err := prepare(c, args)
	if err != nil {
		return err
	}
	p, err := start(in, r.most)
	if err != nil {
		return err
	}
	defer p.close()
	leave()
	return nil
}

func prepare(c *Config, args json.RawMessage) (*runner, *invocation, map[string]string, error) {
	r, err := newRunner(c)
	if err != nil {
		return nil, nil, nil, err
	}
	env, err := r.environment()
	if err != nil {
		return nil, nil, nil, err
	}
	in, err := r.render(args, env)
	return r, in, env, err
}
