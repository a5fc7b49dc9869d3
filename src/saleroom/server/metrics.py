"""What a host can watch; no table and no guest is named in any label."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

REGISTRY = CollectorRegistry()
_QUICK = (0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.256, 1, 4)

DECISIONS = Counter(
    "saleroom_decisions", "Commands by result", ["game", "result"], registry=REGISTRY
)
DURABLE_SECONDS = Histogram(
    "saleroom_durable_seconds", "From receipt to the disk", registry=REGISTRY, buckets=_QUICK
)
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
VIEWS = Counter("saleroom_views_sent", "View messages", registry=REGISTRY)
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
