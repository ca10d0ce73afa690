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

// How much is let in of what rooms are asked, as web/rooms promises it: at once, and
// a second in the long run.
const (
	spareBurst, spares      = 4, 4. / 86400 // of the last rooms, of one /48, or one /24 of IPv4
	missBurst, misses       = 60, .1        // codes of no room, of one address
	allMissBurst, allMisses = 600, 1.       // and of all together
	joinBurst, joins        = 600, 20.      // voters of one room
	voteBurst, votes        = 30, 1.        // votes of one voter
	leadBurst, leads        = 300, 60.      // what the host of one room sends
	sweepEvery              = 10 * time.Minute
)

// roomTiers are how many rooms the networks of a client may open. An address or a /64
// may open those of a lecture hall whose students all try it; a /48, which is all that
// a provider gives to one customer, fewer in a day than may be open.
var roomTiers = []limit.Tier{{Bits: 64, Burst: 40, PerSecond: 1. / 600}, {Bits: 56, Burst: 60, PerSecond: 1. / 360}, {Bits: 48, Burst: 100, PerSecond: 1. / 240}}

// keepRooms has the server keep rooms in db, until ctx ends: then all who wait are
// answered, so that the server can stop, and nobody waits any more.
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

// share answers with the rooms, or with the share API, which says what is nowhere.
func (v *server) share(links http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if v.rooms != nil && rooms.At(r.URL.Path) {
			v.rooms.ServeHTTP(w, r)
			return
		}
		links.ServeHTTP(w, r)
	})
}

// roomLimits are the limits of rooms. This machine itself has none that go by address.
type roomLimits struct {
	server  *server
	opens   *limit.Tiers
	spares  *limit.Keys[netip.Prefix]
	guesses *limit.Guesses
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

// told counts what was refused.
func (l *roomLimits) told(wait time.Duration) time.Duration {
	if wait > 0 {
		l.server.watch.Refused(monitoring.Rooms)
	}
	return wait
}

// client is who asks, unless it is this machine.
func (l *roomLimits) client(r *http.Request) (addr netip.Addr, limited bool) {
	o := limit.OriginOf(r, l.server.proxies)
	return o.Addr, !o.Own || l.server.fronted
}

// Open counts a room that is to be made.
func (l *roomLimits) Open(r *http.Request) time.Duration {
	addr, limited := l.client(r)
	if !limited {
		return 0
	}
	return l.told(l.opens.Take(addr))
}

// Spare reports whether a client's network may open one of the last rooms.
func (l *roomLimits) Spare(r *http.Request) bool {
	addr, limited := l.client(r)
	return !limited || l.told(l.spares.Take(limit.Network(addr, 24, 48))) == 0
}

// Find says whether an address may ask for a room.
func (l *roomLimits) Find(r *http.Request, code string) time.Duration {
	addr, limited := l.client(r)
	if !limited {
		return 0
	}
	return l.told(l.guesses.Wait(addr, code))
}

// Found counts who asked for a room that is not there.
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

// Lead counts what a host sends.
func (l *roomLimits) Lead(code string) time.Duration { return l.told(l.leads.Take(code)) }
