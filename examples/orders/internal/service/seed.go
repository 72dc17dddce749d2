package service

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// seedColumns is the header that a seed must have.
const seedColumns = "order_id,customer,owner,deadline,status,version,lock_holder,locked_until,fault"

// seedReader reads orders and knows where in the file it is.
type seedReader struct {
	name   string
	csv    *csv.Reader
	lineOf map[string]int // order ids seen so far
}

// readSeed reads all orders or returns the first error, as NAME:LINE:COLUMN:
// what is wrong.
func readSeed(r io.Reader) ([]Order, error) {
	s := seedReader{name: "seed", lineOf: map[string]int{}}
	if file, ok := r.(interface{ Name() string }); ok {
		s.name = file.Name()
	}
	buffered := bufio.NewReader(r)
	if start, err := buffered.Peek(3); err == nil && string(start) == "\ufeff" {
		_, _ = buffered.Discard(3) // the byte order mark that spreadsheets write; it was just peeked
	}
	s.csv = csv.NewReader(buffered)
	s.csv.FieldsPerRecord = -1 // counted here, for a better message

	header, err := s.csv.Read()
	switch {
	case errors.Is(err, io.EOF):
		return nil, fmt.Errorf("%s:1: the seed is empty: its first line must be %s", s.name, seedColumns)
	case err != nil:
		return nil, s.broken(err)
	case strings.Join(header, ",") != seedColumns:
		return nil, s.errorf(0, "the header must be %s", seedColumns)
	}
	var orders []Order
	for {
		record, err := s.csv.Read()
		if errors.Is(err, io.EOF) {
			return orders, nil
		}
		if err != nil {
			return nil, s.broken(err)
		}
		order, err := s.order(record)
		if err != nil {
			return nil, err
		}
		orders = append(orders, order)
	}
}

// order checks one record. The numbers are those of seedColumns.
func (s *seedReader) order(record []string) (Order, error) {
	if want := strings.Count(seedColumns, ",") + 1; len(record) != want {
		return Order{}, s.errorf(0, "%d columns where the header has %d", len(record), want)
	}
	o := Order{
		ID: record[0], Customer: record[1], Owner: record[2], Deadline: record[3],
		LockHolder: record[6], LockedUntil: record[7],
	}
	if o.ID == "" {
		return Order{}, s.errorf(0, "order_id is empty")
	}
	line, _ := s.csv.FieldPos(0)
	if first, seen := s.lineOf[o.ID]; seen {
		return Order{}, s.errorf(0, "order %q stands in line %d already", clip(o.ID), first)
	}
	s.lineOf[o.ID] = line
	if problem := checkDate(o.Deadline); problem != "" {
		return Order{}, s.errorf(3, "deadline: %s", problem)
	}
	if err := o.Status.UnmarshalText([]byte(record[4])); err != nil {
		return Order{}, s.errorf(4, "%w", err)
	}
	version, err := strconv.ParseInt(record[5], 10, 64)
	if err != nil || version < 1 {
		return Order{}, s.errorf(5, "version %q is not a whole number from 1 on", clip(record[5]))
	}
	o.Version = version
	if (o.LockHolder == "") != (o.LockedUntil == "") {
		return Order{}, s.errorf(6, "a lock needs both lock_holder and locked_until; without one leave both empty")
	}
	if o.LockedUntil != "" {
		if _, err := time.Parse("15:04", o.LockedUntil); err != nil || len(o.LockedUntil) != len("15:04") {
			return Order{}, s.errorf(7, "locked_until %q is not a time of day of the form HH:MM", clip(o.LockedUntil))
		}
	}
	if err := o.Fault.UnmarshalText([]byte(record[8])); err != nil {
		return Order{}, s.errorf(8, "%w", err)
	}
	return o, nil
}

// errorf puts the place of a cell of the record just read before the message.
func (s *seedReader) errorf(field int, format string, args ...any) error {
	line, column := s.csv.FieldPos(field)
	return fmt.Errorf("%s:%d:%d: "+format, slices.Concat([]any{s.name, line, column}, args)...)
}

// broken puts the place before an error of reading or of the CSV itself.
func (s *seedReader) broken(err error) error {
	if syntax, ok := errors.AsType[*csv.ParseError](err); ok {
		return fmt.Errorf("%s:%d:%d: not CSV: %w", s.name, syntax.Line, syntax.Column, syntax.Err)
	}
	return fmt.Errorf("read %s: %w", s.name, err)
}
