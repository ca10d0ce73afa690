// Command serve is the whole site in one binary: by default at
// http://localhost:8080, for this machine only.
//
//	go run ./web/serve [-addr host:port]
package main

import (
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"os/signal"
	"syscall"

	"hopyard/web"
	"hopyard/web/api"
	"hopyard/web/store"
)

func main() {
	addr := flag.String("addr", "localhost:8080", "`host:port` to listen on; :8080 lets other machines in")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "serve: %q: takes no arguments, only -addr host:port\n", flag.Arg(0))
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *addr); err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, addr string) error {
	site, err := web.Site(web.Dist(), &api.API{Store: &store.Memory{}})
	if err != nil {
		return err
	}
	ln, err := web.Listen(addr)
	if err != nil {
		return err
	}
	fmt.Printf("Hopyard is at http://%s (Ctrl+C stops it)\n", shown(addr, ln))
	return web.Serve(ctx, ln, site)
}

// shown is the address as the user wrote it, with what was left open filled in.
func shown(addr string, ln net.Listener) string {
	host, _, _ := net.SplitHostPort(addr)
	_, port, _ := net.SplitHostPort(ln.Addr().String())
	if host == "" {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}
