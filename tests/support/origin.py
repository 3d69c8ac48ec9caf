"""What answers in the lab's internet: names, web servers, TLS, echo and banner servers, sinks.

Every contact is one JSON line in the log: what (dns, udp, tcp, http, tls, data), address and port it
was made to, and what was received, at most LIMIT bytes. Runs in the lab's second network namespace.
"""

import hashlib
import ipaddress
import json
import os
import socket
import ssl
import struct
import threading
import time

LIMIT = 4096
HTTP_PORTS = (80, 8080, 3000, 3128)
TLS_PORTS = (443, 8443)
BANNER_PORTS = (22, 25)            # the server speaks first
ENDLESS_PORTS = (2022,)            # and does not stop
ECHO_PORTS = (7, 853, 2375, 5432, 6379, 9000)
UDP_PORTS = (53, 123, 443, 9000)

# Names that resolve to what no rule can allow. Any other name below .test is public-looking.
REBIND = {
    "aws.rebind.test": ["169.254.169.254"], "azure.rebind.test": ["168.63.129.16"],
    "alibaba.rebind.test": ["100.100.100.200"], "oracle.rebind.test": ["192.0.0.192"],
    "aws6.rebind.test": ["fd00:ec2::254"], "gcp6.rebind.test": ["fd20:ce::254"],
    "linklocal.rebind.test": ["169.254.7.7"], "linklocal6.rebind.test": ["fe80::7"],
    "ten.rebind.test": ["10.0.0.5"], "seventeen.rebind.test": ["172.16.3.4"], "home.rebind.test": ["192.168.1.1"],
    "cgnat.rebind.test": ["100.64.0.9"], "ula.rebind.test": ["fd12:3456::1"],
    "loopback.rebind.test": ["127.0.0.1"], "loopback6.rebind.test": ["::1"], "zero.rebind.test": ["0.0.0.0"],
    "own.rebind.test": ["192.0.2.2"], "multicast.rebind.test": ["224.0.0.251"],
    "mapped.rebind.test": ["::ffff:169.254.169.254"], "nat64.rebind.test": ["64:ff9b::a9fe:a9fe"],
    "sixtofour.rebind.test": ["2002:a9fe:a9fe::1"],
    "mixed.rebind.test": ["203.0.113.9", "169.254.169.254"],
    "flip.rebind.test": ["203.0.113.10"],      # the first answer; later ones are the metadata address
}
# More names that exist: a test of hosts that are not ours to choose.
MORE_NAMES = tuple(filter(None, os.environ.get("LEADGLASS_LAB_NAMES", "").lower().split(",")))
CERTIFICATE_NAMES = (*MORE_NAMES, "allowed.test", "other.test", "denied.test", "asked.test", "www.allowed.test", "api.allowed.test",
                     "api.model.test", "git.canary.test", "exfil.canary.test", "flip.rebind.test", "mixed.rebind.test")


class Log:
    def __init__(self, path):
        self.handle = open(path, "a", encoding="utf-8")
        self.lock = threading.Lock()

    def add(self, what, **entry):
        with self.lock:
            json.dump({"time": round(time.time(), 3), "what": what, **entry}, self.handle)
            self.handle.write("\n")
            self.handle.flush()


def addresses_of(name):
    return [f"203.0.113.{number_of(name)}", f"2001:db8::{number_of(name):x}"]


def number_of(name):
    """A stable number from 20 to 249 for a name, so that each has an address of its own most times."""
    return 20 + sum(ord(c) * (i + 1) for i, c in enumerate(name)) % 230


# ---- names ----------------------------------------------------------------------------------------


SILENT4, SILENT6 = "198.51.100.0/24", "2001:db8:dead::/48"      # swallow what is sent to them
ONLY = {"only6.test": ["2001:db8::66"],
        "silent6.test": ["2001:db8:dead::1", "2001:db8:dead::2", "203.0.113.30"],
        "silent4.test": ["198.51.100.1", "198.51.100.2", "2001:db8::30"],
        "silent.test": ["198.51.100.1", "2001:db8:dead::1"]}
HANGS = object()    # below hang.test no question is answered


