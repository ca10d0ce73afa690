package roomstest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"
)

// Hall is a simulated lecture with several rooms at once. In each room the phones
// join, vote, show the discussion, vote again, and show the right answer.
type Hall struct {
	Base   string
	Header http.Header   // headers that are sent with all requests
	Voters []int         // number of voters in each room
	Joins  time.Duration // time span during which the phones join, at random times
	Votes  time.Duration // time span during which the phones vote, at random times
}

// HallFigures holds the measurements of a Hall. The times were measured by the
// phones and are sorted.
type HallFigures struct {
	Votes   []time.Duration // time from sending a vote to the response
	Reveals []time.Duration // time between two events: the host sends the right answer, and a phone has received it
	Counted int             // number of votes that the hosts received
	Asked   int             // number of requests of all phones
}

// Run simulates the lecture. It returns an error if a request is refused, or if a
// phone does not receive the right answer at the end. It also returns an error if a
// vote is lost, counted twice, or replaced by an older vote of the same voter.
func (h Hall) Run(ctx context.Context) (HallFigures, error) {
	var (
		mu    sync.Mutex
		all   HallFigures
		wrong []error
		wait  sync.WaitGroup
	)
	transport := &http.Transport{MaxIdleConnsPerHost: 20_000}
	defer transport.CloseIdleConnections()
	client := &Client{Base: h.Base, Header: h.Header, HTTP: &http.Client{Timeout: 5 * time.Minute, Transport: transport}}
	for _, voters := range h.Voters {
		wait.Go(func() {
			r := &hallRoom{Hall: h, Client: client, n: voters}
			err := r.lecture(ctx)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				wrong = append(wrong, err)
			}
			all.Votes = append(all.Votes, r.votes...)
			all.Reveals = append(all.Reveals, r.reveals...)
			all.Counted += r.counted
			all.Asked += r.asked
		})
	}
	wait.Wait()
	slices.Sort(all.Votes)
	slices.Sort(all.Reveals)
	return all, errors.Join(wrong...)
}

// hallRoom is one room of a Hall.
type hallRoom struct {
	Hall
	*Client
	n       int
	room    Room
	mu      sync.Mutex
	reveal  time.Time // time at which the host sent the right answer
	votes   []time.Duration
	reveals []time.Duration
	last    map[Vote]int // number of voters per answer, where only the last vote of a voter in a round counts; the field Voter of the keys is 0
	counted int
	asked   int
}

func (r *hallRoom) lecture(ctx context.Context) (err error) {
	if r.room, err = r.Open(); err != nil {
		return err
	}
	r.last = map[Vote]int{}
	phones := make(chan error, r.n)
	for i := range r.n {
		go func() {
			err := r.phone(ctx, i)
			if err != nil {
				err = fmt.Errorf("phone %d of room %s: %w", i, r.room.Code, err)
			}
			phones <- err
		}()
	}
	err = r.host()
	for range r.n {
		err = errors.Join(err, <-phones)
	}
	if err != nil {
		return err
	}
	return r.check()
}

// host plays the role of the host. It starts each phase as soon as all phones have
// joined or voted.
func (r *hallRoom) host() error {
	if err := r.until("joined", func(t Tally) bool { return t.Joined == r.n }); err != nil {
		return err
	}
	for round := 1; round <= 2; round++ {
		if err := r.Set(r.room, [...]string{1: "vote", 2: "revote"}[round], 1, round, 5000); err != nil {
			return err
		}
		if err := r.until("answered", func(t Tally) bool { return t.Round == round && t.Answered == r.n }); err != nil {
			return err
		}
		// Some phones still change their votes, so the round stays open for a
		// while.
		time.Sleep(r.Hall.Votes / 4)
		if err := r.Set(r.room, [...]string{1: "discuss", 2: "bars"}[round], 1, round, 5000); err != nil {
			return err
		}
	}
	r.mu.Lock()
	r.reveal = time.Now()
	r.mu.Unlock()
	return r.Set(r.room, "reveal", 1, 2, 20_000)
}

