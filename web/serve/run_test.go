package main

import (
	"bufio"
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"hopyard/web/waittest"
)

// TestMain runs the tests, unless HOPYARD_SERVE is set: then it runs the program
// itself. So tests can start this test binary as the server.
func TestMain(m *testing.M) {
	if os.Getenv("HOPYARD_SERVE") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// program starts the server as a separate process with the given arguments. As soon
// as the server listens, program returns the address from the server's first log
// line.
func program(t *testing.T, args ...string) (cmd *exec.Cmd, address string, log *bytes.Buffer) {
	t.Helper()
	cmd = exec.Command(os.Args[0], append([]string{"--addr", "127.0.0.1:0"}, args...)...)
	cmd.Env = append(os.Environ(), "HOPYARD_SERVE=1")
	log = &bytes.Buffer{}
	cmd.Stderr = log
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill := time.AfterFunc(5*time.Minute, func() { cmd.Process.Kill() })
	t.Cleanup(func() { kill.Stop(); cmd.Process.Kill(); cmd.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		cmd.Wait()
		if strings.Contains(log.String(), "make build") {
			t.Skip("the page is not built: make build")
		}
		t.Fatalf("it does not start: %v: %s", err, log)
	}
	return cmd, strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "Hopyard is at "), " (Ctrl+C stops it)"), log
}

// TestProgram checks that the program starts, that --check succeeds, and that the
// program exits with status 0 after a signal.
func TestProgram(t *testing.T) {
	cmd, address, log := program(t, "--data", t.TempDir())
	if err := check(address+"/healthz", io.Discard); err != nil {
		t.Error(err)
	}
	if err := check(address+"/nothing", io.Discard); err == nil || !strings.Contains(err.Error(), "404") {
		t.Errorf("check of nothing: %v", err)
	}
	cmd.Process.Signal(syscall.SIGTERM)
	if err := cmd.Wait(); err != nil {
		t.Errorf("stopped: %v", err)
	}
	for _, line := range []string{`"msg":"started"`, `"msg":"stopped"`} {
		if !strings.Contains(log.String(), line) {
			t.Errorf("no line %s: %s", line, log)
		}
	}
	if err := check(address+"/healthz", io.Discard); err == nil {
		t.Error("check of a server that is gone worked")
	}
}

// TestSecondSignal checks that a second signal ends the program even if a request
// is still running. The test cannot see when the program stops handling signals
// after the first one, so it repeats the signal until the program has ended.
func TestSecondSignal(t *testing.T) {
	cmd, address, _ := program(t, "--data", "none")
	conn := dial(t, strings.TrimPrefix(address, "http://"))
	io.WriteString(conn, "POST /api/links HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\nExpect: 100-continue\r\n\r\n")
	// A server that is stopping drops connections whose request it has not read, so
	// wait until the handler reads the body.
	if line, err := bufio.NewReader(conn).ReadString('\n'); !strings.Contains(line, "100 Continue") {
		t.Fatalf("the post is answered with %q, %v", line, err)
	}
	cmd.Process.Signal(syscall.SIGTERM)
	waittest.Until(t, "nothing is accepted", refused(strings.TrimPrefix(address, "http://")), nil)
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	var err error
	waittest.Until(t, "the program ends", func() bool {
		cmd.Process.Signal(syscall.SIGTERM)
		select {
		case err = <-ended:
			return true
		default:
			return false
		}
	}, nil)
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !status.Signaled() || status.Signal() != syscall.SIGTERM {
		t.Errorf("it ended with %v, want by the signal", err)
	}
}

// certify writes a certificate for localhost with the given serial number.
func certify(t *testing.T, folder string, serial int64) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(serial), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{"cert.pem": {Type: "CERTIFICATE", Bytes: cert}, "key.pem": {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(filepath.Join(folder, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTLS checks that the server speaks HTTP/2 over TLS, and sends the header that
// makes browsers insist on TLS.
func TestTLS(t *testing.T) {
	folder := t.TempDir()
	certify(t, folder, 1)
	_, address, _ := program(t, "--data", "none", "--tls-cert", filepath.Join(folder, "cert.pem"), "--tls-key", filepath.Join(folder, "key.pem"))
	client := http.Client{Transport: &http.Transport{ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}, Timeout: 5 * time.Minute}
	defer client.CloseIdleConnections()
	r, err := client.Get(address + "/")
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if r.StatusCode != 200 || r.ProtoMajor != 2 || r.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("%s over %s, %v", r.Status, r.Proto, r.Header)
	}
}

// TestCertificateIsReadAgain checks that the server uses a renewed certificate
// without a restart. If the new certificate is broken, the server must log that and
// keep the old one.
func TestCertificateIsReadAgain(t *testing.T) {
	folder := t.TempDir()
	cert, key := filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	var log bytes.Buffer
	logger := slog.New(slog.NewJSONHandler(&log, nil))
	if _, err := readCertificate(cert, key, logger); err == nil || !strings.Contains(err.Error(), cert) {
		t.Errorf("without files: %v", err)
	}
	certify(t, folder, 1)
	synctest.Test(t, func(t *testing.T) {
		c, err := readCertificate(cert, key, logger)
		if err != nil {
			t.Fatal(err)
		}
		serial := func() int64 {
			t.Helper()
			held, err := c.config().GetCertificate(nil)
			if err != nil {
				t.Fatal(err)
			}
			leaf, err := x509.ParseCertificate(held.Certificate[0])
			if err != nil {
				t.Fatal(err)
			}
			return leaf.SerialNumber.Int64()
		}
		renew := func(serial int64, age time.Duration) {
			certify(t, folder, serial)
			stamp := time.Now().Add(age)
			os.Chtimes(cert, stamp, stamp) // so that the time of the file changes even if the file system's times are coarse
		}
		if n := serial(); n != 1 {
			t.Errorf("certificate %d, want 1", n)
		}
		renew(2, time.Minute)
		if n := serial(); n != 1 {
			t.Errorf("it looks at the files each time: %d", n)
		}
		time.Sleep(lookAgain)
		if n := serial(); n != 2 {
			t.Errorf("renewed: certificate %d, want 2", n)
		}
		os.WriteFile(cert, []byte("half a certi"), 0o600)
		time.Sleep(lookAgain)
		if n := serial(); n != 2 || !strings.Contains(log.String(), "the one before is used") {
			t.Errorf("broken: certificate %d, want 2: %s", n, log.String())
		}
		renew(3, 2*time.Minute)
		time.Sleep(lookAgain)
		if n := serial(); n != 3 {
			t.Errorf("mended: certificate %d, want 3", n)
		}
	})
}
