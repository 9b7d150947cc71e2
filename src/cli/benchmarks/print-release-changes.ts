import { type ContentChanges, partName, type ReleaseChanges, type ReleaseRuns } from "../../domain/release-changes.ts";
import { counted, grouped, plainText } from "../../domain/texts.ts";
import { colors, complain, printJson } from "../output/printing.ts";
import { type Column, formatTable } from "../output/table.ts";

const COLUMNS: readonly Column[] = [
  { title: "" },
  ...["BEFORE", "AFTER", "ADDED", "REMOVED", "CHANGED"].map((title) => ({ title, align: "right" }) as const),
];

/** What changes when another release becomes the current one, as text. */
export function formatReleaseChanges({ questions, videos, from, to, leaving, returning }: ReleaseChanges): string {
  return [
    `Release ${to} replaces release ${from}:`,
    formatTable(COLUMNS, [changesRow("questions", questions), changesRow("videos", videos)], { heading: colors.dim }),
    ...keyLines("question", questions),
    ...partLines(questions),
    ...keyLines("video", videos),
    ...(isEqual(questions) && isEqual(videos)
      ? ["The questions and videos are the same, but their order, the tasks or the categories differ."]
      : []),
    runsLine("leave the leaderboard", leaving) ?? "leave the leaderboard: no run",
    runsLine("return to the leaderboard", returning),
  ]
    .filter((line) => line !== null)
    .join("\n");
}

const isEqual = ({ added, removed, changed }: ContentChanges): boolean => added + removed + changed === 0;

const changesRow = (name: string, { before, after, added, removed, changed }: ContentChanges): string[] => [
  name,
  ...[before, after, added, removed, changed].map(grouped),
];

function keyLines(noun: string, changes: ContentChanges): string[] {
  const kinds = [
    ["added", changes.added, changes.addedKeys],
    ["removed", changes.removed, changes.removedKeys],
    ["changed", changes.changed, changes.changedKeys],
  ] as const;
  return kinds.flatMap(([kind, count, keys]) =>
    count === 0 ? [] : [`${noun}s ${kind}: ${keys.map(plainText).join(", ")}${count > keys.length ? ", …" : ""}`],
  );
}

/** What differs in the changed questions. The same files may be read differently by a newer version of Omnidex. */
function partLines({ changedParts = [] }: ContentChanges): string[] {
  if (changedParts.length === 0) return [];
  const parts = changedParts.map(({ part, count }) => `${partName(part)} ${grouped(count)}`);
  return [`parts that changed: ${parts.join(", ")}`];
}

function runsLine(title: string, { scored, unfinished, modelCount, models }: ReleaseRuns): string | null {
  const runs = scored + unfinished;
  if (runs === 0) return null;
  const names = `${models.map(plainText).join(", ")}${modelCount > models.length ? ", …" : ""}`;
  const open = unfinished === 0 ? "" : `, ${unfinished} of them not scored yet`;
  return `${title}: ${counted(runs, "run")} of ${counted(modelCount, "model")} (${names})${open}`;
}

/** The changes in an error that asks for `replace`; null for any other error. */
export function changesInError(error: unknown): ReleaseChanges | null {
  if (!(error instanceof Error && "code" in error && error.code === "CONFLICT" && "details" in error)) return null;
  return (error.details as { readonly changes?: ReleaseChanges } | undefined)?.changes ?? null;
}

/**
 * Does work that may replace a release. If the server refuses, shows what would change and asks for consent: only on a
 * terminal, and never with `--json`, which prints the changes instead.
 * @param work called again with `true` after consent
 * @throws the server's refusal if the user does not consent or cannot be asked
 */
export async function withConsent<T>(
  { replace = false, json = false }: { readonly replace?: boolean | undefined; readonly json?: boolean | undefined },
  work: (replace: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await work(replace);
  } catch (error) {
    const changes = changesInError(error);
    if (changes === null) throw error;
    if (json) await printJson({ ok: false, changes });
    else complain(formatReleaseChanges(changes));
    if (json || process.stdin.isTTY !== true || process.stderr.isTTY !== true) throw error;
    const { ask } = await import("../output/terminal-prompts.ts");
    if (!/^y(es)?$/i.test(await ask(`Replace release ${changes.from} of ${changes.benchmark}? yes or no`, "no")))
      throw error;
    return work(true);
  }
}
