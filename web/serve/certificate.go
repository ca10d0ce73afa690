package main

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// lookAgain is the time between two checks of whether the files of the certificate
// have changed.
const lookAgain = 10 * time.Second

// certificate is a TLS certificate that is read again when its files change. This
// is necessary because certificates that are valid for 90 days are replaced while a
// server runs.
type certificate struct {
	certFile, keyFile string
	log               *slog.Logger

	mu     sync.Mutex
	held   *tls.Certificate
	looked time.Time
	seen   [2]stamp
}

// stamp identifies a version of a file by its time of change and its size.
type stamp struct {
	changed time.Time
	size    int64
}

// readCertificate reads the certificate and the key from their files. Errors
// contain the names of the files.
func readCertificate(certFile, keyFile string, log *slog.Logger) (*certificate, error) {
	c := &certificate{certFile: certFile, keyFile: keyFile, log: log}
	return c, c.read()
}

func (c *certificate) stamps() (now [2]stamp) {
	for i, name := range []string{c.certFile, c.keyFile} {
		if info, err := os.Stat(name); err == nil {
			now[i] = stamp{info.ModTime(), info.Size()}
		}
	}
	return now
}

func (c *certificate) read() error {
	c.seen, c.looked = c.stamps(), time.Now()
	pair, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err != nil {
		return fmt.Errorf("certificate %s with key %s: %w: give PEM files that belong together", c.certFile, c.keyFile, err)
	}
	c.held = &pair
	return nil
}

// reload reads the files again if they have changed. If they are invalid, for
// example half written, the old certificate stays in use until the files change
// again.
func (c *certificate) reload() {
	c.looked = time.Now()
	if c.stamps() == c.seen {
		return
	}
	if err := c.read(); err != nil {
		c.log.Error("certificate", "problem", err.Error(), "until_then", "the one before is used")
		return
	}
	c.log.Info("certificate", "read", c.certFile)
}

// config returns the configuration of a TLS listener, with HTTP/2 and the current
// certificate.
func (c *certificate) config() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12,
		NextProtos: []string{"h2", "http/1.1"},
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
			c.mu.Lock()
			defer c.mu.Unlock()
			if time.Since(c.looked) >= lookAgain {
				c.reload()
			}
			return c.held, nil
		},
	}
}