class Names:
    def __init__(self):
        self.asked = {}

    def addresses(self, name):
        """The addresses of a name, or None if there is no such name."""
        self.asked[name] = self.asked.get(name, 0) + 1
        if name == "flip.rebind.test" and self.asked[name] > 2:   # A and AAAA of the first look-up
            return ["169.254.169.254"]
        if name in REBIND or name in ONLY:
            return (REBIND | ONLY)[name]
        if name.endswith(".hang.test"):
            return HANGS
        if not name.endswith(".test") and name not in MORE_NAMES:
            return None
        return addresses_of(name)


def answer_dns(packet, names, log, address):
    labels, at = [], 12
    while packet[at]:
        labels.append(packet[at + 1:at + 1 + packet[at]].decode("latin1"))
        at += packet[at] + 1
    kind = struct.unpack("!H", packet[at + 1:at + 3])[0]
    name = ".".join(labels).lower()
    log.add("dns", name=name, type={1: "A", 28: "AAAA", 65: "HTTPS", 33: "SRV", 16: "TXT", 12: "PTR"}.get(kind, kind),
            address=address)
    found = names.addresses(name)
    if found is HANGS:
        return None
    wanted = {1: 4, 28: 6}.get(kind)
    records = [a for a in map(ipaddress.ip_address, found or []) if a.version == wanted]
    head = packet[:2] + struct.pack("!HHHHH", 0x8183 if found is None else 0x8180, 1, len(records), 0, 0)
    body = packet[12:at + 5]
    for record in records:
        body += b"\xc0\x0c" + struct.pack("!HHIH", kind, 1, 5, len(record.packed)) + record.packed
    return head + body


def udp_server(family, port, names, log):
    server = socket.socket(family, socket.SOCK_DGRAM)
    if family == socket.AF_INET6:
        server.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        server.setsockopt(socket.IPPROTO_IPV6, 49, 1)       # IPV6_RECVPKTINFO
    else:
        server.setsockopt(socket.IPPROTO_IP, 8, 1)          # IP_PKTINFO
    # Answers leave from the address that was asked, which no interface here has.
    server.setsockopt(*((socket.IPPROTO_IPV6, 78, 1) if family == socket.AF_INET6 else (socket.IPPROTO_IP, 15, 1)))
    server.bind(("", port))
    while True:
        packet, control, _, client = server.recvmsg(65536, 256)
        address = "?"
        for level, kind, data in control:
            if (level, kind) == (socket.IPPROTO_IP, 8):
                address = socket.inet_ntoa(data[8:12])
                control = [(level, kind, struct.pack("i4s4s", 0, data[8:12], b"\0" * 4))]
            elif (level, kind) == (socket.IPPROTO_IPV6, 50):
                address = socket.inet_ntop(socket.AF_INET6, data[:16])
                control = [(level, kind, data[:16] + struct.pack("I", 0))]
        try:
            if port == 53:
                packet = answer_dns(packet, names, log, address)
                if packet is None:
                    continue
            else:
                log.add("udp", address=address, port=port, body=packet[:LIMIT].decode("latin1"))
            server.sendmsg([packet], control, 0, client)
        except (OSError, IndexError, struct.error) as problem:
            log.add("udp", address=address, port=port, problem=str(problem))


# ---- TCP ------------------------------------------------------------------------------------------


