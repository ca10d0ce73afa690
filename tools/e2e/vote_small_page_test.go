package e2e

import (
	"strings"
	"testing"
)

// TestVoteOnASmallPhone checks questions of every form on the smallest phone. They
// must fit, even with long texts, and a new question must be shown from its top.
func TestVoteOnASmallPhone(t *testing.T) {
	h := openRoom(t, true)
	p := openAny(t, h.address+"/vote#"+h.room.Code, View{Width: 320, Height: 640, Touch: true, Theme: "dark", Still: true})
	h.tell("vote", func(state map[string]any) {
		option := state["ballot"].(map[string]any)["options"].([]any)[0].(map[string]any)
		option["text"] = strings.Repeat("Schedulingpolicies", 4)
	})
	says(t, p, "Schedulingpolicies")
	sound(t, p, "a long word")
	marksAndSends(t, p, "4")
	sound(t, p, "a long word, sent")
	for _, name := range []string{"choice", "number", "time", "vote"} {
		eval[bool](t, p, `(scrollTo(0, 1000), true)`)
		h.tell(name, func(state map[string]any) {
			state["lang"], state["phase"], state["round"] = "ru", "revote", 2
			if ballot := state["ballot"].(map[string]any); name == "number" {
				ballot["unit"] = "вычислительных узлов"
			}
		})
		says(t, p, example(t, name)["ballot"].(map[string]any)["ask"].(string))
		sound(t, p, name)
		look(t, p, name+"-smallest")
		if wide := eval[float64](t, p, `document.getElementById('field')?.getBoundingClientRect().width ?? 200`); wide < 140 {
			t.Errorf("%s: the field is %.0f pixels wide", name, wide)
		}
		if y := eval[float64](t, p, `scrollY`); y > 0 {
			t.Errorf("%s begins %.0f pixels above the window", name, y)
		}
	}
	h.tell("reveal", nil)
	says(t, p, "Job 5 starts.")
	sound(t, p, "reveal")
	look(t, p, "reveal-smallest")
}

// TestVoteFromAHandOnItsSide checks that the speaker's phone shows all buttons
// without scrolling in landscape orientation.
func TestVoteFromAHandOnItsSide(t *testing.T) {
	h := openRoom(t, true)
	h.put("/desk", example(t, "desk"))
	p := openAny(t, h.address+"/hand.html#"+h.room.Code+"."+h.room.Secret, View{Width: 844, Height: 390, Touch: true})
	says(t, p, "step 12 of 40")
	sound(t, p, "on its side")
	look(t, p, "hand-side")
	if below := eval[[]string](t, p, `[...document.querySelectorAll('button')].filter(b => b.getBoundingClientRect().bottom > innerHeight).map(b => b.id)`); len(below) > 0 {
		t.Errorf("below the window: %v", below)
	}
}
