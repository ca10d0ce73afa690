package trace

// Sum is the hash of the events so far: 64-bit FNV-1a, equal natively and in
// every browser. Begin with NoEvents.
type Sum uint64

// NoEvents is the hash of a run before its first event.
const NoEvents Sum = 14695981039346656037

// Hash is the hash of a whole trace: equal traces have equal hashes. Cost:
// O(events + runs).
func Hash(log []Event) uint64 { return uint64(NoEvents.Add(log...)) }

// Add is the hash after some more events.
func (s Sum) Add(events ...Event) Sum {
	for i := range events {
		e := &events[i]
		s.word(uint64(e.Time))
		s.word(uint64(e.Kind) | uint64(e.Why.Code)<<8 | uint64(len(e.Placement))<<32)
		s.word(uint64(uint32(e.Job)) | uint64(uint32(e.Why.Blocker))<<32)
		s.word(uint64(uint32(e.Why.Need)) | uint64(uint32(e.Why.Have))<<32)
		s.word(uint64(e.Why.At))
		if e.Of != 0 || e.Why.Which != 0 {
			s.word(uint64(uint32(e.Of)) | uint64(uint32(e.Why.Which))<<32)
		}
		for _, r := range e.Placement {
			s.word(uint64(uint32(r.First)) | uint64(uint32(r.Last))<<32)
			s.word(uint64(uint32(r.Tasks)))
		}
	}
	return s
}

func (s *Sum) word(x uint64) {
	h := uint64(*s)
	for range 8 {
		h = (h ^ x&0xff) * 1099511628211
		x >>= 8
	}
	*s = Sum(h)
}
