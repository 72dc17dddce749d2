// Package llm is the corrector that asks a model, over any endpoint with the
// interface of OpenAI's chat completions. Put it behind the rules, which cost
// nothing:
//
//	correction.Chain(correction.Rules(nil), llm.New(client, "gpt-4.1-mini", nil))
//
// # What the model is told
//
// The tool's name, description and schema, the intent, the arguments, the error
// and what was tried before, as one JSON object in one message. The other
// message, in prompt.en.txt and prompt.zh.txt, says that none of this is an
// instruction. That is advice to the model and no protection: whatever it answers,
// [correction.Guard] alone decides whether it is executed. Arguments leave the
// process; leave this corrector out where they must not.
//
// # What is taken for an answer
//
// Exactly one JSON object, {"arguments": …, "reason": …} or the arguments
// themselves, or null, also in a code block and between sentences. Two objects that
// differ, an object that does not end, an answer that was cut off or filtered, a
// refusal, a call of a tool and an empty message are failures. Numbers keep every
// digit.
//
// # Formats
//
// The answer is asked for with a JSON Schema, strictly so where the tool's schema
// is one that strict mode takes; if the endpoint refuses that, as JSON, and if it
// refuses that too, in words. What it refused is not tried again.
//
// # What it may cost
//
// A corrector is made for one run. It makes at most [Options.MaxCalls] requests
// and uses [Options.MaxTokens] tokens in it. One correction takes at most
// [Options.Timeout], in which a request that failed for the moment is repeated
// twice, after a backoff or when the endpoint wants it; until then no other
// correction asks it either. A key that is wrong, a quota that is used up and a
// model that does not exist switch the corrector off for the rest of the run, with
// one line in the log at level error. What is switched off, or out of budget, says
// so in a proposal without arguments. Neither go-openai nor net/http repeats a
// request on its own.
//
// # Advice
//
// [Advisor] is for failures that nothing here can mend: the same kind of question,
// asked of a cheap model once for each kind of failure, whose answer is one
// sentence for whoever makes the next call.
//
// # Secrets
//
// The key of the endpoint does not come out in an error, a log line or a proposal,
// whoever repeats it. It is known from [Options.APIKey], and from the request
// headers when they are sent by net/http.
package llm
