// The thread of loop-watchdog.ts, which is plain JavaScript so that it starts without a loader.
import { readFileSync, writeSync } from "node:fs";
import { Session } from "node:inspector";
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
  held = turns === last && Atomics.load(shared, STATEMENTS) === 0 ? held + cpu - before : 0;
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

function endProcess() {
  log(`The event loop made no turn in ${held / 1_000} s of CPU time. The process ends.`);
  setTimeout(() => process.kill(pid, "SIGKILL"), pace.patience);
  try {
    // A debugger is heard between two statements of a loop. To terminate what runs would corrupt Node's own state.
    const session = new Session();
    session.connectToMainThread();
    session.on("Debugger.paused", () => session.post("Runtime.evaluate", { expression: "process.exit(1)" }));
    session.post("Debugger.enable");
    session.post("Debugger.pause");
  } catch {
    // Without an inspector, the process is killed.
  }
}

/** Writes a line as the server's log has them. The log's own writer is in the thread that is held. */
function log(msg) {
  const time = new Date().toISOString();
  writeSync(STDERR, `${JSON.stringify({ level: "fatal", time, msg })}\n`);
}
