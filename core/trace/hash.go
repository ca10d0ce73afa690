package trace

// Sum is the hash of the events so far: 64-bit FNV-1a, with the same value natively
// and in every browser. Begin with NoEvents.
type Sum uint64

// NoEvents is the hash of a run before its first event.
const NoEvents Sum = 14695981039346656037

// Hash returns the hash of a whole trace: equal traces have equal hashes. Cost:
// O(events + runs).
func Hash(log []Event) uint64 { return uint64(NoEvents.Add(log...)) }

// Add returns the hash after some more events.
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

// prime is the multiplier of 64-bit FNV, and primes holds its powers. A zero byte
// only multiplies the hash by prime, so that several zero bytes are one
// multiplication by a power. Most bytes of an event are 0.
const prime = 1099511628211

var primes = func() (p [5]uint64) {
	p[0] = 1
	for i := 1; i < len(p); i++ {
		p[i] = p[i-1] * prime
	}
	return p
}()

// word adds eight bytes to the hash, the lowest first.
func (s *Sum) word(x uint64) { *s = Sum(half(half(uint64(*s), uint32(x)), uint32(x>>32))) }

// half adds four bytes to a hash, the lowest first.
func half(h uint64, x uint32) uint64 {
	left := 4
	for ; x != 0; x >>= 8 {
		h = (h ^ uint64(x&0xff)) * prime
		left--
	}
	return h * primes[left]
}
