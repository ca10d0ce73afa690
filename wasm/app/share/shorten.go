package share

import (
	"strings"

	"hopyard/core/scenario"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// Shortened reports whether the page offers the short link of the scenario on
// screen. It does so if a short link exists and the reader has not chosen the long
// link.
func (m *SharePanel) Shortened() bool { return m.ShortAddress("") != "" && !m.Short.Long }

// ShortAddress returns the short link of the scenario on screen. The link ends with
// its id. The result is "" if no short link is known. folder is the address of the
// page's folder. The function ShortAddress describes how the host is chosen.
func (m *SharePanel) ShortAddress(folder string) string {
	if m.Run == nil || m.Linked().Link == "" {
		return ""
	}
	k := m.Short.links[m.Linked().Link]
	if k.Id == "" {
		return ""
	}
	return ShortAddress(folder, k.Id, k.address)
}

// ShortID returns the id of the short link of the scenario on screen, or "" if no
// short link is known.
func (m *SharePanel) ShortID() string {
	if m.Run == nil || m.Linked().Link == "" {
		return ""
	}
	return m.Short.links[m.Linked().Link].Id
}

// ShortAddress returns the address of the short link with the given id. Normally
// this address is in the page's own folder, under the host name that the reader
// used. The parameter told is the address that the server returned. It is used
// instead if it has another host that other machines can reach. A server behind a
// proxy may not know its public name and scheme. It then returns a local address,
// which is ignored.
func ShortAddress(folder, id, told string) string {
	host, own := hostOf(told), hostOf(folder)
	if host != "" && host != own && !Local(host) && strings.HasSuffix(told, "/s/"+id) {
		return told
	}
	return folder + "s/" + id
}

// hostOf returns the host in an address. It returns "" if the address does not use
// HTTP.
func hostOf(address string) string {
	scheme, rest, ok := strings.Cut(address, "://")
	if !ok || scheme != "http" && scheme != "https" {
		return ""
	}
	host, _, _ := strings.Cut(rest, "/")
	return host
}

// Local reports whether a host, such as localhost, can be reached only from the
// machine itself.
func Local(host string) bool {
	name := host
	if i := strings.LastIndexByte(host, ':'); i > 0 && !strings.HasSuffix(host, "]") {
		name = host[:i]
	}
	return name == "localhost" || strings.HasSuffix(name, ".localhost") || name == "[::1]" || strings.HasPrefix(name, "127.")
}

// ShortView returns the end of a short link, which follows the id. It begins with a
// query (?) that contains the moment in time, because the server uses it to draw a
// preview picture. The rest is in the fragment (#), which servers never receive.
func (m *SharePanel) ShortView(parts LinkParts) string {
	return withSign("?", m.place(parts)) + withSign("#", m.beside(parts))
}

// EmbedView returns the same parts of the link as ShortView, but all of them in the
// fragment (#). An embedded page needs no query because it is a static file without
// a preview.
func (m *SharePanel) EmbedView(parts LinkParts) string { return withSign("#", m.view(parts)) }

// withSign replaces the first character of a list of link parts, which is &, by the
// given sign.
func withSign(sign, parts string) string {
	if parts == "" {
		return ""
	}
	return sign + parts[1:]
}

// Shared returns the scenario on screen in the form that a share API accepts. If
// the scenario cannot be shared, Shared returns "" and stores the reason in
// Short.Wrong.
func (m *SharePanel) Shared() string {
	short := &m.Short
	short.Wrong = ""
	if m.Run == nil || m.Linked().Text == "" {
		return ""
	}
	s, err := scenario.ParseShared([]byte(m.Linked().Text))
	if err != nil {
		short.Wrong = m.Words.HTML(i18n.MakeRefused, i18n.H("why", m.Words.Foreign(strings.TrimSuffix(err.Error(), "."))))
		return ""
	}
	text := string(s.Canonical())
	if len(text) > MaxShared {
		short.Wrong = m.tooLong(len(text))
		return ""
	}
	return text
}

func (m *SharePanel) tooLong(n int) html.HTML {
	return m.Words.HTML(i18n.MakeTooLong, m.Words.N("n", int64(n)), i18n.S("limit", m.Words.Int(MaxShared)))
}

// TakeMade handles the share API's response to the request to store a scenario.
// link is the long link of the scenario. TakeMade reports whether the scenario now
// has a short link. If it has none, Short.Wrong holds the reason and advice for the
// reader.
func (m *SharePanel) TakeMade(link string, a *Response) bool {
	c, short := m.Words, &m.Short
	short.Busy = false
	id, host := jsonValue(a, "id"), i18n.S("host", short.Host)
	if (a.Status == statusOK || a.Status == statusCreated) && IsID(id) {
		short.Wrong, short.Long = "", false
		short.Keep(link, StoredScenario{id, jsonValue(a, "url")})
		return true
	}
	switch {
	case a.Status == 0:
		short.Wrong = c.HTML(i18n.MakeOffline, host)
	case a.Status == statusTooMany && a.Wait > 0:
		short.Wrong = c.HTML(i18n.MakeWait, c.N("n", int64(a.Wait)))
	case a.Status == statusTooMany:
		short.Wrong = c.HTML(i18n.MakeLater, host)
	case a.Status == statusTooLong:
		short.Wrong = c.HTML(i18n.MakeTooBig, i18n.S("limit", c.Int(MaxShared)))
	case a.Status == statusFull:
		short.Wrong = c.HTML(i18n.MakeFull, host)
	case a.Status >= 500:
		short.Wrong = c.HTML(i18n.MakeLater, host)
	default:
		why := jsonValue(a, "errors[0].problem")
		if why == "" {
			why = "HTTP " + c.Int(int64(a.Status))
		}
		short.Wrong = c.HTML(i18n.MakeRefused, i18n.H("why", c.Foreign(why)))
	}
	return false
}

// ShortHTML returns the part of the dialog about short links. If the scenario has a
// short link, it shows the link, otherwise an explanation.
func (m *SharePanel) ShortHTML() html.HTML {
	c, short := m.Words, &m.Short
	host := i18n.S("host", short.Host)
	button := func(text i18n.Text) html.HTML {
		return html.Button(html.ID("share-shorten"), html.Attr{"aria-describedby", "share-stored"}, c.HTML(text))
	}
	about := func(text i18n.Text) html.HTML {
		return html.P(html.ID("share-stored"), html.Class("small"), c.HTML(text, host))
	}
	if m.Run == nil || m.Linked().Link == "" {
		return ""
	}
	made := m.ShortID() != ""
	switch {
	case made && short.Long:
		return about(i18n.ShortMade) + button(i18n.ShortBack)
	case made:
		return about(i18n.ShortMade) + button(i18n.ShortWhole)
	}
	switch short.There {
	case NotAsked:
		return about(i18n.ShortAsking)
	case NotThere:
		return about(i18n.ShortNone)
	case OutOfReach:
		return about(i18n.MakeOffline)
	}
	text := i18n.ShortMake
	if short.Busy {
		text = i18n.ShortMaking
	}
	out := about(i18n.ShortAbout) + button(text)
	if short.Wrong != "" {
		out += html.P(html.Class("wrong-text small"), short.Wrong)
	}
	return out
}

// MostQR is the maximum length of a link that fits into a QR code, in characters.
// If the link has at least DenseQR characters, phones at the back of a lecture hall
// can hardly read the code.
const (
	MostQR  = 2900
	DenseQR = 250
)

// QRNote returns a warning about the QR code of an address, or "" if no warning is
// needed.
func (m *SharePanel) QRNote(address string) string {
	c := m.Words
	var notes []string
	if Local(hostOf(address)) {
		notes = append(notes, c.Say(i18n.QRLocal))
	}
	if len(address) > DenseQR {
		notes = append(notes, c.Say(i18n.QRDense))
	}
	return i18n.Sentences(c, notes...)
}

// QRHTML returns the content of the dialog with a QR code. The page inserts the
// picture of the code into the element #qr-code. The address is below the picture,
// and the part about the moment on screen is in small print.
func (m *SharePanel) QRHTML(address string) html.HTML {
	head, view := address, ""
	if i := strings.IndexAny(address, "?#"); i > 0 {
		head, view = address[:i], address[i:]
	}
	if len(address) > DenseQR {
		head, view = "", address
	}
	shown := html.Escape(head)
	if before, after, short := strings.Cut(head, "/s/"); short {
		shown = html.Escape(before) + html.El("wbr") + html.Escape("/s/"+after)
	}
	out := html.Div(html.ID("qr-code"), html.Attr{"role", "img"}, html.Label(m.Words.Say(i18n.QRAlt))) +
		html.P(html.Class("qr-address"), html.B(shown), html.If(view != "", html.Small(html.Text(view))))
	if note := m.QRNote(address); note != "" {
		out += html.P(html.Class("small qr-note"), html.Text(note))
	}
	return out
}
