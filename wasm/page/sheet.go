//go:build js && wasm

package page

import (
	"strings"

	"hopyard/wasm/app/message"
	"hopyard/wasm/page/document"
	"hopyard/wasm/page/worksheetview"
)

// isSheet reports whether an address's fragment is a link to a worksheet.
func isSheet(hash string) bool {
	return len(hash) > 3 && hash[1] == 'w' && hash[2] >= '0' && hash[2] <= '9'
}

// loadBelowLab loads the scenario of an experiment that was opened by a link. The
// rest of the page then refers to the same scenario. It loads the scenario's link.
// If the scenario is too long for a link, it loads the scenario's text.
func (p *page) loadBelowLab(link, text string) {
	if link != "" {
		p.loadLink(link)
		return
	}
	p.Next = -1
	p.Load(message.Load{Form: message.JSON, Text: text, At: -1, Job: -1})
}

// isSheetText reports whether a text is a worksheet.
func isSheetText(text string) bool {
	return strings.Contains(text[:min(len(text), 4096)], `"hopyard_worksheet"`)
}

// openPaper opens the worksheet that a fragment of the address contains.
func (p *page) openPaper(hash string) {
	p.Next, p.Written = -1, hash
	p.LeaveCompare()
	p.sheets().OpenLink(hash)
}

// sheets returns the controller of worksheets.
func (p *page) sheets() *worksheetview.WorksheetController {
	if p.papers == nil {
		p.papers = worksheetview.New(p.Host)
	}
	return p.papers
}

// launched reports whether the page belongs to a package for learning management
// systems. If so, it opens the package's worksheet.
func (p *page) launched() bool {
	if !strings.HasSuffix(document.Location().Get("pathname").String(), "/worksheet.html") {
		return false
	}
	p.Next = -1
	p.sheets().Launch()
	return true
}
