import { readFileSync } from "node:fs";

/** What the process has used, in milliseconds. */
interface Cost {
  readonly wall: number;
  /** The CPU time of this process. */
  readonly cpu: number;
  /** The CPU time of the programs that it started and that have ended. Linux only, otherwise 0. */
  readonly programs: number;
}

/** Measures a test file from its loading on. Files of one worker run one after the other. */
export class FileCost {
  readonly #start = now();

  soFar(): Cost {
    const end = now();
    return {
      wall: end.wall - this.#start.wall,
      cpu: end.cpu - this.#start.cpu,
      programs: end.programs - this.#start.programs,
    };
  }
}

function now(): Cost {
  const { user, system } = process.cpuUsage();
  return { wall: Number(process.hrtime.bigint() / 1_000_000n), cpu: (user + system) / 1_000, programs: programs() };
}

/** `cutime` and `cstime` of proc(5), which are in ticks of 10 ms. */
function programs(): number {
  try {
    const text = readFileSync("/proc/self/stat", "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return 10 * (Number(fields[13]) + Number(fields[14]));
  } catch {
    return 0;
  }
}
