package i18n

// Texts of searches for nodes, and of routes.
const (
	// S0's combinations of units, and its batches.
	CombinationsOf Text = iota + finding
	CombinationsAll
	FactRounds
	RoundsOne
	RoundsRepeat

	// The meaning of a pair's distance on a directed graph; see topology.Pairs.
	PairsLarger
	PairsSum

	// The search of MDM, level by level.
	LevelsTitle
	LevelAt
	LevelTakes

	// The route between two nodes.
	RouteHint
	RouteWay
	RouteBack

	// The sum of distances of SDM.
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
