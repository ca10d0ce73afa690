package limit

import (
	"net/netip"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
)

// Guesses holds off clients that guess what they were not told, such as the codes of
// rooms: by how often each of them, and all together, asked for what is not there.
// What a client has found it may ask for again, however much others behind its
// address guess.
type Guesses struct {
	misses *Keys[netip.Addr]
	all    *rate.Limiter
	found  *lru.Cache[guess, struct{}]
}

type guess struct {
	client netip.Addr
	what   string
}

// NewGuesses lets each client miss perSecond times in the long run and burst times
// at once, and all together allPerSecond and allBurst times.
func NewGuesses(perSecond float64, burst int, allPerSecond float64, allBurst int) *Guesses {
	found, err := lru.New[guess, struct{}](known)
	if err != nil {
		panic(err) // only for a size below one
	}
	return &Guesses{NewKeys[netip.Addr](perSecond, burst), rate.NewLimiter(rate.Limit(allPerSecond), allBurst), found}
}

// Wait returns 0 if the client at addr may ask for what, else how long it should
// wait, in whole seconds. When all together have missed too often, a client may still
// ask if it has not missed lately: else a few strangers could keep everybody out.
func (g *Guesses) Wait(addr netip.Addr, what string) time.Duration {
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

// Missed counts that the client at addr asked for what is not there. Those who asked
// at the same moment are counted too: a purse can owe.
func (g *Guesses) Missed(addr netip.Addr) {
	now := time.Now()
	g.misses.purse(Group(addr)).ReserveN(now, 1)
	g.all.ReserveN(now, 1)
}

// Found remembers that the client at addr knows what.
func (g *Guesses) Found(addr netip.Addr, what string) {
	g.found.Add(guess{Group(addr), what}, struct{}{})
}
