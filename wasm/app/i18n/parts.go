package i18n

// PartNames are what the parts of a priority are called, by queue.PartKind.
var PartNames = [...]Text{
	PartQueueTime, PartExpansion, PartNodes, PartCores, PartMemory, PartGPUs,
	PartJob, PartUser, PartGroup, PartQueue, PartResources, PartFairShare,
}
