package taxonomy_test

import (
	"strings"
	"testing"
	"time"

	"github.com/batchagent/batchagent/taxonomy"
)

// TestExitCommandLine: what a code means depends on what was run, and what is
// proof depends on how much was.
func TestExitCommandLine(t *testing.T) {
	t.Parallel()
	const (
		refused   = "curl: (7) Failed to connect to db.test port 443: Connection refused"
		notThere  = "cat: a: No such file or directory"
		forbidden = "rm: cannot remove 'a': Permission denied"
	)
	for _, tt := range []struct {
		name   string
		argv   []string
		code   int
		stderr string
		want   verdict
	}{
		{"alone", []string{"curl", "-sS", "https://db.test"}, 7, refused, verdict{transient, taxonomy.CodeConnectionRefused, no}},
		{"with its folder", []string{"/usr/bin/curl"}, 7, "", verdict{transient, taxonomy.CodeConnectionRefused, no}},
		{"another program of that code", []string{"./curl-all"}, 7, "", verdict{fatal, taxonomy.CodeUnknown, answered}},
		{"through env, sudo and nice", []string{"sudo", "-u", "app", "env", "A=b", "nice", "-n", "5", "curl"}, 7, "", verdict{transient, taxonomy.CodeConnectionRefused, no}},
		{"through a shell", []string{"sh", "-c", "curl -sS https://db.test"}, 7, refused, verdict{transient, taxonomy.CodeConnectionRefused, no}},
		{"after something else", []string{"sh", "-c", "./charge; curl -sS https://db.test"}, 7, refused, verdict{transient, taxonomy.CodeConnectionRefused, answered}},
		{"in a pipe", []string{"bash", "-c", "curl -sS https://db.test | ./load"}, 7, refused, verdict{transient, taxonomy.CodeConnectionRefused, answered}},
		{"one file", []string{"rm", "a"}, 1, forbidden, verdict{permission, taxonomy.CodeForbidden, no}},
		{"several files", []string{"rm", "b", "a"}, 1, forbidden, verdict{permission, taxonomy.CodeForbidden, answered}},
		{"a folder", []string{"rm", "-r", "a"}, 1, forbidden, verdict{permission, taxonomy.CodeForbidden, answered}},
		{"whatever matches", []string{"rm", "a*"}, 1, forbidden, verdict{permission, taxonomy.CodeForbidden, answered}},
		{"a usage error of several", []string{"rm", "--nope", "b", "a"}, 1, "rm: unrecognized option '--nope'", verdict{input, taxonomy.CodeUnknownField, no}},
		{"one that only reads", []string{"cat", "b", "a"}, 1, notThere, verdict{input, taxonomy.CodeFileNotFound, no}},
		{"unless its output is sent somewhere", []string{"sh", "-c", "cat b a > c"}, 1, "cat: read error: Input/output error", verdict{fatal, taxonomy.CodeUnknown, answered}},
		{"124 of timeout", []string{"timeout", "5", "./job"}, 124, "", verdict{transient, taxonomy.CodeTimeout, unanswered}},
		{"124 of xargs", []string{"xargs", "./job"}, 124, "", verdict{fatal, taxonomy.CodeUnknown, answered}},
		{"124 of anything", []string{"./job"}, 124, "", verdict{fatal, taxonomy.CodeUnknown, answered}},
		{"timeout's own options", []string{"timeout", "-s", "KILL", "-k", "1", "5", "cat", "a"}, 1, notThere, verdict{input, taxonomy.CodeFileNotFound, no}},
		{"127 of the program", []string{"./job"}, 127, "./job: not found", verdict{fatal, taxonomy.CodeCommandNotFound, no}},
		{"127 of what it runs", []string{"./job"}, 127, "line 9: jq: command not found", verdict{fatal, taxonomy.CodeCommandNotFound, answered}},
		{"128 of git is no signal", []string{"git", "push"}, 128, "", verdict{fatal, taxonomy.CodeUnknown, answered}},
		{"129 of git is its usage", []string{"git", "push", "--x"}, 129, "", verdict{input, taxonomy.CodeValidationFailed, no}},
		{"129 of others", []string{"./job"}, 129, "", verdict{fatal, taxonomy.CodeCanceled, unanswered}},
		{"tar without its archive", []string{"tar", "xf", "a.tar"}, 2, "tar: a.tar: Cannot open: No such file or directory\ntar: Error is not recoverable: exiting now", verdict{input, taxonomy.CodeFileNotFound, no}},
		{"tar without a member", []string{"tar", "xf", "a.tar"}, 2, "tar: b: Cannot open: Permission denied\ntar: Exiting with failure status due to previous errors", verdict{permission, taxonomy.CodeForbidden, answered}},
		{"rsync's daemon is full", []string{"rsync", "-a", "a", "rsync://h/m"}, 5, "@ERROR: max connections (4) reached -- try again later\nrsync error: error starting client-server protocol (code 5) at main.c(1863)", verdict{transient, taxonomy.CodeOverloaded, no}},
		{"a table that cron refuses", []string{"crontab", "x"}, 1, "\"x\":1: bad minute\nerrors in crontab file, can't install.", verdict{input, taxonomy.CodeInvalidFormat, no}},
		{"a quota of Google's", []string{"gcloud", "compute", "instances", "create", "a"}, 1, "ERROR: (gcloud.compute.instances.create) Could not fetch resource:\n - Quota 'CPUS' exceeded.  Limit: 24.0 in region us-central1.", verdict{fatal, taxonomy.CodeQuotaExhausted, answered}},
		{"64 of tar", []string{"tar", "--x"}, 64, "", verdict{input, taxonomy.CodeValidationFailed, no}},
		{"65 of curl is not EX_DATAERR", []string{"curl"}, 65, "", verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"75 of anything", []string{"./job"}, 75, "", verdict{transient, taxonomy.CodeUnavailable, answered}},
		{"as Python counts signals", []string{"./job"}, -15, "", verdict{fatal, taxonomy.CodeCanceled, unanswered}},
		{"nobody knows", []string{"./job"}, -1, "", verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"a crash on Windows", []string{`C:\tools\job.exe`}, -1073741819, "", verdict{fatal, taxonomy.CodeUnknown, unanswered}},
		{"no command line", nil, 1, "cat: a: Permission denied", verdict{permission, taxonomy.CodeForbidden, no}},
		{"nothing at all", nil, 1, "", verdict{fatal, taxonomy.CodeUnknown, answered}},
		{"ssh's own", []string{"ssh", "app@db.test", "ls"}, 255, "ssh: connect to host db.test port 22: Connection timed out", verdict{transient, taxonomy.CodeTimeout, no}},
		{"of the remote command", []string{"ssh", "-p", "2222", "app@db.test", "cat", "a"}, 1, notThere, verdict{input, taxonomy.CodeFileNotFound, no}},
		{"of a remote script", []string{"ssh", "app@db.test", "a; b"}, 1, notThere, verdict{input, taxonomy.CodeFileNotFound, answered}},
		{"refused by words, by one that does who knows what", []string{"./job"}, 1, "order 7 is locked", verdict{conflict, taxonomy.CodeLocked, no}},
		{"the same after other words", []string{"./job"}, 1, "order 6 done\norder 7 is locked", verdict{conflict, taxonomy.CodeLocked, answered}},
		{"refused by the network in the middle", []string{"./job"}, 1, "dial tcp 10.0.0.1:443: connect: connection refused", verdict{transient, taxonomy.CodeConnectionRefused, answered}},
		{"words nobody understands hide no code", []string{"./job"}, 75, "hm", verdict{transient, taxonomy.CodeUnavailable, answered}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.want.check(t, &taxonomy.ExitError{Argv: tt.argv, Code: tt.code, Stderr: tt.stderr})
		})
	}
}

