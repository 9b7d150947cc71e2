// The thread of loop-watchdog.ts, which is plain JavaScript so that it starts without a loader.
import { readFileSync, writeSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";

const { shared, pace, pid } = workerData;
const [TURNS, STATEMENTS] = [0, 1];
const STDERR = 2;

let [turns, cpu, held] = [-1, 0, 0];

const timer = setInterval(() => {
  const [before, last] = [cpu, turns];
  cpu = cpuOfLoop();
  turns = Atomics.load(shared, TURNS);
  if (last === -1) parentPort.postMessage("started");
  // One thread cannot use more CPU time than passes.
  const used = Math.min(cpu - before, pace.beat);
  if (turns !== last) held = 0;
  // A statement does not count, and does not make others forgotten.
  else if (Atomics.load(shared, STATEMENTS) === 0) held += used;
  if (held < pace.mostCpu) return;
  clearInterval(timer);
  endProcess();
}, pace.beat);

/**
 * The CPU time of the main thread in milliseconds, from proc(5): `utime` and `stime` in ticks of 10 ms. Elsewhere, the CPU
 * time of the whole process.
 */
function cpuOfLoop() {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return 10 * (Number(fields[11]) + Number(fields[12]));
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}

async function endProcess() {
  setTimeout(() => process.kill(pid, "SIGKILL"), pace.patience);
  try {
    log(`The event loop made no turn in ${held / 1_000} s of CPU time. The process ends.`);
    // A debugger is heard between two statements of a loop. To terminate what runs would corrupt Node's own state.
    const { Session } = await import("node:inspector");
    const session = new Session();
    session.connectToMainThread();
    session.on("Debugger.paused", () => session.post("Runtime.evaluate", { expression: "process.exit(1)" }));
    session.post("Debugger.enable");
    session.post("Debugger.pause");
  } catch {
    // Where standard error cannot be written, or there is no inspector, the process is killed.
  }
}

/** Writes a line as the server's log has them. The log's own writer is in the thread that is held. */
function log(msg) {
  const time = new Date().toISOString();
  writeSync(STDERR, `${JSON.stringify({ level: "fatal", time, msg })}\n`);
}
