package taxonomy

// answered is an HTTP answer in an error's clothes: what the errors of API
// clients are that carry a status and nothing more specific.
type answered struct {
	Answer
	text string
}

func (e *answered) Error() string { return e.text }

func (e *answered) judge() *Error { return e.Answer.judge() }

//nolint:gochecknoglobals // a table, never written
var answerLifters = []lifter{}
