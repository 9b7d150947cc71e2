// Ends the process in one line if this version of Node is too old. Old versions must be able to parse this file, and
// must load it before any other.
import { readFileSync } from "node:fs";

const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const needed = engines.node.replace(">=", "");
const [major, minor] = process.versions.node.split(".").map(Number);
const [neededMajor, neededMinor] = needed.split(".").map(Number);
if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  console.error(`Omnidex needs Node ${needed} or later; this is ${process.versions.node}.`);
  process.exit(1);
}
