"""Seeded studies that measure what the documentation promises; `make study` runs them."""
