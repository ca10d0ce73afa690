// Command serve runs the whole site from one binary: the page, the share API and
// the rooms. By default it listens at http://localhost:8080, for this machine only,
// and keeps links and rooms in the user's data folder.
//
//	serve --addr :8080 --data /var/lib/hopyard
//
// readFlags parses the flags, and run serves until a signal arrives. openData opens
// the database. newServer builds the server, which adds limits, monitoring and
// health to the site of hopyard/web. With --backup or --check the program copies or
// checks a database, or checks a running server, and ends. serve --help lists all
// flags.
package main

import (
	"context"
	"crypto/tls"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"syscall"

	"hopyard/web"
	"hopyard/web/headers"
	"hopyard/web/lan"
)

func main() {
	o, err := readFlags(os.Args[1:], os.Stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Print(usage)
		return
	case err != nil:
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // the second signal ends the program at once
	switch {
	case o.check != "":
		err = check(o.check, os.Stdout)
	case o.backup != "":
		err = copyData(o, os.Stdout)
	default:
		slog.SetDefault(o.log)
		err = run(ctx, o, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}

// run serves until ctx ends. It closes the store last, so that every link that was
// confirmed to a client is stored.
func run(ctx context.Context, o options, out io.Writer) (err error) {
	var secured *certificate
	if o.certFile != "" {
		if secured, err = readCertificate(o.certFile, o.keyFile, o.log); err != nil {
			return err
		}
	}
	kept, problem := openData(o.data, o.most)
	defer func() { err = errors.Join(err, kept.close()) }()
	v, err := newServer(web.Dist(), kept.store, o.settings)
	if err != nil {
		return err
	}
	if kept.db != nil {
		v.keepRooms(ctx, kept.db)
	}
	ln, err := web.Listen(o.addr)
	if err != nil {
		return err
	}
	at := opened{addr: o.addr, ln: ln, base: o.base, secure: secured != nil, others: lan.Addresses()}
	for _, line := range at.lines() {
		fmt.Fprintln(out, line)
	}
	fmt.Fprintln(out, "Short links are kept "+kept.where)
	if problem != nil {
		v.watch.Unopened(problem)
	}
	o.log.Info("started", "listening", ln.Addr().String(), "links", kept.where)
	var places net.Listener = v.listen(ln)
	if secured != nil {
		places = tls.NewListener(places, secured.config())
	}
	context.AfterFunc(ctx, func() {
		fmt.Fprintln(out, "Stopping: requests that are running may finish. Once more, to end at once.")
	})
	h := v.handler()
	if secured != nil {
		h = headers.Encrypted(h)
	}
	err = web.Serve(ctx, places, h)
	o.log.Info("stopped")
	return err
}
