package i18n

// The texts of how the page comes and stays.
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
