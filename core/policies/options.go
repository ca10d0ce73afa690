package policies

import (
	"hopyard/core/queue"
	"hopyard/core/queue/deadline"
	"hopyard/core/queue/kueue"
	"hopyard/core/queue/manual"
	"hopyard/core/queue/slurmsched"
	"hopyard/core/simtime"
	"hopyard/core/topology"
)

// OptionKind is the form in which the value of an Option is written.
type OptionKind uint8

// The kinds of options.
const (
	Whole   OptionKind = iota // a whole number
	Truth                     // true or false; 1 is true
	OneOf                     // one of Choices; the value is its index
	Seconds                   // a time span of at least a second, or 0; in milliseconds
	Object                    // an object that is not stored in Settings: scheduler.priority
)

// Option is a setting of policies that a scenario may specify. The parser, its
// error messages, the canonical form of scenarios, and the input forms of the page
// are all derived from it.
type Option struct {
	Path         string // place below "scheduler": "depth", or "batch.njob" for the field njob of the object batch
	Title, About string // texts for users
	Kind         OptionKind
	Min, Max     int64 // range of the values of a Whole or Seconds option
	Default      int64 // value if the scenario specifies none; below Min if there is no default
	Choices      []Name
	Of           string // choice that the first OneOf option of the same object must have for this option to be allowed; "" if any choice allows it
	Word         string // word that a scenario may write in place of a number for a Whole option; it stands for the value All. "" if there is none
}

// All is the value of a Whole option for which the scenario specifies the option's
// Word instead of a number.
const All = -1

// Upper limits of options. Error messages name these numbers.
const (
	MaxReserved = 1_000_000 // reservations for blocked jobs
	MaxWindows  = 64
	MaxNjob     = 1_000_000
)

// options lists the options in the order in which the canonical form writes them.
var options = [...]Option{
	{Path: "depth", Title: "Reservations", About: "How many blocked jobs get one; if left out 1 under easy, all under hybrid.", Min: 1, Max: MaxReserved},
	{Path: "centres", Title: "Centres", About: "Which nodes mc1x1, mc1x1-inc and mm try as centres.", Kind: OneOf, Choices: []Name{
		{Name: "free", Title: "Free nodes", About: "Candidates are centred on free nodes (mm: on crossings of their coordinates).", Source: "SOURCES.md NEAR.1"},
		{Name: "all", Title: "All nodes", About: "Candidates are centred on every node, busy ones too.", Source: "SOURCES.md NEAR.3"},
	}},
	{Path: "hierarchical", Title: "One parent", About: "Whether ftsc and ftscp prefer switches under one parent.", Kind: Truth},
	{Path: "mdm_tie", Title: "Tie of MDM", About: "Which of several placements as near to their devices mdm takes.", Kind: OneOf, Choices: []Name{
		{Name: "speed", Title: "Speed", About: "Of placements as near to their devices the one with the fastest cores in all.", Source: "SOURCES.md S4.3 (inferred)"},
		{Name: "pairwise", Title: "Pairwise distance", About: "Of placements as near to their devices the one with the least sum of pairwise distances, then the fastest.", Source: "Inferred: what SDM weighs; SOURCES.md S4.3"},
	}},
	{Path: "windows", Title: "Windows", About: "How many windows a reservation weighs, with sdm and mdm; or all.", Min: 1, Max: MaxWindows, Default: 1, Word: "all"},
	{Path: "batch.njob", Title: "Jobs", About: "That a round begins with.", Min: 1, Max: MaxNjob, Default: 4},
	{Path: "batch.unit", Title: "Unit", About: "How many nodes are a unit.", Kind: OneOf, Choices: []Name{
		{Name: "balanced", Title: "Balanced", About: "A leaf in equal units of at most 4 nodes, 8 on machines beyond 4,096 nodes.", Source: "S0; SOURCES.md S0.2 (inferred)"},
		{Name: "half", Title: "Half a leaf", About: "Two units a leaf where it has more nodes than the cap.", Source: "S0; SOURCES.md S0.2 (inferred)"},
		{Name: "cap", Title: "The cap", About: "Units of 4 nodes, 8 on machines beyond 4,096 nodes.", Source: "S0; SOURCES.md S0.2 (inferred)"},
		{Name: "quarter", Title: "A quarter, an eighth", About: "Four units a leaf, eight on machines beyond 4,096 nodes.", Source: "S0; SOURCES.md S0.2 (inferred)"},
		{Name: "custom", Title: "As given", About: "Units of scheduler.batch.size nodes.", Source: "S0: a preset natural number; SOURCES.md S0.2"},
	}},
	{Path: "batch.size", Title: "Size", About: "Nodes of a unit.", Min: 1, Max: topology.MaxNodes, Of: "custom"},
	{Path: "batch.count_busy", Title: "Count busy units", About: "The capacity test counts idle nodes of busy units.", Kind: Truth},
	{Path: "batch.rounds", Title: "Rounds", About: "Whether a pass makes batches until one starts nothing, or one.", Kind: OneOf, Choices: []Name{
		{Name: "repeat", Title: "Until nothing starts", About: "A pass makes one batch after another, until one starts nothing.", Source: "S0; SOURCES.md S0.8 (inferred)"},
		{Name: "one", Title: "One batch a trigger", About: "Each submission and each end of a job makes one batch.", Source: "S0, steps 1 to 3; SOURCES.md S0.8"},
	}},
	{Path: "priority", Kind: Object},
	{Path: "cycle", Title: "Cycle", About: "Seconds between two scheduling passes under hybrid; 0 for one at every event.", Kind: Seconds, Max: simtime.Max},
	{Path: "reserve", Title: "Reservations promise", About: "Whether a reservation is a time, or holds particular nodes.", Kind: OneOf, Choices: []Name{
		{Name: "time", Title: "A time", About: "A job may start on any nodes if everybody with a reservation can still start by its time.", Source: "As EASY backfilling; SOURCES.md EASY.1, S3.9 (inferred)"},
		{Name: "nodes", Title: "Nodes", About: "A reservation holds the nodes that the allocator would choose at its time; nobody else gets them then.", Source: "As in batsched, Slurm and Maui; SOURCES.md EASY.4, S3.9"},
	}},
	{Path: "slurm_version", Title: "Slurm's version", About: "How slurm-tree chooses each leaf switch after the first.", Kind: OneOf, Choices: []Name{
		{Name: "24.05.3", Title: "24.05.3 and later", About: "A nearer leaf switch comes first only if it, or a switch above it, has room for the rest.", Source: "Slurm, topology/tree; SOURCES.md PLACE.4"},
		{Name: "22.05", Title: "22.05 to 24.05.2", About: "A nearer leaf switch comes first unless the other fits the rest better.", Source: "Slurm, topology/tree; SOURCES.md PLACE.4"},
	}},
	{Path: "flux_match", Title: "Flux's match policy", About: "Which nodes flux takes first.", Kind: OneOf, Choices: []Name{
		{Name: "first", Title: "First", About: "The first nodes that a search finds, idle ones first.", Source: "Flux, its default; SOURCES.md PLACE.12 (inferred)"},
		{Name: "firstnodex", Title: "First, exclusive", About: "As first, without sharing nodes between jobs.", Source: "Flux; SOURCES.md PLACE.12 (inferred)"},
		{Name: "lonode", Title: "Lowest", About: "The nodes with the lowest numbers.", Source: "Flux; SOURCES.md PLACE.12"},
		{Name: "lonodex", Title: "Lowest, exclusive", About: "As lonode, without sharing nodes between jobs.", Source: "Flux; SOURCES.md PLACE.12"},
		{Name: "hinode", Title: "Highest", About: "The nodes with the highest numbers.", Source: "Flux; SOURCES.md PLACE.12"},
		{Name: "hinodex", Title: "Highest, exclusive", About: "As hinode, without sharing nodes between jobs.", Source: "Flux; SOURCES.md PLACE.12"},
	}},
}

