import { outputSettings } from "./printing.ts";

/** A progress bar on stderr. It must be stopped even if the work fails. */
export interface Progress {
  /** Pass `total` when it changes or becomes known. */
  update(done: number, total?: number): void;
  stop(): void;
}

const SILENT: Progress = { update: () => {}, stop: () => {} };

/** Shows a bar if stderr is a terminal, otherwise and with `--quiet` nothing. `unit` names the counted things, such as "questions". */
export async function startProgress(label: string, total: number, unit: string): Promise<Progress> {
  if (outputSettings().quiet || process.stderr.isTTY !== true || process.env.TERM === "dumb") return SILENT;
  const { default: cliProgress } = await import("cli-progress");
  const bar = new cliProgress.SingleBar({
    format: `${label} {bar} {percentage}% | {value} of {total} ${unit}`,
    stream: process.stderr,
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: 30,
    clearOnComplete: true,
    hideCursor: true,
    stopOnComplete: false,
  });
  bar.start(total, 0);
  // An interrupt calls `process.exit`, and the cursor must be restored then, too.
  const restore = (): void => bar.stop();
  process.once("exit", restore);
  return {
    update: (done, newTotal) => {
      if (newTotal !== undefined) bar.setTotal(newTotal);
      bar.update(done);
    },
    stop: () => {
      process.removeListener("exit", restore);
      bar.stop();
    },
  };
}
