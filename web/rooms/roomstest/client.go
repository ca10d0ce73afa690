// Package roomstest holds every server of rooms to the contract in the comment of
// web/rooms, and to letting nobody in who should not be. [Client] speaks to one.
package roomstest

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Client asks a server of rooms. It may be used from several goroutines.
type Client struct {
	Base   string // address of the site, ending in "/"
	HTTP   *http.Client
	Header http.Header // of all requests
}

// Room is one that was made.
type Room struct{ Code, Secret, Ends string }

// Response is what a server said.
type Response struct {
	Status int
	Header http.Header
	Body   string
}

// Vote is a row of the votes.
type Vote struct {
	Question, Round, Voter int
	Answer                 string
}

// UnmarshalJSON reads [question, round, voter, answer].
func (v *Vote) UnmarshalJSON(text []byte) error {
	parts := []any{&v.Question, &v.Round, &v.Voter, &v.Answer}
	if err := json.Unmarshal(text, &parts); err != nil {
		return err
	}
	if len(parts) != 4 {
		return fmt.Errorf("a vote of %d parts: %s", len(parts), text)
	}
	return nil
}

// Tally is what the host is told of the votes.
type Tally struct {
	Question, Round, Joined, Answered, Last int
	More                                    bool
	Votes                                   []Vote
}

// Ask sends a request below /api/rooms; "" for no token and no body. Headers are
// "Name: value", one that was set already is replaced.
func (c *Client) Ask(method, path, token, body string, headers ...string) (Response, error) {
	var from io.Reader = http.NoBody
	if body != "" {
		from = strings.NewReader(body)
	}
	r, err := http.NewRequest(method, c.Base+"api/rooms"+path, from)
	if err != nil {
		return Response{}, err
	}
	maps.Copy(r.Header, c.Header)
	if method == http.MethodPost || method == http.MethodPut {
		r.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		if value == "" {
			r.Header.Del(name)
			continue
		}
		r.Header.Set(name, value)
	}
	response, err := c.HTTP.Do(r)
	if err != nil {
		return Response{}, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return Response{response.StatusCode, response.Header, string(text)}, err
}

// told asks, wants a status, and reads the answer into what unless that is nil.
func (c *Client) told(want int, what any, method, path, token, body string) error {
	a, err := c.Ask(method, path, token, body)
	switch {
	case err != nil:
		return err
	case a.Status != want:
		return fmt.Errorf("%s /api/rooms%s: %d, want %d: %.300s", method, path, a.Status, want, a.Body)
	case what == nil:
		return nil
	}
	return json.Unmarshal([]byte(a.Body), what)
}

// Open makes a room.
func (c *Client) Open() (room Room, err error) {
	return room, c.told(http.StatusCreated, &room, "POST", "", "", "")
}

// Join makes a voter and returns his token.
func (c *Client) Join(code string) (voter string, err error) {
	var made struct{ Voter string }
	return made.Voter, c.told(http.StatusCreated, &made, "POST", "/"+code+"/voters", "", "")
}

// Set sets the phase of a room, and a text of so many bytes.
func (c *Client) Set(room Room, phase string, question, round, bytes int) error {
	return c.told(http.StatusNoContent, nil, "PUT", "/"+room.Code, room.Secret, State(phase, question, round, bytes))
}

// State is a state with a text of so many bytes.
func State(phase string, question, round, bytes int) string {
	return fmt.Sprintf(`{"phase": %q, "question": %d, "round": %d, "text": %q}`, phase, question, round, strings.Repeat("x", bytes))
}

// Opened waits until phones are shown that a round is open, and fails after a minute.
func (c *Client) Opened(code string, question, round int) error {
	want, tag := map[int]string{1: "vote", 2: "revote"}[round], ""
	var state struct {
		Phase           string
		Question, Round int
	}
	for end := time.Now().Add(time.Minute); time.Now().Before(end); {
		a, err := c.Ask("GET", "/"+code+"?wait=25", "", "", "If-None-Match: "+tag)
		if err != nil {
			return err
		}
		switch a.Status {
		case http.StatusOK:
			if err := json.Unmarshal([]byte(a.Body), &state); err != nil {
				return err
			}
			tag = a.Header.Get("ETag")
		case http.StatusNotModified:
		default:
			return fmt.Errorf("GET /api/rooms/%s: %d: %.300s", code, a.Status, a.Body)
		}
		if state.Phase == want && state.Question == question && state.Round == round {
			return nil
		}
	}
	return fmt.Errorf("round %d of question %d did not open in a minute: it is %+v", round, question, state)
}

// Vote sends an answer, and returns the status.
func (c *Client) Vote(code, voter string, question, round int, answer string) (status int, err error) {
	text, err := json.Marshal(map[string]string{"answer": answer})
	if err != nil {
		return 0, err
	}
	a, err := c.Ask("PUT", fmt.Sprintf("/%s/votes/%d/%d", code, question, round), voter, string(text))
	return a.Status, err
}

// Votes reads all votes that came after since.
func (c *Client) Votes(room Room, since int) (all Tally, err error) {
	for {
		var part Tally
		if err := c.told(http.StatusOK, &part, "GET", "/"+room.Code+"/votes?since="+strconv.Itoa(since), room.Secret, ""); err != nil {
			return all, err
		}
		part.Votes = append(all.Votes, part.Votes...)
		if all, since = part, part.Last; !part.More {
			return all, nil
		}
	}
}
