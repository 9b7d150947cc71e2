import DataLoader from "dataloader";
import { LRUCache } from "lru-cache";
import { DEFAULT_EXTRACTOR } from "../../reading/extractor-registry.ts";
import type { TaskAnswer } from "../../scoring/metrics/avi-tasks/task-figure.ts";
import type { Queryable } from "../db/database.ts";
import type { ServerMemory } from "../memory/server-memory.ts";
import { fetchRunAnswers, fetchWholeKeys, type RunAnswersRow, type WholeKeyRow } from "./task-answer-queries.ts";

/** The inputs of a run for the scores of whole tasks, in addition to its vectors. */
export interface RunAnswers {
  /** The answers by ordinal, for tasks whose score cannot be computed from the scores of their questions alone. */
  readonly answers: ReadonlyMap<number, TaskAnswer>;
  /** The ordinals of the questions that count as unparsed because no response was sent. */
  readonly notSent: ReadonlySet<number>;
}

/** Questions with their answer keys, by ordinal. */
type WholeKeys = ReadonlyMap<number, WholeKeyRow>;

/** How many answer keys of releases are cached. */
const MOST_KEYS = 4;
/** The answer keys by release and revision. A revision never changes. */
const KEYS = new WeakMap<ServerMemory, LRUCache<string, Promise<WholeKeys>>>();
const NOTHING: RunAnswers = { answers: new Map(), notSent: new Set() };

/** The answers of runs, read with one statement per batch. One object serves one request. */
export class TaskAnswers {
  readonly #answers: DataLoader<number, RunAnswers>;

  constructor(database: Queryable, memory: ServerMemory) {
    this.#answers = new DataLoader(async (runs) => {
      const rows = await fetchRunAnswers(database, runs);
      const found = new Map<number, RunAnswers>();
      for (const row of rows) found.set(row.run, runAnswers(row, await wholeKeys(database, memory, row)));
      return runs.map((run) => found.get(run) ?? NOTHING);
    });
  }

  /** Frees the memory of these runs' answers, which are read again if they are needed again. */
  forget(runs: readonly number[]): void {
    for (const run of runs) this.#answers.clear(run);
  }

  /** The answers of a run; empty if the run is not scored. */
  ofRun(run: number): Promise<RunAnswers> {
    return this.#answers.load(run);
  }
}

function wholeKeys(
  database: Queryable,
  memory: ServerMemory,
  { release, revision }: Pick<RunAnswersRow, "release" | "revision">,
): Promise<WholeKeys> {
  const kept = KEYS.get(memory) ?? new LRUCache<string, Promise<WholeKeys>>({ max: MOST_KEYS });
  KEYS.set(memory, kept);
  const name = `${release}:${revision}`;
  const known = kept.get(name);
  if (known !== undefined) return known;
  const read = fetchWholeKeys(database, release, revision).then(
    (rows) => new Map(rows.map((row) => [row.ordinal, row])),
  );
  kept.set(name, read);
  read.catch(() => kept.delete(name));
  return read;
}

function runAnswers({ ordinals, sent, answers: texts, responses }: RunAnswersRow, keys: WholeKeys): RunAnswers {
  const answers = new Map<number, TaskAnswer>();
  const notSent = new Set<number>();
  for (const { ordinal, key } of keys.values()) answers.set(ordinal, { key, text: null });
  for (const [place, ordinal] of ordinals.entries()) {
    const own = keys.get(ordinal);
    if (sent[place] !== true) notSent.add(ordinal);
    else if (own !== undefined)
      answers.set(ordinal, { key: own.key, text: textOf(texts[place] ?? null, responses[place] ?? null, own) });
  }
  return { answers, notSent };
}

/**
 * The text that the extractor read. The text of a malformed answer is extracted again: it is not stored, because the
 * answer counts as unparsed.
 */
function textOf(answer: string | null, response: string | null, { answerFormat }: WholeKeyRow): string {
  if (answer !== null || response === null) return answer ?? "";
  const extraction = DEFAULT_EXTRACTOR.extract(response, { text: "", options: [], answerFormat });
  return extraction.kind === "answer" ? extraction.answer : "";
}
