package main

import (
	"context"
	"net/http"
	"net/netip"
	"time"

	"hopyard/web/limit"
	"hopyard/web/monitoring"
	"hopyard/web/rooms"
	"hopyard/web/store"
)

// Request limits of rooms, as the documentation of web/rooms promises them: the
// burst and the rate per second in the long run.
const (
	spareBurst, spares      = 4, 4. / 86400 // of the reserved rooms, for one /48, or one /24 of IPv4
	missBurst, misses       = 60, .1        // unknown codes, for one address
	allMissBurst, allMisses = 600, 1.       // unknown codes, for all addresses together
	joinBurst, joins        = 600, 20.      // voters of one room
	voteBurst, votes        = 30, 1.        // votes of one voter
	leadBurst, leads        = 300, 60.      // requests of one room's host
	sweepEvery              = 10 * time.Minute
)

// roomTiers limits how many rooms the networks of a client may open. An address or
// a /64 may open enough for a lecture hall whose students all try it. A /48, which
// is the most that a provider assigns to one customer, may open fewer in a day than
// may be open at the same time.
var roomTiers = []limit.Tier{{Bits: 64, Burst: 40, PerSecond: 1. / 600}, {Bits: 56, Burst: 60, PerSecond: 1. / 360}, {Bits: 48, Burst: 100, PerSecond: 1. / 240}}

// keepRooms adds rooms in db to the server. When ctx ends, it ends all waits of
// clients, so that the server can stop.
func (v *server) keepRooms(ctx context.Context, db store.DB) {
	kept := &rooms.API{DB: db, Waits: rooms.NewWaits(), Log: v.watch.RoomsFailed, Held: monitoring.Waited}
	if v.base != nil {
		kept.Base = v.base.String()
	}
	if v.rate > 0 {
		kept.Limits = newRoomLimits(v)
	}
	v.rooms = kept
	v.watch.Gauge("rooms_waited_for", "Kinds of news in rooms that somebody waits for.", func() float64 { return float64(kept.Waits.Waiting()) })
	context.AfterFunc(ctx, kept.Waits.Stop)
	go func() {
		for tick := time.NewTicker(sweepEvery); ; {
			if err := kept.Sweep(ctx); err != nil && ctx.Err() == nil {
				v.log.Error("rooms", "problem", "those that have ended are not deleted: "+err.Error())
			}
			select {
			case <-tick.C:
			case <-ctx.Done():
				tick.Stop()
				return
			}
		}
	}()
}

// share returns a handler that passes requests for rooms to the rooms, and all
// others to the share API, which answers unknown paths.
func (v *server) share(links http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if v.rooms != nil && rooms.At(r.URL.Path) {
			v.rooms.ServeHTTP(w, r)
			return
		}
		links.ServeHTTP(w, r)
	})
}

// roomLimits implements the limits of rooms. Requests from this machine itself have
// no limits by address.
type roomLimits struct {
	server  *server
	opens   *limit.Tiers
	spares  *limit.Keys[netip.Prefix]
	guesses *limit.GuessLimiter
	joins   *limit.Keys[string]
	votes   *limit.Keys[voter]
	leads   *limit.Keys[string]
}

type voter struct{ code, token string }

func newRoomLimits(v *server) *roomLimits {
	return &roomLimits{
		server:  v,
		opens:   limit.NewTiers(roomTiers...),
		spares:  limit.NewKeys[netip.Prefix](spares, spareBurst),
		guesses: limit.NewGuesses(misses, missBurst, allMisses, allMissBurst),
		joins:   limit.NewKeys[string](joins, joinBurst),
		votes:   limit.NewKeys[voter](votes, voteBurst),
		leads:   limit.NewKeys[string](leads, leadBurst),
	}
}

// told counts a refusal if wait is not 0, and returns wait.
func (l *roomLimits) told(wait time.Duration) time.Duration {
	if wait > 0 {
		l.server.watch.Refused(monitoring.Rooms)
	}
	return wait
}

// client returns the address of the client, and whether limits apply to it: they do
// not apply to this machine itself.
func (l *roomLimits) client(r *http.Request) (addr netip.Addr, limited bool) {
	o := limit.OriginOf(r, l.server.proxies)
	return o.Addr, !o.Own || l.server.fronted
}

// Open counts a request to make a room.
func (l *roomLimits) Open(r *http.Request) time.Duration {
	addr, limited := l.client(r)
	if !limited {
		return 0
	}
	return l.told(l.opens.Take(addr))
}

// Spare reports whether a client's network may open one of the reserved rooms.
func (l *roomLimits) Spare(r *http.Request) bool {
	addr, limited := l.client(r)
	return !limited || l.told(l.spares.Take(limit.Network(addr, 24, 48))) == 0
}

// Find returns 0 if an address may ask for a room; otherwise it returns the time to
// wait.
func (l *roomLimits) Find(r *http.Request, code string) time.Duration {
	addr, limited := l.client(r)
	if !limited {
		return 0
	}
	return l.told(l.guesses.Wait(addr, code))
}

// Found records whether the room that an address asked for exists.
func (l *roomLimits) Found(r *http.Request, code string, there bool) {
	addr, limited := l.client(r)
	switch {
	case !limited:
	case there:
		l.guesses.Found(addr, code)
	default:
		l.guesses.Missed(addr)
	}
}

// Join counts a voter of a room.
func (l *roomLimits) Join(code string) time.Duration { return l.told(l.joins.Take(code)) }

// Vote counts a vote of a voter.
func (l *roomLimits) Vote(code, token string) time.Duration {
	return l.told(l.votes.Take(voter{code, token}))
}

// Lead counts a request of a room's host.
func (l *roomLimits) Lead(code string) time.Duration { return l.told(l.leads.Take(code)) }
