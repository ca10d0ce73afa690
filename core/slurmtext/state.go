package slurmtext

import "strings"

// IsState reports, from the beginning of a file, whether it is an output of Slurm's
// commands about the state of a cluster, as package slurmstate reads them. Outputs of
// sacct and topology.conf are none. It is here, and not there, so that a program can
// tell files apart without the code that reads them.
func IsState(head string) bool {
	head = strings.TrimLeft(head, " \t\r\n\ufeff")
	if strings.HasPrefix(head, "{") {
		return isStateJSON(head)
	}
	if strings.Contains(head, "SwitchName=") && !strings.Contains(head, "NodeName=") {
		return false
	}
	for line := range strings.Lines(head[:min(len(head), 1<<13)]) {
		f := strings.Fields(strings.ReplaceAll(line, "|", " "))
		has := func(word string) bool {
			for _, x := range f {
				if x == word {
					return true
				}
			}
			return false
		}
		switch {
		case has("JobID") && (has("State") || has("Elapsed")):
			return false // sacct
		case has("JOBID"), has("NODELIST") && (has("PARTITION") || has("REASON")), has("Account") && has("RawShares"):
			return true
		case has("Name") && (has("Priority") && has("GraceTime") || has("MaxTRESPU") || has("GrpTRES")), has("Account") && (has("Share") || has("GrpTRES") || has("MaxTRES")):
			return true // sacctmgr
		}
		for _, key := range [...]string{"JobId=", "NodeName=", "PartitionName=", "ReservationName=", "ClusterName", "SlurmctldHost", "Configuration data as of "} {
			if strings.HasPrefix(strings.TrimLeft(line, " \t"), key) {
				return true
			}
		}
	}
	return false
}

// isStateJSON reports whether a JSON text has a key that outputs of sacct and files of
// other programs have not.
func isStateJSON(head string) bool {
	if strings.Contains(head, `"hopyard"`) || strings.Contains(head, `"association"`) && !strings.Contains(head, `"job_state"`) {
		return false
	}
	for _, key := range [...]string{`"job_state"`, `"alloc_memory"`, `"sinfo"`, `"partitions"`, `"reservations"`} {
		if _, after, found := strings.Cut(head, key); found && strings.HasPrefix(strings.TrimLeft(after, " \t\r\n"), ":") {
			return true
		}
	}
	return false
}
