package picture

import (
	"context"
	"errors"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"hopyard/core/scenario"
	"hopyard/web/api"
)

// Limits on the pictures in memory, the most recently requested ones: 64 MB in all.
// The pictures of lessons have 36 to 134 kB.
const (
	keptPictures = 128
	keptBytes    = 512 << 10 // of one picture; a larger one is drawn each time
	keptLarge    = 4096      // ids of scenarios that were found to be too large

	// After this time a scenario is tried again, because the machine may have been
	// busy with other work.
	largeFor = 10 * time.Minute
)

// Pictures draws pictures for the share API and keeps them in memory, because a
// link for a lecture is pasted once and viewed by many people. It may be used from
// several goroutines.
type Pictures struct {
	turn  func(ctx context.Context) (done func(), ok bool)
	drawn *lru.Cache[string, []byte]    // by id and place
	large *lru.Cache[string, time.Time] // by id, since when it is known to be too large
}

// New returns Pictures that wait for a turn before they draw. turn returns a
// function that ends the turn, and false if there was no turn in time.
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

// Fits reports whether the scenario that is stored under id has a picture, as far
// as is known.
func (p *Pictures) Fits(id string, s *scenario.Scenario) bool {
	return Fits(s) && !p.tooLarge(id)
}

func (p *Pictures) tooLarge(id string) bool {
	since, known := p.large.Peek(id)
	return known && time.Since(since) < largeFor
}

// Picture returns the picture of a scenario at a place (see [Draw]). Errors:
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
	if drawn, ok := p.drawn.Get(key); ok { // another request has drawn the same picture meanwhile
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
