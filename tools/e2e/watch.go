package e2e

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// record holds what was recorded about a page, so that tests can check it.
type record struct {
	console  []string // errors, warnings and uncaught exceptions
	failed   []string // requests that failed, or were answered with a status of 400 or more
	external []string // requests to origins other than the page's
	logs     []string // messages of console.log; a Go program that stops prints the reason there
	received int64    // bytes received over the network, including headers, before decompression
}

// Console returns console errors and warnings and uncaught exceptions of the page
// and its workers, each with its location.
func (p *Page) Console() []string { return p.copy(func(r *record) []string { return r.console }) }

// Logs returns the messages of console.log. They do not count as problems.
func (p *Page) Logs() []string { return p.copy(func(r *record) []string { return r.logs }) }

// Failed returns the requests that failed or were answered with a status of 400 or
// more.
func (p *Page) Failed() []string { return p.copy(func(r *record) []string { return r.failed }) }

// External returns the requests to origins other than the page's.
func (p *Page) External() []string { return p.copy(func(r *record) []string { return r.external }) }

// Violations returns the console errors about violations of the content security
// policy.
func (p *Page) Violations() []string {
	return slices.DeleteFunc(p.Console(), func(line string) bool {
		return !strings.Contains(line, "Content Security Policy")
	})
}

// Received returns the number of bytes received over the network, before
// decompression.
func (p *Page) Received() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.record.received
}

// Problems returns all console messages, failed requests and external requests as
// lines to print.
func (p *Page) Problems() []string {
	var all []string
	for _, list := range []struct {
		kind  string
		lines []string
	}{{"console", p.Console()}, {"failed request", p.Failed()}, {"external request", p.External()}} {
		for _, line := range list.lines {
			all = append(all, list.kind+": "+line)
		}
	}
	return all
}

func (p *Page) copy(list func(*record) []string) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(list(&p.record))
}

func (p *Page) note(list *[]string, format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	*list = append(*list, fmt.Sprintf(format, args...))
}

// watch records events of the tab and of its workers. Each worker has a debugging
// session of its own. The browser replays messages that a worker sent before its
// session was attached; a request that a worker sent so early could be missed.
func (p *Page) watch() error {
	return chromedp.Listen(p.ctx, func(event any) {
		if e, ok := event.(*target.EventAttachedToTarget); ok && e.TargetInfo.Type == "worker" {
			go func() {
				ctx, _ := chromedp.NewContext(p.ctx, chromedp.WithTargetID(e.TargetInfo.TargetID)) // ends with p.ctx
				p.mu.Lock()
				p.workers = append(p.workers, ctx)
				p.mu.Unlock()
				err := chromedp.Listen(ctx, p.see)
				if err != nil && !errors.Is(err, chromedp.ErrTargetDetached) && p.ctx.Err() == nil { // not an error if the worker ended together with its page
					p.note(&p.record.failed, "watching worker %s: %v", e.TargetInfo.URL, err)
				}
			}()
		}
		p.see(event)
	})
}

// callers returns the JavaScript functions on the call stack of a message, without
// those of the WebAssembly program.
func callers(t *runtime.StackTrace) string {
	var list []string
	for ; t != nil; t = t.Parent {
		for _, f := range t.CallFrames {
			if !strings.HasPrefix(f.URL, "wasm:") && !strings.HasSuffix(f.URL, ".wasm") {
				list = append(list, fmt.Sprintf("%s (%s:%d:%d)", f.FunctionName, f.URL[strings.LastIndex(f.URL, "/")+1:], f.LineNumber+1, f.ColumnNumber+1))
			}
		}
	}
	if list == nil {
		return ""
	}
	return " by " + strings.Join(list, ", ")
}

// see records an event of the browser. It must not block, because it runs in the
// goroutine that reads the browser's messages.
func (p *Page) see(event any) {
	switch e := event.(type) {
	case *page.EventFrameNavigated:
		if e.Frame.ParentID == "" {
			p.mu.Lock()
			close(p.moved)
			p.moved = make(chan struct{})
			p.mu.Unlock()
		}
	case *runtime.EventConsoleAPICalled:
		switch e.Type {
		case runtime.ConsoleAPICalledTypeLog:
			p.note(&p.record.logs, "%s", arguments(e.Args))
		case runtime.ConsoleAPICalledTypeError, runtime.ConsoleAPICalledTypeWarning, runtime.ConsoleAPICalledTypeAssert:
			p.note(&p.record.console, "%s: %s%s", e.Type, arguments(e.Args), callers(e.StackTrace))
		}
	case *runtime.EventExceptionThrown:
		d := e.ExceptionDetails
		text := d.Text
		if d.Exception != nil {
			text += " " + d.Exception.Description
		}
		p.note(&p.record.console, "exception: %s (%s:%d)", text, d.URL, d.LineNumber+1)
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			p.note(&p.record.console, "%s: %s (%s:%d)", e.Entry.Level, e.Entry.Text, e.Entry.URL, e.Entry.LineNumber+1)
		}
	case *network.EventRequestWillBeSent:
		if url := e.Request.URL; strings.Contains(url, "://") && !strings.HasPrefix(strings.TrimPrefix(url, "blob:"), p.origin+"/") {
			p.note(&p.record.external, "%s %s", e.Request.Method, url)
		}
	case *network.EventResponseReceived:
		if e.Response.Status >= 400 {
			p.note(&p.record.failed, "%d %s", e.Response.Status, e.Response.URL)
		}
	case *network.EventLoadingFinished:
		p.mu.Lock()
		p.record.received += int64(e.EncodedDataLength)
		p.mu.Unlock()
	case *network.EventLoadingFailed:
		if !e.Canceled {
			p.note(&p.record.failed, "%s %s", e.Type, e.ErrorText)
		}
	}
}

func arguments(args []*runtime.RemoteObject) string {
	var words []string
	for _, a := range args {
		switch {
		case a.Description != "":
			words = append(words, a.Description)
		default:
			words = append(words, strings.Trim(string(a.Value), `"`))
		}
	}
	return strings.Join(words, " ")
}
