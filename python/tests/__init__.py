"""Tests against a real server, whose address and key are in OMNIDEX_URL and OMNIDEX_API_KEY."""
