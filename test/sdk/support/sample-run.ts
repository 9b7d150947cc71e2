import type { Run, ValidationReport } from "../../../src/sdk/index.ts";

/** A run as the server gives it, but for what a test says of it. */
export const sampleRun = (fields: Partial<Run> = {}): Run => ({
  id: "run-1",
  model: { id: "m", slug: "my-model", name: "my-model", parameters: null, organization: null, url: null },
  benchmark: { id: "b", slug: "worldsense", title: "WorldSense" },
  release: { id: "r", version: 1, contentHash: "00" },
  inputs: ["VIDEO"],
  frames: null,
  seed: null,
  prompt: null,
  openEnded: false,
  confirmations: null,
  partial: false,
  ambiguousShare: null,
  rejudging: false,
  notes: null,
  visibility: "PRIVATE",
  status: "SCORED",
  createdAt: "2026-01-01T00:00:00Z",
  finalizedAt: null,
  scoring: null,
  counts: null,
  score: null,
  ...fields,
});

export const sampleReport = (fields: Partial<ValidationReport> = {}): ValidationReport => ({
  partial: false,
  confirmations: null,
  remarks: { suspicious: false, rows: 0, share: 0, kinds: [], examples: [], otherReader: null },
  scorable: 30_000,
  covered: 0,
  ok: true,
  rows: 0,
  questions: 30_000,
  missing: 0,
  missingKeys: [],
  errorCount: 0,
  warningCount: 0,
  issues: [],
  ...fields,
});
