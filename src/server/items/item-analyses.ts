import { createHash } from "node:crypto";
import DataLoader from "dataloader";
import pLimit from "p-limit";
import { OmnidexError } from "../../domain/errors.ts";
import { hasUncountedOptions } from "../../domain/option-label.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { familyName, numberFamilies } from "../../scoring/items/family-effect.ts";
import type { AnswerMatrix } from "../../scoring/items/outcome-matrix.ts";
import type { RunAggregates } from "../boards/run-aggregates.ts";
import type { RunConditions } from "../conditions/run-conditions.ts";
import type { Database } from "../db/database.ts";
import type { ReleaseQuestions } from "../memory/release-catalog.ts";
import { byModel } from "../memory/run-directory.ts";
import { fetchFilteredRuns } from "../memory/run-queries.ts";
import type { AnswerSheet } from "../runs/reading/answer-sheet.ts";
import { CountedCache } from "../telemetry/counted-cache.ts";
import { ItemQueue } from "../workers/item-tasks.ts";
import { AnswerMemory, type ItemServices, type RunAnswers } from "./answer-memory.ts";
import { type CountedInputs, type CountedRun, countedRuns, type RunSelection } from "./counted-runs.ts";
import { type AnalysedAnswers, type CachedStage, ItemAnalysis } from "./item-analysis.ts";
import { fetchKeysOfScorings, type KeyOfScorings, type ReleaseScorings } from "./item-queries.ts";

/** What is analysed: the runs of a release that match the filter `runs` and that the viewer may see. */
interface ItemRequest {
  readonly release: number;
  readonly runs: RunConditions;
  /**
   * Which runs of each model are counted: `FULLEST` for suspected answer keys, 2PL models, representative subsets and
   * comparison plans, `ALL` for other figures. The default is `ALL`.
   */
  readonly inputs?: CountedInputs;
}

/** The runs of an analysis under their latest scorings, and the revision of the answer key at the same moment. */
interface SelectedRuns extends RunSelection {
  readonly keyRevision: number;
}

/** Reads the state of a release's answer key and scorings. Simultaneous reads of a request share one statement. */
type KeyLoader = (wanted: ReleaseScorings) => Promise<KeyOfScorings>;

/** How often the runs are read again if one of them is rescored meanwhile. */
const ATTEMPTS = 4;

/**
 * The runs that an analysis counts. Runs in memory may lag behind a correction of the answer key by a moment. One
 * statement therefore reads the key's revision and checks that the scoring of each run is its latest.
 * @throws `UNAVAILABLE` if the runs are rescored all the time
 */
async function selectRuns(
  database: Database,
  { memory }: RunAggregates,
  viewer: Viewer,
  { release, runs: conditions, inputs = "ALL" }: ItemRequest,
  keyOf: KeyLoader,
): Promise<SelectedRuns> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const runs =
      attempt === 0
        ? await memory.directory.filtered(viewer, conditions, release)
        : (await fetchFilteredRuns(database, viewer, conditions, release)).sort(byModel);
    const selection = countedRuns(runs, inputs);
    const { keyRevision, areLatest } = await keyOf({ release, scorings: selection.runs });
    if (areLatest) return { ...selection, keyRevision };
  }
  throw new OmnidexError("UNAVAILABLE", "The runs are being rescored. Try again in a moment.");
}

/** In bytes: room for seven matrices of 1,000 runs and 5,000 questions. */
const ANSWERS_BUDGET = 80_000_000;
/** In bytes: room for the figures of a hundred analyses of 5,000 questions. */
const STAGES_BUDGET = 80_000_000;
/** How many matrices are read at a time. */
const READ_AT_ONCE = 2;
/** How long answers that lack some choices are cached, in milliseconds. Background work may store them meanwhile. */
const INCOMPLETE_MS = 30_000;
/** The approximate bytes of a run besides its answers. */
const BYTES_OF_RUN = 1_000;

interface CachedAnswers {
  readonly answers: Promise<AnalysedAnswers>;
  readonly bytes: number;
}

/**
 * The analyses of questions in memory, by release, revision of the answer key, runs and their scorings. A release, a
 * key revision and a scoring never change, so an analysis cannot go stale.
 */
