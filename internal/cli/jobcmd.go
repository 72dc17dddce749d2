package cli

import (
	"github.com/spf13/cobra"

	"github.com/batchagent/batchagent/job"
)

func newJob(s *console) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "job",
		Short: "Help with job files",
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of job files, with defaults",
		Example: `  batchagent job schema > job.schema.json
  # and in the first line of a job file, for editors that read it:
  # yaml-language-server: $schema=job.schema.json`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			s.out.printf("%s", job.Schema())
			return nil
		},
	})
	return cmd
}
