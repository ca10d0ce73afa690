// Package storetest checks that stores and databases keep the promises of
// store.Store and store.DB. The checks return errors, so they can also run outside
// of a Go test, for example inside a worker.
//
// [Promises] lists the checks of a store, and [DBPromises] those of a database.
// [Run] and [RunDB] run them as subtests:
//
//	func TestMemory(t *testing.T) { storetest.Run(t, &store.Memory{}) }
package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"hopyard/web/store"
)

// Property is one guarantee of every store.
type Property struct {
	Name string
	// Check returns an error unless s keeps the promise. s may contain other texts.
	// Check adds at most a few dozen texts. All of them contain the text in the
	// parameter mark, which must be different for each call with the same store.
	Check func(ctx context.Context, s store.Store, mark string) error
}

// Promises lists all guarantees of store.Store except durability, because a test of
// durability requires a crash.
var Promises = []Property{
	{"what was never kept is not there", none},
	{"a text is there at once, byte for byte", whole},
	{"the same text again is not new", again},
	{"what is under an id stays", stays},
	{"a text is copied", copied},
	{"of equal texts at once one is new", equalAtOnce},
	{"of two texts with one id at once one stays, and the other gets a longer id", twins},
}

// Run checks each promise of a store in a subtest. The store must be empty.
func Run(t *testing.T, s store.Store) {
	t.Helper()
	for _, p := range Promises {
		t.Run(p.Name, func(t *testing.T) {
			if err := p.Check(t.Context(), s, p.Name); err != nil {
				t.Error(err)
			}
		})
	}
}

// Twins holds two texts whose ids of the minimum length are equal.
var Twins = [2]string{`{"name":"twin 179104"}`, `{"name":"twin 854469"}`}

func text(mark string) (id string, content []byte) {
	content = fmt.Appendf(nil, `{"name":%q}`, mark)
	return store.ID(content, store.MinID), content
}

// add stores a text and returns an error if the result differs from want.
func add(ctx context.Context, s store.Store, id string, content, want []byte, wantAdded bool) error {
	held, added, err := s.Add(ctx, id, content)
	if err != nil || added != wantAdded || !bytes.Equal(held, want) {
		return fmt.Errorf("Add(%s, %.60q) = %.60q, %v, %v; want %.60q, %v", id, content, held, added, err, want, wantAdded)
	}
	return nil
}

func get(ctx context.Context, s store.Store, id string, want []byte) error {
	if got, err := s.Get(ctx, id); err != nil || !bytes.Equal(got, want) {
		return fmt.Errorf("Get(%s) = %.60q, %v; want %.60q", id, got, err, want)
	}
	return nil
}

func none(ctx context.Context, s store.Store, mark string) error {
	short, content := text(mark + "never kept")
	for _, id := range []string{short, store.ID(content, store.MaxID)} {
		if got, err := s.Get(ctx, id); !errors.Is(err, store.ErrNone) || got != nil {
			return fmt.Errorf("Get(%s) = %q, %v; want ErrNone", id, got, err)
		}
	}
	return nil
}

func whole(ctx context.Context, s store.Store, mark string) error {
	for _, content := range []string{
		mark, "{}" + mark, mark + "\n", "<null>" + mark, " \t" + mark + "\\\"'%s;--",
		mark + "Bäume 森林 лес \u2028 🌲", mark + strings.Repeat("x", 64<<10-len(mark)),
	} {
		id := store.ID([]byte(content), store.MinID)
		if err := errors.Join(add(ctx, s, id, []byte(content), []byte(content), true), get(ctx, s, id, []byte(content))); err != nil {
			return err
		}
	}
	return nil
}

func again(ctx context.Context, s store.Store, mark string) error {
	id, content := text(mark)
	return errors.Join(add(ctx, s, id, content, content, true), add(ctx, s, id, content, content, false), get(ctx, s, id, content))
}

func stays(ctx context.Context, s store.Store, mark string) error {
	id, first := text(mark)
	_, second := text(mark + "second")
	return errors.Join(
		add(ctx, s, id, first, first, true),
		add(ctx, s, id, second, first, false),
		get(ctx, s, id, first))
}

func copied(ctx context.Context, s store.Store, mark string) error {
	id, content := text(mark)
	want := bytes.Clone(content)
	err := add(ctx, s, id, content, want, true)
	clear(content)
	return errors.Join(err, get(ctx, s, id, want))
}

// atOnce adds several texts under one id from concurrent goroutines. It returns the
// text that each call reported as stored, and the number of calls that reported
// that their text is new.
func atOnce(ctx context.Context, s store.Store, id string, texts [][]byte) (told [][]byte, added int, err error) {
	told, news, errs := make([][]byte, len(texts)), make([]bool, len(texts)), make([]error, len(texts))
	var wait sync.WaitGroup
	for i, content := range texts {
		wait.Go(func() { told[i], news[i], errs[i] = s.Add(ctx, id, content) })
	}
	wait.Wait()
	for _, is := range news {
		if is {
			added++
		}
	}
	return told, added, errors.Join(errs...)
}

const crowd = 16

func equalAtOnce(ctx context.Context, s store.Store, mark string) error {
	id, content := text(mark)
	return agree(ctx, s, id, slices.Repeat([][]byte{content}, crowd))
}

// agree adds several texts under one id at the same time. It checks that exactly
// one of them is stored, and that every call returns this text.
func agree(ctx context.Context, s store.Store, id string, texts [][]byte) error {
	told, added, err := atOnce(ctx, s, id, texts)
	if err != nil || added != 1 {
		return fmt.Errorf("%d of %d texts are new under one id, %v; want one", added, len(texts), err)
	}
	return same(ctx, s, id, told, told[0])
}

func same(ctx context.Context, s store.Store, id string, told [][]byte, want []byte) error {
	for _, one := range told {
		if !bytes.Equal(one, want) {
			return fmt.Errorf("under %s one was told %.60q, another %.60q", id, one, want)
		}
	}
	return get(ctx, s, id, want)
}

// twins adds both twins at the same time, and then one after the other. The first
// to be stored must have the short id, and the other one an id with one more
// character.
func twins(ctx context.Context, s store.Store, _ string) error {
	one, other := []byte(Twins[0]), []byte(Twins[1])
	short := store.ID(one, store.MinID)
	if err := agree(ctx, s, short, slices.Repeat([][]byte{one, other}, crowd/2)); err != nil {
		return err
	}
	lengths := 0
	for _, wantAdded := range []bool{true, false} {
		added := false
		for _, twin := range [][]byte{one, other} {
			id, is, err := store.Keep(ctx, s, twin)
			if err != nil {
				return fmt.Errorf("Keep(%s): %w", twin, err)
			}
			if err := get(ctx, s, id, twin); err != nil {
				return err
			}
			lengths += len(id)
			added = added || is
		}
		if added != wantAdded {
			return fmt.Errorf("of twins kept, whether one was new: %v, want %v", added, wantAdded)
		}
	}
	if want := 2 * (store.MinID + store.MinID + 1); lengths != want {
		return fmt.Errorf("the ids of twins have %d characters in all, want %d", lengths, want)
	}
	return nil
}