def http(client, log, where):
    reader = client.makefile("rb")
    while True:
        line = reader.readline(65536).decode("latin1").rstrip("\r\n")
        if not line:
            return
        headers = {}
        while True:
            row = reader.readline(65536).decode("latin1").rstrip("\r\n")
            if not row:
                break
            key, _, value = row.partition(":")
            headers.setdefault(key.strip().lower(), value.strip())
        if headers.get("expect", "").lower() == "100-continue":
            client.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        digest = hashlib.sha256()
        if headers.get("transfer-encoding", "").lower() == "chunked":
            body = b""
            while size := int(reader.readline(64) or b"0", 16):
                part = reader.read(size)
                digest.update(part)
                body = (body + part)[:LIMIT]
                reader.readline(8)
            reader.readline(8)
        else:
            body = reader.read(min(int(headers.get("content-length") or 0), 1 << 26))
            digest.update(body)
        log.add("http", **where, request=line, host=headers.get("host", ""), headers=headers,
                body=body[:LIMIT].decode("latin1"))
        path = line.split(" ")[1] if line.count(" ") >= 2 else "/"
        if headers.get("upgrade", "").lower() == "websocket":
            # A frame in the same packet as the 101, then an echo of whatever comes.
            client.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nfirst-frame")
            while True:
                data = reader.read1(65536)
                if not data:
                    return
                client.sendall(data)
        if path.startswith("/endless-head"):
            client.sendall(b"HTTP/1.1 200 OK\r\n")
            while True:
                client.sendall(b"X-More: %s\r\n" % (b"x" * 1000))
        elif path.startswith("/slow-head"):
            for byte in b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n":
                client.sendall(bytes([byte]))
                time.sleep(0.02)
            client.sendall(b"slow\n")
        elif path.startswith("/garbage"):
            client.sendall(os.urandom(1 << 16).replace(b"\n", b"-"))   # no head in it that ends
            return
        elif path.startswith("/cut"):
            client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf")
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            return
        elif path.startswith("/up"):
            text = digest.hexdigest().encode()
            client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(text), text))
        elif path.startswith("/big"):
            size = int(path.partition("=")[2] or 1 << 20)
            client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % size)
            client.sendall(b"x" * size)
        elif path.startswith("/stream"):
            client.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            for index in range(5):
                part = b"data: %d\n\n" % index
                client.sendall(b"%x\r\n%s\r\n" % (len(part), part))
                time.sleep(0.2)
            client.sendall(b"0\r\n\r\n")
        else:
            text = b"canary-sink-answer %s\n" % where["address"].encode()
            client.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n%s" % (len(text), text))
        if headers.get("connection", "").lower() == "close":
            return


def tls(client, log, where, context):
    client = context.wrap_socket(client, server_side=True, do_handshake_on_connect=False)
    client.lab_note = lambda name: log.add("tls", **where, name=name)
    client.do_handshake()
    http(client, log, where)


def echo(client, log, where):
    total = b""
    while True:
        data = client.recv(65536)
        if not data:
            break
        total = (total + data)[:LIMIT]
        client.sendall(data)
    log.add("data", **where, body=total.decode("latin1"))
    client.shutdown(socket.SHUT_WR)


def banner(client, log, where):
    client.sendall(b"SSH-2.0-lab\r\n")
    data = client.recv(LIMIT)
    log.add("data", **where, body=data.decode("latin1"))
    client.sendall(b"got:" + data)


def endless(client, log, where):
    while True:
        client.sendall(b"a line before the banner\r\n" * 1000)


def tcp_server(family, port, handle, log, extra=()):
    server = socket.socket(family, socket.SOCK_STREAM)
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)     # a server of a test's own may have one address
    if family == socket.AF_INET6:
        server.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    server.bind(("", port))
    server.listen(256)

    def one(client):
        where = {"address": client.getsockname()[0], "port": port}
        log.add("tcp", **where)
        client.settimeout(60)
        try:
            handle(client, log, where, *extra)
        except (OSError, ValueError) as problem:
            log.add("problem", **where, problem=str(problem))
        finally:
            client.close()

    def loop():
        while True:
            client, _ = server.accept()
            threading.Thread(target=one, args=(client,), daemon=True).start()

    threading.Thread(target=loop, daemon=True).start()


def serve(folder, log_path):
    """Starts everything; returns once all of it listens."""
    log, names = Log(log_path), Names()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(os.path.join(folder, "leaf.pem"), os.path.join(folder, "leaf.key"))
    context.sni_callback = lambda connection, name, _: connection.lab_note(name)
    for family in (socket.AF_INET, socket.AF_INET6):
        for port in HTTP_PORTS:
            tcp_server(family, port, http, log)
        for port in TLS_PORTS:
            tcp_server(family, port, tls, log, (context,))
        for port in BANNER_PORTS:
            tcp_server(family, port, banner, log)
        for port in ENDLESS_PORTS:
            tcp_server(family, port, endless, log)
        for port in ECHO_PORTS:
            tcp_server(family, port, echo, log)
        for port in UDP_PORTS:
            threading.Thread(target=udp_server, args=(family, port, names, log), daemon=True).start()
