package i18n

// PartNames are the names of the parts of a priority, by queue.PartKind.
var PartNames = [...]Text{
	PartQueueTime, PartExpansion, PartNodes, PartCores, PartMemory, PartGPUs,
	PartJob, PartUser, PartGroup, PartQueue, PartResources, PartFairShare,
}
