//go:build js && wasm

package main

import (
	"slices"
	"syscall/js"
	"time"
)

// shelf describes the runs that are stored in the browser's database (IndexedDB) so
// that a reload continues the experiment.
type shelf struct {
	key       string // experiment whose runs are loaded
	rebuilds  int    // number of times the experiment had been rebuilt when its runs were loaded
	recalling bool   // whether stored runs are being read; no new runs start until they have been read
	kept      int    // number of runs stored
	at        time.Time
	took      time.Duration // duration of the last write
	underway  string        // key of the experiment whose runs are being made
}

// recall reads the stored runs of the experiment once after each rebuild. A rebuild
// happens when the experiment is opened again, for instance by the browser's Back
// button, or when the set of its runs changes.
func (d *controller) recall() {
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
		if rebuilds != d.rebuilds { // another experiment was opened in the meantime
			return nil
		}
		d.recalling = false
		if rows := args[0].String(); rows != "" {
			d.lab.Restore([]byte(rows))
			d.kept = d.lab.Keeps()
		}
		if d.underway == "" && d.glue.Call("wasUnderway").String() == key { // runs were being made before a reload
			d.carryOut(d.lab.Act("run", ""))
		}
		d.paint()
		d.deal()
		return nil
	})
	d.glue.Call("recall", key, done)
}

// keepSoon stores the runs at most once per second, or less often if storing takes
// long.
func (d *controller) keepSoon() {
	if time.Since(d.at) >= max(time.Second, 20*d.took) {
		d.keep()
	}
}

// keep stores the finished runs if there are new ones.
func (d *controller) keep() {
	if d.recalling || d.key == "" || d.key != d.lab.Key() || d.lab.Keeps() <= d.kept {
		return
	}
	began := time.Now()
	d.kept = d.lab.Keeps()
	d.glue.Call("remember", d.key, string(d.lab.Kept()))
	d.at = time.Now()
	d.took = d.at.Sub(began)
}

// noteUnderway records whether runs are being made, so that a reload continues
// them.
func (d *controller) noteUnderway() {
	key := ""
	if slices.Contains(d.busy, true) {
		key = d.key
	}
	if key != d.underway {
		d.underway = key
		d.glue.Call("underway", key)
	}
}
