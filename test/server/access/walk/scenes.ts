import { AVI_BENCH, CROWDED, type FurtherRuns } from "./further-runs.ts";
import { type BenchmarkRuns, HIDDEN, VISIBLE, type World } from "./world.ts";

/** A selection from which the walk starts, with the properties that decide who sees the fields below it. */
export interface Scene {
  readonly name: string;
  /** The benchmark of everything below; null for objects that belong to no benchmark. */
  readonly benchmark: string | null;
  /** Whether everything below belongs to ann's private run. */
  readonly isPrivate: boolean;
  /** Whether the walk goes one step only, because further steps lead to other benchmarks. */
  readonly isShallow: boolean;
  readonly type: string;
  readonly selection: string;
  /** The fields from the selection to the object of the type; absent if the selection is of the type. */
  readonly fields?: readonly string[];
  /** Whether the walk visits the scene even if it has already found an object of the type in the same benchmark. */
  readonly isFurther?: boolean;
}

/** Where the walk starts. */
export const scenesOf = ({ runs }: World, further: FurtherRuns): readonly Scene[] => [
  { name: "the root", benchmark: null, isPrivate: false, isShallow: true, type: "Query", selection: "" },
  ...[HIDDEN, VISIBLE].flatMap((benchmark) => ofBenchmark(benchmark, runs[benchmark] as BenchmarkRuns)),
  ...elsewhere([
    ["Viewer", "viewer"],
    ["ApiKeyConnection", "apiKeys(first: 3)"],
    ["AuditLogConnection", "auditLog(first: 3)"],
    ["ModelConnection", "models(first: 3)"],
    ["PublishedResultConnection", "publishedResults(first: 3)"],
    ["PublishedCapabilityLevels", "publishedCapabilityLevels"],
    ["PromptTemplate", "promptTemplates"],
    ["ItemSnapshot", 'itemSnapshots(benchmark: "omnidex-demo")'],
    ["SigningKey", "signingKeys"],
    ["ErrorType", 'errorTypes(benchmark: "mmworld")'],
    ["Node", 'node(id: "question_1")'],
    ["Node", 'nodes(ids: ["question_1"])'],
    ["Model", 'model(slug: "demo-large")'],
    ["Question", 'question(benchmark: "omnidex-demo", key: "video-001/0")'],
    ["Benchmark", 'benchmark(slug: "omnidex-demo")'],
  ]),
  ...furtherScenes(runs[HIDDEN] as BenchmarkRuns, further),
];

/** Scenes whose objects have values that objects of the same types in other scenes lack. */
const furtherScenes = ({ without }: BenchmarkRuns, { subset, aviBench }: FurtherRuns): readonly Scene[] => {
  const predictions = ["predictions(first: 20)", "nodes"];
  const starts: readonly (readonly [string, string, string, ...(readonly string[])])[] = [
    // Other callers see the score of another run in place of this run's own score.
    [HIDDEN, "Score", `run(id: "${without}")`, "score"],
    [CROWDED, "RepresentativeSubset", `storedSubset(id: "${subset.id}")`],
    [CROWDED, "Run", `run(id: "${subset.run}")`],
    [CROWDED, "Benchmark", `benchmark(slug: "${CROWDED}")`],
    [CROWDED, "Release", `benchmark(slug: "${CROWDED}")`, "release"],
    [CROWDED, "LeaderboardConnection", `leaderboard(benchmark: "${CROWDED}")`],
    [AVI_BENCH, "Run", `run(id: "${aviBench}")`],
    [AVI_BENCH, "Benchmark", `benchmark(slug: "${AVI_BENCH}")`],
    [AVI_BENCH, "Release", `run(id: "${aviBench}")`, "release"],
    [AVI_BENCH, "Prediction", `run(id: "${aviBench}")`, ...predictions],
    [AVI_BENCH, "Extraction", `run(id: "${aviBench}")`, ...predictions, "extraction"],
  ];
  return starts.map(([benchmark, type, selection, ...fields]) => ({
    ...{ benchmark, type, selection, fields },
    name: [selection, ...fields].join(" "),
    isPrivate: false,
    isShallow: true,
    isFurther: true,
  }));
};

/** Scenes of objects that belong to no benchmark, or to the demo, whose answers everyone sees. */
const elsewhere = (starts: readonly (readonly [string, string])[]): readonly Scene[] =>
  starts.map(([type, selection]) => ({
    name: selection,
    benchmark: null,
    isPrivate: false,
    isShallow: true,
    type,
    selection,
  }));

function ofBenchmark(
  benchmark: string,
  { private: secret, with: sound, without, suspicious }: BenchmarkRuns,
): readonly Scene[] {
  const filter = `filter: { benchmarks: ["${benchmark}"] }`;
  const starts = {
    Run: `run(id: "${sound}")`,
    Question: `question(benchmark: "${benchmark}", key: "q0000")`,
    Video: `video(benchmark: "${benchmark}", key: "v0")`,
    VideoConnection: `videos(${filter}, first: 3)`,
    Benchmark: `benchmark(slug: "${benchmark}")`,
    RunConnection: `runs(${filter})`,
    QuestionConnection: `questions(${filter}, first: 3)`,
    LeaderboardConnection: `leaderboard(benchmark: "${benchmark}")`,
    ScoreTable: `scoreTable(benchmark: "${benchmark}", by: [TASK])`,
    RunComparison: `compareRuns(a: "${sound}", b: "${without}", by: [TASK])`,
    ReferenceComparison: `compareWithReference(reference: "${sound}", runs: ["${without}"], by: [TASK])`,
    RunGroupConnection: `runGroups(${filter})`,
    ModalityDiagnostics: `modalityDiagnostics(runs: ["${sound}", "${without}"])`,
    Facet: `facets(${filter}, by: [TASK, STEP_COUNT])`,
    Slice: `slice(${filter})`,
    Challenge: `challenge(benchmark: "${benchmark}")`,
    SubsetChoice: `representativeSubset(benchmark: "${benchmark}", size: 2)`,
    NextQuestions: `nextQuestions(run: "${sound}")`,
    FinalBoard: `finalBoard(benchmark: "${benchmark}")`,
    KeySuspectConnection: `keySuspects(benchmark: "${benchmark}", first: 3)`,
    ItemConnection: `itemAnalysis(benchmark: "${benchmark}", first: 3)`,
    HealthReport: `benchmarkHealth(benchmark: "${benchmark}")`,
    ...(benchmark === HIDDEN && { Disclosure: `disclosure(benchmark: "${benchmark}")` }),
    ComparisonPlan: `comparisonPlan(benchmark: "${benchmark}", difference: 0.1)`,
  };
  const scene = { benchmark, isPrivate: false, isShallow: false };
  return [
    ...Object.entries(starts).map(([type, selection]) => ({
      ...scene,
      name: `${selection.replace(/\(.*/, "")} of ${benchmark}`,
      type,
      selection,
    })),
    {
      ...scene,
      name: `a run of ${benchmark} with remarks`,
      type: "Run",
      selection: `run(id: "${suspicious}")`,
    },
    {
      benchmark,
      isShallow: false,
      isPrivate: true,
      name: `a private run of ${benchmark}`,
      type: "Run",
      selection: `run(id: "${secret}")`,
    },
  ];
}
