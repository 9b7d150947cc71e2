import { CONFIRMATIONS, MODALITIES, VISIBILITIES } from "./vocabulary.ts";

/** How a run's value is compared: with a list, one value, true or false, bounds, or two instants. */
type Kind = "set" | "one" | "flag" | "range" | "time";
/** The quantity that a range of runs bounds. */
export type RunQuantity = "number of parameters" | "number of frames";

interface RunCondition {
  readonly kind: Kind;
  /** The closed vocabulary of a set or of one value. */
  readonly values?: readonly string[];
  /** What the strings name, or the quantity that is bounded. A name that does not exist and an empty range are errors. */
  readonly check?:
    | "benchmark"
    | "model"
    | "organization"
    | "release"
    | "prompt"
    | "harness"
    | { readonly range: RunQuantity | "time" };
  /** The CLI's option with its value; the name for a flag; the middle of `--min-…` and `--max-…` for a range. */
  readonly option?: string;
  /** The description of the option. */
  readonly hint?: string;
  /** The description of the option `--no-…`. */
  readonly opposite?: string;
  /** The name of the condition in the address of a leaderboard, which offers the values of the benchmark's runs. */
  readonly pick?: string;
  readonly title?: string;
  /** The choice without the condition. */
  readonly all?: string;
}

/**
 * The conditions of `RunFilter`, except `and`, `or` and `not`. This table drives the checks, the CLI's options and the
 * dashboard's controls. A new range needs a row here and:
 *
 * 1. `schema/run.graphql`: a field of RunFilter. Then run `npm run codegen`.
 * 2. `src/server/conditions/run-conditions.ts`: its SQL.
 * 3. `src/dashboard/operations/board-runs.graphql`: the field whose values can be picked.
 */
export const RUN_CONDITIONS = {
  benchmarks: { kind: "set", check: "benchmark" },
  inputs: {
    kind: "set",
    values: MODALITIES,
    pick: "inputs",
    title: "Inputs",
    all: "All inputs",
    option: "--inputs <modalities>",
    hint: "runs with exactly these inputs: video,audio",
  },
  models: {
    kind: "set",
    check: "model",
    pick: "model",
    title: "Model",
    all: "All models",
    option: "--model <slug>",
    hint: "runs of this model; repeat it or use commas",
  },
  releases: { kind: "set", check: "release" },
  seeds: { kind: "set" },
  prompts: { kind: "set", check: "prompt" },
  visibility: {
    kind: "one",
    values: VISIBILITIES,
    option: "--visibility <visibility>",
    hint: "public or private runs",
  },
  openEnded: {
    kind: "flag",
    option: "open-ended",
    hint: "runs whose questions were asked without their options",
    opposite: "runs whose questions were asked with their options",
  },
  confirmations: {
    kind: "one",
    values: CONFIRMATIONS,
    option: "--confirmations <mode>",
    hint: "single or double: runs without or with confirmations",
  },
  partial: { kind: "flag" },
  statuses: { kind: "set" },
  organizations: {
    kind: "set",
    check: "organization",
    pick: "organization",
    title: "Organization",
    all: "All organizations",
    option: "--organization <name>",
    hint: "runs of models of this organization; repeat it",
  },
  parameterCount: {
    kind: "range",
    check: { range: "number of parameters" },
    option: "parameters <size>",
    hint: "the size of the model, such as 7B or 350M",
  },
  frames: {
    kind: "range",
    check: { range: "number of frames" },
    option: "frames <n>",
    hint: "the number of video frames that the model was given",
    pick: "frames",
    title: "Frames",
    all: "Any number of frames",
  },
  audio: {
    kind: "flag",
    option: "audio-input",
    hint: "runs whose model was given the audio",
    opposite: "runs whose model was not given the audio",
    pick: "audio",
    title: "Audio",
    all: "With or without audio",
  },
  subtitles: {
    kind: "flag",
    option: "subtitles-input",
    hint: "runs whose model was given the subtitles",
    opposite: "runs whose model was not given the subtitles",
    pick: "subtitles",
    title: "Subtitles",
    all: "With or without subtitles",
  },
  harnesses: {
    kind: "set",
    check: "harness",
    option: "--harness <name>",
    hint: "runs that this harness made: lmms-eval; repeat it",
  },
  mine: { kind: "flag", option: "mine", hint: "your own runs", opposite: "the runs of other owners" },
  createdAt: { kind: "time", check: { range: "time" } },
} as const satisfies Readonly<Record<string, RunCondition>>;

export type RunConditionName = keyof typeof RUN_CONDITIONS;
export const RUN_CONDITION_NAMES = Object.keys(RUN_CONDITIONS) as readonly RunConditionName[];

type RunConditions = typeof RUN_CONDITIONS;
export type RunRange = {
  [Name in RunConditionName]: RunConditions[Name] extends { kind: "range" } ? Name : never;
}[RunConditionName];
export const RUN_RANGES = RUN_CONDITION_NAMES.filter((name): name is RunRange => RUN_CONDITIONS[name].kind === "range");

/** A condition that the controls of a leaderboard set. */
export type RunPick = {
  [Name in RunConditionName]: RunConditions[Name] extends { pick: infer Pick } ? Pick : never;
}[RunConditionName];

/** A condition of runs with all properties that any condition may have. */
export const runCondition = (name: RunConditionName): RunCondition => RUN_CONDITIONS[name];
/** The conditions that the controls of a leaderboard set, by their names in its address. */
export const RUN_PICKS: readonly (readonly [pick: RunPick, name: RunConditionName])[] = RUN_CONDITION_NAMES.flatMap(
  (name) => {
    const { pick } = runCondition(name);
    return pick === undefined ? [] : [[pick as RunPick, name] as const];
  },
);
