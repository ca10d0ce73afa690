package limit

import (
	"net/netip"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
)

// GuessLimiter limits how often clients may guess secrets, such as the codes of
// rooms. A miss is a request for something that does not exist. The limiter counts
// the misses of each client and of all clients together. A client that has found
// something may always request it again, even if other users of the same address
// guess often.
type GuessLimiter struct {
	misses *Keys[netip.Addr]
	all    *rate.Limiter
	found  *lru.Cache[guess, struct{}]
}

type guess struct {
	client netip.Addr
	what   string
}

// NewGuesses returns a GuessLimiter. The first two parameters limit the misses of
// each client: perSecond is the number per second in the long run, and burst is the
// number at once. The other two parameters are the same limits for all clients
// together.
func NewGuesses(perSecond float64, burst int, allPerSecond float64, allBurst int) *GuessLimiter {
	found, err := lru.New[guess, struct{}](known)
	if err != nil {
		panic(err) // happens only for a size below one
	}
	return &GuessLimiter{NewKeys[netip.Addr](perSecond, burst), rate.NewLimiter(rate.Limit(allPerSecond), allBurst), found}
}

// Wait returns 0 if the client at addr may request the name what now. Otherwise it
// returns how long the client should wait, in whole seconds. If all clients
// together have recently requested too many names that do not exist, only clients
// that have recently made no such request may continue. Without this exception a
// few strangers could lock everybody out.
func (g *GuessLimiter) Wait(addr netip.Addr, what string) time.Duration {
	client := Group(addr)
	if g.found.Contains(guess{client, what}) {
		return 0
	}
	now := time.Now()
	own, ok := g.misses.purses.Peek(client)
	if !ok {
		return 0
	}
	switch left := own.TokensAt(now); {
	case left < 1:
		return untilOne(own, now)
	case left < float64(own.Burst()) && g.all.TokensAt(now) < 1:
		return untilOne(g.all, now)
	}
	return 0
}

// Missed records a miss of the client at addr. Several requests may have been
// allowed before the first of their misses was recorded; all these misses count,
// because a token bucket can go below zero.
func (g *GuessLimiter) Missed(addr netip.Addr) {
	now := time.Now()
	g.misses.bucket(Group(addr)).ReserveN(now, 1)
	g.all.ReserveN(now, 1)
}

// Found records that the client at addr has requested the given name and that the
// name exists.
func (g *GuessLimiter) Found(addr netip.Addr, what string) {
	g.found.Add(guess{Group(addr), what}, struct{}{})
}
