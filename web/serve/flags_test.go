package main

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestFlagErrorsSayWhatToDo(t *testing.T) {
	for args, says := range map[string]string{
		"here":                        `"here": serve takes no arguments but flags: serve --help says which`,
		"--unknown":                   "-unknown: serve --help says what flags there are",
		"--rate":                      "needs an argument: -rate: serve --help says",
		"--rate -1":                   "--rate -1: write a number",
		"--rate NaN":                  "--rate NaN: write a number",
		"--rate many":                 `"many" for flag -rate: parse error: serve --help says what flags there are`,
		"--most 10":                   `--most "10": write a whole number with MB, GB or TB, such as 500MB, or 0 for no limit`,
		"--most GB":                   "--most \"GB\": write a whole number",
		"--most 0GB":                  "--most \"0GB\": write a whole number",
		"--most -1GB":                 "--most \"-1GB\": write a whole number",
		"--most 9999999999TB":         "write a whole number",
		"--most 1.5GB":                "write a whole number",
		"--log loud":                  `--log "loud": write debug, info, warn, error or off`,
		"--proxies 10.0.0.0/40":       `--proxies: "10.0.0.0/40" is not a network`,
		"--metrics-from all":          `--metrics-from: "all" is not a network`,
		"--backup a --check b":        "give one of them",
		"--tls-cert a.pem":            "give both or none",
		"--tls-key a.pem":             "give both or none",
		"--base-url uni.example":      "such as https://uni.example/hopyard/",
		"--base-url ftp://x/":         "such as https://uni.example/hopyard/",
		"--base-url https://x/?a":     "such as https://uni.example/hopyard/",
		"--base-url https://x/?":      "such as https://uni.example/hopyard/",
		"--base-url https://:8080/":   "such as https://uni.example/hopyard/",
		"--base-url https://u:p@x/":   "such as https://uni.example/hopyard/",
		"--base-url https://x/a%2Fb/": "such as https://uni.example/hopyard/",
	} {
		if _, err := readFlags(strings.Fields(args), io.Discard); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want …%s…", args, err, says)
		}
	}
	if _, err := readFlags([]string{"--help"}, io.Discard); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("--help: %v", err)
	}
}

// TestUsage checks that the text of --help describes every flag and no others.
func TestUsage(t *testing.T) {
	o, err := readFlags(nil, io.Discard)
	if err != nil || o.addr != "localhost:8080" || o.rate != 500 || o.base != nil {
		t.Errorf("defaults: %+v %v", o, err)
	}
	for _, name := range regexp.MustCompile(`(?m)^  --([a-z-]+) `).FindAllStringSubmatch(usage, -1) {
		value := map[string]string{"rate": "1", "log": "off", "base-url": "http://x", "proxies": "::1", "metrics-from": "::1", "most": "1GB"}[name[1]]
		if _, err := readFlags([]string{"--" + name[1], value}, io.Discard); err != nil && !strings.Contains(err.Error(), "give both") {
			t.Errorf("usage names --%s: %v", name[1], err)
		}
	}
	for _, name := range []string{"addr", "data", "most", "tls-cert", "tls-key", "base-url", "proxies", "metrics-from", "rate", "log", "check"} {
		if !strings.Contains(usage, "--"+name+" ") {
			t.Errorf("usage does not name --%s", name)
		}
	}
	for line := range strings.Lines(usage) {
		if len(line) > 90 {
			t.Errorf("%d characters: %s", len(line), line)
		}
	}
}

func TestBaseAddress(t *testing.T) {
	for text, want := range map[string]string{
		"https://uni.example": "https://uni.example/", "https://uni.example/a/hopyard": "https://uni.example/a/hopyard/",
		"http://x:8080//": "http://x:8080/",
	} {
		if base, err := readBase(text); err != nil || base.String() != want {
			t.Errorf("%s: %v %v, want %s", text, base, err, want)
		}
	}
}

func TestLogLevels(t *testing.T) {
	for level, lines := range map[string]int{"debug": 4, "info": 3, "warn": 2, "error": 1, "off": 0} {
		var out bytes.Buffer
		o, err := readFlags([]string{"--log", level}, &out)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range []slog.Level{slog.LevelDebug, slog.LevelInfo, slog.LevelWarn, slog.LevelError} {
			o.log.Log(t.Context(), l, "line")
		}
		if n := strings.Count(out.String(), "\n"); n != lines {
			t.Errorf("%s: %d lines, want %d", level, n, lines)
		}
	}
}

func TestMost(t *testing.T) {
	for args, want := range map[string]int64{
		"": 10e9, "--data none": 256e6, "--data /x": 10e9, "--most 0": 0, "--most 500MB": 500e6, "--data none --most 2TB": 2e12, "--most 1GB --data none": 1e9,
	} {
		if o, err := readFlags(strings.Fields(args), io.Discard); err != nil || o.most != want {
			t.Errorf("%s: %d %v, want %d", args, o.most, err, want)
		}
	}
}

// TestFlagsOfDeployment checks that the files of web/deploy use only flags that
// exist.
func TestFlagsOfDeployment(t *testing.T) {
	known := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^  --?([a-z-]+)`).FindAllStringSubmatch(usage, -1) {
		known[m[1]] = true
	}
	if !known["addr"] {
		t.Fatalf("these are no flags:\n%s", usage)
	}
	given := 0
	for name, line := range map[string]string{
		"hopyard.service": `hopyard-serve -|HOPYARD_FLAGS=`,
		"Containerfile":   `^CMD|^ENTRYPOINT|^HEALTHCHECK`,
		"compose.yaml":    `command:`,
	} {
		file, err := os.ReadFile(filepath.Join("../deploy", name))
		if err != nil {
			t.Fatal(err)
		}
		for text := range strings.Lines(string(file)) {
			where := regexp.MustCompile(line).FindStringIndex(text)
			if where == nil {
				continue
			}
			text = regexp.MustCompile(`HEALTHCHECK.*CMD`).ReplaceAllString(text[where[0]:], "")
			for _, m := range regexp.MustCompile(`[\s="]--?([a-z][a-z-]*)`).FindAllStringSubmatch(text, -1) {
				given++
				if !known[m[1]] {
					t.Errorf("%s gives -%s, which the server does not know:\n%s", name, m[1], usage)
				}
			}
		}
	}
	if given < 5 {
		t.Errorf("only %d flags were found in the files: the patterns are out of date", given)
	}
}
