package workload

import (
	"reflect"
	"strings"
	"testing"
)

// TestDependencies checks the texts of sbatch --dependency that Slurm's manual page
// lists, and that each text is written as it was read.
func TestDependencies(t *testing.T) {
	for _, text := range []string{
		"after:12", "after:12+5", "after:12:13+1", "afterany:12:13,afterok:14", "afternotok:9?afterok:8", "singleton", "singleton,after:1", "afterok:1,afternotok:2,afterok:3",
	} {
		var c, again Conditions
		if err := c.ParseDependencies(text); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		written := c.DependencyText()
		if err := again.ParseDependencies(written); err != nil || !reflect.DeepEqual(c, again) {
			t.Errorf("%s is written as %s, which is %+v, %v", text, written, again, err)
		}
		if !strings.Contains(text, "singleton,") && written != text {
			t.Errorf("%s is written as %s", text, written)
		}
	}
	for text, problem := range map[string]string{
		"": "begins with none of", "afterok": "names no job", "afterok:": "is not the id", "afterok:-1": "is not the id", "afterok:+1": "is not the id", "afterok:1,": "begins with none of",
		"afterok:1+2": "only after", "after:1+": "cannot be read", "after:1+-2": "cannot be read", "after:1+99999999": "up to", "singleton:3": "begins with none of", "afterok:1 ,after:2": "is not the id",
		"after:1?after:2,after:3": "mixes", "after:9007199254740993": "is not the id", "after" + strings.Repeat(":1", MaxDependencies+1): "the limit is 1000",
	} {
		if err := new(Conditions).ParseDependencies(text); err == nil || !strings.Contains(err.Error(), problem) {
			t.Errorf("%q: %v, want %q", text, err, problem)
		}
	}
}
