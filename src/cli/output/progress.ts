/** A bar on stderr that shows how far long work has come. It must be stopped, also when the work fails. */
export interface Progress {
  /** `total` where it has changed, or only now is known. */
  update(done: number, total?: number): void;
  stop(): void;
}

const SILENT: Progress = { update: () => {}, stop: () => {} };

/** Shows a bar where stderr is a terminal, and nothing elsewhere. `unit` is what is counted: "questions". */
export async function startProgress(label: string, total: number, unit: string): Promise<Progress> {
  if (process.stderr.isTTY !== true || process.env.TERM === "dumb") return SILENT;
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
  // An interrupt leaves through process.exit: the cursor must come back then, too.
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
