module handshakes

go 1.19
