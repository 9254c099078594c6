"""Each server of the comparison: how it is started on free ports of loopback, and that it gives the contract's answers before it is measured."""

import contextlib
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request

from . import credentials, processes, settings


class Server:
    """A server that runs. `port` speaks plain HTTP, `tls_port` TLS; None where it does not."""

    def __init__(self, name, process, port=None, tls_port=None):
        self.name, self.process, self.port, self.tls_port = name, process, port, tls_port

    def url(self, path, tls=False):
        return f"https://127.0.0.1:{self.tls_port}{path}" if tls else f"http://127.0.0.1:{self.port}{path}"

    def processor_nanoseconds(self):
        return processes.processor_nanoseconds(self.process.pid)

    def memory(self, field):
        return processes.memory(self.process.pid, field)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise SystemExit(f"{self.name} did not end when it was told to")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def certificate(work):
    """A P-256 certificate and its key, made once a run: the same for every server."""
    paths = work / "certificate.pem", work / "key.pem"
    if not paths[0].exists():
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30", "-subj", "/CN=localhost",
             "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-out", paths[0], "-keyout", paths[1]],
            check=True, capture_output=True)
    return paths


def gateway(work, tls=False, database=None):
    """The gateway, with a ledger of its own unless `database` names one. It listens on one port: `tls` says which kind."""
    folder = work / f"gateway-{time.monotonic_ns()}"
    folder.mkdir()
    environment = {
        "PATH": os.environ["PATH"],
        "GATEWAY_MERCHANT_ID": credentials.MERCHANT, "GATEWAY_SECRET_UNBOUND": credentials.SECRET, "GATEWAY_HASH_KEY": credentials.HASH_KEY,
        "GATEWAY_LISTEN": "127.0.0.1:0", "GATEWAY_DATABASE": f"sqlite:{database or folder / 'ledger.db'}",
        # Nothing is charged. Without a merchant's URL a committed callback is an accepted one.
        "GATEWAY_UPSTREAM_URL": "http://127.0.0.1:9",
        # No server writes a line for a request.
        "GATEWAY_LOG_LEVEL": "error",
    }
    if tls:
        environment["GATEWAY_TLS_CERTIFICATE"], environment["GATEWAY_TLS_KEY"] = map(str, certificate(work))
    with open(folder / "log", "w", encoding="utf-8") as log:
        process = subprocess.Popen([settings.GATEWAY, "serve"], env=environment, stdout=subprocess.PIPE, stderr=log, text=True)
    # "payment-gateway is ready at http://127.0.0.1:40123"
    ready = process.stdout.readline().strip()
    if "ready at" not in ready:
        raise SystemExit("the gateway did not start: " + (folder / "log").read_text())
    port = int(ready.rsplit(":", 1)[1])
    return Server("gateway", process, **{"tls_port" if tls else "port": port})


def nginx(work):
    folder = work / "nginx"
    folder.mkdir(exist_ok=True)
    port, tls_port = free_port(), free_port()
    chain, key = certificate(work)
    text = (settings.FOLDER / "peers/nginx/nginx.conf").read_text()
    for name, value in {"work": folder, "port": port, "tls_port": tls_port, "certificate": chain, "key": key}.items():
        text = text.replace("{" + name + "}", str(value))
    (folder / "nginx.conf").write_text(text)
    process = subprocess.Popen(["nginx", "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "start.log"])
    return wait_until_ready(Server("nginx", process, port, tls_port))


def go(work):
    port, tls_port = free_port(), free_port()
    command = [build_go("peers/go"), f"127.0.0.1:{port}", f"127.0.0.1:{tls_port}", *certificate(work)]
    process = subprocess.Popen(command, env=os.environ | {"HASH_KEY": credentials.HASH_KEY})
    return wait_until_ready(Server("Go", process, port, tls_port))


def node(work):
    port = free_port()
    command = [shutil.which("node") or "nodejs", settings.FOLDER / "peers/node/server.js", str(port)]
    process = subprocess.Popen(command, env=os.environ | {"HASH_KEY": credentials.HASH_KEY})
    return wait_until_ready(Server("Node", process, port))


ALL = {"gateway": gateway, "nginx": nginx, "Go": go, "Node": node}


def build_go(folder):
    """Compiles one of the programs in Go, from the standard library alone: nothing is fetched."""
    binary = settings.BUILT / folder.replace("/", "-")
    environment = os.environ | {"GOPROXY": "off", "GOFLAGS": "-mod=mod", "GOCACHE": str(settings.BUILT / "go-cache")}
    subprocess.run(["go", "build", "-o", binary, "."], cwd=settings.FOLDER / folder, env=environment, check=True)
    return binary


def wait_until_ready(server, limit=10):
    end = time.monotonic() + limit
    while True:
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", server.port), timeout=limit).close()
            return server
        if server.process.poll() is not None or time.monotonic() > end:
            server.process.kill()
            raise SystemExit(f"{server.name} does not answer")
        time.sleep(0.01)


def answer(server, path, body=None):
    request = urllib.request.Request(server.url(path), data=body and body.encode(), headers={"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.read()


def check(server):
    """That it gives the answers for which it is measured: a server that is quick with another answer would not be worth comparing."""
    wanted = [
        ("/healthz", None, (200, b'{"status":"ok"}')),
        ("/callback", credentials.callback("TXN-001", signed=False), (403, b'{"message":"invalid signature"}')),
    ]
    if server.name != "nginx":
        wanted += [("/callback", credentials.callback("TXN-001"), (200, b'{"message":"SUCCESS"}')), ("/callback", "no JSON", (400, None))]
    for path, body, (status, content) in wanted:
        found = answer(server, path, body)
        if found[0] != status or content not in (None, found[1]):
            raise SystemExit(f"{server.name} answers {path} with {found}, not {(status, content)}")
