"""Bridges to other people's tools; each needs its extra, such as saleroom[openspiel]."""
