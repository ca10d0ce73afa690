package e2e

import "testing"

// TestVoteByKeyboard checks by keyboard alone that a voter can enter the code of a
// room and answer questions of all forms. A second tab must be the same voter and
// show the sent answer. The page must use the language of the room.
func TestVoteByKeyboard(t *testing.T) {
	h := openRoom(t, true)
	p := openAny(t, h.address+"/vote", View{Width: 820, Height: 1180})
	must(t, p.Wait(`document.activeElement.id === 'code'`))
	must(t, p.Type("nocode"))
	must(t, p.Press("Enter"))
	says(t, p, "That is not a code.")
	sound(t, p, "no code")
	other := "BBBBBB"
	if h.room.Code == other {
		other = "CCCCCC"
	}
	eval[bool](t, p, `!(document.getElementById('code').value = '')`)
	must(t, p.Type(other))
	must(t, p.Press("Enter"))
	says(t, p, "There is no room "+other)
	sound(t, p, "no room")
	look(t, p, "noroom-tablet")
	eval[bool](t, p, `!(document.getElementById('code').value = '')`)
	must(t, p.Type(h.room.Code))
	must(t, p.Press("Enter"))
	says(t, p, "You are in.")
	second := tab(t, p, h.address+"/vote#"+h.room.Code)
	says(t, second, "You are in.")

	h.tell("choice", nil)
	says(t, p, "Which condition makes job 9 wait?")
	eval[bool](t, p, `!document.getElementById('option-0').focus()`)
	must(t, p.Press("Space", "ArrowDown"))
	must(t, p.Wait(`document.getElementById('send').textContent === 'Send: It would end after the shadow time'`))
	sound(t, p, "choice")
	h.tell("choice", func(state map[string]any) { state["ballot"].(map[string]any)["lead"] = "EASY, 0:41." })
	says(t, p, "EASY, 0:41.")
	if at := eval[string](t, p, `document.activeElement.id + document.querySelector(':checked').value`); at != "option-1b" {
		t.Errorf("after an update of the same question the focus and the mark are %s", at)
	}
	must(t, p.Press("Enter"))
	says(t, p, "Sent. You can change it")
	look(t, p, "choice-tablet")
	must(t, second.Wait(`document.getElementById('send').textContent === 'Sent: It would end after the shadow time'`))

	h.tell("number", func(state map[string]any) { state["lang"] = "zh" })
	must(t, p.Wait(`document.documentElement.lang === 'zh-CN' && document.getElementById('send').textContent === '请填写答案' && document.title === 'Hopyard：投票'`))
	eval[bool](t, p, `!document.getElementById('field').focus()`)
	must(t, p.Type("18 nodes"))
	must(t, p.Press("Enter"))
	says(t, p, "请写一个整数。")
	eval[bool](t, p, `!(document.getElementById('field').value = '')`)
	must(t, p.Type("018"))
	must(t, p.Press("Enter"))
	says(t, p, "已发送：18 nodes")
	sound(t, p, "number")
	look(t, p, "number-tablet")

	h.tell("time", func(state map[string]any) { state["lang"] = "ru" })
	must(t, p.Wait(`document.documentElement.lang === 'ru' && document.activeElement.id === 'field' && document.activeElement.value === ''`))
	must(t, p.Type("1.00"))
	must(t, p.Wait(`document.getElementById('field').value === '1:00'`))
	must(t, p.Press("Enter"))
	says(t, p, "Отправлено: 1:00")
	sound(t, p, "time")
	look(t, p, "time-tablet")
	must(t, p.Press("Tab"))
	must(t, p.Wait(`document.activeElement.id === 'send'`))
	h.tell("reveal", func(state map[string]any) {
		state["question"], state["round"], state["ballot"], state["lang"] = 4, 1, example(t, "time")["ballot"], "ru"
		state["reveal"] = map[string]any{"right": []string{"1:00:00"}}
	})
	says(t, p, "Ответ: 1:00:00")
	says(t, p, "Это верно.")                                   // the answer 1:00 equals the right answer 1:00:00
	must(t, p.Wait(`document.activeElement.tagName === 'H1'`)) // the focus has moved, because the button that had it is gone
	if got, joined := h.votes(2, 1); joined != 1 || len(got) != 1 || got[1] != "b" {
		t.Errorf("%d joined and voted %v", joined, got)
	}
	if got, _ := h.votes(3, 1); got[1] != "18" {
		t.Errorf("the number is %v", got)
	}
	if got, _ := h.votes(4, 1); got[1] != "1:00" {
		t.Errorf("the time is %v", got)
	}
}
