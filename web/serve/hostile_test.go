package main

import (
	"context"
	"sync/atomic"
	"testing"

	"hopyard/web"
	"hopyard/web/api/hostiletest"
	"hopyard/web/store"
)

// counted is a store that counts its links.
type counted struct {
	store.Memory
	links atomic.Int64
}

func (c *counted) Add(ctx context.Context, id string, text []byte) ([]byte, bool, error) {
	held, added, err := c.Memory.Add(ctx, id, text)
	if added {
		c.links.Add(1)
	}
	return held, added, err
}

// TestHostileRequests sends all attacks to the whole server over TCP. The limit on
// requests is off, so that each attack gets as far as it can.
func TestHostileRequests(t *testing.T) {
	kept := &counted{}
	v := testServer(t, kept, "-rate", "0")
	ln, err := web.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- web.Serve(ctx, v.listen(ln), v.handler()) }()
	hostiletest.Run(t, ln.Addr().String(), func() int { return int(kept.links.Load()) })
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