// Options returns the settings of policies, in the order in which the canonical
// form writes them.
func Options() []Option { return options[:] }

// Settings holds the values of all options. It is comparable.
type Settings [len(options)]int64

// Defaults returns the settings of a scenario that specifies none.
func Defaults() (s Settings) {
	for i := range options {
		s[i] = options[i].Default
	}
	return s
}

// optionIndex returns the index of an option. It panics if the option is not in the
// table.
func optionIndex(path string) int {
	for i := range options {
		if options[i].Path == path {
			return i
		}
	}
	panic("policies: no option " + path)
}

// OptionOf returns the option of a path, which must be in the table.
func OptionOf(path string) *Option { return &options[optionIndex(path)] }

// Whole returns the value of an option of whole numbers, or of a time span in
// milliseconds.
func (s *Settings) Whole(path string) int64 { return s[optionIndex(path)] }

// Set sets the value of an option.
func (s *Settings) Set(path string, value int64) { s[optionIndex(path)] = value }

// Is reports whether an option of kind Truth is true.
func (s *Settings) Is(path string) bool { return s[optionIndex(path)] != 0 }

// Choice returns the name of the choice that is set for an option of kind OneOf.
func (s *Settings) Choice(path string) string {
	i := optionIndex(path)
	return options[i].Choices[s[i]].Name
}

// Choices returns the possible choices of an option of kind OneOf.
func Choices(path string) []Name { return options[optionIndex(path)].Choices }

// Setup holds everything from which a policy can be made.
type Setup struct {
	Settings   Settings
	Seed       int64
	Weights    queue.Weights
	Limits     []queue.Limit
	Allotments deadline.Allotments
	Quotas     kueue.KueuePolicy
	Slurm      *slurmsched.SlurmConfig // nil: Slurm's defaults
	Sources    Sources
	Decisions  []manual.Decision

	LimitSwitches bool // some job limits its leaf switches, so slurm-tree may refuse a job although enough is free
}
