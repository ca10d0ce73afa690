// Package roomstest tests servers of rooms. [Run] checks the contract in the
// comment of web/rooms. [Hostile] checks that unauthorized requests have no effect.
// [Hall] simulates a lecture with hundreds of phones. All of them send their
// requests with a [Client]:
//
//	c := &roomstest.Client{Base: "http://localhost:8080/", HTTP: http.DefaultClient}
//	room, err := c.Open()
//	voter, err := c.Join(room.Code)
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

// Client sends requests to a server of rooms. It may be used from several
// goroutines.
type Client struct {
	Base   string // address of the site, ending in "/"
	HTTP   *http.Client
	Header http.Header // headers that are sent with all requests
}

// Room is the server's response to making a room.
type Room struct{ Code, Secret, Ends string }

// Response is a response of the server.
type Response struct {
	Status int
	Header http.Header
	Body   string
}

// Vote is one row of the list of votes that the host gets.
type Vote struct {
	Question, Round, Voter int
	Answer                 string
}

// UnmarshalJSON parses a vote of the form [question, round, voter, answer].
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

// Tally is the server's response to the host's request for the votes.
type Tally struct {
	Question, Round, Joined, Answered, Last int
	More                                    bool
	Votes                                   []Vote
}

// Ask sends a request to a path below /api/rooms. An empty token or body is not
// sent. The strings in headers have the form "Name: value" and replace headers that
// are already set. "Name: " removes a header.
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

// expect sends a request. It returns an error if the status of the response differs
// from the parameter want. The parameter what is nil or a pointer to the variable
// into which the JSON of the response is parsed.
func (c *Client) expect(want int, what any, method, path, token, body string) error {
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
	return room, c.expect(http.StatusCreated, &room, "POST", "", "", "")
}

// Join joins a room as a new voter and returns the voter's token.
func (c *Client) Join(code string) (voter string, err error) {
	var made struct{ Voter string }
	return made.Voter, c.expect(http.StatusCreated, &made, "POST", "/"+code+"/voters", "", "")
}

// Set sets the state of a room to the given phase, question and round, with a text
// of the given number of bytes.
func (c *Client) Set(room Room, phase string, question, round, bytes int) error {
	return c.expect(http.StatusNoContent, nil, "PUT", "/"+room.Code, room.Secret, State(phase, question, round, bytes))
}

// State returns the JSON of a room's state, with a text of the given number of
// bytes.
func State(phase string, question, round, bytes int) string {
	return fmt.Sprintf(`{"phase": %q, "question": %d, "round": %d, "text": %q}`, phase, question, round, strings.Repeat("x", bytes))
}

// Opened waits until the state that phones see says that the round is open. It
// fails after a minute.
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

// Vote sends a vote and returns the status of the response.
func (c *Client) Vote(code, voter string, question, round int, answer string) (status int, err error) {
	text, err := json.Marshal(map[string]string{"answer": answer})
	if err != nil {
		return 0, err
	}
	a, err := c.Ask("PUT", fmt.Sprintf("/%s/votes/%d/%d", code, question, round), voter, string(text))
	return a.Status, err
}

// Votes returns all votes with numbers above the given one. The server numbers
// votes in the order in which they were sent or changed.
func (c *Client) Votes(room Room, since int) (all Tally, err error) {
	for {
		var part Tally
		if err := c.expect(http.StatusOK, &part, "GET", "/"+room.Code+"/votes?since="+strconv.Itoa(since), room.Secret, ""); err != nil {
			return all, err
		}
		part.Votes = append(all.Votes, part.Votes...)
		if all, since = part, part.Last; !part.More {
			return all, nil
		}
	}
}
