package rooms

import "sync"

// topic is what of a room there can be news of.
type topic string

// What a room's clients wait for.
const (
	ofState  topic = "state"
	ofVotes  topic = "votes"
	ofDesk   topic = "desk"
	ofOrders topic = "orders"
)

var topics = [...]topic{ofState, ofVotes, ofDesk, ofOrders}

// Waits is who waits for news, of all rooms of one process. [NewWaits] makes one. It
// may be used from several goroutines.
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

// bell is closed when there is news; it is forgotten when nobody waits for it.
type bell struct {
	rung    chan struct{}
	waiting int
	look    sync.Once // into the database, for all who waited
	found   present
	ok      bool
}

// shared is what look finds, for all who waited for the same news: a hall asks the
// database once, not 500 times. It is newer than the news, which is all that matters.
func (b *bell) shared(look func() (present, bool)) (present, bool) {
	b.look.Do(func() { b.found, b.ok = look() })
	return b.found, b.ok
}

// NewWaits makes one for which nobody waits.
func NewWaits() *Waits {
	return &Waits{stopped: make(chan struct{}), bells: map[about]*bell{}}
}

// Stop answers all who wait, and lets nobody wait any more: a server that stops calls
// it first. It may be called several times.
func (s *Waits) Stop() { s.stop.Do(func() { close(s.stopped) }) }

// Waiting is how many kinds of news are waited for, of all rooms.
func (s *Waits) Waiting() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.bells)
}

// on returns a bell that rings at the next news. It is asked for before what is there
// is read, so that no news can fall between. done ends the wait.
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

// tell says that there is news. Where nobody can wait it does nothing.
func (s *Waits) tell(code string, of ...topic) {
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
