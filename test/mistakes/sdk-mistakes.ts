import type { Omnidex } from "../../src/sdk/index.ts";
import type { Mistake } from "./mistakes.ts";

/** A call of the SDK. `asked` is its source. */
export interface SdkMistake extends Mistake {
  readonly call: (omnidex: Omnidex) => Promise<unknown>;
}

const run = { benchmark: "omnidex-demo", model: { name: "my-model" }, inputs: ["VIDEO" as const] };
const row = { question: "video-001/0", response: "A" };

/** Calls of the SDK with a key. */
export const SDK: readonly SdkMistake[] = [
  {
    ...missing(`omnidex.question("omnidex_demo", "video-001/0")`),
    call: (omnidex) => omnidex.question("omnidex_demo", "video-001/0"),
  },
  {
    ...missing(`omnidex.video("omnidex_demo", "video-001")`),
    call: (omnidex) => omnidex.video("omnidex_demo", "video-001"),
  },
  {
    ...missing(`omnidex.itemAnalysis("omnidex_demo").page()`),
    call: (omnidex) => omnidex.itemAnalysis("omnidex_demo").page(),
  },
  {
    ...missing(`omnidex.promptTemplates("omnidex_demo")`),
    call: (omnidex) => omnidex.promptTemplates("omnidex_demo"),
  },
  {
    ...invalid(`omnidex.videos({ filter: { keys: ["video-1"] } }).toArray()`, "filter.keys[0]", "'video-001'"),
    call: (omnidex) => omnidex.videos({ filter: { keys: ["video-1"] } }).toArray(),
  },
  {
    ...invalid(`omnidex.runs({ filter: { prompts: ["omnidx"] } }).toArray()`, "filter.prompts[0]", "'omnidex'"),
    call: (omnidex) => omnidex.runs({ filter: { prompts: ["omnidx"] } }).toArray(),
  },
  {
    ...invalid(
      `omnidex.publishedResults({ filter: { sources: ["WorldSense, Table 99"] } }).toArray()`,
      "filter.sources[0]",
      "'WorldSense, Table ",
    ),
    call: (omnidex) => omnidex.publishedResults({ filter: { sources: ["WorldSense, Table 99"] } }).toArray(),
  },
  {
    ...invalid(
      `omnidex.facets({ by: ["TASK"], filter: { tasks: ["event-ordr"] } })`,
      "filter.tasks[0]",
      "'event-order'",
    ),
    call: (omnidex) => omnidex.facets({ by: ["TASK"], filter: { tasks: ["event-ordr"] } }),
  },
  {
    asked: `omnidex.facets({ by: ["TASK"], filter: { text: "the of" } })`,
    code: "INVALID_FILTER",
    place: "filter.text",
    says: "'the of' holds no word that is searched.",
    call: (omnidex) => omnidex.facets({ by: ["TASK"], filter: { text: "the of" } }),
  },
  {
    asked: `omnidex.score("3")`,
    code: "NOT_FOUND",
    place: "'3'",
    says: "There is no run '3'.",
    call: (omnidex) => omnidex.score("3"),
  },
  {
    asked: `omnidex.breakdown("run_1", { by: [] })`,
    code: "BAD_USER_INPUT",
    place: "'by'",
    says: "1 to 2 dimensions",
    call: (omnidex) => omnidex.breakdown("run_1", { by: [] }),
  },
  {
    asked: `omnidex.prompts({ template: "omnidx" }).toArray()`,
    code: "BAD_USER_INPUT",
    place: "'omnidx'",
    says: "omnidex, omnidex/open-ended",
    call: (omnidex) => omnidex.prompts({ template: "omnidx" }).toArray(),
  },
  {
    asked: `omnidex.submitRun({ ...run, predictions: [{ question: "video-1/0", response: "A" }] })`,
    code: "BAD_USER_INPUT",
    place: "Row 0 ('video-1/0')",
    says: "Nearest: video-001/0",
    call: (omnidex) => omnidex.submitRun({ ...run, predictions: [{ ...row, question: "video-1/0" }] }),
  },
  {
    asked: `omnidex.submitRun({ ...run, predictions: [row, row] })`,
    code: "BAD_USER_INPUT",
    place: "Row 1 ('video-001/0')",
    says: "Row 0 already answers this question.",
    call: (omnidex) => omnidex.submitRun({ ...run, predictions: [row, row] }),
  },
  {
    asked: `omnidex.submitRun({ ...run, predictions: [{ question: "video-001/0", response: undefined }] })`,
    code: "INPUT",
    place: "predictions[0]",
    says: "has neither 'response' nor 'error'",
    call: (omnidex) => omnidex.submitRun({ ...run, predictions: [{ ...row, response: undefined }] }),
  },
  {
    ...input(`omnidex.submitRun({ ...run, predictions: new File([spreadsheet], "outputs.xlsx") })`, "outputs.xlsx"),
    says: "is a spreadsheet or another ZIP archive: the SDK reads NDJSON and JSON. 'omnidex submit' takes this file",
    call: (omnidex) =>
      omnidex.submitRun({ ...run, predictions: new File([new Uint8Array([80, 75, 3, 4])], "outputs.xlsx") }),
  },
  {
    ...input(`omnidex.submitRun({ ...run, predictions: new File([latin1], "outputs.jsonl") })`, "outputs.jsonl"),
    says: "is not UTF-8; for Latin-1, 'iconv -f LATIN1 -t UTF-8' converts it.",
    call: (omnidex) =>
      omnidex.submitRun({ ...run, predictions: new File([Buffer.from('"café"', "latin1")], "outputs.jsonl") }),
  },
  {
    asked: `omnidex.submitRun({ ...run, predictions: [] })`,
    code: "BAD_USER_INPUT",
    place: "'predictions'",
    says: "at least one row",
    call: (omnidex) => omnidex.submitRun({ ...run, predictions: [] }),
  },
  {
    asked: "omnidex.questions({ filter: { tasks: mine.filter(isHard) } }).toArray()",
    code: "INVALID_FILTER",
    place: "filter.tasks",
    says: "An empty list matches nothing.",
    call: (omnidex) => omnidex.questions({ filter: { tasks: [] } }).toArray(),
  },
  {
    ...missing(`omnidex.submitRun({ ...run, benchmark: "omnidex_demo", predictions: [row] })`),
    call: (omnidex) => omnidex.submitRun({ ...run, benchmark: "omnidex_demo", predictions: [row] }),
  },
  {
    ...input("omnidex.score(id, { filter: { durationSeconds: { gt: NaN } } })", "variables.filter.durationSeconds.gt"),
    says: "is NaN; expected a finite number.",
    call: (omnidex) => omnidex.score("run_1", { filter: { durationSeconds: { gt: Number.NaN } } }),
  },
  {
    ...input(`omnidex.score(id, { filer: { levels: ["REASONING"] } })`, "'filer'"),
    says: "There is no option 'filer' here.",
    call: (omnidex) => omnidex.score("run_1", { filer: { levels: ["REASONING"] } } as object),
  },
  {
    ...input(`omnidex.questions({ levels: ["REASONING"] }).toArray()`, "'levels'"),
    says: "There is no option 'levels' here.",
    call: (omnidex) => omnidex.questions({ levels: ["REASONING"] } as object).toArray(),
  },
  {
    ...input(`omnidex.query("query ($f: QuestionFilter) { … }", { filter: {} })`, "'$filter'"),
    says: "The document has no variable '$filter'.",
    call: (omnidex) =>
      omnidex.query("query ($f: QuestionFilter) { questions(filter: $f) { totalCount } }", { filter: {} }),
  },
  {
    ...input("omnidex.nodes(new Set([id]))", "ids"),
    says: "The ids must be an array.",
    call: (omnidex) => omnidex.nodes(new Set(["run_1"]) as never),
  },
  {
    asked: `omnidex.oddities("omnidex-demo", { release: 99 })`,
    code: "NOT_FOUND",
    place: "'99'",
    says: "There is no release '99'.",
    call: (omnidex) => omnidex.oddities("omnidex-demo", { release: 99 }),
  },
  {
    asked: `omnidex.keyRevisions("omnidex-demo", { release: 99 })`,
    code: "NOT_FOUND",
    place: "'99'",
    says: "There is no release '99'.",
    call: (omnidex) => omnidex.keyRevisions("omnidex-demo", { release: 99 }),
  },
  {
    asked: `omnidex.remarks("3")`,
    code: "NOT_FOUND",
    place: "'3'",
    says: "There is no run '3'.",
    call: (omnidex) => omnidex.remarks("3"),
  },
  {
    asked: `omnidex.ability("3")`,
    code: "NOT_FOUND",
    place: "'3'",
    says: "There is no run '3'.",
    call: (omnidex) => omnidex.ability("3"),
  },
];

function missing(asked: string): Mistake {
  return { asked, code: "NOT_FOUND", place: "'omnidex_demo'", says: "Did you mean 'omnidex-demo'?" };
}
function invalid(asked: string, place: string, says: string): Mistake {
  return { asked, code: "INVALID_FILTER", place, says: `Did you mean ${says}` };
}
function input(asked: string, place: string): Omit<Mistake, "says"> {
  return { asked, code: "INPUT", place };
}
