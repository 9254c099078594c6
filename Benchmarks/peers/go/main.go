// The gateway's two measured answers, as one writes them with Go's net/http: the peer that does the same work.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"encoding/json"
	"io"
	"log"
	"net"
	"net/http"
	"os"
)

const maximumBody = 1 << 20

var key = []byte(os.Getenv("HASH_KEY"))

func answer(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	io.WriteString(w, body)
}

func healthz(w http.ResponseWriter, _ *http.Request) {
	answer(w, http.StatusOK, `{"status":"ok"}`)
}

func callback(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		answer(w, http.StatusMethodNotAllowed, `{"message":"method not allowed"}`)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maximumBody))
	if err != nil {
		answer(w, http.StatusRequestEntityTooLarge, `{"message":"the body is too large"}`)
		return
	}
	// The signature is over the very bytes of data: RawMessage keeps them.
	var message struct {
		Data      json.RawMessage `json:"data"`
		Signature string          `json:"signature"`
	}
	if json.Unmarshal(body, &message) != nil {
		answer(w, http.StatusBadRequest, `{"message":"not a JSON object"}`)
		return
	}
	signature, err := hex.DecodeString(message.Signature)
	mac := hmac.New(sha256.New, key)
	mac.Write(message.Data)
	if err != nil || !hmac.Equal(mac.Sum(nil), signature) {
		answer(w, http.StatusForbidden, `{"message":"invalid signature"}`)
		return
	}
	answer(w, http.StatusOK, `{"message":"SUCCESS"}`)
}

// Usage: peer ADDRESS TLS_ADDRESS CERTIFICATE KEY. When ADDRESS answers, so does TLS_ADDRESS.
func main() {
	http.HandleFunc("/healthz", healthz)
	http.HandleFunc("/callback", callback)
	listener, err := net.Listen("tcp", os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	secure := &http.Server{
		// HTTP/1.1 only, as the others are measured.
		TLSNextProto: map[string]func(*http.Server, *tls.Conn, http.Handler){},
		TLSConfig:    &tls.Config{MinVersion: tls.VersionTLS13},
		// wrk tries the port first, which is no error to tell of.
		ErrorLog: log.New(io.Discard, "", 0),
	}
	go func() { log.Fatal(secure.ServeTLS(listener, os.Args[3], os.Args[4])) }()
	log.Fatal(http.ListenAndServe(os.Args[1], nil))
}
