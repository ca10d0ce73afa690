package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/jsondoc"
	"hopyard/core/linkcodec"
	"hopyard/core/policies"
	"hopyard/core/simtime"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// Limits on links (SOURCES.md TOPO.8). The error for a link beyond a limit names
// the limit.
const (
	MaxLinkJobs  = 5000
	MaxLinkNodes = 4096
)

// linkVersion is the first part of every link. Links of older versions must stay
// readable forever.
const linkVersion = "1"

// Moment identifies a step of a run by its instant and by its number, from 0, among
// the steps at that instant. Unlike an index into all steps, it stays valid in
// other versions of the engine.
type Moment struct {
	Time    simtime.Time
	Ordinal int
}

// SharedLink is a scenario to share, and how to show it. Only Scenario is required.
type SharedLink struct {
	Scenario *Scenario
	Plain    bool         // whether to use codec j (plain JSON, as in links made by hand) instead of z (compressed)
	At       *Moment      // step to show; nil for none
	Job      *int64       // id of the job to select; nil for none
	A, B     *PolicyNames // policies to compare; nil for none
	C, D     *PolicyNames
	Predict  bool   // whether to open the scenario in predict mode, in which the reader predicts each decision before seeing it
	Lecture  bool   // whether to show the scenario in the layout for a projector
	Engine   string // version of the engine that made the link (engine.Version)
	Trace    string // fingerprint of the run, a trace.Fingerprint

	// Source is the scenario's JSON as it stood in the link. DecodeLink returns
	// Source even if the scenario has errors, because the positions of the errors
	// refer to it.
	Source []byte
}

// EncodeLink returns the part of a link that begins with #. It consists of version,
// codec, payload, checksum, and parameters that say how to show the scenario. Equal
// arguments give equal text. The error is a jsondoc.Errors; it occurs for scenarios
// beyond the limits of links.
func EncodeLink(l SharedLink) (string, error) {
	if err := checkLinkSize(l.Scenario); err != nil {
		return "", err
	}
	codec, payload := "z", []byte(nil)
	if l.Plain {
		codec, payload = "j", l.Scenario.Canonical()
	} else {
		packed := l.Scenario.pack()
		if len(packed) > linkcodec.MaxUnpacked {
			return "", linkcodec.TooLong(len(packed), linkcodec.MaxUnpacked)
		}
		payload = linkcodec.Deflate(packed, dictionary)
	}
	out := []byte(linkcodec.Encode(linkVersion+"."+codec+".", payload))
	if l.At != nil {
		out = fmt.Appendf(out, "&at=%v.%d", l.At.Time, l.At.Ordinal)
	}
	if l.Job != nil {
		out = fmt.Appendf(out, "&job=%d", *l.Job)
	}
	for i, p := range l.policies() {
		if *p != nil {
			out = fmt.Appendf(out, "&%c=%v", 'a'+i, *p)
		}
	}
	for _, f := range [...]struct {
		key string
		on  bool
	}{{"predict", l.Predict}, {"lecture", l.Lecture}} {
		if f.on {
			out = append(out, "&"+f.key+"=1"...)
		}
	}
	for _, f := range [...]struct{ key, value string }{{"v", l.Engine}, {"h", l.Trace}} {
		if f.value == "" {
			continue
		}
		if !plainWord(f.value) {
			return "", jsondoc.Errors{*linkcodec.Wrong(f.key, jsondoc.Quoted(f.value)+" is not allowed in a link", "", "use letters, digits, dots, hyphens and underscores, at most 64")}
		}
		out = fmt.Appendf(out, "&%s=%s", f.key, f.value)
	}
	if len(out) > linkcodec.MaxLink {
		return "", linkcodec.TooLong(len(out), linkcodec.MaxLink)
	}
	return string(out), nil
}

// DecodeLink reads a link. It accepts a whole address, or only the part after #,
// with or without the #. The size of the unpacked text is bounded even for a
// malicious link, and the scenario passes the checks of Parse. The error is an
// jsondoc.Errors. Places in it that begin with "link" refer to the link itself.
func DecodeLink(text string) (SharedLink, error) {
	var l SharedLink
	text = strings.TrimSpace(text)
	if _, fragment, found := strings.Cut(text, "#"); found {
		text = fragment
	}
	if len(text) > linkcodec.MaxLink {
		return l, linkcodec.TooLong(len(text), linkcodec.MaxLink)
	}
	parts := strings.Split(text, "&")
	source, bad := l.payload(parts[0])
	if bad != nil {
		return l, jsondoc.Errors{*bad}
	}
	l.Source = source
	return l.read(parts[1:])
}

// DecodeShared reads a scenario whose text is not part of its link, but is stored
// elsewhere, as on a server. The argument view holds the parameters that follow the
// payload in other links, such as "at=600.2&job=4". The checks are those of
// DecodeLink, but source may be longer than fits in a link. The error is a
// jsondoc.Errors.
func DecodeShared(source []byte, view string) (SharedLink, error) {
	l := SharedLink{Source: source}
	view = strings.TrimPrefix(strings.TrimSpace(view), "#")
	switch {
	case len(view) > linkcodec.MaxLink:
		return l, linkcodec.TooLong(len(view), linkcodec.MaxLink)
	case view == "":
		return l.read(nil)
	}
	return l.read(strings.Split(view, "&"))
}

