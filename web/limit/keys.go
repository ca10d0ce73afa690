package limit

import (
	"math"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
)

// known is the maximum number of keys that are remembered, at about 200 bytes each.
// The least recently used key is forgotten first. If a forgotten key is used again,
// it starts with a full bucket.
const known = 1 << 16

// Keys limits how often each key is used. A key can be, for example, the code of a
// room. After a pause a key may be used several times at once (a burst).
type Keys[K comparable] struct {
	perSecond rate.Limit
	burst     int
	purses    *lru.Cache[K, *rate.Limiter]
}

// NewKeys returns limits on the uses of each key. The parameter perSecond is the
// number of uses per second in the long run, and 0 means no limit. The parameter
// burst is the number of uses at once.
func NewKeys[K comparable](perSecond float64, burst int) *Keys[K] {
	purses, err := lru.New[K, *rate.Limiter](known)
	if err != nil {
		panic(err) // happens only for a size below one
	}
	return &Keys[K]{rate.Limit(perSecond), burst, purses}
}

// Take counts one use of key. If the use is allowed now, it returns 0. Otherwise it
// returns how long to wait, in whole seconds.
func (k *Keys[K]) Take(key K) (wait time.Duration) {
	if k.perSecond <= 0 {
		return 0
	}
	purse, now := k.bucket(key), time.Now()
	if purse.AllowN(now, 1) {
		return 0
	}
	return untilOne(purse, now)
}

// bucket returns the token bucket of key. If there is none, it adds a full one.
func (k *Keys[K]) bucket(key K) *rate.Limiter {
	purse, ok := k.purses.Get(key)
	if !ok {
		purse = rate.NewLimiter(k.perSecond, k.burst)
		if held, found, _ := k.purses.PeekOrAdd(key, purse); found {
			purse = held
		}
	}
	return purse
}

// untilOne returns the time until a token bucket holds one token, rounded up to
// whole seconds, but at least one second.
func untilOne(purse *rate.Limiter, now time.Time) time.Duration {
	seconds := (1 - purse.TokensAt(now)) / float64(purse.Limit())
	return time.Duration(max(1, math.Ceil(seconds))) * time.Second
}
