package limit

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns, ctx := NewTurns(2, 3, 5*time.Second), t.Context()
		one, ok1 := turns.Take(ctx)
		_, ok2 := turns.Take(ctx)
		if !ok1 || !ok2 {
			t.Fatal("two at once are not let in")
		}
		began, got := time.Now(), make(chan time.Duration, 3)
		for range 3 {
			go func() {
				if _, ok := turns.Take(ctx); ok {
					got <- time.Since(began)
				} else {
					got <- -time.Since(began)
				}
			}()
		}
		synctest.Wait()
		if _, ok := turns.Take(ctx); ok || time.Since(began) != 0 {
			t.Errorf("a fourth in a line of three: %t after %v", ok, time.Since(began))
		}
		time.Sleep(time.Second)
		one()
		if first := <-got; first != time.Second {
			t.Errorf("the first of the line: %v, want 1s, when a turn ended", first)
		}
		// One of the waiting goroutines got a turn, so another goroutine can wait
		// in the queue.
		early, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		if _, ok := turns.Take(early); ok || time.Since(began) != 2*time.Second {
			t.Errorf("whose time ends: %t after %v", ok, time.Since(began))
		}
		for range 2 {
			if other := <-got; other != -5*time.Second {
				t.Errorf("the others of the line: %v, want -5s, when their patience ended", other)
			}
		}
	})
}
