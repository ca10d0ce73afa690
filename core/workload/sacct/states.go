package sacct

import (
	"strings"

	"hopyard/core/workload"
)

// state is a group of Slurm's job states that a trace treats alike.
type state uint8

const (
	noState    state = iota // no state given
	completed               // ended successfully
	failed                  // ended with a failure
	cancelled               // cancelled before or after its start
	requeuable              // the run ended, but Slurm may have put the job into the queue again
	waiting                 // has not started
	running                 // has not ended
	revoked                 // ran on another cluster of a federation
)

// states lists Slurm's names of job states for each state. The names are those of
// Slurm's page "Job State Codes" and of sacct(1).
var states = [...]string{
	completed:  "COMPLETED",
	failed:     "FAILED TIMEOUT OUT_OF_MEMORY DEADLINE LAUNCH_FAILED SPECIAL_EXIT RECONFIG_FAIL",
	cancelled:  "CANCELLED",
	requeuable: "NODE_FAIL PREEMPTED REQUEUED BOOT_FAIL RESIZING REQUEUE_FED",
	waiting:    "PENDING REQUEUE_HOLD RESV_DEL_HOLD",
	running:    "RUNNING CONFIGURING COMPLETING SUSPENDED STOPPED SIGNALING STAGE_OUT POWER_UP_NODE UPDATE_DB EXPEDITING",
	revoked:    "REVOKED",
}

// stateOf returns the state to which one of Slurm's names belongs, and the name.
func stateOf(word []byte) (state, string, bool) {
	for means, all := range states {
		for name := range strings.FieldsSeq(all) {
			if name == string(word) {
				return state(means), name, true
			}
		}
	}
	return noState, "", false
}

// Status returns the value of field 11 of SWF for one of Slurm's job states, such as
// "COMPLETED" or "CANCELLED by 1000", and whether a job in that state has ended. It
// is not ok if the text is no such state.
func Status(text string) (status int64, ended, ok bool) {
	word, _, _ := strings.Cut(text, " ")
	s, _, ok := stateOf([]byte(word))
	return s.status(), s.ended(), ok
}

// status returns the value of field 11 of SWF.
func (s state) status() int64 {
	switch s {
	case completed:
		return workload.SWFCompleted
	case failed, requeuable:
		return workload.SWFFailed
	case cancelled:
		return workload.SWFCancelled
	}
	return workload.Missing
}

// ended reports whether a record with this state describes a run that is over.
func (s state) ended() bool { return s >= completed && s <= requeuable }
