package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"strconv"
	"strings"

	"hopyard/web/limit"
)

// usage is the text of --help.
const usage = `serve is Hopyard in one program: the page and its short links.

  serve [flags]

Where it is
  --addr host:port      what to listen on (localhost:8080); :8080 lets the room in
  --base-url URL        the address that readers know, if a proxy stands before this
                        server; it may have a path: https://uni.example/hopyard/
  --tls-cert file       serve https with this certificate (PEM), which is read again
  --tls-key file        when the file changes, and its key; browsers are told to ask for
                        https for 30 days (HSTS), but for localhost, which is the name
                        of all other servers of that machine too

What it keeps
  --data folder         where short links and rooms are kept, in hopyard.db
                        ($STATE_DIRECTORY, else hopyard in the user's data folder);
                        none keeps them in memory
  --most size           how much they may take: 500MB, 20GB (10GB; in memory 256MB);
                        0 for no limit. Beyond it none are made, and those that are
                        there still open

Whom it serves
  --proxies networks    proxies whose X-Forwarded-For and -Proto are believed:
                        10.0.0.0/8,::1 (none)
  --rate number         requests a second that one address may make in the long run,
                        40 times as many at once, a hundredth of them new short
                        links (500); 0 for no limit. This machine itself has none
  --metrics-from networks
                        who may read /metrics (this machine itself); what a proxy that
                        is not named in --proxies passes on is nobody's

This machine itself is who asks from it, for localhost or 127.0.0.1, without a proxy's
headers. A proxy here may look like that: so once --base-url names another host, or
--proxies this machine, all from here have limits too, and read /metrics only with
--metrics-from 127.0.0.1,::1. Have the proxy add X-Forwarded-For and -Proto.

What it says
  --log level           JSON lines on stderr: debug (every request), info (posts and
                        what went wrong), warn (what went wrong), error (what went
                        wrong here), off (info). No line has an address, a query or
                        a body: there is no tracking

What it does instead of serving; it ends with 0, or 1 where that failed
  --backup file         copies hopyard.db of --data, as it is at one moment, to a new
                        file; the server may run meanwhile
  --check URL           asks whether a server that runs there is well, and fails if it
                        is degraded: http://127.0.0.1:8080/healthz
  --check folder        looks at the whole of hopyard.db in a data folder; the server
                        may run meanwhile

/healthz answers 200 as long as the page is served; "status" is "degraded", and
"problem" and "fix" say why, where links cannot be made or read. The first Ctrl+C
(or SIGTERM) lets running requests finish, the second ends at once.
`

// options holds the values of the flags.
type options struct {
	settings
	addr, data        string
	certFile, keyFile string
	check             string // URL or folder to check; if set, the program checks it instead of serving
	backup            string // file for a copy of the database; if set, the program writes it instead of serving
}

// Default limits on the size of the database.
const (
	mostOnDisk   = "10GB"
	mostInMemory = "256MB"
)

// levels maps the values of the flag --log to log levels.
var levels = map[string]slog.Level{
	"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError, "off": slog.LevelError + 1,
}

// readFlags parses the command line. The log is written to out. Errors contain the
// flag, its value and the permitted values. The error flag.ErrHelp means that
// --help was given.
func readFlags(args []string, out io.Writer) (o options, err error) {
	f := flag.NewFlagSet("serve", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.StringVar(&o.addr, "addr", "localhost:8080", "")
	f.StringVar(&o.data, "data", "", "")
	f.StringVar(&o.certFile, "tls-cert", "", "")
	f.StringVar(&o.keyFile, "tls-key", "", "")
	f.StringVar(&o.check, "check", "", "")
	f.StringVar(&o.backup, "backup", "", "")
	f.Float64Var(&o.rate, "rate", 500, "")
	base := f.String("base-url", "", "")
	proxies := f.String("proxies", "", "")
	metrics := f.String("metrics-from", "127.0.0.0/8,::1", "")
	most := f.String("most", "", "")
	level := f.String("log", "info", "")
	if err := f.Parse(args); errors.Is(err, flag.ErrHelp) {
		return o, err
	} else if err != nil {
		return o, fmt.Errorf("%w: serve --help says what flags there are, and what they take", err)
	}
	if f.NArg() > 0 {
		return o, fmt.Errorf("%q: serve takes no arguments but flags: serve --help says which", f.Arg(0))
	}
	if o.backup != "" && o.check != "" {
		return o, errors.New("--backup and --check: give one of them")
	}
	least, ok := levels[*level]
	if !ok {
		return o, fmt.Errorf("--log %q: write debug, info, warn, error or off", *level)
	}
	o.log = slog.New(slog.NewJSONHandler(out, &slog.HandlerOptions{Level: least}))
	if !(o.rate >= 0 && o.rate <= 1e6) {
		return o, fmt.Errorf("--rate %v: write a number of requests a second up to a million, or 0 for no limit", o.rate)
	}
	if (o.certFile == "") != (o.keyFile == "") {
		return o, errors.New("--tls-cert and --tls-key: give both or none")
	}
	if *most == "" {
		*most = mostOnDisk
		if o.data == "none" {
			*most = mostInMemory
		}
	}
	var errBase, errProxies, errMetrics, errMost error
	o.most, errMost = readSize("--most", *most)
	o.base, errBase = readBase(*base)
	o.proxies, errProxies = readNetworks("--proxies", *proxies)
	f.Visit(func(given *flag.Flag) { o.named = o.named || given.Name == "metrics-from" })
	o.metricsFrom, errMetrics = readNetworks("--metrics-from", *metrics)
	return o, errors.Join(errBase, errProxies, errMetrics, errMost)
}

func readNetworks(name, list string) (limit.Networks, error) {
	networks, err := limit.ParseNetworks(list)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return networks, nil
}

// readSize parses a number of bytes such as 500MB, 20GB or 0.
func readSize(name, text string) (int64, error) {
	if text == "0" {
		return 0, nil
	}
	number, unit := text, int64(0)
	for suffix, bytes := range map[string]int64{"MB": 1e6, "GB": 1e9, "TB": 1e12} {
		if cut, ok := strings.CutSuffix(text, suffix); ok {
			number, unit = strings.TrimSpace(cut), bytes
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || unit == 0 || n < 1 || n > 1e6 {
		return 0, fmt.Errorf("%s %q: write a whole number with MB, GB or TB, such as 500MB, or 0 for no limit", name, text)
	}
	return n * unit, nil
}

// readBase parses the address of the page, and appends "/" if it does not end in
// "/". For "" it returns nil.
func readBase(text string) (*url.URL, error) {
	if text == "" {
		return nil, nil
	}
	base, err := url.Parse(text)
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Hostname() == "" || base.User != nil || base.RawQuery != "" || base.ForceQuery || base.Fragment != "" || base.RawPath != "" {
		return nil, fmt.Errorf("--base-url %q: write the address of the page, such as https://uni.example/hopyard/", text)
	}
	base.Path = strings.TrimRight(base.Path, "/") + "/"
	return base, nil
}
