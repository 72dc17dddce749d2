package cli

import "time"

// pace is how fast a run executes items: those that were called, for the others
// take no time. Duplicates, rows that cannot be read and items that were refused
// before anything was sent would promise an end that does not come.
//
// What counts is the last half minute, as long as enough was executed in it;
// else the whole run.
type pace struct {
	enough int // items without which nothing is known: one for each worker
	marks  []mark
}

// mark is how much had been executed at a time.
type mark struct {
	at       time.Time
	executed int
}

const (
	paceWindow = 30 * time.Second
	paceEvery  = time.Second // between two marks
)

// note takes down how much is executed now.
func (p *pace) note(now time.Time, executed int) {
	if n := len(p.marks); n > 0 && now.Sub(p.marks[n-1].at) < paceEvery {
		return
	}
	p.marks = append(p.marks, mark{now, executed})
	// The first is the start of the run, and stays.
	for len(p.marks) > 2 && now.Sub(p.marks[1].at) > paceWindow {
		p.marks = append(p.marks[:1], p.marks[2:]...)
	}
}

// rate is how many items are executed in a second; false: nothing is known yet.
func (p *pace) rate(now time.Time, executed int) (perSecond float64, known bool) {
	if len(p.marks) == 0 || executed-p.marks[0].executed < max(1, p.enough) {
		return 0, false
	}
	from := p.marks[0]
	if now.Sub(from.at) > paceWindow && len(p.marks) > 1 && executed-p.marks[1].executed >= max(1, p.enough) {
		from = p.marks[1]
	}
	took := now.Sub(from.at)
	if took < paceEvery {
		return 0, false
	}
	return float64(executed-from.executed) / took.Seconds(), true
}
