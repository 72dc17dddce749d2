package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

// Streams are where a command reads from and writes to.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Main runs the command line args (without the program's name) and returns the
// exit status. The first SIGINT or SIGTERM stops a run in order, the second at
// once.
func Main(args []string, s Streams) int {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	go func() {
		for first := true; ; first = false {
			select {
			case got := <-signals:
				if !first {
					os.Exit(signalStatus(got))
				}
				cancel(&interrupted{got})
			case <-ctx.Done():
				return
			}
		}
	}()
	return Run(ctx, args, s)
}

// interrupted is the cause of a context that a signal ended.
type interrupted struct{ signal os.Signal }

func (i *interrupted) Error() string { return "interrupted by " + i.signal.String() }

// signalStatus is the shell's convention: 128 and the signal's number.
func signalStatus(s os.Signal) int {
	if n, ok := s.(syscall.Signal); ok {
		return 128 + int(n)
	}
	return exitCannot
}

// Run is Main without the signals.
func Run(ctx context.Context, args []string, streams Streams) int {
	s := &console{in: streams.In, out: &printer{w: streams.Out}, err: &printer{w: streams.Err}}
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
			s.err.printf("batchagent: %v\n", status.err)
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
done; 2 some items did not succeed; 3 stopped by permission, threshold or
deadline; 4 some items are in doubt; 64 the command line or the job file is
wrong, and nothing was called; 130 or 143 interrupted.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       version(),
		Args:          cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return cmd.Help()
		},
	}
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.SetVersionTemplate("batchagent {{.Version}}\n")
	root.AddCommand(newRun(s), newCall(s), newClassify(s), newVersion(s))
	return root
}
