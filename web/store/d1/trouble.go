//go:build js && wasm

package d1

import (
	"errors"
	"strings"

	"hopyard/web/store"
)

// problem converts an error message of D1 to an error that tells callers what to do
// and tells the operator the cause. D1 has only messages, no error codes.
func problem(text string) error {
	if strings.Contains(text, "SQLITE_CONSTRAINT") {
		return errors.Join(store.ErrConstraint, errors.New(text))
	}
	e := &store.StoreError{
		Problem: "the database cannot be reached now",
		Fix:     "try again later, or share the long link",
		Err:     errors.New(text),
	}
	switch {
	case strings.Contains(text, "no such table"):
		e.Problem, e.Fix = "the database lacks a table", "apply the migrations"
	case strings.Contains(text, "xceeded maximum DB size"), strings.Contains(text, "database or disk is full"):
		e.Problem, e.Fix, e.Full = "the database is full", "share the long link; links made so far still open", true
		e.Full = true
	}
	return e
}
