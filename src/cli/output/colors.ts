import pc from "picocolors";

type Stream = { readonly isTTY?: boolean };

/**
 * Whether to colour a stream: never with `NO_COLOR`, always with `FORCE_COLOR` (except 0), else only on terminals.
 * @see https://no-color.org
 */
export function wantsColor(stream: Stream, environment: NodeJS.ProcessEnv = process.env): boolean {
  if (environment.NO_COLOR) return false;
  if (environment.FORCE_COLOR) return environment.FORCE_COLOR !== "0" && environment.FORCE_COLOR !== "false";
  return stream.isTTY === true && environment.TERM !== "dumb";
}

/** Colours for stdout, which do nothing if colours are off. */
export const colors = pc.createColors(wantsColor(process.stdout));
/** Colours for stderr, which do nothing if colours are off. */
export const errorColors = pc.createColors(wantsColor(process.stderr));
