package slurmstate

import (
	"fmt"
	"strings"
	"testing"
)

// plain is a listing as squeue prints it.
const plain = `             JOBID PARTITION     NAME     USER ST       TIME  NODES NODELIST(REASON)
                48    asleep part-ina    carol PD       0:00      1 (PartitionInactive)
                30     batch batch-ne     erin PD       0:00      3 (Nodes required for job are DOWN)
                18     batch  running     dave  R      10:00      2 n[1-2]
`

// wrap breaks the lines of a text as a terminal of some width does.
func wrap(text string, width int) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		for line = strings.TrimSuffix(line, "\n"); len(line) > width; line = line[width:] {
			out.WriteString(line[:width] + "\n")
		}
		out.WriteString(line + "\n")
	}
	return out.String()
}

// jobsIn returns what was read of the jobs, and the rows that were left out.
func jobsIn(s *Snapshot) string {
	var all []string
	for i := range s.Jobs {
		j := &s.Jobs[i]
		all = append(all, fmt.Sprintf("%s %s %s %s %s %d %v %s", j.ID, strings.Join(j.Partitions, ","), j.Name, j.User, j.State, j.Nodes, j.NodeList, j.Reason))
	}
	for _, r := range s.Unread {
		all = append(all, "left out: "+r.String())
	}
	return strings.Join(all, "\n")
}

// TestCopiedListings reads listings of squeue as people copy them from terminals. What can
// be read in one way is read as if it had come from a file, and all else is named.
func TestCopiedListings(t *testing.T) {
	read := func(text string) (*Snapshot, error) { return Read([]File{{"f", []byte(text)}}) }
	s, err := read(plain)
	if err != nil {
		t.Fatal(err)
	}
	whole := jobsIn(s)
	for width := 79; width < 110; width++ {
		s, err := read(wrap(plain, width))
		if err != nil || jobsIn(s) != whole {
			t.Errorf("wrapped at %d: %v\n%s", width, err, jobsIn(s))
		}
	}
	narrow := 0
	for width := 30; width < 79; width++ { // what cannot be joined for sure is refused, and never misread
		s, err := read(wrap(plain, width))
		switch {
		case err != nil:
		case jobsIn(s) == whole:
			narrow++
		default:
			for line := range strings.Lines(jobsIn(s)) {
				if !strings.HasPrefix(line, "left out") && !strings.Contains(whole+"\n", line) {
					t.Errorf("wrapped at %d: %s", width, line)
				}
			}
		}
	}
	if narrow < 20 {
		t.Errorf("%d narrow listings are read", narrow)
	}
	for _, x := range []struct{ name, text, want, notice string }{
		{"prompts", "ann@login:~$ squeue\n" + plain + "ann@login:~$ \n", whole, `f: line 1: "ann@login:~$ squeue" is a prompt, and is passed over`},
		{"a prompt of root", "# squeue\n[root@head ~]# squeue -a\n" + plain, whole, `f: line 2: "[root@head ~]# squeue -a" is a prompt, and is passed over`},
		{"a long name", plain + "                50     batch a-very-long-name-of-a-job     carol PD       0:00      1 (Priority)\n", whole + "\n50 batch a-very-long-name-of-a-job carol PENDING 1 [] Priority",
			"f: line 5: the columns of 1 row are shifted, first here; they were read word by word"},
		{"a long name with spaces", plain + "                50     batch my very long name     carol PD       0:00      1 (Priority)\n", whole + "\n50 batch my very long name carol PENDING 1 [] Priority", ""},
		{"a name without a space after it", plain + "                50     batch a-very-long-name-of-a-jobcarol PD       0:00      1 (Priority)\n",
			whole + "\nleft out: " + `f: line 5: "50     batch a-very-long-name-of-a-jobca"… does not fit the columns of the header; write the file with squeue -o %all`, ""},
		{"a line of a mail", "Hi,\n" + plain, "", ""},
		{"text after it", plain + "Thanks,\nAnn\n", whole + "\nleft out: " + `f: line 5: JOBID "Thanks," is not a job id; leave it as squeue prints it: 46, 46_3, 46_[4-9%2] or 46+1` +
			"\nleft out: " + `f: line 6: JOBID "Ann" is not a job id; leave it as squeue prints it: 46, 46_3, 46_[4-9%2] or 46+1`, ""},
		{"two clocks", "JOBID|NAME|STATE|SUBMIT_TIME\n5|a|PENDING|2026-11-28T17:44:32\n6|a|PENDING|1795887863\n", "5  a  PENDING 0 [] \nleft out: " +
			`f: line 3: SUBMIT_TIME "1795887863" cannot be compared with an earlier time of the file, as only one of them has a time zone; give all times in one form`, ""},
	} {
		s, err := read(x.text)
		if (err != nil) != (x.want == "") {
			t.Errorf("%s: %v", x.name, err)
			continue
		}
		if err != nil {
			continue
		}
		if got := jobsIn(s); got != x.want || s.NumUnread != len(s.Unread) {
			t.Errorf("%s:\n%s\nwant\n%s", x.name, got, x.want)
		}
		found := false
		for _, n := range s.Notices {
			found = found || n.String() == x.notice
		}
		if x.notice != "" && !found {
			t.Errorf("%s: notices %v", x.name, s.Notices)
		}
	}
}
