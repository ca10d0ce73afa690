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
// its values. D1 returns rows by column name, so the names of the result columns
// must be distinct and must not be numbers. D1 passes an integer to SQLite as a
// floating-point number. An INTEGER column converts it back. If the value becomes
// part of a text, the statement must convert it by CAST (?1 AS INTEGER).
type Statement struct {
	SQL    string
	Values []any // each an int64 of at most 2^53 in absolute value, a string in UTF-8, a []byte, or nil for NULL
}

// Result is the result of one statement.
type Result struct {
	Rows    [][]any // rows returned by a SELECT or a RETURNING clause; each cell is an int64, string, []byte or nil
	Changed int64   // number of rows that an INSERT, UPDATE or DELETE changed, not counting cascades
}

// DB is a database that runs statements. It may be used from several goroutines.
type DB interface {
	// Do runs statements in one transaction: either all of them or none take
	// effect. When Do returns, the changes are durable: they survive a crash of the
	// machine, and all later reads see them. Errors are ErrConstraint; a
	// *StoreError if it is known how to fix the problem; the error of ctx, and then
	// it is unknown whether the statements were run; or an error that says that the
	// statements violate the rules of Statement or exceed the limits below.
	Do(ctx context.Context, statements ...Statement) ([]Result, error)
	// Read runs SELECT statements on one snapshot of the database. The snapshot
	// contains everything that calls of Do have committed. Read never waits for Do.
	// It returns the same errors as Do.
	Read(ctx context.Context, statements ...Statement) ([]Result, error)
}

// Limits of one call of Do or Read. They are those of D1 or stricter, so that
// programs that work natively also work at the edge:
// https://developers.cloudflare.com/d1/platform/limits/.
const (
	MaxStatements = 40        // statements in one call; on D1's free plan, one request may run 50
	MaxValues     = 100       // values of one statement
	MaxValue      = 1_000_000 // bytes of one text or blob; D1 allows 2,000,000 bytes for a whole row
	MaxInteger    = 1 << 53   // largest absolute value of an integer, because D1's integers are JavaScript numbers
)

// ErrConstraint is the error of a change that the schema forbids: a key exists
// already, a reference names a row that does not exist, or a check or trigger
// fails.
var ErrConstraint = errors.New("a constraint of the database forbids it")

// Check returns an error if statements violate the rules of [Statement] or exceed
// the limits. Every DB calls it before running statements. If reading is true, only
// SELECT is allowed.
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

// unfit returns the reason why a value cannot be bound, or "" if it can be bound.
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

// Reads reports whether a statement returns rows, because it is a SELECT or
// contains RETURNING.
func (s Statement) Reads() bool {
	return strings.HasPrefix(s.SQL, "SELECT ") || strings.Contains(s.SQL, " RETURNING ")
}
