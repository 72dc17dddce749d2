package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/batchagent/batchagent/internal/nearest"
)

// Streams are where a command reads from and writes to.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Run is Main without the signals.
func Run(ctx context.Context, args []string, streams Streams) int {
	return runOn(ctx, args, newConsole(streams))
}

func runOn(ctx context.Context, args []string, s *console) int {
	status := execute(ctx, args, s)
	if err := s.out.failed(); err != nil && status == 0 {
		s.err.printf("batchagent: standard output: %v\n", err)
		return exitCannot
	}
	return status
}

func execute(ctx context.Context, args []string, s *console) int {
	root := newRoot(s) //nolint:contextcheck // cobra hands the context on
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	if status, ok := errors.AsType[*statusError](err); ok {
		if status.err != nil {
			s.err.printf("batchagent: %v\n", inFlags(status.err))
		}
		return status.status
	}
	// Whatever cobra finds wrong is wrong with the command line.
	s.err.printf("batchagent: %v\n", err)
	return exitUsage
}

func newRoot(s *console) *cobra.Command {
	root := &cobra.Command{
		Use:   "batchagent",
		Short: "Run a tool over many items, and know exactly what happened to each of them",
		Long: `batchagent runs a tool over many items. Every failure gets the treatment of its
class: wait and call again, correct the arguments, skip the item, fail it, or
stop the batch. The summary says what happened to each item, and what to do next.

Exit status: 0 every item succeeded, or there were none; 1 the run could not be
done; 2 some items did not succeed; 3 stopped, because the login may not do this;
4 some items are in doubt; 64 the command line or the job file is wrong, and
nothing was called; 130 or 143 interrupted.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       version(),
		Args:          knownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return cmd.Help()
		},
	}
	root.SetFlagErrorFunc(flagError)
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.SetVersionTemplate("batchagent {{.Version}}\n")
	root.SuggestionsMinimumDistance = 2
	root.AddCommand(newRun(s), newPlan(s), newCall(s), newTools(s), newClassify(s), newJob(s), newVersion(s))
	return root
}

// flagError says what is wrong with a flag: pflag's errors speak of how numbers
// are parsed, and know no nearest name.
func flagError(cmd *cobra.Command, err error) error {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		var known []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
		if near, found := nearest.Nearest(unknown.GetSpecifiedName(), known); found {
			return fmt.Errorf("%w; did you mean --%s?", err, near)
		}
	}
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok && invalid.GetFlag().Value.Type() == "int" {
		return fmt.Errorf("--%s %q: it must be a whole number", invalid.GetFlag().Name, invalid.GetValue()) //nolint:err113 // for people
	}
	return fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())
}

var errUnknownCommand = errors.New("unknown command")

// knownCommand refuses what is no command, and says which may have been meant.
func knownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		return fmt.Errorf("%w %q; did you mean %s?", errUnknownCommand, args[0], strings.Join(near, " or "))
	}
	return fmt.Errorf("%w %q; see batchagent --help", errUnknownCommand, args[0])
}

var errNoJob = errors.New("which job file?")

// oneJob wants one argument, the job file.
func oneJob(cmd *cobra.Command, args []string) error {
	if len(args) == 1 {
		return nil
	}
	if len(args) == 0 {
		return fmt.Errorf("%w %s; see docs/jobfile.md for how one is written", errNoJob, cmd.UseLine())
	}
	return fmt.Errorf("%w There are %d arguments, and one is wanted: %s", errNoJob, len(args), cmd.UseLine())
}
