import { pbkdf2Sync } from "node:crypto";
import { holdingLoop, watchLoop } from "../../../src/server/telemetry/loop-watchdog.ts";

/** How much CPU time the loop may use without a turn, and how often it is looked at, in milliseconds. */
const [MOST_CPU, BEAT] = [300, 20];

const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Uses this much CPU time without a turn of the loop. */
function hold(milliseconds: number): void {
  for (const end = cpu() + milliseconds; cpu() < end; );
}

const WORK: Readonly<Record<string, () => void>> = {
  short: () => hold(MOST_CPU / 2),
  forever: () => hold(Number.POSITIVE_INFINITY),
  statement: () => holdingLoop(() => hold(5 * MOST_CPU)),
  // A single operation, in which no debugger is heard.
  native: () => void pbkdf2Sync("a", "b", 2 ** 31 - 1, 64, "sha512"),
  // The shared number that the thread waits on never changes.
  sleep: () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 * MOST_CPU),
};

const [kind = "", times = "1", patience = "600000"] = process.argv.slice(2);
process.once("exit", (code) => console.log(`exit ${code}`));
const watch = watchLoop({ mostCpu: MOST_CPU, beat: BEAT, patience: Number(patience) });
await watch.started;
let left = Number(times);
// Between two calls, the loop makes a turn, in which the watch counts.
const timer = setInterval(() => {
  left -= 1;
  if (left === 0) clearInterval(timer);
  WORK[kind]?.();
  console.log(`ended: ${kind}`);
}, BEAT);
