package picture

// light lists the colours of the page's light theme, indexed by [draw.Colour]. They
// are a copy, because a server does not contain the page's style sheet.
// TestLightIsThePages compares the two.
var light = [...]string{
	"",        // none
	"#ffffff", // panel
	"#1d2329", // ink
	"#5b6570", // soft
	"#dedbd2", // line
	"#eae7de", // free
	"#f7f6f2", // band
	"#0b5cad", // accent
	"#e9f0f8", // tint
	"#1c7c4a", // good
	"#b3402e", // bad
	"#7c7c7c", // promised
	"#b5abd3", // warm1
	"#8a63e6", // warm2
	"#5200d6", // warm3
	// jobs
	"#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442",
	"#003f7a", "#946600", "#005c43", "#8c3f69", "#64808f", "#8a2b06", "#a39a14",
	// lighter versions of the job colours
	"#b9d8ea", "#f7dfac", "#b0dfd2", "#efd6e3", "#cce7f7", "#f3cbac", "#f9f4b8",
	"#b2c5d7", "#ded0b0", "#b2cec7", "#dcc5d2", "#d0d9dd", "#dcbfb4", "#e3e0b6",
	// text on the job colours
	"#ffffff", "#1a1200", "#001009", "#1f0a15", "#04121a", "#160900", "#1b1900",
	"#ffffff", "#ffffff", "#ffffff", "#ffffff", "#000000", "#ffffff", "#141300",
}
