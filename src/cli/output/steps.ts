import { errorColors } from "./colors.ts";
import { outputSettings } from "./output-settings.ts";

/** The steps of a longer task, each shown as a line on stderr. */
export interface Steps {
  /** Begins a step, and ends the previous one. */
  begin(step: string): void;
  /** Ends the last step. */
  end(): void;
}

/** How often the elapsed time of a step is refreshed on a terminal, in milliseconds. */
const SHOWN_EVERY = 100;

/** The members of a stream that are needed to show steps. */
interface Shown {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const SILENT: Steps = { begin: () => {}, end: () => {} };

/** Shows a line for each step; on a terminal, with its duration in seconds. Shows nothing with `--quiet`. */
export function startSteps(stream: Shown = process.stderr): Steps {
  if (outputSettings().quiet) return SILENT;
  return stream.isTTY === true && process.env.TERM !== "dumb" ? timedSteps(stream) : plainSteps(stream);
}

const plainSteps = (stream: Shown): Steps => ({
  begin: (step) => {
    stream.write(`omnidex: ${step} …\n`);
  },
  end: () => {},
});

function timedSteps(stream: Shown): Steps {
  let shown: { readonly step: string; readonly begun: number; readonly timer: NodeJS.Timeout } | null = null;
  const line = (step: string, begun: number): string =>
    `\r\u001b[2K${step} … ${errorColors.dim(`${((performance.now() - begun) / 1_000).toFixed(1)} s`)}`;
  const end = (): void => {
    if (shown === null) return;
    clearInterval(shown.timer);
    stream.write(`${line(shown.step, shown.begun)}\n`);
    shown = null;
  };
  const begin = (step: string): void => {
    end();
    const begun = performance.now();
    stream.write(line(step, begun));
    const timer = setInterval(() => stream.write(line(step, begun)), SHOWN_EVERY);
    // If the task throws before `end` is called, the timer must not keep the process alive.
    timer.unref();
    shown = { step, begun, timer };
  };
  return { begin, end };
}
