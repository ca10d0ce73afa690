package e2e

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"hopyard/web"
	"hopyard/web/api"
	"hopyard/web/rooms"
	"hopyard/web/rooms/roomstest"
	"hopyard/web/store"
	"hopyard/web/store/sqlite"
)

// roomServer is a server with a room for votes. Its database is in a file. It also
// holds the rights of the room's lecturer.
type roomServer struct {
	t       *testing.T
	address string // address of the site, without a trailing slash
	client  roomstest.Client
	room    roomstest.Room
	busy    atomic.Bool                   // while set, requests to rooms are answered with status 503
	hanging atomic.Pointer[chan struct{}] // if set, requests for orders are answered only when this channel is closed
	losing  atomic.Int32                  // number of votes that are recorded but not acknowledged
}

// openRoom starts a server and opens a room on it. If waits is set, the server
// holds requests to rooms until there is news (long polling).
func openRoom(t *testing.T, waits bool) *roomServer {
	t.Helper()
	site(t) // skips the test if there is no built page
	db, err := sqlite.Open(t.TempDir(), 0)
	must(t, err)
	h := &roomServer{t: t}
	kept := &rooms.API{DB: db}
	if waits {
		kept.Waits = rooms.NewWaits()
	}
	links := &api.API{Store: &store.Memory{}}
	whole, err := web.Site(web.Dist(), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !rooms.At(r.URL.Path):
			links.ServeHTTP(w, r)
		case h.busy.Load():
			w.Header().Set("Retry-After", "1")
			http.Error(w, "busy", http.StatusServiceUnavailable)
		case strings.Contains(r.URL.Path, "/votes/") && h.losing.Add(-1) >= 0:
			kept.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler)
		default:
			if hold := h.hanging.Load(); hold != nil && strings.HasSuffix(r.URL.Path, "/orders") {
				<-*hold
			}
			kept.ServeHTTP(w, r)
		}
	}))
	must(t, err)
	ln, err := web.Listen("127.0.0.1:0")
	must(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- web.Serve(ctx, ln, whole) }()
	t.Cleanup(func() {
		if waits {
			kept.Waits.Stop()
		}
		cancel()
		<-done
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	_, port, err := net.SplitHostPort(ln.Addr().String())
	must(t, err)
	h.address = "http://hall.test:" + port // as in a lecture hall without TLS
	h.client = roomstest.Client{Base: "http://" + ln.Addr().String() + "/", HTTP: http.DefaultClient}
	h.room, err = h.client.Open()
	must(t, err)
	return h
}

// example returns the content of a file in testdata/room: the state of a room, or
// the data for the speaker's phone (desk). An empty list of pictures is replaced by
// the pictures of vote.json.
func example(t *testing.T, name string) map[string]any {
	t.Helper()
	read := func(name string) map[string]any {
		raw, err := os.ReadFile(filepath.Join("testdata", "room", name+".json"))
		must(t, err)
		var state map[string]any
		must(t, json.Unmarshal(raw, &state))
		return state
	}
	state := read(name)
	if ballot, ok := state["ballot"].(map[string]any); ok {
		if list, left := ballot["pictures"].([]any); left && len(list) == 0 {
			ballot["pictures"] = read("vote")["ballot"].(map[string]any)["pictures"]
		}
	}
	return state
}

// tell sets the state that phones show to an example. If the function change is not
// nil, it modifies the example first.
func (h *roomServer) tell(name string, change func(state map[string]any)) {
	h.t.Helper()
	state := example(h.t, name)
	if change != nil {
		change(state)
	}
	h.put("", state)
}

// put sets the state of the room. If the path is "/desk", it sets the data for the
// speaker's phone.
func (h *roomServer) put(path string, what any) {
	h.t.Helper()
	body, err := json.Marshal(what)
	must(h.t, err)
	a, err := h.client.Ask("PUT", "/"+h.room.Code+path, h.room.Secret, string(body))
	must(h.t, err)
	if a.Status != http.StatusNoContent {
		h.t.Fatalf("PUT %s: %d: %s", path, a.Status, a.Body)
	}
}

// votes returns the answers in a round of a question, by number of the voter, and
// how many voters have joined the room.
func (h *roomServer) votes(question, round int) (answers map[int]string, joined int) {
	h.t.Helper()
	all, err := h.client.Votes(h.room, 0)
	must(h.t, err)
	answers = map[int]string{}
	for _, v := range all.Votes {
		if v.Question == question && v.Round == round {
			answers[v.Voter] = v.Answer
		}
	}
	return answers, all.Joined
}

// orders returns all orders that the speaker's phone has sent.
func (h *roomServer) orders() []map[string]any {
	h.t.Helper()
	a, err := h.client.Ask("GET", "/"+h.room.Code+"/orders?after=0", h.room.Secret, "")
	must(h.t, err)
	var told struct{ Orders [][2]json.RawMessage }
	must(h.t, json.Unmarshal([]byte(a.Body), &told))
	var list []map[string]any
	for _, one := range told.Orders {
		var order map[string]any
		must(h.t, json.Unmarshal(one[1], &order))
		list = append(list, order)
	}
	return list
}

// offline disconnects a page from the network if off is set, and otherwise connects
// it again.
func offline(t *testing.T, p *Page, off bool) {
	t.Helper()
	must(t, p.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		var rules []*network.Conditions
		if off {
			rules = append(rules, &network.Conditions{Offline: true, DownloadThroughput: -1, UploadThroughput: -1})
		}
		if rules == nil {
			rules = []*network.Conditions{}
		}
		_, err := cdp.Call(ctx, target, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: rules})
		if err == nil {
			_, err = cdp.Call(ctx, target, network.OverrideNetworkState, network.OverrideNetworkStateParams{Offline: off, DownloadThroughput: -1, UploadThroughput: -1})
		}
		return err
	})))
}

// look saves a picture of a page for a human to inspect, if HOPYARD_PICTURES names
// a folder.
func look(t *testing.T, p *Page, name string) {
	t.Helper()
	if folder := os.Getenv("HOPYARD_PICTURES"); folder != "" {
		must(t, os.MkdirAll(folder, 0o755))
		must(t, p.Screenshot(filepath.Join(folder, name+".png"), true))
	}
}

// end deletes the room.
func (h *roomServer) end() error {
	_, err := h.client.Ask("DELETE", "/"+h.room.Code, h.room.Secret, "")
	return err
}
