package crashtest

import (
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"hopyard/web/rooms/roomstest"
)

// ballot is a voter with the votes in the current round. The field told is the last
// acknowledged vote. The field underWay is the vote that was in transit when the
// server was killed.
type ballot struct {
	token           string
	number          int
	told, underWay  string
	question, round int
}

// TestKilledWhileVoting kills the server while voters send votes, and restarts it.
// It checks that no acknowledged vote is lost, that none is counted twice, and that
// the voters and the host can continue in the same room.
func TestKilledWhileVoting(t *testing.T) {
	const voters = 16
	data := filepath.Join(t.TempDir(), "data")
	r := rand.New(rand.NewPCG(7, 8))
	s := launch(t, data)
	in := &roomstest.Client{Base: s.base, HTTP: client}
	room, err := in.Open()
	if err != nil {
		t.Fatal(err)
	}
	ballots := make([]*ballot, voters)
	for i := range ballots {
		token, err := in.Join(room.Code)
		if err != nil {
			t.Fatal(err)
		}
		ballots[i] = &ballot{token: token, number: 1 + i}
	}
	rounds := times(200, 6)
	told, doubted, changed := 0, 0, 0
	for n := range rounds {
		question, round := 1+n/2, 1+n%2
		if err := in.Set(room, [...]string{1: "vote", 2: "revote"}[round], question, round, 100); err != nil {
			t.Fatal(err)
		}
		var wait sync.WaitGroup
		var mu sync.Mutex
		for _, b := range ballots {
			b.question, b.round, b.told, b.underWay = question, round, "", ""
			wait.Go(func() {
				for i := 0; ; i++ {
					b.underWay = strconv.Itoa(i)
					status, err := in.Vote(room.Code, b.token, question, round, b.underWay)
					if err != nil {
						return // the server has been killed
					}
					if status != 204 {
						t.Errorf("round %d, voter %d: %d", n, b.number, status)
						return
					}
					b.told, b.underWay = b.underWay, ""
					mu.Lock()
					told++
					mu.Unlock()
				}
			})
		}
		time.Sleep(time.Duration(r.IntN(100_000)) * time.Microsecond)
		s.kill()
		wait.Wait()
		s = launch(t, data)
		in.Base = s.base
		all, err := in.Votes(room, 0)
		if err != nil {
			t.Fatalf("round %d: %v", n, err)
		}
		if all.Joined != voters || all.Question != question || all.Round != round {
			t.Fatalf("round %d: %d joined, question %d, round %d", n, all.Joined, all.Question, all.Round)
		}
		counted := map[roomstest.Vote]string{}
		for _, v := range all.Votes {
			key := roomstest.Vote{Question: v.Question, Round: v.Round, Voter: v.Voter}
			if was, twice := counted[key]; twice {
				t.Fatalf("round %d: %+v is counted as %q and %q", n, key, was, v.Answer)
			}
			counted[key] = v.Answer
		}
		for _, b := range ballots {
			got, there := counted[roomstest.Vote{Question: b.question, Round: b.round, Voter: b.number}]
			switch {
			case got == b.told && (there || b.told == ""):
			case there && got == b.underWay: // the vote was stored, but its acknowledgement did not arrive
				doubted++
			default:
				t.Errorf("round %d: voter %d was told of %q, %q was under way, counted is %q", n, b.number, b.told, b.underWay, got)
			}
			if b.told != "" && b.told != "0" {
				changed++
			}
		}
	}
	s.stop()
	t.Logf("killed %d times while %d voters sent votes: %d acknowledged, the last of each there and once; %d that nobody was told of are there too", rounds, voters, told, doubted)
	if changed < rounds {
		t.Errorf("only %d voters changed their minds in %d rounds: kills came before all votes", changed, rounds)
	}
}