export class ItemAnalyses {
  readonly #runs = new AnswerMemory();
  readonly #answers = new CountedCache<string, CachedAnswers>("item-answers", {
    maxSize: ANSWERS_BUDGET,
    sizeCalculation: ({ bytes }) => bytes,
  });
  readonly #stages = new CountedCache<string, CachedStage>("item-analyses", {
    maxSize: STAGES_BUDGET,
    sizeCalculation: ({ bytes }) => bytes,
  });
  readonly #queue = new ItemQueue();
  readonly #reading = pLimit(READ_AT_ONCE);
  /** By request, so that the revision of the answer key is read only once for all questions of a page. */
  readonly #asked = new WeakMap<RunAggregates, Map<string, Promise<ItemAnalysis>>>();
  /** By request, so that one statement reads the key revisions for a page of runs of several releases. */
  readonly #keys = new WeakMap<RunAggregates, DataLoader<ReleaseScorings, KeyOfScorings>>();

  /**
   * The analysis of a release. It counts the scored runs that the viewer may see, without partial runs and runs that
   * were asked without options. If there are more than 2,000, it counts the newest of each model. The caller must have
   * checked that the viewer may see the answers. Nothing is computed until a figure is requested.
   */
  of(services: ItemServices, aggregates: RunAggregates, viewer: Viewer, request: ItemRequest): Promise<ItemAnalysis> {
    const asked = this.#asked.get(aggregates) ?? new Map<string, Promise<ItemAnalysis>>();
    this.#asked.set(aggregates, asked);
    const name = JSON.stringify([viewer.admin, viewer.owner, request.release, request.runs, request.inputs ?? "ALL"]);
    const known = asked.get(name) ?? this.#of(services, aggregates, viewer, request);
    asked.set(name, known);
    return known;
  }

  async #of(
    services: ItemServices,
    aggregates: RunAggregates,
    viewer: Viewer,
    request: ItemRequest,
  ): Promise<ItemAnalysis> {
    const { database } = services;
    const keyOf = this.#keysOf(database, aggregates);
    const { keyRevision, ...selection } = await selectRuns(database, aggregates, viewer, request, keyOf);
    const { release } = request;
    const { runs } = selection;
    const name = nameOf(release, keyRevision, runs);
    const answers = await this.#answersOf(services, aggregates, { name, release, keyRevision, runs });
    return new ItemAnalysis(
      answers,
      { pool: services.pool, queue: this.#queue, stages: this.#stages },
      viewer,
      selection,
    );
  }

  #keysOf(database: Database, aggregates: RunAggregates): KeyLoader {
    const keys =
      this.#keys.get(aggregates) ??
      new DataLoader((wanted: readonly ReleaseScorings[]) => fetchKeysOfScorings(database, wanted), { cache: false });
    this.#keys.set(aggregates, keys);
    return (wanted) => keys.load(wanted);
  }

  #answersOf(
    services: ItemServices,
    aggregates: RunAggregates,
    wanted: Omit<AnalysedAnswers, "matrix">,
  ): Promise<AnalysedAnswers> {
    const { name, runs } = wanted;
    const known = this.#answers.get(name);
    if (known !== undefined) return known.answers;
    const answers = this.#reading(() => this.#read(services, aggregates, wanted));
    const bytes = BYTES_OF_RUN * (runs.length + 1);
    this.#answers.set(name, { answers, bytes });
    answers.then(
      ({ matrix }) => {
        const isWhole = matrix.runs.every(({ choices }) => choices !== null);
        const all = bytes + 2 * matrix.questions * (runs.length + 3);
        if (this.#answers.peek(name)?.answers === answers)
          this.#answers.set(name, { answers, bytes: all }, isWhole ? {} : { ttl: INCOMPLETE_MS });
      },
      () => {
        if (this.#answers.peek(name)?.answers === answers) this.#answers.delete(name);
      },
    );
    return answers;
  }

  async #read(
    { database, sheets }: ItemServices,
    aggregates: RunAggregates,
    { name, release, keyRevision, runs }: Omit<AnalysedAnswers, "matrix">,
  ): Promise<AnalysedAnswers> {
    const [sheet, questions, answers] = await Promise.all([
      sheets.at(database, { release, openEnded: false, doubleResponse: false }, keyRevision),
      aggregates.questions(release),
      this.#runs.of(database, runs),
    ]);
    const matrix = answerMatrix(sheet, questions, runs, answers);
    // Figures from answers that lack choices have a different cache key, so they are not used once the choices are
    // stored.
    const lacking = matrix.runs.filter(({ choices }) => choices === null).length;
    return { name: lacking === 0 ? name : `${name}:${lacking}`, release, keyRevision, runs, matrix };
  }
}

/** A name for a set of scorings under one revision of the answer key. */
const nameOf = (release: number, keyRevision: number, runs: readonly CountedRun[]): string =>
  createHash("sha256")
    .update(`${release}:${keyRevision}:${runs.map(({ run, revision }) => `${run}.${revision}`).join()}`)
    .digest("hex");

/**
 * The answers of runs to the questions of a release, with the answer key of the sheet. A question with more options
 * than a byte can represent has 0 options here, so that no figure is computed from only some of its choices. Its scores
 * still count.
 */
function answerMatrix(
  { questions }: AnswerSheet,
  { count, clusters }: ReleaseQuestions,
  runs: readonly CountedRun[],
  answers: ReadonlyMap<number, RunAnswers>,
): AnswerMatrix {
  const families = numberFamilies(runs.map(({ modelName, organization }) => familyName(modelName, organization)));
  const options = new Uint8Array(count);
  const key = new Uint8Array(count);
  for (const question of questions) {
    const { ordinal, answer } = question;
    if (question.answerFormat !== "MULTIPLE_CHOICE" || hasUncountedOptions(question)) continue;
    options[ordinal] = question.options.length;
    if (answer.kind === "option") key[ordinal] = answer.position + 1;
  }
  const answered = runs.map(({ run }, index) => {
    const own = answers.get(run);
    if (own === undefined) throw new Error(`the scoring of run ${run} is gone`);
    return { ...own, family: families[index] ?? 0 };
  });
  return { questions: count, runs: answered, options, key, clusters };
}
