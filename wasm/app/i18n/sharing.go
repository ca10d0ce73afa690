package i18n

// Texts of links and embedded pages.
const (
	// The dialog that makes links.
	ShareHead Text = iota + sharing
	ShareLink
	ShareCount
	ShareSafe
	ShareLong
	ShareHuge
	ShareNone
	ShareHolds
	SharePlace
	ShareJob
	SharePolicies
	SharePlain
	ShareCopy
	ShareCopied
	ShareByHand
	ShareSend
	ShareFile
	ShareExport

	// Embedded pages: the code to embed one, and the messages inside one.
	EmbedTitle
	EmbedAbout
	EmbedSize
	EmbedTheme
	EmbedThemeOwn
	EmbedThemeLight
	EmbedThemeDark
	EmbedThemeContrast
	EmbedLang
	EmbedLangOwn
	EmbedPanels
	EmbedQueue
	EmbedMachine
	EmbedTimeline
	EmbedWhy
	EmbedReadOnly
	EmbedStill
	EmbedCode
	EmbedCopy
	EmbedFrame
	EmbedOpen
	EmbedUnknown

	// A link that cannot be opened.
	BadTitle
	BadLead
	BadNewer
	BadDamaged
	BadCodec
	BadExtra
	BadLimits
	BadScenario
	BadDetails
	BadAgain
	BadOpen
	BadNoLink
	BadElse
	BadLesson
	BadEdit
	BadReset

	// A link to a run that now differs.
	RunDiffers
	RunDiffersNow
	DiffersFrom
	DiffersWithin
	DiffersSomewhere
	DiffersLater
	DiffersHide

	// Short links: the dialog that makes them.
	ShortMake
	ShortMaking
	ShortAbout
	ShortMade
	ShortWhole
	ShortBack
	ShortAsking
	ShortNone
	ShortLongLink
	ShortHugeLink
	MakeTooLong
	MakeTooBig
	MakeWait
	MakeLater
	MakeFull
	MakeOffline
	MakeRefused

	// A QR code of a link.
	QRShow
	QRTitle
	QRAlt
	QRDense
	QRLocal
	QRTooLong
	QRFailed

	// A short link that cannot be opened.
	ShortFetching
	BadAdvice
	BadRetry
	BadShortAgain
	ShortLetters
	ShortLength
	ShortUnknown
	ShortAbsent
	ShortOffline
	ShortBusy
	ShortDamaged
	ShortCompare
	ShortElsewhere
	ShortNetwork
	ShortWait

	// Keys and the palette.
	ShortLater
	KeyShort
	KeyQR

	numSharing
)

