package slurmshell

import (
	"strings"
	"testing"

	"hopyard/core/scenario"
)

const twoPartitions = `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 8}}, "jobs": [{"id": 1, "nodes": 6, "walltime": 600, "user": "ada"}],
	"scheduler": {"queue": "slurm"}, "slurm": {"partitions": {"cpu": {"default": true}, "gpu": {"nodes": "4-7"}}}}`

// TestHet submits a heterogeneous job, and looks at it, cancels parts and all of it.
func TestHet(t *testing.T) {
	p := open(t, twoPartitions, 60)
	p.expect([]exchange{
		{60, "sbatch -N1 -t 10 -J pair : -N4 -p gpu --wrap=\"sleep 300\"", "Submitted batch job 2"},
		{90, "squeue -h -o \"%i %P %j %t %R\"", "2+0 cpu pair PD (Resources)"},
		{90, "squeue -h -j 2 -o \"%i %P %j %t %R\"", "2+1 gpu pair PD (Resources)"},
		{90, "squeue -h -j 2+1 -o %i", "2+1"},
		{90, "scontrol show job 2+1", "JobId=3 HetJobId=2 HetJobOffset=1 JobName=pair\n   HetJobIdSet=2-3\n"},
		{700, "squeue -h -o \"%i %t\"", "2+0 R\n2+1 R"},
		{700, "scancel 2+1", ""},
		{750, "squeue -h -o \"%i %t\"", "2+0 R"},
		{2000, "sacct -n -o JobID,State", "2+1"},
	})
	p = open(t, twoPartitions, 60)
	p.expect([]exchange{{60, "sbatch -N1 -t 10 : -N4 -p gpu --wrap=\"sleep 300\"", "Submitted batch job 2"}})
	p.at = 90
	if a := p.exec("scancel 2+1"); !a.Failed || !strings.Contains(a.Out, "Operation not permitted on individual component of heterogeneous job") {
		t.Error(a.Out)
	}
	p.expect([]exchange{{100, "scancel 2", ""}, {120, "squeue -h -o \"%i %t\"", "1 R"}})
	for line, want := range map[string]string{
		"sbatch -N1 -a 1-3 : -N1 --wrap=true": "Invalid job array specification",
		"sbatch -N1 hello.sh : -N1 hello.sh":  "last component",
		"sbatch -N1 : -N5 -p gpu --wrap=true": "Node count specification invalid",
	} {
		if a := p.exec(line); !a.Failed || !strings.Contains(a.Out, want) {
			t.Errorf("%s: %s", line, a.Out)
		}
	}
	easy := open(t, strings.Replace(twoPartitions, `"queue": "slurm"`, `"queue": "easy"`, 1), 60)
	if a := easy.exec("sbatch -N1 : -N4 --wrap=true"); !a.Failed || !strings.Contains(a.Out, `write "queue": "slurm"`) {
		t.Error(a.Out)
	}
}

// TestHetScript checks how a heterogeneous job is written for sbatch.
func TestHetScript(t *testing.T) {
	s, err := scenario.Parse([]byte(`{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 8}}, "jobs": [{"id": 4, "nodes": 1, "walltime": 600, "queue": "cpu"},
		{"id": 7, "nodes": 2, "walltime": 300, "queue": "gpu", "het": 4}], "scheduler": {"queue": "slurm"}, "slurm": {"partitions": {"cpu": {}, "gpu": {}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	text, lost, err := Script(s)
	const want = "j4=$(submit --nodes=1 --exclusive --time=00:10:00 --job-name='4' --partition='cpu' --nice=0 --wrap='sleep 600' : --nodes=2 --exclusive --time=00:05:00 --job-name='7' --partition='gpu' --nice=0); j7=$((j4 + 1))\n"
	if err != nil || !strings.HasSuffix(string(text), want) || len(lost) != 1 {
		t.Errorf("%s\n%v %v", text, lost, err)
	}
}
