import { readFile, writeFile } from "node:fs/promises";

/** Where the measured curves are stored. */
const CURVES_FILE = "bench/results/attacks.json";

/** What an attack has gained after so many submissions of all its accounts. */
export interface CurvePoint {
  readonly submissions: number;
  /** Points over chance, on the questions that the shown scores cover. */
  readonly points: number;
  /** Points over chance on the private board; null if there is one board. */
  readonly private: number | null;
  /** Points over chance on all questions, by the sampler's own estimate. */
  readonly estimated: number;
  /** How many bits about the key everything shown told at most. */
  readonly bits: number;
  /** The fewest bits with which `points` can be gained. */
  readonly bitsGained: number;
}

/** A curve, and over how many keys it is the mean. */
export interface Curve {
  readonly seeds: number;
  readonly curve: readonly CurvePoint[];
}

/**
 * The mean of curves over several keys, with two decimals.
 * @param gained the fewest bits with which so many points can be gained
 */
export function meanCurve(
  curves: readonly (readonly Omit<CurvePoint, "bitsGained">[])[],
  gained: (points: number) => number,
): readonly CurvePoint[] {
  const rounded = (value: number): number => Math.round(100 * value) / 100;
  const mean = (place: number, field: Exclude<keyof CurvePoint, "bitsGained">): number =>
    rounded(curves.reduce((total, curve) => total + Number(curve[place]?.[field]), 0) / curves.length);
  return (curves[0] ?? []).map(({ submissions, private: hidden }, place) => ({
    submissions,
    points: mean(place, "points"),
    private: hidden === null ? null : mean(place, "private"),
    estimated: mean(place, "estimated"),
    bits: mean(place, "bits"),
    bitsGained: rounded(gained(mean(place, "points"))),
  }));
}

/** The stored curves, by name. */
export const readCurves = async (): Promise<Readonly<Record<string, Curve>>> =>
  JSON.parse(await readFile(CURVES_FILE, "utf8").catch(() => "{}"));

/** Stores a curve under a name, in place of an earlier one. */
export async function recordCurve(name: string, curve: Curve): Promise<void> {
  const curves = Object.entries({ ...(await readCurves()), [name]: curve });
  const lines = curves.map(([each, stored]) => `  ${JSON.stringify(each)}: ${JSON.stringify(stored)}`);
  await writeFile(CURVES_FILE, `{\n${lines.join(",\n")}\n}\n`);
}
