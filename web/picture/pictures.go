package picture

import (
	"context"
	"errors"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"hopyard/core/scenario"
	"hopyard/web/api"
)

// Limits on the pictures in memory, which take up to 64 MB in all. The most
// recently requested pictures are kept. The pictures of lessons have 36 to 134 kB.
const (
	keptPictures = 128
	keptBytes    = 512 << 10 // maximum size of a picture that is kept; a larger one is drawn again for each request
	keptLarge    = 4096      // number of remembered ids of scenarios that are too large

	// After this time a scenario that was too large is tried again, because the
	// machine may have been busy with other work.
	largeFor = 10 * time.Minute
)

// Pictures draws pictures for the share API and keeps them in memory: a lecturer
// pastes a link once, and many people look at its preview. It may be used from
// several goroutines.
type Pictures struct {
	turn  func(ctx context.Context) (done func(), ok bool)
	drawn *lru.Cache[string, []byte]    // pictures by id and place
	large *lru.Cache[string, time.Time] // by id: the time since which the scenario is known to be too large
}

// New returns Pictures that wait for permission, a turn, before they draw. The
// function turn waits and returns a function that ends the turn. If the permission
// is not given in time, turn returns false.
func New(turn func(ctx context.Context) (done func(), ok bool)) *Pictures {
	drawn, err := lru.New[string, []byte](keptPictures)
	if err != nil {
		panic(err) // happens only for a size below one
	}
	large, err := lru.New[string, time.Time](keptLarge)
	if err != nil {
		panic(err)
	}
	return &Pictures{turn, drawn, large}
}

// Fits reports whether there is a picture of the scenario s, which is stored under
// id. Before the first drawing it may return true for a scenario that is too large.
func (p *Pictures) Fits(id string, s *scenario.Scenario) bool {
	return Fits(s) && !p.tooLarge(id)
}

func (p *Pictures) tooLarge(id string) bool {
	since, known := p.large.Peek(id)
	return known && time.Since(since) < largeFor
}

// Picture returns the picture of a scenario at the given time and job (see [Draw]).
// It returns api.ErrNoPicture, api.ErrBusy, or another error of Draw.
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
	if drawn, ok := p.drawn.Get(key); ok { // meanwhile another request has drawn the same picture
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
