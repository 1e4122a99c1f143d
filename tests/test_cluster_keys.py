"""The ways into a cluster: TLS, nkeys and credentials. Passwords are in test_cluster.py."""

import re

import pytest

import nats
import nats_keys
from conftest import ROOT

if nats.nats_server() is None:
    pytest.exit("the tests of a cluster need nats-server: apt-get install nats-server", returncode=2)

SUITE = ["suite", ROOT / "data/bratko-kopec.epd", "--nodes", "100", "--no-judge"]


@pytest.fixture
def open_server(tmp_path):
    servers = []

    def open_server(*options, configuration=None):
        if configuration is not None:
            file = tmp_path / "server.conf"
            file.write_text(configuration)
            options += ("-c", str(file))
        servers.append(nats.Server(tmp_path, *options))
        return servers[-1]

    yield open_server
    for server in servers:
        server.kill()


def work_together(bstar, run, url, *keys):
    """A worker and a client, both with these keys. Returns what the client said besides."""
    worker = nats.Worker(bstar, url, "a", *map(str, keys))
    try:
        worker.until("is there")
        return run(*SUITE, "--cluster", url, *keys).stderr
    finally:
        worker.end()
        assert re.search(r"[1-9]\d* jobs done", "".join(worker.said))


@pytest.mark.parametrize("make", [nats_keys.nkey, nats_keys.credentials], ids=["nkey", "credentials"])
def test_a_key_opens_and_another_does_not(make, bstar, run, open_server, tmp_path):
    (tmp_path / "other").mkdir()
    key, configuration = make(tmp_path)
    other, _ = make(tmp_path / "other")
    server = open_server(configuration=configuration)
    said = work_together(bstar, run, server.url, "--cluster-credentials", key)
    assert "lets anybody in" not in said
    for keys in ([], ["--cluster-credentials", other]):
        refused = run(*SUITE, "--cluster", server.url, *keys, code=2).stderr
        assert f"no connection to the cluster at {server.url}" in refused and "SU" not in refused
    missing = run("worker", "--cluster", server.url, "--cluster-credentials", tmp_path / "none", code=2).stderr
    assert re.search(r"cannot read \S*/none", missing)


def test_over_tls_the_server_must_have_been_signed_by_the_named_authority(bstar, run, open_server, tmp_path):
    ca, certificate, key = nats_keys.authority(tmp_path, "ours")
    stranger, _, _ = nats_keys.authority(tmp_path, "stranger")
    server = open_server("--tls", "--tlscert", str(certificate), "--tlskey", str(key))
    url = server.url.replace("nats://", "tls://")
    work_together(bstar, run, url, "--cluster-ca", ca)
    for keys in ([], ["--cluster-ca", stranger]):
        refused = run(*SUITE, "--cluster", url, *keys, code=2).stderr
        assert f"no connection to the cluster at {url}" in refused
    nothing = run(*SUITE, "--cluster", url, "--cluster-ca", tmp_path / "none", code=2).stderr
    assert "none" in nothing
