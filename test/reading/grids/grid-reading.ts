import { omnidexExtractor } from "../../../src/reading/omnidex/omnidex-extractor.ts";
import { isDeep } from "../../support/cases.ts";
import type { GridCase } from "./grid-cases.ts";

/** The number of cases that were read, and the misread ones. */
export interface GridTally {
  readonly total: number;
  readonly wrong: readonly Misreading[];
  readonly missed: readonly Misreading[];
}

interface Misreading {
  readonly case: GridCase;
  /** The label that was read; null for none. */
  readonly read: string | null;
}

/** Every n-th case is read. The deep run reads all of them, which takes minutes. */
const STEP = isDeep ? 1 : 19;

/**
 * Reads the cases of a grid. If a response commits to no option (`gold` is null), only a reading without an answer is
 * right.
 */
export function readGrid(cases: Iterable<GridCase>): GridTally {
  const wrong: Misreading[] = [];
  const missed: Misreading[] = [];
  let [total, place] = [0, 0];
  for (const one of cases) {
    place += 1;
    if (place % STEP !== 0) continue;
    total += 1;
    const read = readCase(one);
    if (read === one.gold) continue;
    (read === null ? missed : wrong).push({ case: one, read });
  }
  return { total, wrong, missed };
}

function readCase({ response, set }: GridCase): string | null {
  const question = { options: set.options, answerFormat: "MULTIPLE_CHOICE", text: set.question } as const;
  const extraction = omnidexExtractor.extract(response, question);
  return extraction.kind === "answer" ? extraction.answer : null;
}

/** The commonest failing pairs of restatement and sentence, with one example each, most frequent first. */
export function describeMisreadings(misreadings: readonly Misreading[], limit = 20): string {
  const groups = commonest(misreadings, (one) => `${one.restatement} × ${one.sentence}`);
  const lines = groups.slice(0, limit).map(([name, group]) => `${group.length}  ${name}  ${exampleOf(group)}`);
  return [`${misreadings.length} misread in ${groups.length} pairs:`, ...bySide(misreadings), ...lines].join("\n");
}

function exampleOf([first]: readonly Misreading[]): string {
  if (first === undefined) return "";
  const tail = JSON.stringify(first.case.response.slice(-120));
  return `(${first.case.set.id}: gold ${first.case.gold ?? "none"}, read ${first.read ?? "none"}) …${tail}`;
}

/** The restatements and the sentences that fail most, because one of the two is usually the cause. */
function bySide(misreadings: readonly Misreading[]): string[] {
  return (["restatement", "sentence"] as const).map((side) => {
    const groups = commonest(misreadings, (one) => one[side]).slice(0, 12);
    return `  by ${side}: ${groups.map(([id, group]) => `${id} ${group.length}`).join(", ")}`;
  });
}

/** Groups of misreadings, the largest first. */
function commonest(misreadings: readonly Misreading[], keyOf: (one: GridCase) => string): [string, Misreading[]][] {
  const groups = new Map<string, Misreading[]>();
  for (const one of misreadings) {
    const key = keyOf(one.case);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length);
}
