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
    asked: `omnidex.submitRun({ ...run, predictions: [] })`,
    code: "BAD_USER_INPUT",
    place: "'predictions'",
    says: "at least one row",
    call: (omnidex) => omnidex.submitRun({ ...run, predictions: [] }),
  },
  {
    ...missing(`omnidex.submitRun({ ...run, benchmark: "omnidex_demo", predictions: [row] })`),
    call: (omnidex) => omnidex.submitRun({ ...run, benchmark: "omnidex_demo", predictions: [row] }),
  },
];

function missing(asked: string): Mistake {
  return { asked, code: "NOT_FOUND", place: "'omnidex_demo'", says: "Did you mean 'omnidex-demo'?" };
}
function invalid(asked: string, place: string, says: string): Mistake {
  return { asked, code: "INVALID_FILTER", place, says: `Did you mean ${says}` };
}
