package main

import (
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"
)

// checkTime is how long a server may take to say that it is well.
const checkTime = 4 * time.Second

// check asks a running server at an address such as http://127.0.0.1:8080/healthz
// whether it serves, and writes its answer to out: for a container, which holds no
// other program to ask with. Error: no answer in time, or another than 200.
func check(address string, out io.Writer) error {
	at, err := url.Parse(address)
	if err != nil || at.Scheme != "http" && at.Scheme != "https" || at.Host == "" {
		return fmt.Errorf("--check %q: write an address such as http://127.0.0.1:8080/healthz", address)
	}
	transport := &http.Transport{DisableKeepAlives: true}
	if ip := net.ParseIP(at.Hostname()); ip.IsLoopback() {
		// The certificate is for the name that readers know; nobody stands between
		// this machine and itself.
		transport.TLSClientConfig = &tls.Config{InsecureSkipVerify: true}
	}
	answer, err := (&http.Client{Transport: transport, Timeout: checkTime}).Get(at.String())
	if err != nil {
		return fmt.Errorf("it does not serve: %w", err)
	}
	defer answer.Body.Close()
	io.Copy(out, io.LimitReader(answer.Body, 4096))
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: it answers %s", at, answer.Status)
	}
	return nil
}
