// Opens new TLS 1.3 connections for a while, sends one request on each, and prints what wrk's report.lua prints.
//
// wrk cannot measure this: it keeps the session of a connection that it closes, and resumes it with the next. Here every connection is looked at: one
// that is not TLS 1.3, or that was resumed, counts as a failure.
package main

import (
	"crypto/tls"
	"flag"
	"fmt"
	"io"
	"net"
	"sort"
	"sync"
	"time"
)

// A client that would resume, so that servers make their tickets as they do for any client, but that has none at hand.
type noSessions struct{}

func (noSessions) Get(string) (*tls.ClientSessionState, bool) { return nil, false }
func (noSessions) Put(string, *tls.ClientSessionState)        {}

var request = []byte("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")

func once(address string, config *tls.Config, buffer []byte) (ok bool, refused bool) {
	connection, err := net.Dial("tcp", address)
	if err != nil {
		return false, false
	}
	session := tls.Client(connection, config)
	defer session.Close()
	if _, err := session.Write(request); err != nil {
		return false, false
	}
	length, err := io.ReadFull(session, buffer)
	// The server ends the connection with a close_notify, so the answer, shorter than the buffer, is whole.
	if err != io.ErrUnexpectedEOF {
		return false, false
	}
	state := session.ConnectionState()
	if state.Version != tls.VersionTLS13 || state.DidResume {
		return false, false
	}
	return true, string(buffer[:min(length, 13)]) != "HTTP/1.1 200 "
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}

// What one of the concurrent clients saw.
type tally struct {
	latencies         []time.Duration
	refused, failures int
}

func (t *tally) run(address string, config *tls.Config, end time.Time) {
	buffer := make([]byte, 4096)
	for time.Now().Before(end) {
		began := time.Now()
		ok, refused := once(address, config, buffer)
		switch {
		case !ok:
			t.failures++
		default:
			t.latencies = append(t.latencies, time.Since(began))
			if refused {
				t.refused++
			}
		}
	}
}

func main() {
	address := flag.String("address", "", "host and port")
	clients := flag.Int("c", 64, "connections at a time")
	length := flag.Duration("d", time.Second, "how long")
	flag.Parse()

	config := &tls.Config{InsecureSkipVerify: true, ClientSessionCache: noSessions{}, ServerName: "localhost"}
	tallies := make([]tally, *clients)
	began := time.Now()
	var running sync.WaitGroup
	for index := range tallies {
		running.Add(1)
		go func(t *tally) {
			defer running.Done()
			t.run(*address, config, began.Add(*length))
		}(&tallies[index])
	}
	running.Wait()
	duration := time.Since(began)

	var all tally
	for _, t := range tallies {
		all.latencies = append(all.latencies, t.latencies...)
		all.refused += t.refused
		all.failures += t.failures
	}
	sort.Slice(all.latencies, func(a, b int) bool { return all.latencies[a] < all.latencies[b] })
	percentile := func(share int) int64 {
		if len(all.latencies) == 0 {
			return 0
		}
		return all.latencies[len(all.latencies)*share/100].Microseconds()
	}
	fmt.Printf("RESULT requests=%d duration=%d p50=%d p99=%d refused=%d failures=%d timeouts=0\n",
		len(all.latencies), duration.Microseconds(), percentile(50), percentile(99), all.refused, all.failures)
}
