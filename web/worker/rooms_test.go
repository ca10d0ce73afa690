//go:build !js

package main_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopyard/web/rooms/roomstest"
)

// aged is a worker with two further addresses: one moves a room one day into the
// past, and one counts the rows of a table.
const aged = `
import worker from "./worker.mjs";
const count = async (env, table) => (await env.LINKS.prepare("SELECT count(*) AS n FROM " + table).first("n"));
export default {
  async fetch(request, env, ctx) {
    const [, name, code] = new URL(request.url).pathname.split("/");
    if (name === "age") {
      await env.LINKS.prepare("UPDATE rooms SET made = made - 86400, ends = ends - 86400 WHERE code = ?1").bind(code).run();
      return new Response(String((await count(env, "rooms")) + (await count(env, "voters"))));
    }
    if (name === "count") return new Response((await count(env, "rooms")) + " " + (await count(env, "voters")));
    return worker.fetch(request, env, ctx);
  },
  scheduled: worker.scheduled,
};
`

// TestRooms checks that the worker keeps the contract of rooms.
func TestRooms(t *testing.T) {
	base := served(t).base
	roomstest.Run(t, base, http.Header{"Cf-Connecting-Ip": {"192.0.2.71"}})
}

// TestRoomsHostile checks that unauthorized requests to rooms have no effect.
func TestRoomsHostile(t *testing.T) {
	base := served(t).base
	roomstest.Hostile(t, base, func(n int) http.Header {
		return http.Header{"Cf-Connecting-Ip": {fmt.Sprintf("198.51.100.%d", n/10)}} // several addresses, because a client that guesses codes is refused for that reason alone
	})
}

// TestGuesses checks that a client that requests many unknown rooms is refused. Its
// requests for a room that it has found before, and the requests of other clients,
// must not be refused.
func TestGuesses(t *testing.T) {
	base := served(t).base
	in := &roomstest.Client{Base: base, HTTP: http.DefaultClient, Header: http.Header{"Cf-Connecting-Ip": {"192.0.2.73"}}}
	room, err := in.Open()
	if err != nil {
		t.Fatal(err)
	}
	ask := func(client, path string) int {
		t.Helper()
		r, _ := from(t, http.MethodGet, base+"api/rooms/"+path, client)
		return r.StatusCode
	}
	if status := ask("192.0.2.73", room.Code); status != 200 {
		t.Fatalf("the room: %d", status)
	}
	for i := range 70 { // more than twice the limit in wrangler.jsonc, because a new minute may begin during the loop
		guess := "BB" + strings.NewReplacer("0", "B", "1", "C", "2", "D", "3", "F", "4", "G", "5", "H", "6", "J", "7", "K", "8", "L", "9", "M").Replace(fmt.Sprintf("%04d", i))
		if status := ask("192.0.2.73", guess); status != 429 {
			continue
		}
		if i < 10 {
			t.Errorf("refused after %d", i)
		}
		if known, other := ask("192.0.2.73", room.Code), ask("192.0.2.74", guess); known != 200 || other != 404 {
			t.Errorf("the room that it knows: %d, another client: %d", known, other)
		}
		return
	}
	t.Error("70 guesses were all answered")
}

// TestCron checks that the cron trigger deletes exactly the rooms that have ended,
// with everything in them.
func TestCron(t *testing.T) {
	served(t) // skips the test unless HOPYARD_WORKER is 1
	dir := folder(t, "worker.mjs", "wasm_exec.mjs", "headers.mjs", "limit.mjs", "states.mjs", "hopyard.wasm")
	program := filepath.Join(dir, "aged.mjs")
	if err := os.WriteFile(program, []byte(aged), 0o644); err != nil {
		t.Fatal(err)
	}
	w, err := start(program)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := w.stop(); err != nil {
			t.Error(err)
		}
	}()
	in := &roomstest.Client{Base: w.base, HTTP: http.DefaultClient}
	lives, err := in.Open()
	if err != nil {
		t.Fatal(err)
	}
	over, err := in.Open()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := in.Join(over.Code); err != nil {
		t.Fatal(err)
	}
	if r, said := ask(t, w.base+"age/"+over.Code); r.StatusCode != http.StatusOK || said != "3" {
		t.Fatalf("rooms and voters: %s: %s", r.Status, said)
	}
	if r, said := ask(t, w.base+"cdn-cgi/handler/scheduled"); r.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s", r.Status, said)
	}
	if r, said := ask(t, w.base+"count"); said != "1 0" {
		t.Errorf("rooms and voters that are left: %s %s", r.Status, said)
	}
	if r, said := ask(t, w.base+"api/rooms/"+lives.Code); r.StatusCode != http.StatusOK {
		t.Errorf("a room that lives is gone: %s: %s", r.Status, said)
	}
}
