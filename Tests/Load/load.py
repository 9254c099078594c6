"""What the scripts of this folder share: a gateway to attack, and a normal client that measures how it is served meanwhile."""

import http.client
import os
import resource
import ssl
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../Benchmarks"))
from comparison import credentials  # noqa: E402

# The bound for whoever behaves, whatever others do.
P99_MILLISECONDS = 50.0
# Where one in a hundred who only sleep wakes later than this, the machine has other work, and a request's delay may be its.
BUSY_MILLISECONDS = 5.0

CREDENTIALS = {
    "GATEWAY_MERCHANT_ID": credentials.MERCHANT,
    "GATEWAY_SECRET_UNBOUND": credentials.SECRET,
    "GATEWAY_HASH_KEY": credentials.HASH_KEY,
}


class Gateway:
    """The release binary on a free port over a fresh ledger; with `tls` a certificate for localhost, made for the occasion. `settings` go over the usual
    ones."""

    def __init__(self, tls=False, settings=None):
        self.folder = tempfile.TemporaryDirectory()
        self.tls = tls
        self.settings = settings or {}
        self.certificate = self._file("tls.crt")
        # As many descriptors as the machine lets one have: both sides of the attack are here.
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

    def _file(self, name):
        return os.path.join(self.folder.name, name)

    def _make_certificate(self):
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "300", "-subj", "/CN=localhost",
             "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", self._file("tls.key"), "-out", self.certificate],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def __enter__(self):
        environment = dict(
            os.environ, **CREDENTIALS, GATEWAY_LISTEN="127.0.0.1:0", GATEWAY_DATABASE="sqlite:" + self._file("ledger.db"),
            GATEWAY_UPSTREAM_URL="http://127.0.0.1:9", GATEWAY_LOG_LEVEL="error")
        environment.update(self.settings)
        if self.tls:
            self._make_certificate()
            environment.update(GATEWAY_TLS_CERTIFICATE=self.certificate, GATEWAY_TLS_KEY=self._file("tls.key"))
        binary = os.environ.get("GATEWAY", ".build/release/payment-gateway")
        with open(self._file("log"), "w") as log:
            self.process = subprocess.Popen([binary, "serve"], env=environment, stdout=subprocess.PIPE, stderr=log, text=True)
        for line in self.process.stdout:
            if "is ready at" in line:
                self.url = line.split()[-1]
                break
        else:
            with open(self._file("log")) as log:
                sys.exit("the gateway did not start: " + log.read())
        self.port = int(self.url.rsplit(":", 1)[1])
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(60)
        self.folder.cleanup()

    def connections(self):
        """How many sockets it has open, the listening one and its own included."""
        count = 0
        for name in os.listdir(f"/proc/{self.process.pid}/fd"):
            try:
                count += os.readlink(f"/proc/{self.process.pid}/fd/{name}").startswith("socket:")
            except OSError:
                pass
        return count

    def peak_megabytes(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024


class NormalClient(threading.Thread):
    """Asks a hundred times a second, each tenth time on a new connection, and times each answer from before the connection to its last byte."""

    def __init__(self, gateway):
        super().__init__(daemon=True)
        self.gateway = gateway
        self.times = []
        self.delays = []
        self.failures = []
        self.peak_connections = 0
        self._done = threading.Event()
        self._context = ssl.create_default_context(cafile=gateway.certificate) if gateway.tls else None

    def _connect(self):
        if self._context:
            return http.client.HTTPSConnection("localhost", self.gateway.port, timeout=10, context=self._context)
        return http.client.HTTPConnection("127.0.0.1", self.gateway.port, timeout=10)

    def run(self):
        connection = self._connect()
        due = time.monotonic()
        while not self._done.is_set():
            # How late a sleeper wakes is the machine's part of what is measured.
            self.delays.append(max(time.monotonic() - due, 0))
            if len(self.times) % 100 == 0:
                self.peak_connections = max(self.peak_connections, self.gateway.connections())
            start = time.monotonic()
            try:
                if len(self.times) % 10 == 9:
                    connection.close()
                    connection = self._connect()
                connection.request("GET", "/healthz")
                answer = connection.getresponse()
                answer.read()
                if answer.status != 200:
                    self.failures.append(f"status {answer.status}")
            except (OSError, http.client.HTTPException) as error:
                self.failures.append(repr(error))
                connection.close()
                connection = self._connect()
            self.times.append(time.monotonic() - start)
            due = max(due + 0.01, time.monotonic())
            time.sleep(max(due - time.monotonic(), 0))
        connection.close()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self._done.set()
        self.join()

    def verdict(self, name):
        """Prints a line, and what was wrong; answers whether the client was served as it should be, or None where the machine was too busy to tell."""
        times = sorted(self.times)
        delays = sorted(self.delays)
        p99 = part(times, .99)
        print(
            f"{name:18} {len(times):6} requests  p50 {part(times, .5):6.2f} ms  p99 {p99:6.2f} ms  max {times[-1] * 1000:7.2f} ms"
            f"  (a sleeper's wake-up: p99 {part(delays, .99):.2f} ms)  {len(self.failures)} failed"
            f"  gateway: at most {self.peak_connections} sockets, {self.gateway.peak_megabytes():.0f} MB", flush=True)
        for failure in sorted(set(self.failures))[:5]:
            print("   failed: " + failure)
        if self.failures or self.gateway.process.poll() is not None:
            return False
        if p99 < P99_MILLISECONDS:
            return True
        return None if self.is_busy() else False

    def is_busy(self):
        """Whether the machine had so much other work that no delay tells anything."""
        return part(sorted(self.delays), .99) > BUSY_MILLISECONDS


def part(values, share):
    """The time in milliseconds below which that share of the sorted times, in seconds, lies."""
    return 1000 * values[min(int(len(values) * share), len(values) - 1)]


def attempt(run):
    """Calls `run` until it answers something else than None, three times at most; answers whether it passed."""
    for _ in range(3):
        verdict = run()
        if verdict is not None:
            return verdict
        print("   the machine is too busy to tell whose delay that was")
    return False
