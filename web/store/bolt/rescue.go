package bolt

import (
	"io"
	"os"
	"time"

	"hopyard/web/store"
)

// extent is where in a file a text stands.
type extent struct {
	at int64
	n  int
}

// largest is how much of a leaf is looked at, in bytes: some texts of 64 KiB.
const largest = 1 << 20

// sift looks for texts in every page that a file has, for limit at most, whether
// a tree leads there or not: a text that has the hash of its id was kept under it
// once, and is what it was, since none ever changes.
func sift(file io.ReaderAt, size, page int64, limit time.Duration) map[string]extent {
	texts := map[string]extent{}
	until := time.Now().Add(limit)
	for at := int64(0); at+pageHead <= size && time.Now().Before(until); at += page {
		head := make([]byte, pageHead)
		if _, err := file.ReadAt(head, at); err != nil || order.Uint64(head) != uint64(at/page) || order.Uint16(head[8:]) != leafPage {
			continue
		}
		b := make([]byte, min((int64(order.Uint32(head[12:]))+1)*page, largest, size-at))
		n, _ := file.ReadAt(b, at) // what could be read is looked at
		siftLeaf(texts, b[:n], at)
	}
	return texts
}

// siftLeaf looks at a leaf that stands at start in the file. A small bucket is a
// leaf in an element.
func siftLeaf(texts map[string]extent, b []byte, start int64) {
	if len(b) < pageHead {
		return
	}
	for i := range int(order.Uint16(b[10:])) {
		e, ok := leafAt(b, i)
		switch {
		case !ok:
		case e.bucket && len(e.value) >= 16+pageHead:
			siftLeaf(texts, e.value[16:], start+int64(e.at)+16)
		case !e.bucket && store.IsID(string(e.key)) && store.Fits(string(e.key), e.value):
			texts[string(e.key)] = extent{start + int64(e.at), len(e.value)}
		}
	}
}

// salvage makes a file that is damaged when it is opened one that is only read.
func (s *Store) salvage(damage error) (err error) {
	if s.db == nil { // nothing that bbolt knows
		s.page = int64(os.Getpagesize())
		if s.file, err = os.Open(s.path); err != nil {
			return err
		}
	}
	s.breakOff(damaged(damage))
	<-s.sifted
	return nil
}

// breakOff ends adding and bbolt's reading, for a damage that is found: what is
// left of the file is from now on read by plain reads.
func (s *Store) breakOff(e *store.Error) {
	s.halt(e)
	s.broken.Store(true)
	s.breaking.Do(func() {
		go func() {
			defer close(s.sifted)
			if info, err := s.file.Stat(); err == nil {
				s.rescued = sift(s.file, info.Size(), s.page, surveyTime)
			}
		}()
	})
}

// rescue is Get from a damaged file. What is not found may be what is damaged.
func (s *Store) rescue(id string) ([]byte, error) {
	e, ok := s.rescued[id]
	if !ok {
		return nil, s.halted.Load()
	}
	text := make([]byte, e.n)
	if _, err := s.file.ReadAt(text, e.at); err != nil {
		return nil, damaged(err)
	}
	if !store.Fits(id, text) {
		return nil, damagedText(id)
	}
	return text, nil
}
