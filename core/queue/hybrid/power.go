package hybrid

// UnpoweredPlan implements queue.UnpoweredPlan.
func (HybridPolicy) UnpoweredPlan() {}
