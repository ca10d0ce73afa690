package store

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Statement is one statement of SQL, as both SQLite and D1 take it: SELECT,
// INSERT, UPDATE or DELETE, in capital letters, with ?1, ?2 … for its values. The
// columns of its rows must have names that differ and are no numbers, since D1
// tells them by name. D1 binds an integer as a real number: in a column that is an
// INTEGER it is one again, but CAST (?1 AS INTEGER) where it becomes part of a text.
type Statement struct {
	SQL    string
	Values []any // int64 up to 2^53 either way, string in UTF-8, []byte, nil for NULL
}

// Result is what a statement came to.
type Result struct {
	Rows    [][]any // of SELECT, and of what says RETURNING: int64, string, []byte, nil
	Changed int64   // rows that an INSERT, UPDATE or DELETE changed, cascades not counted
}

// DB runs statements. It may be used from several goroutines.
type DB interface {
	// Do runs statements in one transaction, together or not at all. What it has
	// returned is durable: it outlives a crash of the machine, and whoever asks
	// afterwards sees it. Errors: ErrConstraint, *Error where it is known what to
	// do, those of ctx (it is open then whether they were run), statements that
	// are not as Statement says or over the limits below.
	Do(ctx context.Context, statements ...Statement) ([]Result, error)
	// Read runs SELECTs on one state of the database, which holds all that Do
	// has returned. It waits for no Do. Errors: as those of Do.
	Read(ctx context.Context, statements ...Statement) ([]Result, error)
}

// Limits of one Do or Read, by those of D1, so that what works natively works at
// the edge: https://developers.cloudflare.com/d1/platform/limits/.
const (
	MaxStatements = 40        // of 50 that one request may make on the free plan
	MaxValues     = 100       // of a statement
	MaxValue      = 1_000_000 // bytes of a text or blob; D1 takes 2,000,000 a row
	MaxInteger    = 1 << 53   // either way: D1's integers are JavaScript's numbers
)

// ErrConstraint says that the schema forbids a change: a key that is taken, a row
// that is not there to refer to, a check or a trigger that refuses.
var ErrConstraint = errors.New("a constraint of the database forbids it")

// Check returns an error where statements are not as [Statement] says, or over the
// limits. Every DB asks it first. reading allows SELECT only.
func Check(statements []Statement, reading bool) error {
	if n := len(statements); n < 1 || n > MaxStatements {
		return errors.New(strconv.Itoa(n) + " statements: give 1 to " + strconv.Itoa(MaxStatements))
	}
	for _, s := range statements {
		verb, _, _ := strings.Cut(s.SQL, " ")
		switch {
		case verb != "SELECT" && reading:
			return errors.New(verb + ": only SELECT reads")
		case verb != "SELECT" && verb != "INSERT" && verb != "UPDATE" && verb != "DELETE":
			return errors.New(verb + ": a statement begins with SELECT, INSERT, UPDATE or DELETE")
		case len(s.Values) > MaxValues:
			return errors.New(strconv.Itoa(len(s.Values)) + " values for one statement: give up to " + strconv.Itoa(MaxValues))
		}
		for i, v := range s.Values {
			if problem := unfit(v); problem != "" {
				return errors.New("value " + strconv.Itoa(i+1) + " of " + verb + " " + problem)
			}
		}
	}
	return nil
}

// unfit says what is wrong with a value, "" if nothing is.
func unfit(value any) string {
	length := 0
	switch v := value.(type) {
	case nil:
	case int64:
		if v > MaxInteger || v < -MaxInteger {
			return "is " + strconv.FormatInt(v, 10) + ": give integers up to 2^53"
		}
	case string:
		length = len(v)
		if !utf8.ValidString(v) {
			return "is a text that is not UTF-8: give a []byte"
		}
	case []byte:
		length = len(v)
	default:
		return "is of another type: give int64, string, []byte or nil"
	}
	if length > MaxValue {
		return "has " + strconv.Itoa(length) + " bytes: give up to " + strconv.Itoa(MaxValue)
	}
	return ""
}

// Reads reports whether a statement gives rows: SELECT, or with RETURNING.
func (s Statement) Reads() bool {
	return strings.HasPrefix(s.SQL, "SELECT ") || strings.Contains(s.SQL, " RETURNING ")
}
