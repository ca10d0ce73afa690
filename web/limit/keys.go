package limit

import (
	"math"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
)

// known is the number of keys that are remembered, the most recently used ones, at
// about 200 bytes each. A key that was forgotten starts again with a full bucket.
const known = 1 << 16

// Keys limits how often each key is used, for example each room by its code. A key
// may save up for a burst.
type Keys[K comparable] struct {
	perSecond rate.Limit
	burst     int
	purses    *lru.Cache[K, *rate.Limiter]
}

// NewKeys returns limits that let each key be used perSecond times a second in the
// long run and burst times at once. With perSecond 0 there is no limit.
func NewKeys[K comparable](perSecond float64, burst int) *Keys[K] {
	purses, err := lru.New[K, *rate.Limiter](known)
	if err != nil {
		panic(err) // only for a size below one
	}
	return &Keys[K]{rate.Limit(perSecond), burst, purses}
}

// Take counts one use of key. It returns 0 if the use is allowed now; otherwise it
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

// bucket returns the token bucket of key, and adds a full one if there is none.
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

// untilOne returns how long it takes until a token bucket holds one token, in whole
// seconds, at least one second.
func untilOne(purse *rate.Limiter, now time.Time) time.Duration {
	seconds := (1 - purse.TokensAt(now)) / float64(purse.Limit())
	return time.Duration(max(1, math.Ceil(seconds))) * time.Second
}
