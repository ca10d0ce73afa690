package slurmtext

// Reasons for which jobs wait, as squeue prints them. Those of limits are made by
// slurmsched, which knows the limits.
const (
	ReasonPriority        = "Priority"
	ReasonResources       = "Resources"
	ReasonNone            = "None" // no scheduler has looked at the job yet
	ReasonBeginTime       = "BeginTime"
	ReasonHeldUser        = "JobHeldUser"
	ReasonHeldAdmin       = "JobHeldAdmin"
	ReasonDependency      = "Dependency"
	ReasonDependencyNever = "DependencyNeverSatisfied"
	ReasonArrayTaskLimit  = "JobArrayTaskLimit"
	ReasonPartitionDown   = "PartitionDown"
	ReasonDeadline        = "DeadLine" // of a job that was removed
)
