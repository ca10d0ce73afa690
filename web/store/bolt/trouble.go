package bolt

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"hopyard/web/store"
)

// rescue is the fix wherever the file is not what was written: this package
// never repairs, since what it would take for damage may be all that is left.
const rescue = "the keeper of the server should stop it, copy links.db away, and put back a backup of it"

var errClosed = &store.Error{Problem: "the server is stopping", Fix: "try again in a minute"}

func truncated(size, want int64) *store.Error {
	return &store.Error{Problem: "the file of the short links has lost its end", Fix: rescue,
		Err: fmt.Errorf("%d bytes are left of at least %d", size, want)}
}

func damaged(err error) *store.Error {
	return &store.Error{Problem: "the file of the short links is damaged", Fix: rescue, Err: err}
}

func damagedText(id string) *store.Error {
	return &store.Error{Problem: "this short link is damaged on the disk", Fix: "share the scenario again from a long link or a file; " + rescue,
		Err: fmt.Errorf("the text under %s has another hash", id)}
}

// faulted is for a panic while the mapped file was read: a page that is not there
// any more, or is not what it should be.
func faulted(p any) *store.Error {
	return &store.Error{Problem: "the file of the short links cannot be read", Fix: rescue, Err: fmt.Errorf("%v", p)}
}

func replaced(err error) *store.Error {
	return &store.Error{Problem: "the file of the short links was moved or replaced while the server ran",
		Fix: "the keeper of the server should put it back, or start the server again", Err: err}
}

// unusable is for what bbolt refuses.
func unusable(err error) *store.Error {
	return &store.Error{Problem: "the short links cannot be reached", Fix: "the keeper of the server should look at its log and start it again", Err: err}
}

// writing is for a failed transaction; mends is whether the next one may work.
// It may if a write did not come through, since all that it touched is free space
// of the file. After a failed sync nobody knows what is on the disk.
func writing(err error) (e *store.Error, mends bool) {
	if known, ok := errors.AsType[*store.Error](err); ok {
		return known, false
	}
	e = &store.Error{Problem: "writing the short link failed, and no more are taken", Fix: "links made so far still open; the keeper of the server should look at the disk and start the server again", Err: err}
	path, ok := errors.AsType[*fs.PathError](err)
	if !(ok && path.Op == "write" || strings.HasPrefix(err.Error(), "file resize error: ")) {
		return e, false
	}
	for errno, problem := range map[syscall.Errno]string{
		syscall.ENOSPC: "the disk is full",
		syscall.EDQUOT: "the disk quota of the server is used up",
		syscall.EFBIG:  "the file of the short links may not grow any more",
		syscall.EROFS:  "the disk has become read-only",
	} {
		if errors.Is(err, errno) || strings.HasSuffix(err.Error(), ": "+errno.Error()) {
			e.Problem, e.Fix = problem, "links made so far still open; the keeper of the server should make room, and need not start it again"
			e.Full = errno != syscall.EROFS
			return e, true
		}
	}
	return e, false
}
