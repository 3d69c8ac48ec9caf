#!/usr/bin/env python3
"""reach.py TARGET...: run inside a sandbox; tries to get an answer from each, one JSON line per target.

A target is URL-like: http://HOST[:PORT]/ (HOST may be any spelling that a resolver or inet_aton takes),
tcp://HOST:PORT, udp://HOST:PORT, dns://NAME[@SERVER], connect://HOST:PORT (by the proxy variable),
proxy://HOST:PORT (absolute-form HTTP to it), socks://HOST:PORT (by SOCKS5, with a name), socksaddr://ADDRESS:PORT. "got" is what was received, "error" why nothing was.
"""

import json
import os
import re
import socket
import struct
import sys
import time
from urllib.parse import urlsplit

LIMIT = 6


def receive(connection):
    data = b""
    try:
        while len(data) < 4096:
            more = connection.recv(4096)
            if not more:
                break
            data += more
    except OSError as problem:
        if not data:
            raise
        data += f" [{problem}]".encode()
    return data


def split(rest, port=None):
    match = re.fullmatch(r"\[(.+)\](?::(\d+))?|([^:]*)(?::(\d+))?", rest.rstrip("/"))
    host = match.group(1) or match.group(3)
    return host, int(match.group(2) or match.group(4) or port)


def ask(connection, host):
    host = f"[{host}]" if ":" in host and "[" not in host else host
    connection.sendall(f"GET /reach HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    return receive(connection)


def http(rest):
    host, port = split(rest, 80)
    try:
        packed = socket.inet_aton(host)          # decimal, octal and hexadecimal spellings too
        address = (socket.inet_ntoa(packed), port)
    except OSError:
        address = (host, port)
    with socket.create_connection(address, LIMIT) as connection:
        return ask(connection, host if ":" not in host else f"[{host}]")


def tcp(rest):
    with socket.create_connection(split(rest), LIMIT) as connection:
        connection.sendall(b"reach\n")
        connection.shutdown(socket.SHUT_WR)
        return receive(connection)


def udp(rest):
    host, port = split(rest)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as connection:
        connection.settimeout(2)
        connection.connect((host, port))
        connection.send(b"reach")
        return connection.recv(4096)


def dns(rest):
    name, _, server = rest.partition("@")
    if not server:
        return " ".join(sorted({a[4][0] for a in socket.getaddrinfo(name, 80, proto=socket.IPPROTO_TCP)})).encode()
    packet = struct.pack("!HHHHHH", 7, 0x100, 1, 0, 0, 0)
    packet += b"".join(bytes([len(label)]) + label.encode() for label in name.split(".")) + b"\0" + struct.pack("!HH", 1, 1)
    with socket.socket(socket.AF_INET6 if ":" in server else socket.AF_INET, socket.SOCK_DGRAM) as connection:
        connection.settimeout(2)
        connection.connect((server, 53))
        connection.send(packet)
        return connection.recv(4096)


def proxy_address(*names):
    for name in names:
        if os.environ.get(name):
            about = urlsplit(os.environ[name])
            return about.hostname, about.port
    raise OSError("no proxy variable " + " ".join(names))


def connect(rest):
    host, port = split(rest)
    with socket.create_connection(proxy_address("HTTPS_PROXY", "https_proxy"), LIMIT) as connection:
        named = f"[{host}]" if ":" in host else host
        connection.sendall(f"CONNECT {named}:{port} HTTP/1.1\r\nHost: {named}:{port}\r\n\r\n".encode())
        head = b""
        while b"\r\n\r\n" not in head:
            more = connection.recv(4096)
            if not more:
                return head
            head += more
        if b" 200" not in head.split(b"\r\n")[0]:
            return head + receive(connection)
        return ask(connection, host)


def socks(rest):
    host, port = split(rest)
    with socket.create_connection(proxy_address("ALL_PROXY", "all_proxy"), LIMIT) as connection:
        connection.sendall(b"\x05\x01\x00")
        if connection.recv(2) != b"\x05\x00":
            return b"no method"
        connection.sendall(b"\x05\x01\x00\x03" + bytes([len(host)]) + host.encode() + struct.pack("!H", port))
        answer = connection.recv(64)
        if answer[1:2] != b"\x00":
            return b"socks code %d" % answer[1]
        return ask(connection, host)


def proxy(rest):
    host, port = split(rest, 80)
    named = f"[{host}]" if ":" in host else host
    with socket.create_connection(proxy_address("HTTP_PROXY", "http_proxy"), LIMIT) as connection:
        connection.sendall(f"GET http://{named}:{port}/reach HTTP/1.1\r\nHost: {named}:{port}\r\n"
                           "Connection: close\r\n\r\n".encode())
        return receive(connection)


def socksaddr(rest):
    host, port = split(rest)
    family, kind = (socket.AF_INET6, b"\x04") if ":" in host else (socket.AF_INET, b"\x01")
    with socket.create_connection(proxy_address("ALL_PROXY", "all_proxy"), LIMIT) as connection:
        connection.sendall(b"\x05\x01\x00")
        connection.recv(2)
        connection.sendall(b"\x05\x01\x00" + kind + socket.inet_pton(family, host) + struct.pack("!H", port))
        answer = connection.recv(64)
        if answer[1:2] != b"\x00":
            return b"socks code %d" % answer[1]
        return ask(connection, host)


KINDS = {"proxy": proxy, "socksaddr": socksaddr, "http": http, "tcp": tcp, "udp": udp, "dns": dns, "connect": connect, "socks": socks}

for target in sys.argv[1:]:
    kind, _, rest = target.partition("://")
    row, began = {"target": target, "got": "", "error": ""}, time.monotonic()
    socket.setdefaulttimeout(LIMIT)
    try:
        row["got"] = KINDS[kind](rest).decode("latin1")
    except (OSError, ValueError, UnicodeError) as problem:
        row["error"] = f"{type(problem).__name__}: {problem}"
    row["seconds"] = round(time.monotonic() - began, 2)
    print(json.dumps(row), flush=True)
