package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/policies"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// parameters are what may follow a link's payload, in the order in which
// EncodeLink writes them.
var parameters = []string{"at", "job", "a", "b", "c", "d", "v", "h"}

// parameter reads one key=value.
func (l *Link) parameter(text string, seen map[string]bool) *Error {
	key, value, ok := strings.Cut(text, "=")
	switch {
	case !ok || value == "":
		return linkError("", quoted(text)+" is not key=value", "", "known: "+strings.Join(parameters, ", "))
	case !slices.Contains(parameters, key):
		return linkError("", "unknown parameter "+quoted(key), "", didYouMean(key, parameters))
	case seen[key]:
		return linkError(key, "is given twice", "", "keep one of them")
	}
	seen[key] = true
	switch key {
	case "at":
		return l.moment(value)
	case "job":
		id, err := strconv.ParseInt(value, 10, 64)
		if err != nil || id < 0 || id > MaxNumber {
			return linkError("job", quoted(value)+" is not a job's id", fmt.Sprint(int64(MaxNumber)), "use a whole number")
		}
		l.Job = &id
	case "a", "b", "c", "d":
		p, bad := parsePolicy(key, value)
		if bad != nil {
			return bad
		}
		*l.policies()[key[0]-'a'] = &p
	default:
		if !plainWord(value) {
			return linkError(key, quoted(value)+" is not a version or hash", "64", "use letters, digits, dots, hyphens and underscores")
		}
		if key == "v" {
			l.Engine = value
			break
		}
		if _, ok := trace.ReadPrint(value); !ok {
			return linkError(key, quoted(value)+" is not what a run leaves", "", "copy the whole link again; mail and chat may have cut it")
		}
		l.Trace = value
	}
	return nil
}

// hasJob reports whether there is a job of an id. The jobs of a trace are not
// looked at.
func (s *Scenario) hasJob(id int64) bool {
	if s.Model != nil {
		return 1 <= id && id <= int64(s.numJobs())
	}
	return s.SWF != "" || slices.ContainsFunc(s.Jobs, func(j workload.Job) bool { return j.Number == id })
}

// moment reads time.ordinal, "12.5.3" for step 3 of the instant 12.5 s.
func (l *Link) moment(value string) *Error {
	dot := strings.LastIndexByte(value, '.')
	bad := linkError("at", quoted(value)+" is not a moment", "", "write the time in seconds, a dot, and the step of that instant, as in 120.0")
	if dot < 0 {
		return bad
	}
	at, err := simtime.Parse(value[:dot])
	ordinal, err2 := strconv.ParseUint(value[dot+1:], 10, 31)
	if err != nil || err2 != nil || at < 0 {
		return bad
	}
	l.At = &Moment{simtime.Time(at), int(ordinal)}
	return nil
}

// policies are those to compare, in the order of their letters.
func (l *Link) policies() [4]**Policy { return [...]**Policy{&l.A, &l.B, &l.C, &l.D} }

// String is the policy as links write it: "easy.sdm.submit", "easy/2.sdm.submit"
// for EASY with reservations for two jobs.
func (p Policy) String() string {
	depth := ""
	if p.Depth > 0 {
		depth = "/" + strconv.Itoa(p.Depth)
	}
	return p.Queue + depth + "." + p.Allocator + "." + p.Order
}

// ParsePolicy reads a policy as links write it. The error is Errors.
func ParsePolicy(text string) (Policy, error) {
	p, bad := parsePolicy("policy", text)
	if bad != nil {
		return p, Errors{*bad}
	}
	return p, nil
}

// parsePolicy reads queue.allocator or queue.allocator.order; the queue may
// have a depth.
func parsePolicy(key, value string) (Policy, *Error) {
	var p Policy
	words := strings.Split(value, ".")
	if len(words) == 2 {
		words = append(words, "submit")
	}
	if len(words) != 3 {
		return p, linkError(key, quoted(value)+" is not a policy", "", "write queue.allocator or queue.allocator.order, as in easy.sdm")
	}
	queue, depth, deep := strings.Cut(words[0], "/")
	words[0] = queue
	for i, names := range [...][]string{namesIn(Queues()), namesIn(Allocators()), namesIn(Orders())} {
		if !slices.Contains(names, words[i]) {
			return p, linkError(key, fmt.Sprintf("names %s, which is no %s", quoted(words[i]), [...]string{"queue", "allocator", "order"}[i]), "", didYouMean(words[i], names))
		}
	}
	if deep {
		n, err := strconv.ParseUint(depth, 10, 31)
		if err != nil || n == 0 || depth[0] == '0' || n > policies.MaxReserved {
			return p, linkError(key, quoted(depth)+" is not a depth", fmt.Sprint(policies.MaxReserved), "write the number of reservations, as in easy/2.sdm")
		}
		if policies.DisciplineOf(queue).Depths == nil {
			return p, linkError(key, queue+" has no depth", "", "only easy has one, as in easy/2.sdm")
		}
		p.Depth = int(n)
	}
	p.Queue, p.Allocator, p.Order = words[0], words[1], words[2]
	return p, nil
}

// plainWord reports whether a version or hash can stand in a link as it is.
func plainWord(s string) bool {
	for _, c := range []byte(s) {
		if !wordByte(c) && c != '.' && c != '-' {
			return false
		}
	}
	return s != "" && len(s) <= MaxName
}