// read reads the given parameters of the link, and the scenario in the field
// Source.
func (l SharedLink) read(parts []string) (SharedLink, error) {
	all := jsondoc.Problems{Whole: language.Whole}
	seen := map[string]bool{}
	for _, part := range parts {
		if bad := l.parameter(part, seen); bad != nil {
			all.Add(*bad)
		}
	}
	s, err := parse(l.Source, MaxLinkJobs, MaxLinkNodes)
	var wrong jsondoc.Errors
	if errors.As(err, &wrong) {
		all.Append(wrong)
	} else if err := checkLinkSize(s); err != nil {
		errors.As(err, &wrong)
		all.Append(wrong)
	}
	if s != nil && l.Job != nil && !s.hasJob(*l.Job) {
		all.Add(*linkcodec.Wrong("job", fmt.Sprintf("%d is not in the scenario", *l.Job), "", "use the id of one of its jobs, or leave it out"))
	}
	for i, x := range l.policies() {
		if s != nil && *x != nil && !s.has(**x) {
			all.Add(*linkcodec.Wrong(string(rune('a'+i)), "names starlark, but the scenario has no program for it", "", "use a scenario with one, or another policy"))
		}
	}
	if err := all.Err(nil); err != nil {
		return l, err
	}
	l.Scenario = s
	return l, nil
}

// payload decodes the first part of a link, which consists of version, codec,
// payload and checksum. It returns the JSON of the scenario.
func (l *SharedLink) payload(text string) ([]byte, *jsondoc.Error) {
	version, rest, ok := strings.Cut(text, ".")
	codec, rest, ok2 := strings.Cut(rest, ".")
	if !ok || !ok2 {
		return nil, linkcodec.Wrong("", jsondoc.Quoted(text)+" is not a Hopyard link", "", "a link has 1.z. and letters after #")
	}
	if n, err := strconv.ParseUint(version, 10, 31); err != nil || n == 0 || version != linkVersion && n == 1 {
		return nil, linkcodec.Wrong("version", jsondoc.Quoted(version)+" is not a version", linkVersion, "a link begins with #1.")
	} else if n > 1 {
		return nil, linkcodec.Wrong("version", version+" is newer than this version reads ("+linkVersion+")", linkVersion, "use a newer Hopyard")
	}
	switch codec {
	case "j", "z":
	case "g":
		return nil, linkcodec.Wrong("codec", `"g" is reserved`, "j, z", "use z for a model and its seed")
	default:
		return nil, linkcodec.Wrong("codec", jsondoc.Quoted(codec)+" is unknown", "j, z", "known: j, z")
	}
	raw, bad := linkcodec.Decode(version+"."+codec+".", rest)
	if bad != nil {
		return nil, bad
	}
	if l.Plain = codec == "j"; l.Plain {
		return raw, nil
	}
	packed, bad := linkcodec.Inflate(raw, dictionary)
	if bad != nil {
		return nil, bad
	}
	return unpack(packed)
}

// checkLinkSize checks that a scenario is within the limits of links.
func checkLinkSize(s *Scenario) error {
	all := jsondoc.Problems{Whole: language.Whole}
	if n := s.Cluster.Topology.NumNodes(); n > MaxLinkNodes {
		all.Add(*tooWide(n))
	}
	if n := s.NumJobs(); n > MaxLinkJobs {
		all.Add(*linkcodec.Wrong("jobs", fmt.Sprintf("are %d, more than a link may have (%d)", n, MaxLinkJobs), fmt.Sprint(MaxLinkJobs), "share the scenario as a file"))
	}
	return all.Err(nil)
}

func tooWide(nodes int) *jsondoc.Error {
	return linkcodec.Wrong("nodes", fmt.Sprintf("are %d, more than a link may have (%d)", nodes, MaxLinkNodes), fmt.Sprint(MaxLinkNodes), "share the scenario as a file")
}

// parameters lists the names of the parameters that may follow the payload of a
// link, in the order in which EncodeLink writes them.
var parameters = []string{"at", "job", "a", "b", "c", "d", "predict", "lecture", "v", "h"}

