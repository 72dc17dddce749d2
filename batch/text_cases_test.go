package batch_test

import "github.com/batchagent/batchagent/batch"

// textCase is a batch, and what its summary proves.
type textCase struct {
	name    string
	proves  string
	options func(lang string) *batch.TextOptions
	books   func() *batch.Summary
}

func textCases() []textCase {
	return []textCase{
		{
			name:    "sample",
			proves:  "The batch that docs/formats shows reads as it stands there: every outcome once, and what to do about each.",
			options: sampleOptions,
			books:   sample,
		},
		{
			name:    "library",
			proves:  "Without commands, a file name or a vow about keys the same batch gives advice in words, and sends nobody to repeat what is in doubt unseen.",
			options: library,
			books:   sample,
		},
		{
			name:    "aborted_first",
			proves:  "A login that is refused at the first item is told as that, with nothing changed and the rest named.",
			options: program,
			books:   abortedFirst,
		},
		{
			name:    "interrupted",
			proves:  "A batch that its caller stops says which items are not done, which are in doubt, and that the input was not read to its end.",
			options: program,
			books:   interrupted,
		},
		{
			name:    "deadline",
			proves:  "A batch whose time is up says so, and how to go on.",
			options: library,
			books:   deadline,
		},
		{
			name:    "source_failed",
			proves:  "An input that breaks off is no quiet end: the first line, a note and the advice say that there may be more.",
			options: program,
			books:   sourceFailed,
		},
		{name: "empty", proves: "An empty input has a summary of its own, which promises nothing.", options: program, books: empty},
		{name: "all_succeeded", proves: "Where all went well there is nothing to do next.", options: library, books: allSucceeded},
		{
			name:    "million",
			proves:  "A million items fit on one screen: groups by code, each with a count, an example and its positions.",
			options: program,
			books:   million,
		},
		{
			name:    "unknown",
			proves:  "Failures that nobody recognises, codes of the tool's own, a panic and a failure without any word are told with what is known.",
			options: program,
			books:   unknownErrors,
		},
		{
			name:    "weird_ids",
			proves:  "Ids with spaces, quotes, line ends, escape sequences or 10 kB stay on their line and can be pasted into a shell.",
			options: program,
			books:   weirdIDs,
		},
		{
			name:    "long_messages",
			proves:  "Messages from outside are quoted, folded into one paragraph, cut at a width and cannot forge a line of the summary.",
			options: program,
			books:   longMessages,
		},
		{
			name:    "stream_order",
			proves:  "Items that are booked in the order of completion come out in input order.",
			options: library,
			books:   streamOrder,
		},
		{
			name:    "service_down",
			proves:  "Where every item failed because the service is down, there is one row for each way to notice it and one piece of advice.",
			options: program,
			books:   serviceDown,
		},
		{
			name:    "duplicates",
			proves:  "Where only duplicates failed, both positions are named, and that the second was not called.",
			options: program,
			books:   duplicates,
		},
		{
			name:    "echo",
			proves:  "A refusal after a lost reply is told in the order in which it happened, as what may be the echo of the first call.",
			options: library,
			books:   echo,
		},
		{
			name:    "failed_maybe",
			proves:  "Items that failed though they may have been changed stand apart from those that were not changed.",
			options: program,
			books:   failedMaybe,
		},
		{
			name:    "corrections",
			proves:  "What a correction changed is shown with the old value, whoever proposed it and whenever, also where it did not help.",
			options: program,
			books:   corrections,
		},
		{
			name:    "unsafe",
			proves:  "What is in doubt with a tool that is not idempotent is never advised to be sent again, whatever is said about keys.",
			options: program,
			books:   unsafeTool,
		},
		{
			name:    "barred",
			proves:  "Items that are not permitted, in a batch that carries on past them, are told from a login that is worth nothing.",
			options: program,
			books:   barred,
		},
		{
			name:    "every_kind",
			proves:  "Very many kinds of failure in every outcome still fit on one screen, and the rest is counted.",
			options: program,
			books:   everyKind,
		},
	}
}
