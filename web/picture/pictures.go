package picture

import (
	"context"
	"errors"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"hopyard/core/scenario"
	"hopyard/web/api"
)

// What is kept of pictures that were asked for last: 64 MB at most. Those of lessons
// have 36 to 134 kB.
const (
	keptPictures = 128
	keptBytes    = 512 << 10 // of one; a larger one is drawn each time
	keptLarge    = 4096      // ids of scenarios that turned out to be too large

	// They are tried again after a while: a machine may have had other things to do.
	largeFor = 10 * time.Minute
)

// Pictures draws for the share API, and keeps what it drew: links to a lecture are
// pasted once and looked at by many. It may be used from several goroutines.
type Pictures struct {
	turn  func(ctx context.Context) (done func(), ok bool)
	drawn *lru.Cache[string, []byte]    // by id and place
	large *lru.Cache[string, time.Time] // by id, since when
}

// New makes Pictures that draw in a turn each: done ends it, !ok says that there is
// none in time.
func New(turn func(ctx context.Context) (done func(), ok bool)) *Pictures {
	drawn, err := lru.New[string, []byte](keptPictures)
	if err != nil {
		panic(err) // only for a size below one
	}
	large, err := lru.New[string, time.Time](keptLarge)
	if err != nil {
		panic(err)
	}
	return &Pictures{turn, drawn, large}
}

// Fits reports whether a scenario that is kept under an id has a picture, as far as
// is known.
func (p *Pictures) Fits(id string, s *scenario.Scenario) bool {
	return Fits(s) && !p.tooLarge(id)
}

func (p *Pictures) tooLarge(id string) bool {
	since, known := p.large.Peek(id)
	return known && time.Since(since) < largeFor
}

// Picture is the picture of a scenario at a place (see [Draw]). Errors:
// api.ErrNoPicture, api.ErrBusy, and those of Draw.
func (p *Pictures) Picture(ctx context.Context, id string, text []byte, place string) ([]byte, error) {
	key := id + "?" + place
	if drawn, ok := p.drawn.Get(key); ok {
		return drawn, nil
	}
	if p.tooLarge(id) {
		return nil, api.ErrNoPicture
	}
	done, ok := p.turn(ctx)
	if !ok {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, api.ErrBusy
	}
	defer done()
	if drawn, ok := p.drawn.Get(key); ok { // others waited for the same
		return drawn, nil
	}
	s, err := scenario.ParseShared(text)
	if err != nil {
		return nil, err
	}
	drawn, err := []byte(nil), ErrLarge
	if Fits(s) {
		drawn, err = Draw(ctx, text, place)
	}
	switch {
	case errors.Is(err, ErrLarge):
		p.large.Add(id, time.Now())
		return nil, api.ErrNoPicture
	case err == nil && len(drawn) <= keptBytes:
		p.drawn.Add(key, drawn)
	}
	return drawn, err
}