// parameter reads one parameter, key=value.
func (l *SharedLink) parameter(text string, seen map[string]bool) *jsondoc.Error {
	key, value, ok := strings.Cut(text, "=")
	switch {
	case !ok || value == "":
		return linkcodec.Wrong("", jsondoc.Quoted(text)+" is not key=value", "", "known: "+strings.Join(parameters, ", "))
	case !slices.Contains(parameters, key):
		return linkcodec.Wrong("", "unknown parameter "+jsondoc.Quoted(key), "", jsondoc.DidYouMean(key, parameters))
	case seen[key]:
		return linkcodec.Wrong(key, "is given twice", "", "keep one of them")
	}
	seen[key] = true
	switch key {
	case "at":
		return l.moment(value)
	case "job":
		id, err := strconv.ParseInt(value, 10, 64)
		if err != nil || id < 0 || id > MaxNumber {
			return linkcodec.Wrong("job", jsondoc.Quoted(value)+" is not a job's id", fmt.Sprint(int64(MaxNumber)), "use a whole number")
		}
		l.Job = &id
	case "a", "b", "c", "d":
		p, bad := parsePolicy(key, value)
		if bad != nil {
			return bad
		}
		*l.policies()[key[0]-'a'] = &p
	case "predict", "lecture":
		if value != "1" {
			return linkcodec.Wrong(key, jsondoc.Quoted(value)+" is not 1", "", "write "+key+"=1, or leave it out")
		}
		if key == "lecture" {
			l.Lecture = true
		} else {
			l.Predict = true
		}
	default:
		if !plainWord(value) {
			return linkcodec.Wrong(key, jsondoc.Quoted(value)+" is not a version or hash", "64", "use letters, digits, dots, hyphens and underscores")
		}
		if key == "v" {
			l.Engine = value
			break
		}
		if _, ok := trace.ReadFingerprint(value); !ok {
			return linkcodec.Wrong(key, jsondoc.Quoted(value)+" is not the fingerprint of a run", "", "copy the whole link again; mail and chat may have cut it")
		}
		l.Trace = value
	}
	return nil
}

// hasJob reports whether there is a job with the given id. For a scenario with a
// trace it always reports true, because it does not read the trace.
func (s *Scenario) hasJob(id int64) bool {
	if s.Model != nil {
		return 1 <= id && id <= int64(s.NumJobs())
	}
	return s.SWF != "" || slices.ContainsFunc(s.Jobs, func(j workload.Job) bool { return j.Number == id })
}

// moment reads time.ordinal: "12.5.3" is step 3 of the instant 12.5 s.
func (l *SharedLink) moment(value string) *jsondoc.Error {
	dot := strings.LastIndexByte(value, '.')
	bad := linkcodec.Wrong("at", jsondoc.Quoted(value)+" is not a point in time", "", "write the time in seconds, a dot, and the step at that time, as in 120.0")
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

// policies returns pointers to the fields A to D, the policies to compare.
func (l *SharedLink) policies() [4]**PolicyNames { return [...]**PolicyNames{&l.A, &l.B, &l.C, &l.D} }

// String returns the policy in the notation of links: "easy.sdm.submit", or
// "easy/2.sdm.submit" for EASY with reservations for two jobs.
func (p PolicyNames) String() string {
	depth := ""
	if p.Depth > 0 {
		depth = "/" + strconv.Itoa(p.Depth)
	}
	return p.Queue + depth + "." + p.Allocator + "." + p.Order
}

// ParsePolicy reads a policy in the notation of links. The error is a
// jsondoc.Errors.
func ParsePolicy(text string) (PolicyNames, error) {
	p, bad := parsePolicy("policy", text)
	if bad != nil {
		return p, jsondoc.Errors{*bad}
	}
	return p, nil
}

// parsePolicy reads queue.allocator or queue.allocator.order, where the queue may
// have a depth, as in easy/2.
func parsePolicy(key, value string) (PolicyNames, *jsondoc.Error) {
	var p PolicyNames
	words := strings.Split(value, ".")
	if len(words) == 2 {
		words = append(words, "submit")
	}
	if len(words) != 3 {
		return p, linkcodec.Wrong(key, jsondoc.Quoted(value)+" is not a policy", "", "write queue.allocator or queue.allocator.order, as in easy.sdm")
	}
	queue, depth, deep := strings.Cut(words[0], "/")
	words[0] = queue
	for i, names := range [...][]string{namesIn(Queues()), namesIn(Allocators()), namesIn(Orders())} {
		if !slices.Contains(names, words[i]) && words[i] != policies.Own {
			return p, linkcodec.Wrong(key, fmt.Sprintf("names %s, which is not a known %s", jsondoc.Quoted(words[i]), [...]string{"queue", "allocator", "order"}[i]), "", jsondoc.DidYouMean(words[i], names))
		}
	}
	if deep {
		n, err := strconv.ParseUint(depth, 10, 31)
		if err != nil || n == 0 || depth[0] == '0' || n > policies.MaxReserved {
			return p, linkcodec.Wrong(key, jsondoc.Quoted(depth)+" is not a depth", fmt.Sprint(policies.MaxReserved), "write the number of reservations, as in easy/2.sdm")
		}
		if policies.DisciplineOf(queue).Depths == nil {
			return p, linkcodec.Wrong(key, queue+" has no depth", "", "only easy has one, as in easy/2.sdm")
		}
		p.Depth = int(n)
	}
	p.Queue, p.Allocator, p.Order = words[0], words[1], words[2]
	return p, nil
}

// plainWord reports whether a version or hash can be written in a link unchanged.
func plainWord(s string) bool {
	for _, c := range []byte(s) {
		if letter := c|0x20 >= 'a' && c|0x20 <= 'z'; !letter && (c < '0' || c > '9') && c != '_' && c != '.' && c != '-' {
			return false
		}
	}
	return s != "" && len(s) <= MaxName
}
