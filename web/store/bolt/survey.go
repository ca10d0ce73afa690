package bolt

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"time"

	"hopyard/web/store"
)

// What a bbolt file is made of, in the byte order of the machine: pages, each
// with its number (8 bytes), kind (2), count of elements (2), and how many
// further pages it takes (4); then the elements. bbolt itself believes what it
// reads, and walks wherever a damaged page leads, so that a file is read through
// by survey, by plain reads, before bbolt may write to it.
const (
	pageHead = 16
	element  = 16
	metaSize = 64 // magic, version, page size, flags; root, sequence, freelist, top, transaction, checksum

	branchPage   = 0x01
	leafPage     = 0x02
	freelistPage = 0x10
	bucketEntry  = 0x01 // of a leaf's element

	magic = 0xED0CDAED
)

var order = binary.NativeEndian

// meta is what one of the two first pages says of a file.
type meta struct {
	page, root, freelist, top, tx uint64
}

// survey is what a file holds, as far as it can be read.
type survey struct {
	file  io.ReaderAt
	size  int64 // of the file, in bytes
	until time.Time
	meta
	seen   []bool // pages met
	last   []byte // key met
	damage error  // the first that was found
}

// look reads the file through, for limit at most: what lies behind is then not
// looked at. Cost: about 1 s for 1 GB that is in the memory of the system.
func look(file io.ReaderAt, size int64, limit time.Duration) *survey {
	v := &survey{file: file, size: size, until: time.Now().Add(limit)}
	metas := v.metas()
	// They are shorter than what a disk writes at once, so that no crash makes half
	// a one; without the newer the last links are missing.
	if len(metas) < 2 {
		v.wrong("%d of the two pages that describe the file are whole", len(metas))
	}
	if len(metas) > 0 {
		v.meta = metas[0]
		if end := int64(v.top * v.page); size < end {
			v.damage = errors.Join(v.damage, truncated(size, end))
		}
		v.seen = make([]bool, min(v.top, uint64(size)/v.page+1))
		v.visit(v.root, nil, v.bucket)
		v.free()
	}
	return v
}

func (v *survey) wrong(format string, args ...any) {
	if v.damage == nil {
		v.damage = fmt.Errorf(format, args...)
	}
}

// metas are the descriptions that are whole, the newest first.
func (v *survey) metas() []meta {
	var all []meta
	for at := int64(0); at <= 64<<10; at = max(1024, 2*at) {
		b := make([]byte, metaSize)
		if _, err := v.file.ReadAt(b, at+pageHead); err != nil {
			break
		}
		sum := fnv.New64a()
		sum.Write(b[:metaSize-8])
		if order.Uint32(b) != magic || order.Uint64(b[metaSize-8:]) != sum.Sum64() {
			continue
		}
		m := meta{uint64(order.Uint32(b[8:])), order.Uint64(b[16:]), order.Uint64(b[32:]), order.Uint64(b[40:]), order.Uint64(b[48:])}
		if m.page < 1024 || m.page > 64<<10 || at != 0 && at != int64(m.page) || m.top > 1<<40 {
			continue
		}
		all = append(all, m)
	}
	if len(all) == 2 && all[1].tx > all[0].tx {
		all[0], all[1] = all[1], all[0]
	}
	return all
}

// read returns the content of a page with those that it takes along, nil if it
// is not there or not one of the kinds.
func (v *survey) read(id uint64, kinds uint16) []byte {
	head := make([]byte, pageHead)
	if id < 2 || id >= uint64(len(v.seen)) {
		v.wrong("page %d is behind the end", id)
		return nil
	}
	if _, err := v.file.ReadAt(head, int64(id*v.page)); err != nil {
		v.wrong("page %d: %w", id, err)
		return nil
	}
	kind, over := order.Uint16(head[8:]), uint64(order.Uint32(head[12:]))
	if order.Uint64(head) != id || kind&kinds == 0 || kind&(kind-1) != 0 || id+over >= uint64(len(v.seen)) {
		v.wrong("page %d is not what it should be", id)
		return nil
	}
	for i := id; i <= id+over; i++ {
		if v.seen[i] {
			v.wrong("page %d is used twice", i)
			return nil
		}
		v.seen[i] = true
	}
	b := make([]byte, (over+1)*v.page)
	if n, err := v.file.ReadAt(b, int64(id*v.page)); err != nil {
		v.wrong("page %d: %w", id, err)
		clear(b[n:])
	}
	return b
}

