package app

import (
	"strings"
	"testing"

	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/share"
)

// TestTitlesTurnNothing uses a title with right-to-left characters. The page and
// its exports must isolate the writing direction of the title, so that it cannot
// reorder the words beside it.
func TestTitlesTurnNothing(t *testing.T) {
	const title = "\u202eeltit a"
	load := lesson(t, "easy-hole")
	load.Text = strings.Replace(load.Text, "A hole that EASY fills", title, 1)
	s := open(t, load)
	s.do(t, keys.Forward)
	if html := string(s.Lessons.LessonTitle()); !strings.Contains(html, "<bdi>"+title+"</bdi>") {
		t.Errorf("the box of the lesson: %q", html)
	}
	s.Edit.Drafts.Shelf = &drawer{map[string]string{}, 5 << 20}
	s.keep(t, 1, `"id": 1`, `"id": 1`)
	drafts := string(s.Edit.DraftsHTML(func(int64) string { return "today" }, ""))
	if n := strings.Count(drafts, title); n == 0 || n != strings.Count(drafts, "<bdi>"+title+"</bdi>") {
		t.Errorf("drafts: %q", drafts)
	}
	if code := string(s.Share.EmbedCode("https://x/", "", "", &share.Embed{}, 640, 420)); !strings.Contains(code, "\u2068"+title+"\u2069") {
		t.Errorf("the code of an embed: %q", code)
	}
}