var sharingEnglish = [numSharing - sharing]string{
	ShareHead - sharing:     "Share",
	ShareLink - sharing:     "Link",
	ShareCount - sharing:    "{count} {n|character|characters}",
	ShareSafe - sharing:     "Safe everywhere: mail, chat and slides leave links of up to {limit} characters whole.",
	ShareLong - sharing:     "Mail and chat may cut links of more than {limit} characters. Where they do, send the scenario as a file.",
	ShareHuge - sharing:     "Many programs cut links of more than {limit} characters: better send the scenario as a file.",
	ShareNone - sharing:     "This does not fit in a link: {why}. Send the scenario as a file.",
	ShareHolds - sharing:    "The link holds everything. No server keeps it.",
	SharePlace - sharing:    "Open at this step ({at})",
	ShareJob - sharing:      "With {job} selected",
	SharePolicies - sharing: "Comparing {list}",
	SharePlain - sharing:    "Plain: the scenario’s text, not packed, for other programs to read",
	ShareCopy - sharing:     "Copy link",
	ShareCopied - sharing:   "Copied: {count} {n|character|characters}.",
	ShareByHand - sharing:   "The browser does not let this page copy. The text is selected: copy it yourself.",
	ShareSend - sharing:     "Send…",
	ShareFile - sharing:     "Save as a file",
	ShareExport - sharing:   "Export…",

	EmbedTitle - sharing:         "Embed in slides or a course page",
	EmbedAbout - sharing:         "It takes no keys until it is clicked, keeps its address, and has a link that opens the full page.",
	EmbedSize - sharing:          "Size",
	EmbedTheme - sharing:         "Theme",
	EmbedThemeOwn - sharing:      "the reader’s own",
	EmbedThemeLight - sharing:    "light",
	EmbedThemeDark - sharing:     "dark",
	EmbedThemeContrast - sharing: "high contrast",
	EmbedLang - sharing:          "Language",
	EmbedLangOwn - sharing:       "the reader’s own",
	EmbedPanels - sharing:        "Panels",
	EmbedQueue - sharing:         "Queue",
	EmbedMachine - sharing:       "Machine",
	EmbedTimeline - sharing:      "Timeline",
	EmbedWhy - sharing:           "Why",
	EmbedReadOnly - sharing:      "Readers can step, but change nothing",
	EmbedStill - sharing:         "Without motion",
	EmbedCode - sharing:          "Embed code",
	EmbedCopy - sharing:          "Copy embed code",
	EmbedFrame - sharing:         "Hopyard: {title}",
	EmbedOpen - sharing:          "Open in Hopyard",
	EmbedUnknown - sharing:       "This embed’s address has settings that are not known and were ignored: {list}.",

	BadTitle - sharing:    "This link cannot be opened",
	BadLead - sharing:     "Nothing was run, and nothing that you keep here has changed.",
	BadNewer - sharing:    "It was made by a newer version of Hopyard, or its beginning is damaged.",
	BadDamaged - sharing:  "It is damaged. Mail and chat often cut long links, or add characters to them.",
	BadCodec - sharing:    "It is packed in a way that this version does not know, or its beginning is damaged.",
	BadExtra - sharing:    "Its end, which says where to look, is damaged or was changed.",
	BadLimits - sharing:   "It holds more than a link may hold.",
	BadScenario - sharing: "It was read, but its scenario has {count} {n|error|errors}.",
	BadDetails - sharing:  "Where, and how to fix it",
	BadAgain - sharing:    "Copy the whole link again, and paste it here:",
	BadOpen - sharing:     "Open",
	BadNoLink - sharing:   "That is not a link to a scenario: after the # there should be 1. and a letter.",
	BadElse - sharing:     "Or go on with something else",
	BadLesson - sharing:   "Open a lesson",
	BadEdit - sharing:     "Correct its scenario in the editor",
	BadReset - sharing:    "Start afresh",

	RunDiffers - sharing:       "This link was made with version {made} of the engine. With this page’s version, {own}, the run differs {where}.",
	RunDiffersNow - sharing:    "The run here is not the one that this link was made from: it differs {where}.",
	DiffersFrom - sharing:      "from step {low} on",
	DiffersWithin - sharing:    "from a step between {low} and {high} on",
	DiffersSomewhere - sharing: "somewhere",
	DiffersLater - sharing:     "Up to the step shown, the two agree.",
	DiffersHide - sharing:      "Hide",

	ShortMake - sharing:     "Make a short link",
	ShortMaking - sharing:   "Making it…",
	ShortAbout - sharing:    "Short link: the scenario is stored at {host}, for good, and whoever has the link can read it; the link also says the place in time and the job, which are not stored.",
	ShortMade - sharing:     "Stored at {host}, for good. Whoever has the short link can read the scenario.",
	ShortWhole - sharing:    "Show the long link",
	ShortBack - sharing:     "Show the short link",
	ShortAsking - sharing:   "Checking whether short links can be made here…",
	ShortNone - sharing:     "This copy of Hopyard makes no short links: send the long link, or the file.",
	ShortLongLink - sharing: "Mail and chat may cut links of more than {limit} characters: make a short link, or send the scenario as a file.",
	ShortHugeLink - sharing: "Many programs cut links of more than {limit} characters: better make a short link, or send the scenario as a file.",
	MakeTooLong - sharing:   "The scenario has {n} {n|byte|bytes}, and a short link takes {limit}: send it as a file.",
	MakeTooBig - sharing:    "The scenario is too long for a short link, which takes {limit} bytes: send it as a file.",
	MakeWait - sharing:      "Too many short links were made from here just now: wait {n} {n|second|seconds} and try again.",
	MakeLater - sharing:     "{host} cannot make short links now: try again later, or send the long link.",
	MakeFull - sharing:      "{host} has no room left for short links: send the long link, or the file.",
	MakeOffline - sharing:   "Short links need the network, and {host} does not answer: the long link works without.",
	MakeRefused - sharing:   "No short link was made: {why}. Send the long link, or the file.",

	QRShow - sharing:    "Show as a QR code",
	QRTitle - sharing:   "QR code",
	QRAlt - sharing:     "QR code of the address below",
	QRDense - sharing:   "Phones at the back of a hall may not be able to read so fine a pattern: a short link gives a coarser one.",
	QRLocal - sharing:   "Only this computer can open this address: open the page under the computer’s name in the network first.",
	QRTooLong - sharing: "The link is too long for a QR code: make a short link first.",
	QRFailed - sharing:  "The QR code could not be loaded: check the network, then try again.",

	ShortFetching - sharing:  "Fetching the scenario of the short link…",
	BadAdvice - sharing:      "What to do",
	BadRetry - sharing:       "Try again",
	BadShortAgain - sharing:  "Correct the id here, or paste a whole link:",
	ShortLetters - sharing:   "{id} is not the id of a short link: no id contains {letter}.",
	ShortLength - sharing:    "{id} is not the id of a short link: an id has at least {n} characters.",
	ShortUnknown - sharing:   "Nothing is stored at {host} under the id {id}.",
	ShortAbsent - sharing:    "This copy of Hopyard stores no scenarios, so it has no short links.",
	ShortOffline - sharing:   "Its scenario could not be fetched: there is no network, or {host} does not answer.",
	ShortBusy - sharing:      "{host} cannot send its scenario now.",
	ShortDamaged - sharing:   "What {host} sent is not a scenario.",
	ShortCompare - sharing:   "Check the id where you got it: it has no vowels, no l, and no 0 or 1. A short link opens only at the site where it was made.",
	ShortElsewhere - sharing: "Open it at the site where it was made, or ask for the long link, which holds everything.",
	ShortNetwork - sharing:   "Check the network, and try again.",
	ShortWait - sharing:      "Wait {n} {n|second|seconds}, and try again.",

	ShortLater - sharing: "Try again in a while. If that does not help, ask for the long link, which holds everything.",
	KeyShort - sharing:   "Make a short link",
	KeyQR - sharing:      "Show the link as a QR code",
}
