package batch_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/batchagent/batchagent/batch"
	"github.com/batchagent/batchagent/correction"
	"github.com/batchagent/batchagent/executor"
	"github.com/batchagent/batchagent/taxonomy"
	"github.com/batchagent/batchagent/tool"
)

// orders is the tool of most cases.
func orders() *tool.Spec {
	return &tool.Spec{Name: "update_order", Effect: tool.Idempotent, Target: "order_id"}
}

// answered is a failure that came with an HTTP status. The classification is
// written down here, so that the goldens are about the text alone.
func answered(status int, message string) *taxonomy.Error {
	e := &taxonomy.Error{Message: taxonomy.Clean(message), Context: map[string]any{"status": status}, Basis: taxonomy.BasisCode, Applied: taxonomy.No}
	switch status {
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
		e.Class, e.Code = taxonomy.InputError, taxonomy.CodeValidationFailed
	case http.StatusUnauthorized:
		e.Class, e.Code = taxonomy.Permission, taxonomy.CodeUnauthenticated
	case http.StatusForbidden:
		e.Class, e.Code = taxonomy.Permission, taxonomy.CodeForbidden
	case http.StatusNotFound:
		e.Class, e.Code = taxonomy.Fatal, taxonomy.CodeNotFound
	case http.StatusConflict:
		e.Class, e.Code = taxonomy.ResourceConflict, taxonomy.CodeVersionConflict
	case http.StatusLocked:
		e.Class, e.Code = taxonomy.ResourceConflict, taxonomy.CodeLocked
	case http.StatusTooManyRequests:
		e.Class, e.Code = taxonomy.Transient, taxonomy.CodeRateLimited
	case http.StatusInternalServerError:
		e.Class, e.Code, e.Applied = taxonomy.Transient, taxonomy.CodeServerError, taxonomy.Answered
	case http.StatusBadGateway:
		e.Class, e.Code, e.Applied = taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.Unanswered
	case http.StatusServiceUnavailable:
		e.Class, e.Code, e.Applied = taxonomy.Transient, taxonomy.CodeUnavailable, taxonomy.Answered
	default:
		panic(fmt.Sprintf("no row for status %d", status))
	}
	if message == "" {
		e.Message = http.StatusText(status)
	}
	return e
}

// lost is a failure without a reply.
func lost(code taxonomy.Code) *taxonomy.Error {
	return &taxonomy.Error{Class: taxonomy.Transient, Code: code, Message: "unexpected EOF", Scope: taxonomy.ScopeHost, Basis: taxonomy.BasisType}
}

// declared is a failure that a tool declares, with nothing done.
func declared(class taxonomy.Class, code taxonomy.Code, format string, args ...any) *taxonomy.Error {
	return taxonomy.Errorf(class, code, format, args...)
}

// ended is what a call comes to whose attempts failed with errs.
func ended(o batch.Outcome, errs ...*taxonomy.Error) *executor.Result {
	res := &executor.Result{Outcome: o, Attempts: len(errs)}
	for i, e := range errs {
		res.Failures = append(res.Failures, executor.Failure{Attempt: i + 1, Err: e})
		if i+1 < len(errs) {
			res.Failures[i].Wait = time.Duration(i+1) * 500 * time.Millisecond
		}
	}
	if len(errs) == 0 {
		return res
	}
	last := *errs[len(errs)-1] // its Applied is the whole call's, as the executor has it
	for _, e := range errs {
		last.Applied = min(last.Applied, e.Applied)
	}
	if o != batch.Succeeded {
		res.Err = &last
	}
	if o == batch.Failed && len(errs) > 1 {
		res.Reason = fmt.Sprintf("no success in %d calls", len(errs))
	}
	return res
}

// refused is what a call comes to that failed before anything was sent.
func refused(o batch.Outcome, e *taxonomy.Error) *executor.Result {
	return &executor.Result{Outcome: o, Err: e, Failures: []executor.Failure{{Err: e}}}
}

// unstarted is an item that the batch did not come to.
func unstarted(reason string) *executor.Result {
	e := declared(taxonomy.Fatal, taxonomy.CodeCanceled, "%s", reason)
	return &executor.Result{Outcome: batch.NotDone, Reason: reason, Err: e}
}

// after is a success after failed attempts.
func after(errs ...*taxonomy.Error) *executor.Result {
	res := ended(batch.Succeeded, errs...)
	res.Attempts++
	res.How = executor.AfterRetry
	res.Failures[len(errs)-1].Wait = time.Second
	return res
}

// corrected adds a correction of one argument, made after so many attempts.
func corrected(res *executor.Result, by, path, from, to string, sent int) *executor.Result {
	if res.Outcome == batch.Succeeded {
		res.How = executor.AfterCorrection
	}
	change := correction.Change{Op: "replace", Path: path, From: json.RawMessage(from), Value: json.RawMessage(to)}
	switch {
	case from == "":
		change.Op, change.From = "add", nil
	case to == "":
		change.Op, change.Value = "remove", nil
	}
	if n := len(res.Corrections); n > 0 && res.Corrections[n-1].Sent == sent {
		res.Corrections[n-1].Patch = append(res.Corrections[n-1].Patch, change)
		return res
	}
	res.Corrections = append(res.Corrections, correction.Correction{By: by, Sent: sent, Patch: []correction.Change{change}})
	return res
}

// commands are those of the batchagent program.
func commands(kind batch.CommandKind, ids []string) string {
	switch kind {
	case batch.CommandAgain:
		return "batchagent retry last --only in_doubt"
	case batch.CommandCarryOn:
		return "batchagent resume last --set on.permission=fail"
	case batch.CommandResume:
		return "batchagent resume last"
	case batch.CommandResolve:
		if len(ids) == 0 {
			return "batchagent resolve last --from in_doubt.csv done"
		}
		return "batchagent resolve last " + strings.Join(ids, " ") + " done"
	case batch.CommandDetail:
		return "batchagent show last " + strings.Join(ids, " ")
	case batch.CommandRetry:
		return "batchagent retry last"
	}
	return ""
}

// program are the options that the batchagent program gives.
func program(lang string) *batch.TextOptions {
	return &batch.TextOptions{
		Lang: lang, Source: "orders.csv", SameKeyAgain: true, Command: commands,
	}
}

// library are the options of somebody who gives none.
func library(lang string) *batch.TextOptions { return &batch.TextOptions{Lang: lang} }
