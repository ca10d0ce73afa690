//go:build !js

package main_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"hopyard/web/rooms/roomstest"
)

// TestRoomsCost measures what requests to rooms cost under workerd, one request at
// a time. It measures the processor time of the worker, the program and the
// database together, and the time until the response. make bench-rooms runs it.
func TestRoomsCost(t *testing.T) {
	if os.Getenv("HOPYARD_HALL") == "" {
		t.Skip("measures for half a minute: make bench-rooms (HOPYARD_HALL=1)")
	}
	base := served(t).base
	in := &roomstest.Client{Base: base, HTTP: http.DefaultClient, Header: http.Header{"Cf-Connecting-Ip": {"192.0.2.76"}}}
	room, err := in.Open()
	if err != nil {
		t.Fatal(err)
	}
	const voters = 300
	tokens := make([]string, voters)
	measure := func(what string, n int, once func(i int) error) {
		t.Helper()
		took := make([]time.Duration, n)
		before := shared.processor(t)
		for i := range took {
			began := time.Now()
			if err := once(i); err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			took[i] = time.Since(began)
		}
		each := (shared.processor(t) - before).Seconds() * 1e3 / float64(n)
		slices.Sort(took)
		t.Logf("%-42s %5.1f ms of processor time, answered after %5.1f ms (median)", what, each, took[n/2].Seconds()*1e3)
	}
	get := func(path, token string, header ...string) func(int) error {
		return func(int) error {
			a, err := in.Ask("GET", path, token, "", header...)
			if err == nil && a.Status != 200 && a.Status != 304 {
				err = fmt.Errorf("%d %s", a.Status, a.Body)
			}
			return err
		}
	}
	measure("a voter joins", voters, func(i int) (err error) { tokens[i], err = in.Join(room.Code); return err })
	measure("the state is set, 20 kB", 50, func(int) error { return in.Set(room, "vote", 1, 1, 20_000) })
	measure("a vote", voters, func(i int) error {
		status, err := in.Vote(room.Code, tokens[i], 1, 1, "3,4")
		if err == nil && status != 204 {
			err = fmt.Errorf("%d", status)
		}
		return err
	})
	measure("the state, from memory", 300, get("/"+room.Code, ""))
	// Phones never request the state with this query. So the response does not come
	// from memory, and the program is measured.
	measure("the state, by the program", 100, get("/"+room.Code+"?n=1", ""))
	measure("the state is what it was, by the program", 100, get("/"+room.Code+"?n=1", "", `If-None-Match: "51"`))
	measure("300 votes, for the host", 50, get("/"+room.Code+"/votes", room.Secret))
	measure("no new votes, for the host", 100, get("/"+room.Code+"/votes?since=300", room.Secret))
	measure("the short links' first address", 100, func(int) error {
		r, _ := ask(t, base+"api/links")
		if r.StatusCode != 200 {
			return fmt.Errorf("%s", r.Status)
		}
		return nil
	})
}

// processor returns the processor time that workerd and its child processes have
// used.
func (w *local) processor(t *testing.T) time.Duration {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	ticks := 0
	for _, name := range stats {
		stat, err := os.ReadFile(name)
		if err != nil {
			continue // the process has ended meanwhile
		}
		_, rest, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(rest)
		if len(fields) < 13 || fields[2] != strconv.Itoa(w.cmd.Process.Pid) { // fields[2] is the process group; processes outside of the worker's group are skipped
			continue
		}
		user, _ := strconv.Atoi(fields[11])
		system, _ := strconv.Atoi(fields[12])
		ticks += user + system
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}
