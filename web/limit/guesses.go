package limit

import (
	"net/netip"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
)

// GuessLimiter limits clients that guess secrets, such as the codes of rooms. It counts
// how often each client, and all clients together, ask for something that does not
// exist. A client may always ask again for something that it has found, however
// many guesses other users of its address make.
type GuessLimiter struct {
	misses *Keys[netip.Addr]
	all    *rate.Limiter
	found  *lru.Cache[guess, struct{}]
}

type guess struct {
	client netip.Addr
	what   string
}

// NewGuesses returns a Guesses that lets each client miss perSecond times a second
// in the long run and burst times at once, and all clients together allPerSecond
// and allBurst times.
func NewGuesses(perSecond float64, burst int, allPerSecond float64, allBurst int) *GuessLimiter {
	found, err := lru.New[guess, struct{}](known)
	if err != nil {
		panic(err) // only for a size below one
	}
	return &GuessLimiter{NewKeys[netip.Addr](perSecond, burst), rate.NewLimiter(rate.Limit(allPerSecond), allBurst), found}
}

// Wait returns 0 if the client at addr may ask for what; otherwise it returns how
// long the client should wait, in whole seconds. When all clients together have
// missed too often, a client that has not missed lately may still ask: otherwise a
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

// Missed records that the client at addr asked for something that does not exist.
// It also counts requests that were let through at the same moment: a token bucket
// can go below zero.
func (g *GuessLimiter) Missed(addr netip.Addr) {
	now := time.Now()
	g.misses.bucket(Group(addr)).ReserveN(now, 1)
	g.all.ReserveN(now, 1)
}

// Found records that the client at addr has found what.
func (g *GuessLimiter) Found(addr netip.Addr, what string) {
	g.found.Add(guess{Group(addr), what}, struct{}{})
}
