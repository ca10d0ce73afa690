package model

import (
	"strconv"
	"strings"

	"hopyard/wasm/app/i18n"
)

// SwitchText returns the name of a switch: "leaf 9", "switch 1.2", "root", or the
// name that the machine gives it. In machines that are not trees, all switches have
// level 0.
func (m *Model) SwitchText(level, place int32) string {
	d, n := &m.Run.Machine.Drawn, i18n.S("n", strconv.Itoa(int(place)))
	if d.Plan != nil {
		if fly := d.Plan.Fly; len(fly) > 0 {
			return m.Words.Say(i18n.RouterName, i18n.S("level", strconv.Itoa(int(place)/fly[1])), i18n.S("n", strconv.Itoa(int(place)%fly[1])))
		}
		return m.Words.Say(i18n.PlainSwitchName, n)
	}
	if list := m.Run.Machine.Switches; list != nil {
		at := int(place)
		for _, first := range d.Tree[:level] {
			at += len(first) - 1
		}
		if at < len(list) {
			if strings.Contains(list[at], " ") { // a generated name such as "router 221", not a name that a person chose
				return m.DeviceName(list[at])
			}
			return list[at]
		}
	}
	switch {
	case level == 0:
		return m.Words.Say(i18n.RootName)
	case int(level) == len(d.Tree)-1:
		return m.Words.Say(i18n.LeafName, n)
	}
	return m.Words.Say(i18n.SwitchName, i18n.S("level", strconv.Itoa(int(level))), n)
}

// DeviceName translates the name of a device, such as "switch 1.2". Only the first
// word is translated.
func (m *Model) DeviceName(name string) string {
	kind, number, numbered := strings.Cut(name, " ")
	if kind = m.Words.Tell(kind); numbered {
		return kind + " " + number
	}
	return kind
}
