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

// Request limits of rooms, as described in the documentation of web/rooms. Each is
// a burst and a number per second in the long run.
const (
	spareBurst, spares      = 4, 4. / 86400 // openings of reserved rooms from one /48, or one /24 of IPv4
	missBurst, misses       = 60, .1        // requests for unknown codes from one address
	allMissBurst, allMisses = 600, 1.       // requests for unknown codes from all addresses together
	joinBurst, joins        = 600, 20.      // new voters in one room
	voteBurst, votes        = 30, 1.        // votes of one voter
	leadBurst, leads        = 300, 60.      // requests of one room's host
	sweepEvery              = 10 * time.Minute
)

// roomTiers limits how many rooms a client and the networks that contain it may
// open. An address or a /64 may open enough rooms for a lecture hall in which every
// student tries it. A /48 is the largest network that a provider assigns to one
// customer; in a day it may open fewer rooms than may be open at the same time.
var roomTiers = []limit.Tier{{Bits: 64, Burst: 40, PerSecond: 1. / 600}, {Bits: 56, Burst: 60, PerSecond: 1. / 360}, {Bits: 48, Burst: 100, PerSecond: 1. / 240}}

// keepRooms adds the rooms in db to the server. When ctx ends, all waits of clients
// end, so that the server can stop.
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

// share returns a handler that passes requests for rooms to the rooms. It passes
// all other requests to the share API, which also responds to unknown paths.
func (v *server) share(links http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if v.rooms != nil && rooms.At(r.URL.Path) {
			v.rooms.ServeHTTP(w, r)
			return
		}
		links.ServeHTTP(w, r)
	})
}

// roomLimits implements the request limits of rooms. Requests from this machine
// itself are not limited by address.
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

// told returns the given time to wait. If the time is above 0, the request is
// refused, and told counts the refusal.
func (l *roomLimits) told(wait time.Duration) time.Duration {
	if wait > 0 {
		l.server.watch.Refused(monitoring.Rooms)
	}
	return wait
}

// client returns the address of the client, and whether limits by address apply to
// the request. They do not apply to requests from this machine itself.
func (l *roomLimits) client(r *http.Request) (addr netip.Addr, limited bool) {
	o := limit.OriginOf(r, l.server.proxies)
	return o.Addr, !o.Own || l.server.fronted
}

// Open counts a request to make a room. It returns 0 if the request is allowed, or
// else the time to wait.
func (l *roomLimits) Open(r *http.Request) time.Duration {
	addr, limited := l.client(r)
	if !limited {
		return 0
	}
	return l.told(l.opens.Take(addr))
}

// Spare counts a request for one of the reserved rooms, and reports whether the
// network of the client may open it.
func (l *roomLimits) Spare(r *http.Request) bool {
	addr, limited := l.client(r)
	return !limited || l.told(l.spares.Take(limit.Network(addr, 24, 48))) == 0
}

// Find returns 0 if the client may request the room with this code, or else the
// time to wait.
func (l *roomLimits) Find(r *http.Request, code string) time.Duration {
	addr, limited := l.client(r)
	if !limited {
		return 0
	}
	return l.told(l.guesses.Wait(addr, code))
}

// Found records whether the room that the client requested exists.
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

// Join counts a new voter in a room. It returns 0 if the voter may join, or else
// the time to wait.
func (l *roomLimits) Join(code string) time.Duration { return l.told(l.joins.Take(code)) }

// Vote counts a vote. It returns 0 if the vote is allowed, or else the time to
// wait.
func (l *roomLimits) Vote(code, token string) time.Duration {
	return l.told(l.votes.Take(voter{code, token}))
}

// Lead counts a request from the host of a room. It returns 0 if the request is
// allowed, or else the time to wait.
func (l *roomLimits) Lead(code string) time.Duration { return l.told(l.leads.Take(code)) }
