package sacct

import (
	"strings"

	"hopyard/core/workload"
)

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

// states are those of Slurm's page "Job State Codes" and of sacct(1), by what they
// mean.
var states = [...]string{
	completed: "COMPLETED",
	failed:    "FAILED TIMEOUT OUT_OF_MEMORY DEADLINE LAUNCH_FAILED SPECIAL_EXIT RECONFIG_FAIL",
	cancelled: "CANCELLED",
	backAgain: "NODE_FAIL PREEMPTED REQUEUED BOOT_FAIL RESIZING REQUEUE_FED",
	waiting:   "PENDING REQUEUE_HOLD RESV_DEL_HOLD",
	running:   "RUNNING CONFIGURING COMPLETING SUSPENDED STOPPED SIGNALING STAGE_OUT POWER_UP_NODE UPDATE_DB EXPEDITING",
	revoked:   "REVOKED",
}

// stateOf is what a state means.
func stateOf(word []byte) (state, bool) {
	for means, all := range states {
		for name := range strings.FieldsSeq(all) {
			if name == string(word) {
				return state(means), true
			}
		}
	}
	return noState, false
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