// TestExitDocument: an error that a program prints as JSON says more than its
// exit status and than words.
func TestExitDocument(t *testing.T) {
	t.Parallel()
	const locked = `{"status":423,"error":{"code":"LOCKED","message":"locked by billing until 09:30"}}`
	for _, tt := range []struct {
		name           string
		stderr, stdout string
		code           int
		want           verdict
		message        string
	}{
		{"under a status of sysexits.h", locked, "", 75, verdict{conflict, taxonomy.CodeLocked, no}, "locked by billing until 09:30"},
		{"under another class of status", locked, "", 77, verdict{conflict, taxonomy.CodeLocked, no}, "locked by billing until 09:30"},
		{"on the standard output", "", locked, 1, verdict{conflict, taxonomy.CodeLocked, no}, "locked by billing until 09:30"},
		{"laid out", "{\n  \"error\": {\n    \"code\": \"LOCKED\",\n    \"message\": \"by billing\"\n  }\n}\n", "", 75, verdict{conflict, taxonomy.CodeLocked, no}, "by billing"},
		{"after something else", "order 6 is done\n" + locked + "\n", "", 1, verdict{conflict, taxonomy.CodeLocked, answered}, "locked by billing until 09:30"},
		{"that time heals", `{"error":{"code":"RATE_LIMITED","message":"slow down"},"retry_after":7}`, "", 75, verdict{transient, taxonomy.CodeRateLimited, answered}, "slow down"},
		{"one without a code is words", `{"error":"order 7 is locked"}`, "", 1, verdict{conflict, taxonomy.CodeLocked, no}, ""},
		{"one that is none", `{"id":7,"state":"locked"}`, "", 75, verdict{transient, taxonomy.CodeUnavailable, answered}, ""},
		{"half of one", locked[:40], "", 75, verdict{transient, taxonomy.CodeUnavailable, answered}, ""},
		{"behind what was said in words", "order 7 is locked", `{"error":{"code":"NOT_FOUND","message":"x"}}`, 1, verdict{conflict, taxonomy.CodeLocked, no}, "order 7 is locked"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			err := &taxonomy.ExitError{Argv: []string{"./job"}, Code: tt.code, Stderr: tt.stderr, Stdout: tt.stdout}
			tt.want.check(t, err)
			e := taxonomy.Classify(err)
			if tt.message != "" && e.Message != tt.message {
				t.Errorf("says %q, want %q", e.Message, tt.message)
			}
			if strings.Contains(tt.stderr, "retry_after") != (e.RetryAfter == 7*time.Second) {
				t.Errorf("to wait %s", e.RetryAfter)
			}
		})
	}
}

