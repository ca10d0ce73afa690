package trace

// Sum is the hash of the events so far. It is a 64-bit FNV-1a hash and has the same
// value natively and in every browser. Its initial value is NoEvents.
type Sum uint64

// NoEvents is the hash of a run before its first event.
const NoEvents Sum = 14695981039346656037

// Hash returns the hash of a whole trace. Equal traces have equal hashes. Cost:
// O(events + runs).
func Hash(log []Event) uint64 { return uint64(NoEvents.Add(log...)) }

// Add returns the hash of the previous events followed by the given events.
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
// only multiplies the hash by prime, so a sequence of zero bytes needs a single
// multiplication by a power of prime. Most bytes of an event are 0.
const prime = 1099511628211

var primes = func() (p [5]uint64) {
	p[0] = 1
	for i := 1; i < len(p); i++ {
		p[i] = p[i-1] * prime
	}
	return p
}()

// word adds the eight bytes of x to the hash, the lowest byte first.
func (s *Sum) word(x uint64) { *s = Sum(half(half(uint64(*s), uint32(x)), uint32(x>>32))) }

// half returns the hash h after adding the four bytes of x, the lowest byte first.
func half(h uint64, x uint32) uint64 {
	left := 4
	for ; x != 0; x >>= 8 {
		h = (h ^ uint64(x&0xff)) * prime
		left--
	}
	return h * primes[left]
}
