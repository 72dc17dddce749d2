package taxonomy

import "strings"

// commandRun is what a command line runs, without what stands around it: of
// "sudo timeout 5 sh -c 'git push'" the program is git.
type commandRun struct {
	name   string   // without its folder; "" where it is not known
	args   []string // what follows it
	under  string   // the last program that only starts others, such as "env" or "sh"
	timed  bool     // timeout is one of them
	script bool     // what others wrote, of which some commands may have been run
}

// maxWrappers bounds how many programs that start others are looked through.
const maxWrappers = 8

// wrappers start a program and end as it does. Their options that take a value;
// and how many operands stand before the program.
//
//nolint:gochecknoglobals // a table, never written
var wrappers = map[string]struct {
	valued   string
	operands int
}{
	"sudo": {"-u -g -h -p -C -r -t -U -T -D -R", 0}, "doas": {"-u -C", 0}, "env": {"-u -C", 0}, "nice": {"-n", 0}, "nohup": {"", 0},
	"timeout": {"-s -k", 1}, "gtimeout": {"-s -k", 1}, "stdbuf": {"-i -o -e", 0}, "setsid": {"", 0}, "ionice": {"-c -n", 0}, "time": {"-f -o", 0},
	"taskset": {"", 1}, "chrt": {"", 1}, "setpriv": {"", 0}, "exec": {"", 0}, "command": {"", 0}, "chroot": {"", 1},
}

//nolint:gochecknoglobals // tables, never written
var (
	shells = map[string]bool{"sh": true, "bash": true, "dash": true, "zsh": true, "ash": true, "ksh": true, "busybox": true, "fish": true}
	// What such a name ends with is a script.
	scriptEndings = []string{".sh", ".bash", ".py", ".pl", ".rb", ".js", ".mjs", ".php", ".ps1", ".bat", ".cmd", ".jar"}
)

func runOf(argv []string) commandRun {
	var run commandRun
	for range maxWrappers {
		if len(argv) == 0 {
			return run
		}
		run.name, run.args = baseName(argv[0]), argv[1:]
		wrapper, wraps := wrappers[run.name]
		switch {
		case wraps:
			inner := operandsAfter(run.args, wrapper.valued)
			if len(inner) > wrapper.operands {
				inner = inner[wrapper.operands:]
			} else {
				inner = nil
			}
			run.timed = run.timed || strings.HasSuffix(run.name, "timeout")
			run.under = run.name
			if len(inner) == 0 {
				return run // it is the program itself
			}
			argv = inner
		case shells[run.name]:
			text, ok := commandText(run.args)
			run.under = run.name
			if !ok || !oneCommand(text) {
				run.script = true
				return run
			}
			argv = fieldsOf(text)
		default:
			for _, ending := range scriptEndings {
				run.script = run.script || strings.HasSuffix(run.name, ending)
			}
			return run
		}
	}
	return run
}

// baseName returns the name of a program without its folder, in lower case and
// without ".exe", and python and its like without their version.
func baseName(name string) string {
	name = strings.ToLower(name[strings.LastIndexAny(name, `/\`)+1:])
	name = strings.TrimSuffix(name, ".exe")
	for _, versioned := range []string{"python", "pip", "perl", "ruby", "php", "node", "gcc", "clang"} {
		if rest, ok := strings.CutPrefix(name, versioned); ok && strings.Trim(rest, "0123456789.-") == "" {
			return versioned
		}
	}
	return name
}

// operandsAfter skips options, the values of those that take one, and
// assignments as env takes them.
func operandsAfter(args []string, valued string) []string {
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "--":
			return args[i+1:]
		case strings.HasPrefix(a, "-") && len(a) > 1:
			if len(a) == 2 && strings.Contains(valued, a) {
				i++
			}
		case strings.Contains(a, "=") && !strings.Contains(a, "/"):
		default:
			return args[i:]
		}
	}
	return nil
}

// commandText returns what follows a shell's -c.
func commandText(args []string) (string, bool) {
	for i, a := range args {
		if !strings.HasPrefix(a, "-") {
			return "", false
		}
		if !strings.HasPrefix(a, "--") && strings.Contains(a, "c") && i+1 < len(args) {
			return args[i+1], true
		}
	}
	return "", false
}

// oneCommand reports whether a shell's text is a single command, so that what it
// says is all that happened.
func oneCommand(text string) bool {
	text = strings.TrimSpace(text)
	first, _, _ := strings.Cut(text, " ")
	switch first {
	case "", "if", "for", "while", "until", "case", "function", "set", "eval", "source", ".":
		return false
	}
	return !strings.ContainsAny(text, "\n;&|`(){}!")
}

// fieldsOf is a rough reading of a command line: quotation marks are left out.
func fieldsOf(text string) []string {
	return strings.Fields(strings.NewReplacer(`"`, "", "'", "").Replace(text))
}

// proves reports whether the words of a program that was not found are about
// the one that was to be run, and not about one that a script of it runs later.
func (run *commandRun) proves(stderr string) bool {
	if run.script {
		return false
	}
	if run.name == "" || run.under != "" || strings.TrimSpace(stderr) == "" {
		return run.name != ""
	}
	return strings.Contains(strings.ToLower(stderr), run.name)
}

// redirected reports whether a shell was to send the output to a file.
func (run *commandRun) redirected() bool {
	if !shells[run.under] {
		return false
	}
	for _, a := range run.args {
		if strings.Contains(a, ">") {
			return true
		}
	}
	return false
}

// valuedOptions of the coreutils that count operands take a value.
const valuedOptions = "-d -t -m -o -g -s -S -r -Z"

// many reports whether the program was told to do several things, one after the
// other, of which some may be done when one fails.
func (run *commandRun) many(p *program) bool {
	if p == nil || p.most == 0 {
		return false
	}
	operands, most := 0, p.most
	for i := 0; i < len(run.args); i++ {
		switch a := run.args[i]; {
		case a == "--recursive" || a == "--parents" || a == "--archive":
			return true
		case strings.HasPrefix(a, "--") || a == "-":
		case strings.HasPrefix(a, "-"):
			if run.name != "touch" && strings.ContainsAny(a, "rRap") {
				return true
			}
			if len(a) == 2 && strings.Contains(valuedOptions, a) {
				i++
			}
			if a == "-t" && run.name != "touch" { // the folder comes first
				most = 1
			}
		case strings.ContainsAny(a, "*?"):
			return true
		default:
			operands++
		}
	}
	return operands > most
}

// remote is the command that ssh was told to run elsewhere, which it ends as.
func (run *commandRun) remote() commandRun {
	operands := operandsAfter(run.args, "-p -l -i -o -F -J -L -R -D -E -b -c -e -I -m -O -Q -S -W -w -B")
	if len(operands) < 2 {
		return commandRun{script: true}
	}
	return runOf([]string{"sh", "-c", strings.Join(operands[1:], " ")})
}
