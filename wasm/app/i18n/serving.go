package i18n

// Texts of new versions of the page.
const (
	NewVersion Text = iota + serving
	TakeVersion
	LeaveVersion
	numServing
)

var servingEnglish = [numServing - serving]string{
	NewVersion - serving:   "A new version of this page is available.",
	TakeVersion - serving:  "Reload",
	LeaveVersion - serving: "Later",
}
