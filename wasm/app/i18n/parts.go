package i18n

// PartNames lists the names of the parts of a priority. The index is a
// queue.PartKind.
var PartNames = [...]Text{
	PartQueueTime, PartExpansion, PartNodes, PartCores, PartMemory, PartGPUs,
	PartJob, PartUser, PartGroup, PartQueue, PartResources, PartFairShare, PartQOS,
}
