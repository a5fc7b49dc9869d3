"""What a host can watch; no table and no guest is named in any label.

What every decision counts is kept in plain numbers, and told to Prometheus when it asks.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

REGISTRY = CollectorRegistry()


class Tally(Collector):
    """How often something happened, by labels."""

    def __init__(self, name: str, says: str, *labels: str) -> None:
        self.name, self.says, self.labels = name, says, labels
        self.counts: dict[tuple[str, ...], int] = {} if labels else {(): 0}
        REGISTRY.register(self)

    def add(self, *values: str) -> None:
        self.counts[values] = self.counts.get(values, 0) + 1

    def collect(self) -> Iterator[CounterMetricFamily]:
        told = CounterMetricFamily(self.name, self.says, labels=self.labels)
        for values, count in self.counts.copy().items():
            told.add_metric(values, count)
        yield told


class Spread(Collector):
    """How long something took, by bounds."""

    def __init__(self, name: str, says: str, bounds: tuple[float, ...]) -> None:
        self.name, self.says, self.bounds = name, says, bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0
        REGISTRY.register(self)

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.sum += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        so_far, buckets = 0, []
        bounds = [str(float(bound)) for bound in self.bounds]
        for bound, count in zip([*bounds, "+Inf"], self.counts, strict=True):
            so_far += count
            buckets.append((bound, so_far))
        yield HistogramMetricFamily(self.name, self.says, buckets=buckets, sum_value=self.sum)


_QUICK = (0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.256, 1, 4)

DECISIONS = Tally("saleroom_decisions", "Commands by result", "game", "result")
DURABLE_SECONDS = Spread("saleroom_durable_seconds", "From receipt to the disk", _QUICK)
COMMIT_SECONDS = Histogram(
    "saleroom_commit_seconds", "One transaction", registry=REGISTRY, buckets=_QUICK
)
COMMIT_BATCH = Histogram(
    "saleroom_commit_batch_size",
    "Units in one transaction",
    registry=REGISTRY,
    buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256),
)
WRITER_QUEUE = Gauge("saleroom_writer_queue", "Units that wait", registry=REGISTRY)
TABLES = Gauge("saleroom_tables_cached", "Tables in memory", registry=REGISTRY)
CONNECTIONS = Gauge("saleroom_connections", "Open sockets", registry=REGISTRY)
VIEWS = Tally("saleroom_views_sent", "View messages")
CONFLICTS = Counter("saleroom_conflicts", "Another process was first", registry=REGISTRY)
WAKEUPS = Tally("saleroom_wakeups", "Entries of other processes", "how")
CLOSED = Counter("saleroom_closed", "Sockets closed by us", ["code"], registry=REGISTRY)
FOLD_SECONDS = Histogram(
    "saleroom_fold_seconds", "A table out of its log", registry=REGISTRY, buckets=_QUICK
)
MISMATCHES = Counter(
    "saleroom_checksum_mismatch", "Closed tables that fold to another end", registry=REGISTRY
)
BOT_SECONDS = Histogram("saleroom_bot_seconds", "A bot's thought", ["bot"], registry=REGISTRY)
BOT_OVERDUE = Counter("saleroom_bot_overdue", "Thoughts that took too long", registry=REGISTRY)
LOOP_LAG = Gauge("saleroom_loop_lag_seconds", "How late the loop is", registry=REGISTRY)
