//go:build js && wasm

package page

// embedLooks applies the theme, palette and motion settings that an embed's address
// requests, without storing them.
func (p *page) embedLooks() {
	e := &p.App.Share.Embed
	if !e.On {
		return
	}
	for _, look := range [...][2]string{{"theme", e.Theme}, {"palette", e.Palette}} {
		if look[1] != "" {
			p.set(look[0], look[1], false)
		}
	}
	if e.Still {
		p.set("motion", "off", false)
	}
}
