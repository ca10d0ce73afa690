package store

import (
	"bytes"
	"context"
	"errors"
)

// Links implements [Store] on a database, in the table links of
// web/store/migrations. Triggers of the table forbid changes. Each text that is
// read is checked against its id, which is derived from the text's hash. So damage
// to a text causes an error and never a wrong scenario.
type Links struct{ DB DB }

const (
	insertLink = "INSERT INTO links (id, text) VALUES (?1, ?2) ON CONFLICT DO NOTHING"
	selectLink = "SELECT text FROM links WHERE id = ?1"
)

// Add stores text under id as described in [Store], in one transaction. It returns
// an error if id is not derived from text and there is no other text under id.
func (l Links) Add(ctx context.Context, id string, text []byte) ([]byte, bool, error) {
	if !IDMatches(id, text) { // text cannot be stored under id, but another text may be stored there
		held, err := l.Get(ctx, id)
		if errors.Is(err, ErrNone) {
			err = errors.New(id + " is not the id of this text")
		}
		return held, false, err
	}
	results, err := l.DB.Do(ctx,
		Statement{insertLink, []any{id, string(text)}},
		Statement{selectLink, []any{id}})
	if err != nil {
		return nil, false, err
	}
	held, err := linkIn(results[1], id)
	if errors.Is(err, ErrNone) {
		err = &StoreError{Problem: "the database did not keep the link", Fix: "the keeper of the server should look whether its schema was changed"}
	}
	if err != nil {
		return nil, false, err
	}
	return held, results[0].Changed == 1 && bytes.Equal(held, text), nil
}

// Get returns the text under id as described in [Store].
func (l Links) Get(ctx context.Context, id string) ([]byte, error) {
	results, err := l.DB.Read(ctx, Statement{selectLink, []any{id}})
	if err != nil {
		return nil, err
	}
	return linkIn(results[0], id)
}

// linkIn returns the text in the result of selectLink. It returns ErrNone if there
// is no text, and another error if the text does not match id.
func linkIn(r Result, id string) ([]byte, error) {
	if len(r.Rows) == 0 {
		return nil, ErrNone
	}
	if text, ok := r.Rows[0][0].(string); ok && IDMatches(id, []byte(text)) {
		return []byte(text), nil
	}
	return nil, &StoreError{
		Problem: "this short link is damaged in the database",
		Fix:     "share the scenario again from a long link or a file; the keeper of the server should put back a backup",
		Err:     errors.New("the text under " + id + " has another hash"),
	}
}

// Trouble returns the reason why no texts can be added. It returns nil if texts can
// be added, or if the database cannot tell.
func (l Links) Trouble() error {
	if db, ok := l.DB.(interface{ Trouble() error }); ok {
		return db.Trouble()
	}
	return nil
}

// Size returns the size of the database in bytes, or 0 if the database cannot tell.
func (l Links) Size() int64 {
	if db, ok := l.DB.(interface{ Size() int64 }); ok {
		return db.Size()
	}
	return 0
}
