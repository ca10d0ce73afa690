package store

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Statement is one SQL statement in the dialect that SQLite and D1 share. It is a
// SELECT, INSERT, UPDATE or DELETE, written in capital letters, with ?1, ?2 … for
// its values. The names of its result columns must be distinct and must not be
// numbers, because D1 returns rows by column name. D1 binds an integer as a real
// number. In an INTEGER column it becomes an integer again, but where it becomes
// part of a text, write CAST (?1 AS INTEGER).
type Statement struct {
	SQL    string
	Values []any // int64 up to 2^53 in absolute value, string in UTF-8, []byte, nil for NULL
}

// Result is the result of one statement.
type Result struct {
	Rows    [][]any // of a SELECT or a RETURNING clause; cells are int64, string, []byte or nil
	Changed int64   // rows that an INSERT, UPDATE or DELETE changed, without cascades
}

// DB is a database that runs statements. It may be used from several goroutines.
type DB interface {
	// Do runs statements in one transaction: either all of them or none. When Do
	// returns, the changes are durable: they survive a crash of the machine, and
	// every later reader sees them. Errors: ErrConstraint; *StoreError where a fix
	// is known; those of ctx (then it is unknown whether the statements were run);
	// statements that violate the rules of Statement or exceed the limits below.
	Do(ctx context.Context, statements ...Statement) ([]Result, error)
	// Read runs SELECTs on one snapshot of the database, which contains everything
	// that Do has committed. It never waits for Do. Errors: as those of Do.
	Read(ctx context.Context, statements ...Statement) ([]Result, error)
}

// Limits of one Do or Read. They are those of D1 or stricter, so that what works
// natively also works at the edge:
// https://developers.cloudflare.com/d1/platform/limits/.
const (
	MaxStatements = 40        // of the 50 that one request may make on the free plan
	MaxValues     = 100       // of a statement
	MaxValue      = 1_000_000 // bytes of a text or blob; D1 takes 2,000,000 a row
	MaxInteger    = 1 << 53   // in absolute value: D1's integers are JavaScript numbers
)

// ErrConstraint is the error of a change that the schema forbids: a key that exists
// already, a reference to a row that does not exist, or a failed check or trigger.
var ErrConstraint = errors.New("a constraint of the database forbids it")

// Check returns an error for statements that violate the rules of [Statement] or
// exceed the limits. Every DB calls it first. If reading is true, only SELECT is
// allowed.
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

// unfit describes why a value cannot be bound, or returns "" if it can.
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

// Reads reports whether a statement returns rows: whether it is a SELECT or has
// RETURNING.
func (s Statement) Reads() bool {
	return strings.HasPrefix(s.SQL, "SELECT ") || strings.Contains(s.SQL, " RETURNING ")
}
