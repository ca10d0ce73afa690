package script

import "hopyard/core/cluster"

// Attributes returns the names of the attributes of jobs, the machine and switches.
func Attributes() map[string][]string {
	running := &job{running: &cluster.Running{}}
	return map[string][]string{"job": running.AttrNames(), "machine": (*machine)(nil).AttrNames(), "switch": (*device)(nil).AttrNames()}
}
