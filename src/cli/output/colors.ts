import pc from "picocolors";

type Stream = { readonly isTTY?: boolean };

/**
 * Whether a stream is written to in colour: never with `NO_COLOR`, always with `FORCE_COLOR` (but 0), else on terminals.
 * @see https://no-color.org
 */
export function wantsColor(stream: Stream, environment: NodeJS.ProcessEnv = process.env): boolean {
  if (environment.NO_COLOR) return false;
  if (environment.FORCE_COLOR) return environment.FORCE_COLOR !== "0" && environment.FORCE_COLOR !== "false";
  return stream.isTTY === true && environment.TERM !== "dumb";
}

/** Colours for what is printed: they do nothing where nobody wants them. */
export const colors = pc.createColors(wantsColor(process.stdout));
/** Colours for messages on stderr. */
export const errorColors = pc.createColors(wantsColor(process.stderr));
