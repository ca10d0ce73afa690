package e2e

import (
	"strings"
	"testing"
)

// resamples is the text of the results for resamples of a trace.
const resamples = `document.getElementById('compare-resampled').innerText`

// TestResamplesOfATrace simulates resamples of a trace in a comparison. The progress
// must be shown, the button must keep the focus, and the results must be announced.
// When the reader stops, the results so far must be shown; when a policy changes,
// they must go.
func TestResamplesOfATrace(t *testing.T) {
	page := open(t, "/", View{})
	must(t, page.Wait(Ready))
	drop(t, page, "archive.swf", longTrace(12_000))
	must(t, page.Wait(`document.documentElement.hasAttribute('data-archive')`))
	must(t, page.Press("c"))
	compared(t, page, 2)
	must(t, page.Wait(`document.querySelector('[data-compare="resample"]:not([aria-disabled])')`))
	if says := eval[string](t, page, `document.getElementById('compare-resample').innerText`); !strings.Contains(says, "made of randomly drawn days of this one") {
		t.Errorf("it says %s", says)
	}
	must(t, page.Click(`[data-compare="resample"]`))
	must(t, page.Wait(`document.querySelector('#compare-resampled progress, #compare-resampled table')`))
	must(t, page.Wait(`document.querySelector('#compare-resampled table')`))
	focused(t, page, `.matches('[data-compare="resample"]')`)
	must(t, page.Wait(`document.getElementById('status').textContent.includes('of 20 resamples, the mean wait is')`))
	for _, want := range []string{"of 20 resamples, the mean wait is longer under First come, first served than under EASY backfilling.", "Change relative to EASY backfilling", "Bounded slowdown", "more in"} {
		if says := eval[string](t, page, resamples); !strings.Contains(says, want) {
			t.Errorf("%q is not in %s", want, says)
		}
	}
	axe(t, page)
	must(t, page.Press("Enter"))
	must(t, page.Wait(`(p => p && p.value >= 2 && (document.querySelector('[data-compare="resampled"]').click(), true))(document.querySelector('#compare-resampled progress'))`))
	must(t, page.Wait(`document.querySelector('#compare-resampled table')`))
	focused(t, page, `.matches('[data-compare="resample"]')`)
	if says := eval[string](t, page, resamples); strings.Contains(says, "of 20 resamples") {
		t.Errorf("after a stop: %s", says)
	}
	must(t, page.Click(`[data-compare="add"]`))
	compared(t, page, 3)
	must(t, page.Wait(`document.getElementById('compare-resampled').hidden && document.querySelector('[data-compare="resample"]:not([aria-disabled])')`))
	must(t, page.Click(`[data-compare="resample"]`))
	must(t, page.Wait(`document.querySelectorAll('#compare-resampled thead th').length === 3`))
}

// TestResamplesOfAShortTrace checks what a comparison says of a trace that is too
// short, and that it says nothing of a lesson.
func TestResamplesOfAShortTrace(t *testing.T) {
	page := open(t, "/", View{Width: 390, Height: 844, Touch: true})
	must(t, page.Wait(Ready))
	must(t, page.Click("#compare"))
	compared(t, page, 2)
	if !eval[bool](t, page, `document.getElementById('compare-resample').hidden`) {
		t.Error("a lesson can be resampled")
	}
	must(t, page.Click(`[data-compare="leave"]`))
	drop(t, page, "kth.swf", swf)
	must(t, page.Wait(`document.getElementById('trace') && document.getElementById('trace').open`))
	must(t, page.Press("Enter"))
	must(t, page.Wait(`document.title.startsWith('kth.swf')`))
	must(t, page.Click("#compare"))
	compared(t, page, 2)
	must(t, page.Wait(`document.getElementById('compare-resample').innerText.includes('at least 14 whole days')`))
	if eval[bool](t, page, `!!document.querySelector('[data-compare="resample"]')`) {
		t.Error("a short trace can be resampled")
	}
}
