package sacct

import "hopyard/core/workload"

// state is what a state of Slurm means for a trace.
type state uint8

const (
	noState   state = iota // none is told
	completed              // ended, and well
	failed                 // ended, and not
	cancelled              // by somebody, before it started or after
	backAgain              // ended for now: such a job may be put into the queue again
	waiting                // has not started
	running                // has not ended
	revoked                // ran on another cluster of a federation
)

// states are those of Slurm's page "Job State Codes" and of sacct(1).
var states = map[string]state{
	"COMPLETED": completed,
	"FAILED":    failed, "TIMEOUT": failed, "OUT_OF_MEMORY": failed, "DEADLINE": failed, "LAUNCH_FAILED": failed, "SPECIAL_EXIT": failed, "RECONFIG_FAIL": failed,
	"CANCELLED": cancelled,
	"NODE_FAIL": backAgain, "PREEMPTED": backAgain, "REQUEUED": backAgain, "BOOT_FAIL": backAgain, "RESIZING": backAgain, "REQUEUE_FED": backAgain,
	"PENDING": waiting, "REQUEUE_HOLD": waiting, "RESV_DEL_HOLD": waiting,
	"RUNNING": running, "CONFIGURING": running, "COMPLETING": running, "SUSPENDED": running, "STOPPED": running, "SIGNALING": running,
	"STAGE_OUT": running, "POWER_UP_NODE": running, "UPDATE_DB": running, "EXPEDITING": running,
	"REVOKED": revoked,
}

// status is field 11 of SWF.
func (s state) status() int64 {
	switch s {
	case completed:
		return workload.SWFCompleted
	case failed, backAgain:
		return workload.SWFFailed
	case cancelled:
		return workload.SWFCancelled
	}
	return workload.Missing
}

// ended reports whether a record of this state is about a run that is over.
func (s state) ended() bool { return s >= completed && s <= backAgain }
