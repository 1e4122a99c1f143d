"""Keys and certificates for a nats-server, made by openssl: nkeys, credentials with their chain of tokens, and an authority for TLS.

The tool `nsc` of NATS makes the same. It is not in Debian, and what it writes is simple: https://docs.nats.io says how.
"""

import base64
import binascii
import hashlib
import json
import subprocess
import time

OPERATOR, ACCOUNT, USER, SEED = 14 << 3, 0, 20 << 3, 18 << 3


def openssl(*arguments, **options):
    return subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True, **options).stdout


def in_letters(raw):
    """Base 32 with a checksum behind."""
    raw += binascii.crc_hqx(raw, 0).to_bytes(2, "little")
    return base64.b32encode(raw).decode().rstrip("=")


class Key:
    """A pair of keys, with the names that NATS has for them."""

    def __init__(self, folder, kind, name):
        self.file = folder / f"{name}.pem"
        openssl("genpkey", "-algorithm", "ed25519", "-out", self.file)
        secret = openssl("pkey", "-in", self.file, "-outform", "DER")[-32:]
        public = openssl("pkey", "-in", self.file, "-pubout", "-outform", "DER")[-32:]
        self.public = in_letters(bytes([kind]) + public)
        self.seed = in_letters(bytes([SEED | kind >> 5, (kind & 31) << 3]) + secret)

    def sign(self, text, folder):
        message = folder / "message"
        message.write_bytes(text)
        return openssl("pkeyutl", "-sign", "-rawin", "-inkey", self.file, "-in", message)

    def token(self, about, kind, facts, folder):
        """Says something about another key, and signs it."""
        claims = {"iat": int(time.time()), "iss": self.public, "sub": about.public, "name": kind, "nats": {"type": kind, "version": 2, **facts}}
        claims["jti"] = base64.b32encode(hashlib.sha256(json.dumps(claims).encode()).digest()).decode().rstrip("=")
        parts = [{"typ": "JWT", "alg": "ed25519-nkey"}, claims]
        text = b".".join(url_letters(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
        return (text + b"." + url_letters(self.sign(text, folder))).decode()


def url_letters(raw):
    return base64.urlsafe_b64encode(raw).rstrip(b"=")


def nkey(folder):
    """The file of a user's seed, and the part of the server's configuration that lets this user in."""
    user = Key(folder, USER, "user")
    seed = folder / "user.nk"
    seed.write_text(user.seed + "\n")
    return seed, f'authorization {{ users = [ {{ nkey: "{user.public}" }} ] }}'


def credentials(folder):
    """The file of a user's credentials, and the server's part: an operator, its account, and that account's user."""
    operator, system, account, user = (Key(folder, kind, name) for kind, name in ((OPERATOR, "operator"), (ACCOUNT, "system"), (ACCOUNT, "account"), (USER, "user")))
    without = {name: -1 for name in ("subs", "data", "payload", "imports", "exports", "conn", "leaf")}
    stores = {name: -1 for name in ("mem_storage", "disk_storage", "streams", "consumer")}
    trust = operator.token(operator, "operator", {"system_account": system.public}, folder)
    of_system = operator.token(system, "account", {"limits": {**without, "wildcards": True}}, folder)
    of_account = operator.token(account, "account", {"limits": {**without, **stores, "wildcards": True}}, folder)
    of_user = account.token(user, "user", {"pub": {}, "sub": {}, "subs": -1, "data": -1, "payload": -1}, folder)
    file = folder / "user.creds"
    file.write_text(
        f"-----BEGIN NATS USER JWT-----\n{of_user}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n{user.seed}\n------END USER NKEY SEED------\n"
    )
    (folder / "operator.jwt").write_text(trust)
    return file, (
        f'operator: "{folder / "operator.jwt"}"\nresolver: MEMORY\nsystem_account: {system.public}\n'
        f"resolver_preload: {{ {system.public}: {of_system}\n {account.public}: {of_account} }}\n"
    )


def authority(folder, name):
    """The certificate of an authority, and those that it signed for a server at 127.0.0.1: certificate and key."""
    folder = folder / name
    folder.mkdir()
    ca, key, request, certificate = (folder / file for file in ("ca.pem", "key.pem", "request.pem", "certificate.pem"))
    elliptic = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    openssl("req", "-x509", *elliptic, "-keyout", folder / "ca.key", "-out", ca, "-days", 2, "-subj", f"/CN={name}")
    openssl("req", *elliptic, "-keyout", key, "-out", request, "-subj", "/CN=127.0.0.1")
    (folder / "extensions").write_text("subjectAltName=IP:127.0.0.1\nbasicConstraints=CA:FALSE\n")
    openssl("x509", "-req", "-in", request, "-CA", ca, "-CAkey", folder / "ca.key", "-CAcreateserial", "-out", certificate, "-days", 2, "-extfile", folder / "extensions")
    return ca, certificate, key
