package policies

import "hopyard/core/alloc"

// Placement is a row of the table of allocators. An allocator decides on which
// nodes a job starts.
type Placement struct {
	Name
	New func(s *Setup) alloc.Allocator
}

// placements lists the allocators in the order of scenarios/README.md, "Names".
var placements = [...]Placement{
	{Name{Name: "first-fit", Title: "First fit", About: "The lowest-numbered nodes that have room.", Source: "Standard; S4 (FF); SOURCES.md S4.4"}, func(*Setup) alloc.Allocator { return alloc.FirstFit{} }},
	{Name{Name: "best-fit", Title: "Best fit", About: "The nodes with the least left over afterwards.", Source: "Standard; S4 (BF); SOURCES.md S4.4"}, func(*Setup) alloc.Allocator { return alloc.BestFit{} }},
	{Name{Name: "fastest-first", Title: "Fastest node first", About: "The nodes with the fastest cores.", Source: "Maui FASTEST; S4 (FNF); SOURCES.md S4.4"}, func(*Setup) alloc.Allocator { return alloc.FastestFirst{} }},
	{Name{Name: "min-resource", Title: "Fewest resources", About: "The nodes that were given least: the fewest GPUs, then cores, memory, disk.", Source: "Maui MINRESOURCE; SOURCES.md PLACE.2"}, func(*Setup) alloc.Allocator { return alloc.MinResource{} }},
	{Name{Name: "least-loaded", Title: "Least loaded", About: "The nodes with the most free cores.", Source: "Maui CPULOAD; SOURCES.md PLACE.2"}, func(*Setup) alloc.Allocator { return alloc.LeastLoaded{} }},
	{Name{Name: "random", Title: "Random first", About: "Nodes drawn at random, the same ones for the same seed.", Source: "S4 (RF); SOURCES.md S4.4 (inferred)"}, func(s *Setup) alloc.Allocator { return alloc.Random{Seed: s.Seed} }},
	{Name{Name: "snp", Title: "Sorting nodes by performance", About: "The nodes with the most speed times free cores.", Source: "S4 (SNP); SOURCES.md S4.4 (inferred)"}, func(*Setup) alloc.Allocator { return alloc.SNP{} }},
	{Name{Name: "sns", Title: "Sorting nodes by speed", About: "The nodes with the fastest cores; of equal ones those with more free cores.", Source: "S4 (SNS); SOURCES.md S4.4 (inferred)"}, func(*Setup) alloc.Allocator { return alloc.SNS{} }},
	{Name{Name: "ftscp", Title: "Fat tree, switches by performance", About: "The leaf switches with the most performance free.", Source: "S4 (FTSCP); SOURCES.md S4.5 (inferred)"}, func(s *Setup) alloc.Allocator { return alloc.FTSCP{Hierarchical: s.Settings.Is("hierarchical")} }},
	{Name{Name: "ftsc", Title: "Fat tree, switches by cores", About: "The leaf switches with the most cores free.", Source: "S4 (FTSC); SOURCES.md S4.5 (inferred)"}, func(s *Setup) alloc.Allocator { return alloc.FTSC{Hierarchical: s.Settings.Is("hierarchical")} }},
	{Name{Name: "mc1x1", Title: "MC1x1", About: "Around each free node its shells of neighbours; the least sum of shell numbers wins.", Source: "Mache, Lo and Windisch 1997; S4; SOURCES.md NEAR.1"}, func(s *Setup) alloc.Allocator { return alloc.MC1x1{Centres: centres(s)} }},
	{Name{Name: "mc1x1-inc", Title: "MC1x1+Inc", About: "MC1x1, then exchanges of nodes as long as they bring the job closer together.", Source: "S4; SOURCES.md NEAR.2"}, func(s *Setup) alloc.Allocator { return alloc.MC1x1Inc{Centres: centres(s)} }},
	{Name{Name: "gen-alg", Title: "Gen-Alg", About: "Around each free node its nearest; the least sum of pairwise distances wins.", Source: "Krumke et al.; SOURCES.md NEAR.1"}, func(*Setup) alloc.Allocator { return alloc.GenAlg{} }},
	{Name{Name: "mm", Title: "MM", About: "As Gen-Alg, around the crossings of the coordinates of free nodes.", Source: "Bender et al. 2008; SOURCES.md NEAR.1"}, func(s *Setup) alloc.Allocator { return alloc.MM{Centres: centres(s)} }},
	{Name{Name: "sdm", Title: "SDM, summed distance", About: "Around each switch and node the nearest free cores; the least sum of pairwise distances wins.", Source: "S4, Summed Distance Minimization; SOURCES.md S4.2"}, func(*Setup) alloc.Allocator { return alloc.SDM{} }},
	{Name{Name: "mdm", Title: "MDM, maximum distance", About: "Around each switch and node the nearest free cores; the least distance from the centre wins.", Source: "S4, Maximum Distance Minimization; SOURCES.md S4.3"}, func(s *Setup) alloc.Allocator { return alloc.MDM{Tie: alloc.MDMTie(s.Settings.Whole("mdm_tie"))} }},
	{Name{Name: "min-hop-units", Title: "Minimum hops by units", About: "Free units of nodes on one leaf switch, with the fewest hops between the units.", Source: "S0, claims 1 to 5; SOURCES.md S0.6"}, func(s *Setup) alloc.Allocator { return units(s) }},
	{Name{Name: "min-hops", Title: "Minimum hops", About: "The exact least sum of hops over all pairs of nodes on a tree.", Source: "SOURCES.md PLACE.1"}, func(*Setup) alloc.Allocator { return alloc.MinHops{} }},
	{Name{Name: "contiguous", Title: "Contiguous", About: "Consecutive nodes only.", Source: "Standard; Maui CONTIGUOUS; SOURCES.md PLACE.3"}, func(*Setup) alloc.Allocator { return alloc.Contiguous{} }},
	{Name{Name: "slurm-tree", Title: "Slurm's tree", About: "First the best-fitting leaf switch under the lowest switch that holds the job, then the nearest ones for the rest.", Source: "Slurm topology/tree; SOURCES.md PLACE.4"}, func(s *Setup) alloc.Allocator {
		tree := alloc.SlurmTree{Version: alloc.SlurmVersion(s.Settings.Whole("slurm_version"))}
		if s.LimitSwitches {
			return alloc.SlurmTreeLimited{SlurmTree: tree}
		}
		return tree
	}},
	{Name{Name: "slurm-block", Title: "Slurm's blocks", About: "The smallest block that holds the job, on as few smaller blocks as it needs; otherwise the job waits.", Source: "Slurm topology/block; SOURCES.md PLACE.5"}, func(*Setup) alloc.Allocator { return alloc.SlurmBlock{} }},
	{Name{Name: "slurm-ring", Title: "Slurm's rings", About: "Consecutive nodes of the ring that has the fewest free and can hold the job; otherwise the job waits.", Source: "Slurm topology/ring; SOURCES.md PLACE.7"}, func(*Setup) alloc.Allocator { return alloc.SlurmRing{} }},
	{Name{Name: "slurm-torus", Title: "Slurm's tori", About: "A box of one of the listed shapes and places that spoils the fewest places for larger boxes; otherwise the job waits.", Source: "Slurm topology/torus3d; SOURCES.md PLACE.8"}, func(*Setup) alloc.Allocator { return alloc.SlurmTorus{} }},
	{Name{Name: "kueue-tas", Title: "Kueue's levels", About: "The rack, or other domain, with the least but enough room; otherwise as few as possible.", Source: "Kueue, topology-aware scheduling; SOURCES.md PLACE.9"}, func(*Setup) alloc.Allocator { return alloc.KueueTAS{} }},
	{Name{Name: "volcano-topology", Title: "Volcano's tiers", About: "Of the lowest domains, such as racks, that hold the job, the one that will be the fullest.", Source: "Volcano, network-topology-aware; SOURCES.md PLACE.10"}, func(*Setup) alloc.Allocator { return alloc.VolcanoTopology{} }},
	{Name{Name: "kai-topology", Title: "KAI's levels", About: "In the order of a tree whose fullest domains come first, the first one that holds the job; in it the fullest nodes.", Source: "KAI Scheduler, topology; SOURCES.md PLACE.11"}, func(*Setup) alloc.Allocator { return alloc.KAITopology{} }},
	{Name{Name: "flux", Title: "Flux's match policies", About: "The nodes with the highest or the lowest numbers, or the first ones that a search finds.", Source: "Flux, match policies; SOURCES.md PLACE.12"}, func(s *Setup) alloc.Allocator {
		return alloc.Flux{Match: alloc.FluxMatch(s.Settings.Whole("flux_match"))}
	}},
	{Name{Name: "pbs-sets", Title: "PBS's placement sets", About: "The smallest rack, or other domain, that has room; all nodes only if the job is too large for each.", Source: "OpenPBS, placement sets; SOURCES.md PLACE.13"}, func(*Setup) alloc.Allocator { return alloc.PBSSets{} }},
	{Name{Name: "one-per-node", Title: "One task per node", About: "One task on each of the lowest-numbered nodes that have room.", Source: "Slurm; SOURCES.md PLACE.15"}, func(*Setup) alloc.Allocator { return alloc.OnePerNode{} }},
}

// Placements returns the allocators that scheduler.allocator may name.
func Placements() []Placement { return placements[:] }

// PlacementOf returns the allocator of a name, or nil if there is none.
func PlacementOf(name string) *Placement {
	for i := range placements {
		if placements[i].Name.Name == name {
			return &placements[i]
		}
	}
	if name == Own {
		return &ownPlacement
	}
	return nil
}

// centres returns the setting that says which nodes the mesh allocators try as
// centres. Its choices are in the order of the constants of alloc.Centres (checked
// by TestChoices).
func centres(s *Setup) alloc.Centres { return alloc.Centres(s.Settings.Whole("centres")) }

// units returns the allocator of S0, configured with the settings for its
// scheduling units.
func units(s *Setup) alloc.Allocator {
	return alloc.MinHopUnits{
		Rule: alloc.UnitRule(s.Settings.Whole("batch.unit")), Size: int(s.Settings.Whole("batch.size")), CountBusy: s.Settings.Is("batch.count_busy"),
	}
}
