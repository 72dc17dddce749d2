package service

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
)

// ErrNoSuchOrder is what [Service.Order] returns for an unknown order.
var ErrNoSuchOrder = errors.New("no such order")

// Options says what a service is made of. A nil *Options, as its zero value, is
// an empty database in memory that asks nobody for a login.
type Options struct {
	// Path is the database file, made if there is none; its folder must exist.
	// Empty: in memory, private to this Service and gone when it is closed.
	Path string
	// Seed is CSV with the orders to begin with; its columns are order_id,
	// customer, owner, deadline, status, version, lock_holder, locked_until and
	// fault, in that order. It is read to its end by Open and not closed. A
	// database that has orders already keeps them as they are: the seed is then
	// only checked. Nil: no orders are added.
	Seed io.Reader
	// Token is what requests must bring as "Authorization: Bearer TOKEN". Empty:
	// no login is asked for.
	Token string
	// Owner is whom the login acts for. It matters only with Deny.
	Owner string
	// Deny keeps the orders of other owners from the login: 403 for one order,
	// left out of the list. It needs Owner. False: every order may be seen and
	// changed.
	Deny bool
	// Logger hears of every request. Nil: nothing is logged.
	Logger *slog.Logger
}

// Service holds the orders. It is safe for concurrent use, also by several
// processes on one file.
type Service struct {
	opts   Options
	db     *sql.DB
	logger *slog.Logger
}

// Open opens or makes the database and puts the seed into it. An error in the
// seed names its line and column, and then nothing was seeded. The context
// bounds Open alone. The caller closes the Service.
func Open(ctx context.Context, opts *Options) (*Service, error) {
	s := &Service{}
	if opts != nil {
		s.opts = *opts
	}
	s.logger = s.opts.Logger
	if s.logger == nil {
		s.logger = slog.New(slog.DiscardHandler)
	}
	if s.opts.Deny && s.opts.Owner == "" {
		return nil, errors.New("orders service: Deny without Owner would bar every order: say whom the login acts for")
	}
	var seed []Order
	if s.opts.Seed != nil {
		var err error
		if seed, err = readSeed(s.opts.Seed); err != nil {
			return nil, err
		}
	}
	db, err := openDB(ctx, s.opts.Path)
	if err != nil {
		return nil, err
	}
	s.db = db
	if err := s.plant(ctx, seed); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return s, nil
}

// Close closes the database; one in memory is gone then. Requests that are still
// running fail.
func (s *Service) Close() error {
	if err := s.db.Close(); err != nil {
		return fmt.Errorf("close the orders database: %w", err)
	}
	return nil
}

// Orders returns every order, whoever owns it, in the order of the seed.
func (s *Service) Orders(ctx context.Context) (orders []Order, err error) {
	rows, err := s.db.QueryContext(ctx, "SELECT "+orderColumns+" FROM orders ORDER BY rowid")
	if err != nil {
		return nil, fmt.Errorf("list the orders: %w", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	orders = []Order{} // an empty list is [] in JSON, not null
	for rows.Next() {
		order, err := scanOrder(rows)
		if err != nil {
			return nil, fmt.Errorf("list the orders: %w", err)
		}
		orders = append(orders, order)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list the orders: %w", err)
	}
	return orders, nil
}

// Order returns one order, whoever owns it. The error is [ErrNoSuchOrder] if
// there is none with that id.
func (s *Service) Order(ctx context.Context, id string) (Order, error) {
	return findOrder(ctx, s.db, id)
}
