package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"syscall"
	"time"
)

// Time limits for clients that are slow by accident or on purpose. A client that
// reads at 10 kB/s still receives the whole page.
const (
	headerTime  = 5 * time.Second
	requestTime = 10 * time.Second
	answerTime  = 2 * time.Minute
	idleTime    = 2 * time.Minute
	headerBytes = 16 << 10
	stopTime    = 8 * time.Second // longer than the time that Shutdown waits for connections that have not sent a request
)

// Listen opens a TCP port at an address such as localhost:8080. Errors say how to
// fix the problem.
func Listen(addr string) (net.Listener, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("address %q: write host:port, such as localhost:8080", addr)
	}
	ln, err := net.Listen("tcp", addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		next := 8081
		if n, err := strconv.Atoi(port); err == nil && n < 65535 {
			next = n + 1
		}
		return nil, fmt.Errorf("address %s is in use by another program: stop that one, or take another port (--addr %s)",
			addr, net.JoinHostPort(host, strconv.Itoa(next)))
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("address %s: not allowed to this user: take a port above 1023 (--addr %s)",
			addr, net.JoinHostPort(host, "8080"))
	}
	return ln, err
}

// Serve answers requests on ln with h until ctx ends. It then waits up to eight
// seconds for running requests to finish, and closes ln. If ln is a tls.Listener
// whose configuration names "h2", Serve also speaks HTTP/2.
func Serve(ctx context.Context, ln net.Listener, h http.Handler) error {
	server := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       requestTime,
		WriteTimeout:      answerTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    headerBytes,
		ErrorLog:          log.New(troubles{}, "", 0),
		HTTP2:             &http.HTTP2Config{MaxConcurrentStreams: 100, SendPingTimeout: idleTime / 4},
		// OPTIONS * goes to h like every other request, so that the response has
		// the headers that h sets.
		DisableGeneralOptionsHandler: true,
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(ln) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTime)
	defer cancel()
	if err := server.Shutdown(stop); err != nil {
		return fmt.Errorf("stopping: requests were still running after %v: %w", stopTime, errors.Join(err, server.Close()))
	}
	return nil
}

// troubles is the writer for the log of the HTTP server. It logs problems of the
// server itself, such as a failure to accept connections or a misbehaving handler,
// without the addresses of clients. It drops messages about clients that fail
// before they send a request: every public port gets such clients all day.
type troubles struct{}

// Write logs or drops one message.
func (troubles) Write(line []byte) (int, error) {
	for _, theirs := range clientsFault {
		if bytes.HasPrefix(line, []byte(theirs)) {
			return len(line), nil
		}
	}
	slog.Warn("http", "problem", string(bytes.TrimSpace(addresses.ReplaceAll(line, []byte("a client")))))
	return len(line), nil
}

// clientsFault lists the beginnings of log messages about mistakes of clients.
var clientsFault = []string{
	"http: TLS handshake error from ", "timeout waiting for SETTINGS frames from ", "timeout waiting for PING response",
	"http2: server connection error from ", "http2: server closing client connection",
}

// addresses matches the address of a client with its port, as it appears in log
// messages.
var addresses = regexp.MustCompile(`(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-fA-F]*:[0-9a-fA-F:.]*(%[^\]]*)?\]):\d+`)
