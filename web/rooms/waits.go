package rooms

import "sync"

// topic is a part of a room that clients can watch.
type topic string

// The topics of a room for which clients can wait.
const (
	ofState  topic = "state"
	ofVotes  topic = "votes"
	ofDesk   topic = "desk"
	ofOrders topic = "orders"
)

var topics = [...]topic{ofState, ofVotes, ofDesk, ofOrders}

// Waits is the set of all clients of this process that wait for news in rooms.
// [NewWaits] returns an empty set. It may be used from several goroutines.
type Waits struct {
	stopped chan struct{}
	stop    sync.Once
	mu      sync.Mutex
	bells   map[about]*bell
}

type about struct {
	code string
	of   topic
}

// bell signals news in one topic of a room by closing its channel rung. When no
// client waits for a bell any more, Waits forgets the bell.
type bell struct {
	rung    chan struct{}
	waiting int
	look    sync.Once // makes only the first of all clients that waited run a query
	found   present
	ok      bool
}

// shared returns the result of the function look. If several clients waited for the
// same news, only the first runs the function, so a hall queries the database once
// and not 500 times. The result is at least as new as the news, which is
// sufficient.
func (b *bell) shared(look func() (present, bool)) (present, bool) {
	b.look.Do(func() { b.found, b.ok = look() })
	return b.found, b.ok
}

// NewWaits returns a Waits in which no client waits.
func NewWaits() *Waits {
	return &Waits{stopped: make(chan struct{}), bells: map[about]*bell{}}
}

// Stop ends all waits, so that the waiting requests are answered, and prevents new
// waits. A server calls Stop when it begins to shut down. Stop may be called
// several times.
func (s *Waits) Stop() { s.stop.Do(func() { close(s.stopped) }) }

// Waiting returns the number of combinations of a room and a topic for which
// clients wait.
func (s *Waits) Waiting() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.bells)
}

// on returns a bell that signals the next news in a topic of a room. Callers must
// get the bell before they read the current content; otherwise they may miss news
// in between. The caller calls done to end its wait.
func (s *Waits) on(code string, of topic) (news *bell, done func()) {
	key := about{code, of}
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.bells[key]
	if b == nil {
		b = &bell{rung: make(chan struct{})}
		s.bells[key] = b
	}
	b.waiting++
	return b, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if b.waiting--; b.waiting == 0 && s.bells[key] == b {
			delete(s.bells, key)
		}
	}
}

// wake wakes all clients that wait for the given topics of a room. On a server that
// cannot hold responses back, s is nil and wake does nothing.
func (s *Waits) wake(code string, of ...topic) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, one := range of {
		if b := s.bells[about{code, one}]; b != nil {
			close(b.rung)
			delete(s.bells, about{code, one})
		}
	}
}
