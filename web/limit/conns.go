package limit

import (
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
)

// Conns is a listener that limits the number of open connections. The field Most
// limits all connections together: at that limit, new connections wait in the queue
// of the operating system. The field MostEach limits the connections of one client:
// at that limit, further connections of the client are closed at once.
type Conns struct {
	net.Listener
	Most, MostEach int
	// Exempt lists the networks of clients, such as proxies, to which MostEach does
	// not apply.
	Exempt Networks
	// Refused, if set, is called for each connection that is closed at once.
	Refused func()

	once    sync.Once
	slots   chan struct{}
	closed  chan struct{}
	closing sync.Once
	open    atomic.Int64
	mu      sync.Mutex
	held    map[netip.Addr]int
}

func (l *Conns) init() {
	l.slots = make(chan struct{}, l.Most)
	l.closed = make(chan struct{})
	l.held = map[netip.Addr]int{}
}

// Accept returns the next connection. Each open connection occupies one of Most
// slots. Accept first waits until a slot is free.
func (l *Conns) Accept() (net.Conn, error) {
	l.once.Do(l.init)
	for {
		select {
		case l.slots <- struct{}{}:
		case <-l.closed:
			return nil, net.ErrClosed
		}
		conn, err := l.Listener.Accept()
		if err != nil {
			<-l.slots
			return nil, err
		}
		client, ok := l.admit(conn.RemoteAddr())
		if ok {
			l.open.Add(1)
			return &held{Conn: conn, from: l, client: client}, nil
		}
		conn.Close()
		<-l.slots
		if l.Refused != nil {
			l.Refused()
		}
	}
}

// Close stops listening. Connections that are open stay open.
func (l *Conns) Close() error {
	l.once.Do(l.init)
	l.closing.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

// Open returns the number of open connections.
func (l *Conns) Open() int { return int(l.open.Load()) }

// Crowded reports whether more than three quarters of all slots are taken. If they
// are, the server should close idle connections, because new connections may be
// waiting.
func (l *Conns) Crowded() bool { return l.Open() > l.Most*3/4 }

// admit counts a connection for its client, and reports whether the client is still
// within its limit. For exempt clients it returns the zero Addr and true.
func (l *Conns) admit(remote net.Addr) (client netip.Addr, ok bool) {
	tcp, isTCP := remote.(*net.TCPAddr)
	if !isTCP {
		return client, true
	}
	addr := tcp.AddrPort().Addr().Unmap()
	if addr.IsLoopback() || l.Exempt.Contains(addr) {
		return client, true
	}
	client = Group(addr.WithZone(""))
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held[client] >= l.MostEach {
		return client, false
	}
	l.held[client]++
	return client, true
}

func (l *Conns) release(client netip.Addr) {
	if client.IsValid() {
		l.mu.Lock()
		if l.held[client]--; l.held[client] == 0 {
			delete(l.held, client)
		}
		l.mu.Unlock()
	}
	l.open.Add(-1)
	<-l.slots
}

// held is an accepted connection. It releases its slot when it is closed.
type held struct {
	net.Conn
	from   *Conns
	client netip.Addr
	once   sync.Once
}

// Close closes the connection. The first call also releases its slot.
func (h *held) Close() error {
	err := h.Conn.Close()
	h.once.Do(func() { h.from.release(h.client) })
	return err
}

// CloseWrite closes the sending half of the connection. A client that is still
// sending can then read the response before it sees an error.
func (h *held) CloseWrite() error {
	if half, ok := h.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
