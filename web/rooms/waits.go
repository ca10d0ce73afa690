package rooms

import "sync"

// topic is a part of a room that clients can watch.
type topic string

// What a room's clients wait for.
const (
	ofState  topic = "state"
	ofVotes  topic = "votes"
	ofDesk   topic = "desk"
	ofOrders topic = "orders"
)

var topics = [...]topic{ofState, ofVotes, ofDesk, ofOrders}

// Waits is the set of clients that wait for news in the rooms of one process.
// [NewWaits] returns one. It may be used from several goroutines.
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

// bell signals one piece of news by closing a channel. Waits drops it when no
// client waits for it.
type bell struct {
	rung    chan struct{}
	waiting int
	look    sync.Once // runs look once, for all clients that waited
	found   present
	ok      bool
}

// shared returns the result of look, which runs only once for all clients that
// waited for the same news: so a hall queries the database once, not 500 times. The
// result is at least as new as the news, which is sufficient.
func (b *bell) shared(look func() (present, bool)) (present, bool) {
	b.look.Do(func() { b.found, b.ok = look() })
	return b.found, b.ok
}

// NewWaits returns a Waits without clients.
func NewWaits() *Waits {
	return &Waits{stopped: make(chan struct{}), bells: map[about]*bell{}}
}

// Stop ends all waits, so that their requests are answered, and prevents new ones:
// a server that shuts down calls it first. It may be called several times.
func (s *Waits) Stop() { s.stop.Do(func() { close(s.stopped) }) }

// Waiting returns the number of pairs of a room and a topic that clients wait for.
func (s *Waits) Waiting() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.bells)
}

// on returns a bell for the next news. A caller must get it before it reads the
// current content, so that it misses no news in between. done ends the wait.
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

// wake wakes all clients that wait for these topics of a room. On a server that
// cannot hold answers back, s is nil and tell does nothing.
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