// visit goes through the tree below a page and calls entry for what the leaves
// hold; keys ascend, from least on.
func (v *survey) visit(id uint64, least []byte, entry func(e leaf)) {
	if time.Now().After(v.until) {
		return
	}
	b := v.read(id, branchPage|leafPage)
	if b == nil {
		return
	}
	if order.Uint16(b[8:]) == leafPage {
		v.leaves(b, id, least, entry)
		return
	}
	for i := range int(order.Uint16(b[10:])) {
		at := pageHead + i*element
		if at+element > len(b) {
			v.wrong("page %d ends in an element", id)
			return
		}
		key, ok := cut(b, at, order.Uint32(b[at:]), order.Uint32(b[at+4:]))
		if !ok || i > 0 && bytes.Compare(v.last, key) >= 0 {
			v.wrong("page %d has keys out of order", id)
			return
		}
		v.visit(order.Uint64(b[at+8:]), key, entry)
	}
}

// leaf is an element of a leaf.
type leaf struct {
	key, value []byte
	at         int // of value in the page
	bucket     bool
}

// leafAt is the i-th element of a leaf, if the leaf is so long.
func leafAt(b []byte, i int) (e leaf, ok bool) {
	at := pageHead + i*element
	if at+element > len(b) {
		return e, false
	}
	pos, k, n := order.Uint32(b[at+4:]), order.Uint32(b[at+8:]), order.Uint32(b[at+12:])
	e.at = at + int(pos) + int(k)
	e.bucket = order.Uint32(b[at:])&bucketEntry != 0
	if e.key, ok = cut(b, at, pos, k); ok {
		e.value, ok = cut(b, e.at, 0, n)
	}
	return e, ok
}

func (v *survey) leaves(b []byte, id uint64, least []byte, entry func(e leaf)) {
	for i := range int(order.Uint16(b[10:])) {
		e, ok := leafAt(b, i)
		if !ok || bytes.Compare(e.key, least) < 0 || v.last != nil && bytes.Compare(v.last, e.key) >= 0 {
			v.wrong("page %d has keys out of order", id)
			return
		}
		v.last = e.key
		entry(e)
	}
}

// cut is b[at+pos:][:n], if b is so long.
func cut(b []byte, at int, pos, n uint32) ([]byte, bool) {
	from := uint64(at) + uint64(pos)
	if from+uint64(n) > uint64(len(b)) {
		return nil, false
	}
	return b[from : from+uint64(n)], true
}

// bucket looks at a bucket of the file; a small one stands in its element.
func (v *survey) bucket(e leaf) {
	if !e.bucket || len(e.value) < 16 {
		v.wrong("%q is no bucket", e.key)
		return
	}
	entry := func(leaf) {}
	if bytes.Equal(e.key, links) {
		entry = v.text
	}
	v.last = nil
	if root := order.Uint64(e.value); root != 0 {
		v.visit(root, nil, entry)
	} else if len(e.value) < 16+pageHead {
		v.wrong("the bucket %q has no page", e.key)
	} else {
		v.leaves(e.value[16:], v.root, nil, entry)
	}
	v.last = e.key
}

func (v *survey) text(e leaf) {
	if !store.Fits(string(e.key), e.value) {
		v.wrong("the text under %q has another hash", e.key)
	}
}

// free looks at the list of free pages: bbolt writes into them.
func (v *survey) free() {
	if time.Now().After(v.until) {
		return
	}
	b := v.read(v.freelist, freelistPage)
	if b == nil {
		return
	}
	from, n := pageHead, uint64(order.Uint16(b[10:]))
	if n == 0xFFFF {
		from, n = from+8, order.Uint64(b[from:])
	}
	if n > uint64(len(b)-from)/8 {
		v.wrong("the list of free pages has no end")
		return
	}
	for i := range int(n) {
		id := order.Uint64(b[from+8*i:])
		if id < 2 || id >= uint64(len(v.seen)) || v.seen[id] {
			v.wrong("page %d is free and used", id)
			return
		}
		v.seen[id] = true
	}
}
