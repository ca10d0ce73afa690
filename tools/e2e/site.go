package e2e

import (
	"context"

	"hopyard/web"
	"hopyard/web/api"
	"hopyard/web/store"
)

// Site serves the site that is compiled into this program, with the real server on
// a free port of the loopback interface. It returns the address without a trailing
// slash, and a function that stops the server.
func Site() (address string, stop func(), err error) {
	site, err := web.Site(web.Dist(), &api.API{Store: &store.Memory{}})
	if err != nil {
		return "", nil, err
	}
	ln, err := web.Listen("127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- web.Serve(ctx, ln, site) }()
	stop = func() { cancel(); <-done }
	return "http://" + ln.Addr().String(), stop, nil
}
