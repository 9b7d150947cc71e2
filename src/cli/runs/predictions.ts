import { counted } from "../../domain/texts.ts";
import type { Outcome } from "../../domain/vocabulary.ts";
import { jsonLine } from "../../formats/encoding/pieces.ts";
import type { Omnidex } from "../../sdk/index.ts";
import type { QuestionFilter, Run } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import type { TableFormat } from "../output/format-option.ts";
import { optionSpelling } from "../output/option-values.ts";
import { colors, print, printJsonArray, remark } from "../output/printing.ts";
import { type Cell, type Column, printTable } from "../output/table.ts";
import { resolveRunSlice } from "../slice/resolve-slice.ts";
import type { SliceOptions } from "../slice/slice-options.ts";
import { resolveRun } from "./run-reference.ts";

export interface PredictionsOptions extends SliceOptions {
  readonly outcome?: readonly Outcome[];
  readonly wrong?: boolean;
  readonly response?: string;
  readonly errorType?: readonly string[];
  readonly limit?: number;
  readonly json?: boolean;
  readonly format?: TableFormat | "NDJSON";
}

/** What `PREDICTIONS` selects of a prediction. */
interface ShownPrediction {
  readonly question: {
    readonly key: string;
    readonly text: string;
    readonly options: readonly { readonly label: string; readonly text: string }[];
    readonly answer: {
      readonly label: string | null;
      readonly labels: readonly string[] | null;
      readonly text: string | null;
    } | null;
  };
  readonly response: string | null;
  readonly error: string | null;
  readonly outcome: Outcome | null;
  readonly score: number | null;
  readonly extraction: { readonly answer: string | null; readonly rule: string } | null;
}

interface Page {
  readonly run: {
    readonly predictions: {
      readonly nodes: readonly ShownPrediction[];
      readonly totalCount: number;
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    } | null;
  } | null;
}

/** The SDK's predictions have no texts of questions. */
const PREDICTIONS = `query Predictions($run: ID!, $filter: PredictionFilter, $first: Int, $after: String) {
  run(id: $run) {
    predictions(filter: $filter, first: $first, after: $after) {
      nodes {
        question { key text options { label text } answer { label labels text } }
        response error outcome score
        extraction { answer rule }
      }
      totalCount
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

/** The most predictions in one request, and by default in a table. */
const [PAGE, TABLE_LIMIT] = [200, 30];

/** The outcomes of predictions that count as wrong. */
const WRONG: readonly Outcome[] = ["WRONG", "UNPARSED", "ERRORED"];

const COLUMNS: readonly Column[] = [
  { title: "KEY" },
  { title: "OUTCOME" },
  { title: "READ" },
  { title: "ANSWER" },
  { title: "QUESTION", flexible: true },
  { title: "RESPONSE", flexible: true },
];

/** Prints the predictions of a run, each with its question. */
export async function predictions(reference: string, options: PredictionsOptions): Promise<void> {
  const { format, json, limit } = options;
  const { omnidex } = await connect();
  const run = await resolveRun(omnidex, reference);
  const filter = predictionFilter(options, await resolveRunSlice(omnidex, options, run));
  const isWhole = json || format === "NDJSON" || format === "CSV";
  const list = new ListedPredictions(
    omnidex,
    run.id,
    filter,
    limit ?? (isWhole ? Number.MAX_SAFE_INTEGER : TABLE_LIMIT),
  );
  if (json) return printJsonArray(list.all());
  if (format === "NDJSON") {
    for await (const prediction of list.all()) await print(jsonLine(prediction));
    return;
  }
  const rows: (readonly Cell[])[] = [];
  for await (const prediction of list.all()) rows.push(rowOf(prediction));
  if (list.total === 0) return remark(`No prediction matches${hidesAnswers(run) ? HIDDEN : ""}.`);
  await printTable(COLUMNS, rows, format);
  if (list.total > rows.length) remark(`${rows.length} of ${counted(list.total, "prediction")}. --limit shows more.`);
}

const HIDDEN = " that you may see: the benchmark hides its answers";

/** Whether the run's outcomes are hidden from the viewer, and its responses unless the run is the viewer's. */
const hidesAnswers = ({ score, status, counts }: Run): boolean =>
  score?.coarse === true || (status === "SCORED" && counts === null);

interface Conditions {
  readonly questions?: QuestionFilter;
  readonly outcomes?: readonly Outcome[];
  readonly text?: string;
  readonly errorTypes?: readonly string[];
}

const predictionFilter = (options: PredictionsOptions, questions: QuestionFilter): Conditions => {
  const outcomes = options.wrong ? WRONG : options.outcome;
  return {
    ...(Object.keys(questions).length > 0 && { questions }),
    ...(outcomes !== undefined && { outcomes }),
    ...(options.response !== undefined && { text: options.response }),
    ...(options.errorType !== undefined && { errorTypes: options.errorType }),
  };
};

/** The predictions of a run, fetched page by page as they are read. */
class ListedPredictions {
  /** The number of predictions that match, once the first one has been read. */
  total = 0;

  constructor(
    private readonly omnidex: Omnidex,
    private readonly run: string,
    private readonly filter: Conditions,
    private readonly limit: number,
  ) {}

  async *all(): AsyncGenerator<ShownPrediction, void, undefined> {
    for (let after: string | null = null, left = this.limit, isLast = false; !isLast && left > 0; ) {
      const variables = { run: this.run, filter: this.filter, first: Math.min(PAGE, left), after };
      const page: Page = await this.omnidex.query<Page>(PREDICTIONS, variables);
      const list = page.run?.predictions;
      if (list == null) return;
      this.total = list.totalCount;
      yield* list.nodes;
      left -= list.nodes.length;
      [after, isLast] = [list.pageInfo.endCursor, !list.pageInfo.hasNextPage];
    }
  }
}

const rowOf = ({ question, response, error, outcome, extraction }: ShownPrediction): readonly Cell[] => [
  { text: question.key, style: colors.bold },
  outcome === null ? "" : optionSpelling(outcome),
  extraction?.answer ?? "",
  question.answer?.label ?? question.answer?.labels?.join(", ") ?? question.answer?.text ?? "",
  question.text,
  response ?? (error === null ? "" : `error: ${error}`),
];
