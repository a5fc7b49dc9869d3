"""Live tables: one process, one file of SQLite, every decision durable before anybody is told."""
