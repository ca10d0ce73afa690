//go:build js && wasm

package main

import (
	"slices"
	"syscall/js"
	"time"
)

// shelf keeps the runs on this machine (IndexedDB), so that a reload goes on.
type shelf struct {
	key       string // whose runs are at hand
	rebuilds  int    // how often the experiment was made anew until they were
	recalling bool   // what is kept of them is on its way: until then nothing runs
	kept      int    // how many runs are kept
	at        time.Time
	took      time.Duration // the last time
	underway  string        // the key of what runs are being made of
}

// recall gets what is kept of the experiment, once for each time that it is made anew:
// it was begun again, as by going back to it, or has other runs.
func (d *desk) recall() {
	key, rebuilds := d.lab.Key(), d.lab.Rebuilds()
	if key == d.key && rebuilds == d.rebuilds {
		return
	}
	d.key, d.rebuilds, d.kept, d.recalling = key, rebuilds, 0, key != ""
	if key == "" {
		return
	}
	var done js.Func
	done = js.FuncOf(func(_ js.Value, args []js.Value) any {
		done.Release()
		if rebuilds != d.rebuilds { // another one was begun meanwhile
			return nil
		}
		d.recalling = false
		if rows := args[0].String(); rows != "" {
			d.lab.Restore([]byte(rows))
			d.kept = d.lab.Keeps()
		}
		if d.underway == "" && d.glue.Call("wasUnderway").String() == key { // before a reload
			d.carryOut(d.lab.Act("run", ""))
		}
		d.paint()
		d.deal()
		return nil
	})
	d.glue.Call("recall", key, done)
}

// keepSoon keeps the runs once a second, less often where that takes long.
func (d *desk) keepSoon() {
	if time.Since(d.at) >= max(time.Second, 20*d.took) {
		d.keep()
	}
}

// keep keeps the runs.
func (d *desk) keep() {
	if d.recalling || d.key == "" || d.key != d.lab.Key() || d.lab.Keeps() <= d.kept {
		return
	}
	began := time.Now()
	d.kept = d.lab.Keeps()
	d.glue.Call("remember", d.key, string(d.lab.Kept()))
	d.at = time.Now()
	d.took = d.at.Sub(began)
}

// noteUnderway notes whether runs are being made, so that a reload goes on with them.
func (d *desk) noteUnderway() {
	key := ""
	if slices.Contains(d.busy, true) {
		key = d.key
	}
	if key != d.underway {
		d.underway = key
		d.glue.Call("underway", key)
	}
}
