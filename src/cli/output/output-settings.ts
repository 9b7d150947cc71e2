import { AsyncLocalStorage } from "node:async_hooks";

/** How a command prints, by the options that all commands have. */
export interface OutputSettings {
  /** Whether remarks and progress are left out. */
  quiet: boolean;
  /** The fields that `--json` names; null prints whole objects. */
  fields: readonly string[] | null;
}

const current = new AsyncLocalStorage<OutputSettings>();
const DEFAULTS: Readonly<OutputSettings> = { quiet: false, fields: null };

/** The settings of the command that is running. */
export const outputSettings = (): Readonly<OutputSettings> => current.getStore() ?? DEFAULTS;

/** Runs a command line. It may change its settings once it has read its options. */
export function withOutputSettings<T>(work: (settings: OutputSettings) => Promise<T>): Promise<T> {
  const settings = { ...DEFAULTS };
  return current.run(settings, () => work(settings));
}
