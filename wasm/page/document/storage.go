//go:build js && wasm

package document

import (
	"errors"
	"strings"
	"syscall/js"
)

// BrowserStorage accesses the browser's local storage for this page. If the browser
// forbids access, reading finds nothing and writing returns an error.
type BrowserStorage struct{}

const shelfPrefix = "hopyard."

// inStorage calls f with the browser's local storage. If the browser throws an
// exception, inStorage returns it as an error.
func inStorage(f func(js.Value)) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.New("no storage")
			if thrown, ok := r.(js.Error); ok {
				err = errors.New(thrown.Get("name").String())
			}
		}
	}()
	f(js.Global().Get("localStorage"))
	return nil
}

// Get implements [edit.DraftStore].
func (BrowserStorage) Get(key string) (value string) {
	_ = inStorage(func(s js.Value) {
		if v := s.Call("getItem", shelfPrefix+key); v.Type() == js.TypeString {
			value = v.String()
		}
	})
	return value
}

// Put implements [edit.DraftStore].
func (BrowserStorage) Put(key, value string) error {
	return inStorage(func(s js.Value) { s.Call("setItem", shelfPrefix+key, value) })
}

// Delete implements [edit.DraftStore].
func (BrowserStorage) Delete(key string) {
	_ = inStorage(func(s js.Value) { s.Call("removeItem", shelfPrefix+key) })
}

// Keys implements [edit.DraftStore].
func (BrowserStorage) Keys() (keys []string) {
	_ = inStorage(func(s js.Value) {
		for i := range s.Get("length").Int() {
			if key, ok := strings.CutPrefix(s.Call("key", i).String(), shelfPrefix); ok {
				keys = append(keys, key)
			}
		}
	})
	return keys
}

// Millis returns the time of day in milliseconds since 1970.
func Millis() int64 { return int64(js.Global().Get("Date").Call("now").Float()) }

// Stored returns the value that an earlier visit stored under a key, or "".
func (d *Document) Stored(key string) string { return BrowserStorage{}.Get(key) }

// Store stores a value for later visits, if the browser permits.
func (d *Document) Store(key, value string) { _ = BrowserStorage{}.Put(key, value) }
