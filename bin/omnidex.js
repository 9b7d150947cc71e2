#!/usr/bin/env node
import { existsSync } from "node:fs";

const program = new URL("../dist/omnidex.js", import.meta.url);
if (existsSync(program)) {
  await import(program.href);
} else {
  console.error("Omnidex is not built yet: run 'npm ci', or 'npm run build'.");
  process.exitCode = 1;
}
