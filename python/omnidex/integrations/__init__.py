"""Hooks for harnesses: `omnidex.integrations.lmms_eval` and `omnidex.integrations.vlmevalkit`."""
