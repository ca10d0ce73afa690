package i18n

// Texts of keys, the palette, the playback speed and the appearance.
const (
	KeyNextConflict Text = iota + steering
	KeyLastConflict
	KeyPalette
	KeySettings
	KeyLecture
	StepAndEvent
	Together
	TogetherEnds
	TogetherJoins
	TogetherOthers
	GroupPace
	GroupLooks
	SetTogether
	SetPauses
	SetLetters
	SetTheme
	ThemeSystem
	ThemeLight
	ThemeDark
	ThemeContrast
	ThemeNow
	SetColours
	ColoursUsual
	ColoursTol
	ColoursGrey
	SetPatterns
	SetMotion
	SwitchOn
	SwitchOff
	EntryLesson
	EntryPath
	EntryLanguage
	EntryQueue
	EntryPlacement
	EntryMachine
	EntryNetwork
	EntryGrowth
	GoToStep
	GoToTime
	PaletteLabel
	PaletteHint
	PaletteFound
	PaletteNone
	PaletteAlike

	numSteering
)

var steeringEnglish = [numSteering - steering]string{
	KeyNextConflict - steering: "Next conflict",
	KeyLastConflict - steering: "Previous conflict",
	KeyPalette - steering:      "Find an action, a lesson, a job, a step",
	KeySettings - steering:     "Speed and appearance",
	KeyLecture - steering:      "Lecture mode, for a beamer",
	StepAndEvent - steering:    "step {n} of {all}, event {event} of {events}",
	Together - steering:        "At the same time: {list}.",
	TogetherEnds - steering:    "{jobs} {n|ends|end}",
	TogetherJoins - steering:   "{jobs} {n|joins|join} the queue",
	TogetherOthers - steering:  "{n} more {n|event|events}",
	GroupPace - steering:       "Speed and keys",
	GroupLooks - steering:      "Appearance",
	SetTogether - steering:     "Take what happens at the same time as one step, up to the next decision",
	SetPauses - steering:       "Pause at decisions while playing",
	SetLetters - steering:      "Single-letter keys",
	SetTheme - steering:        "Theme",
	ThemeSystem - steering:     "Same as the system",
	ThemeLight - steering:      "Light",
	ThemeDark - steering:       "Dark",
	ThemeNow - steering:        "Theme: {theme}",
	ThemeContrast - steering:   "High contrast",
	SetColours - steering:      "Colours of jobs",
	ColoursUsual - steering:    "Okabe and Ito",
	ColoursTol - steering:      "Tol, muted",
	ColoursGrey - steering:     "Greys, for print",
	SetPatterns - steering:     "Patterns on jobs",
	SetMotion - steering:       "Motion",
	SwitchOn - steering:        "turn on",
	SwitchOff - steering:       "turn off",
	EntryLesson - steering:     "Lesson",
	EntryPath - steering:       "Path",
	EntryLanguage - steering:   "Language",
	EntryQueue - steering:      "Queue",
	EntryPlacement - steering:  "Placement",
	EntryMachine - steering:    "Machine",
	EntryNetwork - steering:    "Network",
	EntryGrowth - steering:     "Growth",
	GoToStep - steering:        "step {n}",
	GoToTime - steering:        "at {n}",
	PaletteLabel - steering:    "Find anything",
	PaletteHint - steering:     "An action, a topic, “job 12”, “at 1:40”",
	PaletteFound - steering:    "{n} found",
	PaletteNone - steering:     "Nothing found.",
	PaletteAlike - steering: "export save download; picture image screenshot png svg; slides presentation powerpoint html; table spreadsheet csv excel; animated video movie gif; trace log event;" +
		" dark night; lesson course tutorial example; path course; key shortcut hotkey; link url share; glossary term dictionary definition; edit change modify; compare versus diff;" +
		" machine cluster computer; network cable interconnect bandwidth congestion; topology locality hops distance nearest; placement allocation mapping; queue scheduler discipline policy;" +
		" backfill easy; fail fault break outage; grow malleable elastic moldable resize; gpu accelerator; deadline late time; quota limit; colour color; open import load upload file;" +
		" predict quiz question; hand manual yourself; puzzle challenge; start beginning first; end last finish; speed pace fast slow; tree clos",
}
