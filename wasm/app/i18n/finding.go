package i18n

// The texts of how places and ways are found.
const (
	// S0's combinations of units, and how it makes its batches.
	CombinationsOf Text = iota + finding
	CombinationsAll
	FactRounds
	RoundsOne
	RoundsRepeat

	// How the distance of a pair is told on a directed graph: as topology.Pairs has them.
	PairsLarger
	PairsSum

	// MDM's search, level by level.
	LevelsTitle
	LevelAt
	LevelTakes

	// The way between two nodes.
	RouteHint
	RouteWay
	RouteBack

	// SDM's sum of distances.
	SumIs
	numFinding
)

var findingEnglish = [numFinding - finding]string{
	CombinationsOf - finding:  "{n} {n|combination|combinations} of free [unit|units] could hold it.",
	CombinationsAll - finding: "All combinations",
	FactRounds - finding:      "Batches",
	RoundsOne - finding:       "one for each submission and each end, as S0 has it",
	RoundsRepeat - finding:    "one after another until nothing starts; S0 leaves that open",

	PairsLarger - finding: "Where the routes there and back differ, the longer one counts as the pair’s distance.",
	PairsSum - finding:    "A pair’s distance is the route there and the route back together.",

	LevelsTitle - finding: "The search outwards from {device}, level by level",
	LevelAt - finding:     "distance {n}",
	LevelTakes - finding:  "takes {n} of {all}; {sum} of {need} so far",

	RouteHint - finding: "Click to see the route from {from}",
	RouteWay - finding:  "{from} → {to}: {hops} {hops|hop|hops}, distance {n}",
	RouteBack - finding: ", back {n}",

	SumIs - finding: "{cost} = {terms}: how many pairs of nodes, × how far apart they are",
}
