package app

// ActionText is what the help says of an action.
func (m *Model) ActionText(a Action) string {
	for i := range Keys {
		if Keys[i].Action == a {
			return m.Words.Say(Keys[i].Text)
		}
	}
	return ""
}