// until requests the votes repeatedly, in the same way as the host's page does. It
// returns when the function ok returns true for the votes.
func (r *hallRoom) until(what string, ok func(Tally) bool) error {
	tag, since := "", 0
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); {
		var headers []string
		if tag != "" {
			headers = append(headers, "If-None-Match: "+tag)
		}
		a, err := r.Ask("GET", "/"+r.room.Code+"/votes?wait=25&since="+strconv.Itoa(since), r.room.Secret, "", headers...)
		if err != nil {
			return err
		}
		if a.Status == http.StatusNotModified {
			continue
		}
		var t Tally
		if err := json.Unmarshal([]byte(a.Body), &t); err != nil || a.Status != http.StatusOK {
			return fmt.Errorf("the host: %d %.200s", a.Status, a.Body)
		}
		if ok(t) {
			return nil
		}
		if tag, since = a.Header.Get("ETag"), t.Last; t.More {
			tag = ""
		}
	}
	return fmt.Errorf("room %s: not all %d %s in two minutes", r.room.Code, r.n, what)
}

// phone simulates one phone. It joins, watches the state, and votes whenever a
// round is open.
func (r *hallRoom) phone(ctx context.Context, i int) error {
	random := rand.New(rand.NewPCG(uint64(i), 16))
	within := func(d time.Duration) { time.Sleep(time.Duration(random.Int64N(int64(d) + 1))) }
	within(r.Hall.Joins)
	r.count(1)
	voter, err := r.Client.Join(r.room.Code)
	if err != nil {
		return err
	}
	tag := ""
	for ctx.Err() == nil {
		var headers []string
		if tag != "" {
			headers = append(headers, "If-None-Match: "+tag)
		}
		a, err := r.Ask("GET", "/"+r.room.Code+"?wait=25", "", "", headers...)
		if err != nil {
			return err
		}
		r.count(1)
		if a.Status == http.StatusNotModified {
			continue
		}
		var state struct {
			Phase           string
			Question, Round int
		}
		if err := json.Unmarshal([]byte(a.Body), &state); err != nil || a.Status != http.StatusOK {
			return fmt.Errorf("%d %.200s", a.Status, a.Body)
		}
		tag = a.Header.Get("ETag")
		switch state.Phase {
		case "vote", "revote":
			within(r.Hall.Votes)
			if err := r.answers(voter, state.Question, state.Round, random); err != nil {
				return err
			}
		case "reveal":
			r.mu.Lock()
			defer r.mu.Unlock()
			r.reveals = append(r.reveals, time.Since(r.reveal))
			return nil
		}
	}
	return ctx.Err()
}

// answers sends the vote of a phone. One phone in four sends its vote twice, and
// one in four changes it at once.
func (r *hallRoom) answers(voter string, question, round int, random *rand.Rand) error {
	answer := strconv.Itoa(random.IntN(6))
	sent := []string{answer}
	switch random.IntN(4) {
	case 0:
		sent = []string{answer, answer}
	case 1:
		sent = []string{"first " + answer, answer}
	}
	for _, one := range sent {
		began := time.Now()
		status, err := r.Client.Vote(r.room.Code, voter, question, round, one)
		took := time.Since(began)
		if err != nil || status != http.StatusNoContent {
			return fmt.Errorf("a vote: %d, %w", status, err)
		}
		r.count(1)
		r.mu.Lock()
		r.votes = append(r.votes, took)
		r.mu.Unlock()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last[Vote{question, round, 0, answer}]++
	return nil
}

func (r *hallRoom) count(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked += n
}

// check compares the votes that the host gets with those that the phones sent. Each
// voter must count once per round, and each answer as often as it was some voter's
// last vote.
func (r *hallRoom) check() error {
	t, err := r.Client.Votes(r.room, 0)
	if err != nil {
		return err
	}
	r.counted = len(t.Votes)
	told, who := map[Vote]int{}, map[Vote]bool{}
	for _, v := range t.Votes {
		once := Vote{v.Question, v.Round, v.Voter, ""}
		if who[once] || v.Voter < 1 || v.Voter > r.n {
			return fmt.Errorf("room %s: voter %d is counted twice, or none", r.room.Code, v.Voter)
		}
		who[once] = true
		v.Voter = 0
		told[v]++
	}
	for v, n := range r.last {
		if told[v] != n {
			return fmt.Errorf("room %s: %+v is counted %d times, was sent last by %d", r.room.Code, v, told[v], n)
		}
	}
	if len(t.Votes) != 2*r.n || t.Joined != r.n || len(r.reveals) != r.n {
		return fmt.Errorf("room %s: %d votes, %d joined, %d saw the reveal; want %d, %d, %d", r.room.Code, len(t.Votes), t.Joined, len(r.reveals), 2*r.n, r.n, r.n)
	}
	return nil
}
