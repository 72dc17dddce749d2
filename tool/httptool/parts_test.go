package httptool_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/batchagent/batchagent/tool/httptool"
)

// TestBuild puts its parts behind what the templates give.
func TestBuild(t *testing.T) {
	t.Parallel()
	url, requests := serve(t, ok)
	f := mustNew(t, &httptool.Config{
		Method: "PUT", URL: url + "/v1/?key=${env:K}", Headers: map[string]string{"Cookie": "a=1"}, Basic: "u:${env:K}", LookupEnv: env(map[string]string{"K": "k&k"}),
		Schema: raw(`{"type":"object"}`),
		Build: func(args map[string]json.RawMessage) (*httptool.Parts, error) {
			return &httptool.Parts{Path: "/x", Query: "q=2", Header: [][2]string{{"X-A", string(args["a"])}}, Cookie: "b=2", Body: raw(`[1]`), Media: "application/x+json"}, nil
		},
	})
	if _, err := f.Call(t.Context(), raw(`{"a":7}`)); err != nil {
		t.Fatal(err)
	}
	got := <-requests
	h := got.Header
	if got.URI != "/v1/x?key=k%26k&q=2" || got.Body != "[1]" || h.Get("X-A") != "7" || h.Get("Cookie") != "a=1; b=2" || h.Get("Content-Type") != "application/x+json" || h.Get("Authorization") != "Basic dTprJms=" {
		t.Errorf("%+v", got)
	}
	if _, err := f.Call(t.Context(), raw(`{"a":"\n"}`)); err != nil { // as JSON it is one line
		t.Error(err)
	}
}

// TestBuildAndBasicThatCannotWork are refused by New.
func TestBuildAndBasicThatCannotWork(t *testing.T) {
	t.Parallel()
	build := func(map[string]json.RawMessage) (*httptool.Parts, error) { return &httptool.Parts{}, nil }
	for want, c := range map[string]httptool.Config{
		"needs a Schema":                    {Build: build},
		"neither a Body":                    {Build: build, Schema: raw(`{}`), Form: map[string]string{"a": "b"}},
		"must not hold an argument":         {Basic: "{user}:x"},
		"stands in Config.Headers too":      {Basic: "a:b", Headers: map[string]string{"authorization": "x"}},
		"environment variable P is not set": {Basic: "a:${env:P}"},
	} {
		c.Name, c.Method, c.URL, c.LookupEnv = "t", "PUT", "http://h/x", env(nil)
		if _, err := httptool.New(&c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
