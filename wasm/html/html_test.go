package html

import "testing"

func TestElementsEscapeThemselves(t *testing.T) {
	const bad = `<b>&"'`
	const good = "&lt;b&gt;&amp;&#34;&#39;"
	var list Builder
	list.El("li", Text(bad))
	list.Add(Text(bad), Class("ignored"))
	for _, c := range []struct{ got, want HTML }{
		{Li(Text(bad), Class("a"), Attr{"title", bad}), `<li class="a" title="` + good + `">` + good + `</li>`},
		{Div(P(Text("a")), Br, HTML("<i>"), If(false, Text("x")), If(false, Flag("hidden"))), "<div><p>a</p><br><i></div>"},
		{El("input", Flag("hidden"), Class(""), Attr{"class", ""}, Bool("aria-hidden", true), Num("n", -1), Float("x", 0.5)), `<input hidden class="" aria-hidden="true" n="-1" x="0.5">`},
		{El("svg", Path("M0 0", Attr{"fill", bad})), `<svg><path d="M0 0" fill="` + good + `"/></svg>`},
		{list.HTML(), "<li>" + good + "</li>" + good},
		{Option("a", true, Text("b")), `<option value="a" selected>b</option>`},
		{Style("a{}</style><script>"), "<style>a{}/style>script></style>"},
		{Escape("plain"), "plain"},
	} {
		if c.got != c.want {
			t.Errorf("got  %s\nwant %s", c.got, c.want)
		}
	}
	if got := Plain(Li(B(Text(bad)), HTML(" &amp;lt;"))); got != bad+" &lt;" {
		t.Errorf("the text of it is %q", got)
	}
}

func TestOneAllocationPerElement(t *testing.T) {
	text := "some text that is not short"
	if n := testing.AllocsPerRun(100, func() { sink = Li(Class("a"), Num("data-n", 7), Text(text)) }); n > 1 {
		t.Errorf("%v allocations", n)
	}
}

var sink HTML
