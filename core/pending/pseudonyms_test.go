package pending

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hopyard/core/slurmstate"
)

// rename gives every name of a snapshot a random new one, with letters before and
// after a number, and returns the new names. Nodes keep their order.
func rename(r *rand.Rand, s *slurmstate.Snapshot, conf string) (string, []string) {
	word := func() string {
		text := make([]byte, 3+r.IntN(6))
		for i := range text {
			text[i] = byte('a' + r.IntN(26))
		}
		return string(text)
	}
	head := "zw" + word()
	to := map[string]string{}
	each(s, func(k nameKind, name string) string {
		if name == "" {
			return ""
		}
		key := fmt.Sprint(k, name)
		if to[key] == "" {
			to[key] = fmt.Sprintf("%sx%d", word(), len(to))
			if k == aNode {
				to[key] = head + strings.TrimPrefix(name, "node")
			}
		}
		return to[key]
	})
	all := slices.Sorted(maps.Values(to))
	return strings.NewReplacer("node[", head+"[", "s0", "zleaf0", "s1", "zleaf1", "s[", "zleaf[", "top", "zroot").Replace(conf), all
}

// TestHideNames checks that no name of a random queue, or of a recorded one, occurs in
// what is left: neither in the snapshot, nor in its topology.conf, nor in the
// scenario. All jobs start as without pseudonyms.
func TestHideNames(t *testing.T) {
	var files []slurmstate.File
	for _, name := range []string{"squeue.json", "sinfo.json", "show-partition.txt", "show-reservation.txt", "sshare-l-a.txt", "sprio-l.txt"} {
		data, err := os.ReadFile(filepath.Join("../slurmstate/testdata/formats", name))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, slurmstate.File{Name: name, Data: data})
	}
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 3))
		s, conf := randomQueue(r)
		if seed%10 == 0 {
			var err error
			if s, err = slurmstate.Read(files); err != nil {
				t.Fatal(err)
			}
			conf = ""
		}
		conf, names := rename(r, s, conf)
		if conf != "" {
			names = append(names, "zleaf", "zroot")
		}
		hidden, text, err := HideNames(s, conf)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, conf)
		}
		again, _, _ := HideNames(s, conf)
		before, _ := NewOn(s, conf)
		after, err := NewOn(hidden, text)
		if before == nil || after == nil {
			if (before == nil) != (after == nil) {
				t.Errorf("seed %d: %v", seed, err)
			}
			continue
		}
		live, err := after.Scenario()
		if err != nil {
			t.Fatal(err)
		}
		left := fmt.Sprintf("%+v", *hidden)
		if fmt.Sprintf("%+v", *again) != left {
			t.Errorf("seed %d: other pseudonyms the second time", seed)
		}
		all := strings.ToLower(left + text + string(live.Text))
		for _, name := range names {
			if strings.Contains(all, name) {
				t.Errorf("seed %d: %q is still there", seed, name)
			}
		}
		if is, was := startsOf(t, after), startsOf(t, before); is != was {
			t.Errorf("seed %d: starts\n%s\nwithout pseudonyms\n%s", seed, is, was)
		}
	}
}

// startsOf returns when and where all jobs of a queue start, with numbers of nodes.
func startsOf(t *testing.T, c *LiveQueue) string {
	return strings.Join(starts(t, c.config, c.JobName), "\n")
}

// TestPseudonymsKeepClear checks that pseudonyms contain no name, even if users have
// names such as user1 or node.
func TestPseudonymsKeepClear(t *testing.T) {
	s := small()
	for i, name := range []string{"user1", "user2", "art", "n02", "a1b"} {
		s.Jobs[i].User, s.Jobs[i].Name = name, "node"
	}
	hidden, _, err := HideNames(s, "")
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, j := range hidden.Jobs {
		text += fmt.Sprintln(j.User, j.Name, j.Partitions, j.NodeList)
	}
	if want := "user3 run1 [p1] [n1 n2 n3]\nuser4 run1 [p1] [n4]\nuser5 run1 [p1] []\nuser6 run1 [p1] []\nuser7 run1 [p1] []\n"; text != want {
		t.Errorf("%s, want %s", text, want)
	}
}
