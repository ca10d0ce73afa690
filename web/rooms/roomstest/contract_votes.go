package roomstest

import (
	"fmt"
	"strings"
)

// states checks that everybody who has the code of a room gets the state exactly as
// the host has set it, byte for byte.
func states(s *site) {
	room := s.open()
	before := s.ask(200, "GET", "/"+room.Code, "", "")
	if before.Header.Get("ETag") == "" || !strings.Contains(before.Body, `"phase":"wait"`) {
		s.Errorf("at first: %v %s", before.Header, before.Body)
	}
	frame := State("reveal", 200, 2, 0)
	for _, text := range []string{
		frame, ` { "phase":"wait","question":0, "round":1,"x":"</script><!-- \u0000 ü 中文 \ud83d\ude00" } `,
		State("reveal", 200, 2, 64<<10-len(frame)), `{"round":2,"phase":"re\u0076ote","question":7,"deep":` + strings.Repeat("[", 30) + strings.Repeat("]", 30) + "}",
	} {
		set := s.ask(204, "PUT", "/"+room.Code, room.Secret, text)
		got := s.ask(200, "GET", "/"+room.Code, "", "", "If-None-Match: "+before.Header.Get("ETag"))
		if got.Body != text || got.Header.Get("ETag") != set.Header.Get("ETag") || got.Header.Get("ETag") == before.Header.Get("ETag") {
			s.Errorf("%.60q: %.60q, ETag %s, set as %s", text, got.Body, got.Header.Get("ETag"), set.Header.Get("ETag"))
		}
		same := s.ask(304, "GET", "/"+room.Code, "", "", "If-None-Match: W/"+got.Header.Get("ETag"))
		if same.Body != "" || same.Header.Get("ETag") != got.Header.Get("ETag") {
			s.Errorf("the same again: %v %q", same.Header, same.Body)
		}
		before = got
	}
	if head := s.ask(200, "HEAD", "/"+room.Code, "", ""); head.Body != "" || head.Header.Get("ETag") != before.Header.Get("ETag") {
		s.Errorf("HEAD: %v", head)
	}
	for wait, want := range map[string]int{"0": 304, "-1": 400, "26": 400, "1e1": 400, "x": 400, "01": 400} {
		s.ask(want, "GET", "/"+room.Code+"?wait="+wait, "", "", "If-None-Match: "+before.Header.Get("ETag"))
	}
}

func wrongStates(s *site) {
	room := s.open()
	for text, place := range map[string]string{
		"": "body", "[]": "body", "null": "body", "{": "body", `{"phase":"wait"} {}`: "body", "\xff": "body",
		`{"phase":"wait","question":1,"round":1,"x":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + "}": "body",
		`{"phase":"wait","phase":"vote","question":1,"round":1}`:                                                "body",
		`{"phase":"open","question":1,"round":1}`:                                                               "phase", `{"question":1,"round":1}`: "phase", `{"phase":1,"question":1,"round":1}`: "phase",
		`{"phase":"vote","question":0,"round":1}`: "question", `{"phase":"wait","question":201,"round":1}`: "question",
		`{"phase":"wait","question":-1,"round":1}`: "question", `{"phase":"wait","question":1.0,"round":1}`: "question", `{"phase":"wait","question":"1","round":1}`: "question",
		`{"phase":"vote","question":1,"round":2}`: "round", `{"phase":"revote","question":1,"round":1}`: "round", `{"phase":"wait","question":1,"round":3}`: "round",
	} {
		a := s.ask(400, "PUT", "/"+room.Code, room.Secret, text)
		place = fmt.Sprintf(`"place":%q`, place)
		if !strings.Contains(a.Body, place) {
			s.Errorf("%.60q: want %s: %s", text, place, a.Body)
		}
	}
	s.ask(413, "PUT", "/"+room.Code, room.Secret, State("wait", 1, 1, 64<<10))
	if now := s.ask(200, "GET", "/"+room.Code, "", ""); !strings.Contains(now.Body, `"question":0`) {
		s.Errorf("a wrong state was taken: %s", now.Body)
	}
}

// votes checks that the host can request only the votes that it does not have yet.
// A long list of votes must arrive in several parts.
func votes(s *site) {
	room := s.open()
	s.set(room, "vote", 200, 1)
	voter := s.join(room.Code)
	const longest = 500
	answer := strings.Repeat("ü", longest/2)
	if status := must[int](s)(s.Vote(room.Code, voter, 200, 1, answer)); status != 204 {
		s.Errorf("the longest answer: %d", status)
	}
	a := s.ask(200, "GET", "/"+room.Code+"/votes", room.Secret, "")
	s.ask(304, "GET", "/"+room.Code+"/votes", room.Secret, "", "If-None-Match: "+a.Header.Get("ETag"))
	s.join(room.Code)
	b := s.ask(200, "GET", "/"+room.Code+"/votes?since=1", room.Secret, "", "If-None-Match: "+a.Header.Get("ETag"))
	if !strings.Contains(a.Body, answer) || strings.Contains(b.Body, answer) || !strings.Contains(b.Body, `"joined":2`) || !strings.Contains(b.Body, `"votes":[]`) {
		s.Errorf("%s, then %s", a.Body, b.Body)
	}
	for _, since := range []string{"-1", "x", "1.5", "99999999999999999999", "1%20or%201=1"} {
		s.ask(400, "GET", "/"+room.Code+"/votes?since="+since, room.Secret, "")
	}
}

func wrongVotes(s *site) {
	room := s.open()
	s.set(room, "vote", 1, 1)
	voter := s.join(room.Code)
	at := "/" + room.Code + "/votes/1/1"
	for _, body := range []string{"", "{}", `{"answer":""}`, `{"answer":1}`, `{"answer":null}`, `{"answer":["a"]}`, `"a"`, `{"answer":"a\nb"}`, `{"answer":"\u0000"}`, `{"answer":"\u007f"}`, `{"answer":"a","answer":"b"}`, `{"answer":"` + strings.Repeat("x", 501) + `"}`, `{"answer":"` + strings.Repeat("ü", 251) + `"}`} {
		s.ask(400, "PUT", at, voter, body)
	}
	s.ask(413, "PUT", at, voter, `{"answer":"a","x":"`+strings.Repeat("x", 5000)+`"}`)
	for _, path := range []string{"0/1", "1/0", "201/1", "1/3", "01/1", "1/1/", "1/1/1", "1", "+1/1", "1/%31%20", "-1/1", "1/1%00", "１/1"} {
		s.ask(404, "PUT", "/"+room.Code+"/votes/"+path, voter, `{"answer":"a"}`)
	}
	if all := must[Tally](s)(s.Votes(room, 0)); len(all.Votes) != 0 || all.Joined != 1 {
		s.Errorf("a wrong vote was taken: %+v", all)
	}
}