func TestExitErrorText(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		err  taxonomy.ExitError
		want string
	}{
		{taxonomy.ExitError{Code: 2}, "exit status 2"},
		{taxonomy.ExitError{Argv: []string{"/usr/bin/git", "push"}, Code: 128, Stderr: "fatal: a\nfatal: b\n"}, "git: exit status 128: fatal: b"},
		{taxonomy.ExitError{Argv: []string{"a"}, Code: -1, Signal: 9}, "a: SIGKILL"},
		{taxonomy.ExitError{Code: -1, Signal: 99}, "signal 99"},
	} {
		if got := tt.err.Error(); got != tt.want {
			t.Errorf("%+v: got %q, want %q", tt.err, got, tt.want)
		}
	}
}

// TestExitSignals: nobody can say what a killed program had done, and only a
// timer's end is healed by time.
func TestExitSignals(t *testing.T) {
	t.Parallel()
	for signal := 1; signal <= 31; signal++ {
		want := taxonomy.Fatal
		if signal == 14 {
			want = taxonomy.Transient
		}
		for _, err := range []*taxonomy.ExitError{
			{Argv: []string{"./job"}, Code: -1, Signal: signal},
			{Argv: []string{"./job"}, Code: 128 + signal},
			{Argv: []string{"cat", "a"}, Code: -1, Signal: signal, Stderr: "cat: a: Permission denied"},
		} {
			e := taxonomy.Classify(err)
			if e.Class != want || e.Applied != taxonomy.Unanswered || e.Context["signal"] != signal {
				t.Errorf("%+v: got %s, applied %s, %v", err, e.Class, e.Applied, e.Context)
			}
		}
	}
}

// TestExitMessage: of what a program said the cause is shown, not the advice.
func TestExitMessage(t *testing.T) {
	t.Parallel()
	e := taxonomy.Classify(&taxonomy.ExitError{
		Argv: []string{"tar", "czf", "/a/x.tgz", "b"}, Code: 2,
		Stderr: "tar (child): /a/x.tgz: Cannot open: No such file or directory\ntar (child): Error is not recoverable: exiting now\ntar: /a/x.tgz: Cannot write: Broken pipe",
	})
	if !strings.HasSuffix(e.Message, "No such file or directory") || e.Context["exit_status"] != 2 {
		t.Errorf("got %q, %v", e.Message, e.Context)
	}
}

func FuzzExit(f *testing.F) {
	f.Add("sudo timeout -k 1 5 sh -c 'git push'", 128, 0, "fatal: a: b\n\x1b[31m│ Error: c", "")
	f.Add("ssh a b c", 1, 0, "Traceback (most recent call last):\n  File \"a\"\nKeyError: 'x'", "CONFLICT (")
	f.Add("curl", 22, 0, "curl: (22) The requested URL returned error: 5", "")
	f.Add("", -1, 9, "ERROR 1062 (", "\xff")
	f.Fuzz(func(t *testing.T, argv string, code, signal int, stderr, stdout string) {
		e := taxonomy.Classify(&taxonomy.ExitError{Argv: strings.Split(argv, " "), Code: code, Signal: signal, Stderr: stderr, Stdout: stdout})
		if e == nil || e.Code == "" {
			t.Fatal("no verdict")
		}
		if signal != 0 && e.Applied == taxonomy.No {
			t.Error("nobody knows what a killed program did")
		}
	})
}

// TestExitErrorSaysWhatWasSaid: on the standard error, or else on the standard
// output, where many scripts say what went wrong.
func TestExitErrorSaysWhatWasSaid(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, stderr, stdout, want string }{
		{"nothing", "", "", "job: exit status 1"},
		{"standard error", "a\nno luck\n", "42\n", "job: exit status 1: no luck"},
		{"standard output", "\n", "a\nno luck\n", "job: exit status 1: no luck"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := &taxonomy.ExitError{Argv: []string{"./job"}, Code: 1, Stderr: tt.stderr, Stdout: tt.stdout}
			if e.Error() != tt.want {
				t.Errorf("%q, want %q", e.Error(), tt.want)
			}
		})
	}
}
