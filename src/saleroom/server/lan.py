"""The addresses by which others in the same house reach this machine."""

from __future__ import annotations

import ipaddress
import socket


def private_addresses() -> list[str]:
    """The private IPv4 addresses of this machine, the one that leads outward first."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as outward:
        try:
            outward.connect(("192.0.2.1", 9))  # nothing is sent
            found.append(outward.getsockname()[0])
        except OSError:
            pass
    try:
        infos = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        found += [str(info[4][0]) for info in infos]
    except OSError:
        pass
    return [address for address in dict.fromkeys(found) if _is_private(address)]


def _is_private(address: str) -> bool:
    ip = ipaddress.ip_address(address)
    return ip.is_private and not ip.is_loopback and not ip.is_link_local
