package limit

import (
	"net"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// offered is a listener whose connections come from a channel.
type offered struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (o offered) Accept() (net.Conn, error) {
	select {
	case c := <-o.conns:
		return c, nil
	case <-o.closed:
		return nil, net.ErrClosed
	}
}
func (o offered) Close() error   { close(o.closed); return nil }
func (o offered) Addr() net.Addr { return &net.TCPAddr{} }

// from is a connection whose remote address the test can choose.
type from struct {
	net.Conn
	addr   net.Addr
	closed *atomic.Int32
}

func (f from) RemoteAddr() net.Addr { return f.addr }
func (f from) Close() error         { f.closed.Add(1); return f.Conn.Close() }

func TestConns(t *testing.T) { synctest.Test(t, conns) }

func conns(t *testing.T) {
	inner := offered{make(chan net.Conn, 100), make(chan struct{})}
	refused := 0
	l := &Conns{Listener: inner, Most: 8, MostEach: 2, Exempt: Networks{}, Refused: func() { refused++ }}
	var closed atomic.Int32
	offer := func(addr string) {
		c, _ := net.Pipe()
		tcp, err := net.ResolveTCPAddr("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		inner.conns <- from{c, tcp, &closed}
	}
	accept := func() net.Conn {
		t.Helper()
		c, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for range 4 {
		offer("192.0.2.7:1")
	}
	offer("[2001:db8::1]:1")
	first, second, third := accept(), accept(), accept()
	if refused != 2 || closed.Load() != 2 || third.RemoteAddr().String() != "[2001:db8::1]:1" {
		t.Fatalf("%d refused, %d closed, then %v: want 2, 2 and the other client's", refused, closed.Load(), third.RemoteAddr())
	}
	first.Close()
	first.Close() // releases one slot, not two
	offer("192.0.2.7:2")
	offer("192.0.2.7:3")
	offer("127.0.0.1:1")
	accept()
	if c := accept(); refused != 3 || c.RemoteAddr().String() != "127.0.0.1:1" {
		t.Errorf("%d refused, then %v", refused, c.RemoteAddr())
	}
	for range 4 { // the limit for one client does not apply to loopback addresses
		offer("127.0.0.1:2")
		accept()
	}
	if l.Open() != 8 || !l.Crowded() {
		t.Errorf("%d open, crowded %t, want 8 and true", l.Open(), l.Crowded())
	}
	// All slots are taken: the next connection waits until a slot is free.
	offer("127.0.0.1:3")
	got := make(chan net.Conn)
	go func() { c, _ := l.Accept(); got <- c }()
	synctest.Wait()
	select {
	case <-got:
		t.Fatal("a ninth connection was accepted")
	default:
	}
	second.Close()
	<-got
	// Close makes a waiting Accept return.
	done := make(chan error)
	go func() { _, err := l.Accept(); done <- err }()
	l.Close()
	if err := <-done; err == nil {
		t.Error("Accept worked on a closed listener")
	}
}
