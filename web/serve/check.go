package main

import (
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"hopyard/web/store/sqlite"
)

// checkTime is the time within which a server must report its health.
const checkTime = 4 * time.Second

// check implements --check. The parameter what is the address of a running server,
// such as http://127.0.0.1:8080/healthz, or a data folder whose database is to be
// checked. The result is written to out.
func check(what string, out io.Writer) error {
	if at, err := url.Parse(what); err == nil && (at.Scheme == "http" || at.Scheme == "https") && at.Host != "" {
		return checkServer(at, out)
	}
	if info, err := os.Stat(what); err != nil || !info.IsDir() {
		return fmt.Errorf("--check %q: write an address such as http://127.0.0.1:8080/healthz, or a data folder that is there", what)
	}
	if err := sqlite.Check(what); err != nil {
		return fmt.Errorf("--check: %w", err)
	}
	fmt.Fprintf(out, "%s is whole\n", filepath.Join(what, sqlite.Name))
	return nil
}

// checkServer requests the health of a running server and writes the response to
// out. It is meant for use in a container, which contains no other program for this
// purpose. It returns an error if there is no response in time or if the status is
// not 200. It also returns an error if the server reports that it is degraded; this
// error contains the problem.
func checkServer(at *url.URL, out io.Writer) error {
	transport := &http.Transport{DisableKeepAlives: true}
	if ip := net.ParseIP(at.Hostname()); ip.IsLoopback() {
		// The certificate is not valid for this address, because it names the host
		// that readers use. There is no risk: nobody can intercept a connection
		// from this machine to itself.
		transport.TLSClientConfig = &tls.Config{InsecureSkipVerify: true}
	}
	answer, err := (&http.Client{Transport: transport, Timeout: checkTime}).Get(at.String())
	if err != nil {
		return fmt.Errorf("it does not serve: %w", err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, 4096))
	if err != nil {
		return fmt.Errorf("%s: its answer ended: %w", at, err)
	}
	out.Write(body)
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: it answers %s", at, answer.Status)
	}
	var state struct{ Status, Links, Problem, Fix string }
	switch err := json.Unmarshal(body, &state); {
	case err != nil || state.Status == "":
		return fmt.Errorf("%s: that is not the health of Hopyard: ask for /healthz of its server", at)
	case state.Status != healthy:
		return fmt.Errorf("%s: it is %s, its short links are %s: %s; %s", at, state.Status, state.Links, state.Problem, state.Fix)
	}
	return nil
}
