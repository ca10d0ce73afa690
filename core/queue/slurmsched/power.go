package slurmsched

// UnpoweredPlan implements queue.UnpoweredPlan.
func (SlurmPolicy) UnpoweredPlan() {}
