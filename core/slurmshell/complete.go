package slurmshell

import (
	"slices"
	"strconv"
	"strings"

	"hopyard/core/topology"
)

// Complete returns what the last word of a line may become, in order: commands, options,
// numbers of jobs, names of partitions and so on.
func (s *Session) Complete(line string) (all []string) {
	words := strings.Fields(line)
	last := ""
	if len(words) > 0 && !strings.HasSuffix(line, " ") {
		last, words = words[len(words)-1], words[:len(words)-1]
	}
	for _, x := range s.candidates(words, last) {
		if strings.HasPrefix(x, last) && !slices.Contains(all, x) {
			all = append(all, x)
		}
	}
	return all
}

// optionLists returns the options of a command.
func optionLists(name string) string {
	return map[string]string{
		"sbatch": batchOptions, "squeue": queueOptions, "sinfo": infoOptions, "scancel": cancelOptions, "scontrol": controlOptions, "sprio": priorityOptions, "sacct": accountingOptions, "sshare": "all help",
	}[name]
}

func (s *Session) candidates(words []string, last string) (all []string) {
	if len(words) == 0 {
		for _, c := range commands() {
			all = append(all, c.name)
		}
		return all
	}
	name := words[0]
	if option, _, has := strings.Cut(last, "="); has {
		for _, x := range s.choices(strings.TrimLeft(option, "-")) {
			all = append(all, option+"="+x)
		}
		return all
	}
	if strings.HasPrefix(last, "-") {
		for _, o := range optionsOf(optionLists(name)) {
			x := "--" + o.long
			if o.value {
				x += "="
			}
			all = append(all, x)
		}
		return all
	}
	before := words[len(words)-1]
	for _, o := range optionsOf(optionLists(name)) {
		if o.value && (before == "-"+string(rune(o.short)) || before == "--"+o.long) {
			return s.choices(o.long)
		}
	}
	switch {
	case name == "man":
		return []string{"sbatch", "squeue", "sinfo", "scancel", "scontrol", "sprio", "sshare", "sacct"}
	case name == "cat" || name == "sbatch":
		return scriptNames()
	case name == "scancel":
		return s.choices("jobs")
	case name == "scontrol" && len(words) == 1:
		return []string{"show", "hold", "release", "update"}
	case name == "scontrol" && before == "show":
		return []string{"job", "node", "partition"}
	case name == "scontrol" && words[1] == "update":
		return []string{"jobid=", "timelimit=", "numnodes=", "partition=", "qos=", "priority=", "starttime="}
	case name == "scontrol":
		return s.choices(map[string]string{"job": "jobs", "node": "nodelist", "partition": "partition", "hold": "jobs", "release": "jobs"}[before])
	}
	return nil
}

// choices returns the values that an option may have, as far as they are names.
func (s *Session) choices(option string) (all []string) {
	add := func(x string) {
		if x != "" && !slices.Contains(all, x) && len(all) < 100 {
			all = append(all, x)
		}
	}
	for i := range s.jobs {
		j := &s.jobs[i]
		switch option {
		case "jobs", "jobid":
			if !j.over() {
				add(strconv.FormatInt(j.Number, 10))
			}
		case "user":
			add(j.user())
		case "account", "accounts":
			add(j.Group)
		case "name":
			add(j.name())
		}
	}
	switch option {
	case "partition":
		for i := range s.partitions {
			add(s.partitions[i].name)
		}
	case "qos":
		if c := s.scenario.Slurm; c != nil {
			for i := range c.QOS {
				add(c.QOS[i].Name)
			}
		}
	case "states", "state":
		for _, x := range stateNames {
			add(x[0])
		}
	case "nodelist", "nodes":
		for n := range s.nodes {
			add(s.nodeName(topology.NodeID(n)))
		}
	case "dependency":
		return []string{"afterok:", "afterany:", "afternotok:", "after:", "singleton"}
	}
	return all
}
