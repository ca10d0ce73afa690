package bolt

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"
)

// A write that did not come through mends; after a failed sync nothing is certain.
func TestWhatMends(t *testing.T) {
	path := func(op string, err error) error { return &fs.PathError{Op: op, Path: "links.db", Err: err} }
	for says, c := range map[string]struct {
		err   error
		mends bool
	}{
		"the disk is full":                          {path("write", syscall.ENOSPC), true},
		"quota":                                     {path("write", syscall.EDQUOT), true},
		"may not grow":                              {fmt.Errorf("file resize error: %v", path("truncate", syscall.EFBIG)), true},
		"read-only":                                 {path("write", syscall.EROFS), true},
		"no more are taken: write":                  {path("write", syscall.EIO), false},
		"no more are taken: file sync":              {fmt.Errorf("file sync error: %v", path("sync", syscall.ENOSPC)), false},
		"no more are taken: no space left":          {syscall.ENOSPC, false}, // of fdatasync
		"no more are taken: input/output":           {syscall.EIO, false},
		"moved or replaced while the server ran: x": {replaced(errors.New("x")), false},
	} {
		e, mends := writing(c.err)
		if full := mends && says != "read-only"; e.Full != full {
			t.Errorf("%v: full %v", c.err, e.Full)
		}
		if mends != c.mends || !strings.Contains(e.Error(), says) || e.Fix == "" || !errors.Is(e, e.Err) {
			t.Errorf("%v: %v, mends %v; want …%s…, %v", c.err, e, mends, says, c.mends)
		}
	}
}
