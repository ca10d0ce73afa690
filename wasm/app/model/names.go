package model

import (
	"fmt"
	"slices"
	"strings"

	"hopyard/core/policies"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
)

// AllocatorTitle returns the title of the run's allocator. If the title has the
// form "SDM, …", only the name before the comma is returned.
func (m *Model) AllocatorTitle() string {
	for _, a := range m.Run.Choices.Allocators {
		if a.Name == m.Run.Policy.Allocator {
			if name, _, ok := strings.Cut(a.Title, ","); ok && strings.EqualFold(name, a.Name) {
				return name
			}
			return m.Words.Tell(a.Title)
		}
	}
	return m.Run.Policy.Allocator
}

// Title returns the title of the run on screen.
func (m *Model) Title() string { return m.Words.Tell(m.Run.Title) }

// SameShape reports whether two machines have the same topology and size.
func SameShape(a, b *message.MachineChoice) bool {
	return a.Kind == b.Kind && a.Nodes == b.Nodes && a.Groups == b.Groups && a.Routers == b.Routers &&
		slices.Equal(a.Downs(), b.Downs()) && slices.Equal(a.Dims, b.Dims)
}

// ShapeText returns a description of a machine: "Fat tree 4 × 4 × 4, 64 nodes".
func (m *Model) ShapeText(s *message.MachineChoice) string {
	c, n := m.Words, m.Words.N("n", s.Size())
	times := func(n []int) i18n.Pair {
		return i18n.S("shape", strings.Trim(strings.ReplaceAll(fmt.Sprint(n), " ", " × "), "[]"))
	}
	switch s.Kind {
	case "fat-tree":
		return c.Say(i18n.TreeOf, times(s.Downs()), n)
	case "star":
		return c.Say(i18n.StarOf, n)
	case "torus":
		return c.Say(i18n.TorusOf, times(s.Dims), n)
	case "mesh":
		return c.Say(i18n.MeshOf, times(s.Dims), n)
	case "hypercube":
		return c.Say(i18n.CubeOf, n)
	case "dragonfly":
		return c.Say(i18n.FlyOf, times([]int{s.Groups, s.Routers, s.Nodes}), n)
	case "graph":
		return c.Say(i18n.GraphOf, n)
	case "slurm":
		return c.Say(i18n.SlurmOf, n)
	case "levels":
		return c.Say(i18n.LevelsOf, n)
	case "flat":
		return c.Say(i18n.FlatOf, n)
	}
	return s.Kind
}

// PolicyTitle returns the title of a policy.
func (m *Model) PolicyTitle(choices []message.PolicyByName, name string) string {
	for i := range choices {
		if choices[i].Name == name {
			return m.Words.Tell(choices[i].Title)
		}
	}
	if name == policies.Own {
		return m.Words.Say(i18n.KeyPolicy)
	}
	return name
}

// SetLanguage switches to another language. It clears short messages, because they
// are in the old language.
func (m *Model) SetLanguage(c *i18n.Catalog) {
	m.Words = c
	m.Changed, m.Note = "", ""
	if m.Run != nil {
		m.Run.Clock = m.Run.Clock.In(c)
	}
}

// Discipline reports whether the run's queue discipline provides the given optional
// display, such as the shadow time.
func (m *Model) Discipline(what policies.Displays) bool {
	return policies.Has(m.Run.Policy.Queue, what)
}
