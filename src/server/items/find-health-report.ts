import { isAnsweredWithout, type ModalityTest, type TestedModality } from "../../scoring/items/answered-without.ts";
import type { Evidence, Figure, Withheld } from "../../scoring/items/evidence.ts";
import { HEALTH_PROBLEMS, type HealthFinding, type HealthProblem } from "../../scoring/items/health-findings.ts";
import type { DuplicateReason } from "../../scoring/items/near-duplicates.ts";
import type { RunAggregates } from "../boards/run-aggregates.ts";
import type { KeyReviewRow } from "../conditions/key-review-queries.ts";
import type { Duplicates, DuplicatesInput, HealthInput } from "../workers/item-tasks.ts";
import type { ItemServices } from "./answer-memory.ts";
import type { UncountedRuns } from "./counted-runs.ts";
import type { ItemAnalysis } from "./item-analysis.ts";
import { type DescribedVideoRow, fetchDescribedVideos } from "./item-queries.ts";
import { awaitsReview, keySuspects, latestReviews, SUSPECT_FIGURES } from "./key-suspects.ts";

/** `HealthReport` of the schema; its findings are listed by the resolver. */
export interface HealthReport {
  /** The release's primary key. */
  readonly release: number;
  readonly questionCount: number;
  readonly evidence: Evidence;
  readonly leftOut: number;
  readonly uncounted: UncountedRuns;
  readonly withheld: readonly Withheld[];
  readonly findings: readonly HealthFinding[];
  readonly problems: readonly { readonly problem: HealthProblem; readonly questions: number }[];
  readonly modalities: readonly {
    readonly modality: TestedModality;
    readonly evidence: Evidence;
    readonly tested: number;
    readonly answered: number;
  }[];
  /** By the videos' primary keys. */
  readonly duplicateVideos: readonly {
    readonly video: number;
    readonly other: number;
    readonly reasons: readonly DuplicateReason[];
  }[];
}

/** The analyses of one request: of all runs, and of each model's runs with its fullest inputs. */
export interface HealthAnalyses {
  readonly all: ItemAnalysis;
  readonly fullest: ItemAnalysis;
}

const BYTES_OF_FINDING = 64;

/** The health report of a release. The caller must have checked that the viewer may see the answers. */
export async function healthReport(
  services: ItemServices,
  aggregates: RunAggregates,
  analyses: HealthAnalyses,
): Promise<HealthReport> {
  const { all, fullest } = analyses;
  const { release, matrix } = fullest;
  const { videos, ...input } = await describeRelease(services, aggregates, fullest);
  const duplicates = await fullest.stage({
    kind: "duplicates",
    input: () => ({ ...input, videos }),
    bytes: BYTES_OF_FINDING * (matrix.questions + videos.length),
  });
  const reviews = await aggregates.items.reviews(release);
  const { findings, modalities } = await fullest.stage({
    kind: "health",
    // The name identifies all runs, including those with fewer inputs, and the latest review. Reviews never change, so
    // the id of the latest is enough.
    name: `${all.name}:${reviews.at(-1)?.id ?? ""}`,
    input: () => healthInput(analyses, duplicates, latestReviews(reviews)),
    bytes: BYTES_OF_FINDING * matrix.questions,
  });
  return {
    release,
    questionCount: matrix.questions,
    evidence: fullest.evidence,
    leftOut: fullest.leftOut,
    uncounted: fullest.uncounted,
    withheld: fullest.withheld(["health", "fit", "key-suspects"]),
    findings,
    problems: countProblems(findings, fullest, modalities),
    modalities: modalities.map(describeTest),
    duplicateVideos: duplicates.videos.map(({ video, other, reasons }) => ({
      video: videos[video]?.id ?? 0,
      other: videos[other]?.id ?? 0,
      reasons,
    })),
  };
}

/** The texts and videos of a release, and the index of each question's video in `videos`. */
async function describeRelease(
  { database, sheets }: ItemServices,
  { memory: { catalogs } }: RunAggregates,
  { release, keyRevision }: ItemAnalysis,
): Promise<Omit<DuplicatesInput, "videos"> & { readonly videos: readonly DescribedVideoRow[] }> {
  const [sheet, catalog, videos] = await Promise.all([
    sheets.at(database, { release, openEnded: false, doubleResponse: false }, keyRevision),
    catalogs.of(release),
    fetchDescribedVideos(database, release),
  ]);
  const indexes = new Map(videos.map(({ id }, index) => [id, index]));
  return {
    texts: sheet.questions.map(({ text, options }) => [text, ...options].join("\n")),
    clusters: Int32Array.from(catalog.videos, (video) => indexes.get(video) ?? -1),
    videos,
  };
}

async function healthInput(
  { all, fullest }: HealthAnalyses,
  duplicates: Duplicates,
  reviews: ReadonlyMap<number, KeyReviewRow>,
): Promise<HealthInput> {
  const { questions, options } = fullest.matrix;
  const given = all.runs.flatMap(({ model, inputs }, index) => {
    const answers = all.matrix.runs[index];
    return answers === undefined ? [] : [{ model, inputs, answers }];
  });
  return {
    matrix: { questions, options },
    given,
    statistics: fullest.suffices("health") ? (await fullest.figures()).statistics : null,
    fit: fullest.suffices("fit") ? await fullest.fit() : null,
    suspects: (await keySuspects(fullest)).filter((suspect) =>
      awaitsReview({ ...suspect, review: reviews.get(suspect.question) ?? null }),
    ),
    ambiguous: ambiguousKeys(reviews),
    duplicates,
  };
}

const ambiguousKeys = (reviews: ReadonlyMap<number, KeyReviewRow>): HealthInput["ambiguous"] =>
  [...reviews.values()]
    .filter(({ verdict }) => verdict === "AMBIGUOUS")
    .map(({ ordinal, evidence }) => ({ question: ordinal, evidence: evidence ?? Number.NaN }));

/** The figures that each problem needs. Modality problems are checked apart; duplicates and reviews need none. */
const NEEDS: Readonly<Partial<Record<HealthProblem, readonly Figure[]>>> = {
  SUSPECTED_KEY: SUSPECT_FIGURES,
  NEGATIVE_DISCRIMINATION: ["health", "fit"],
  ALL_WRONG: ["health"],
  ALL_RIGHT: ["health"],
  OFTEN_UNPARSED: ["health"],
};

function countProblems(
  findings: readonly HealthFinding[],
  analysis: ItemAnalysis,
  modalities: readonly ModalityTest[],
): HealthReport["problems"] {
  const withheld = new Set<string>(
    modalities.flatMap((test) => (test.withheld === null ? [] : [`ANSWERED_WITHOUT_${test.modality}`])),
  );
  return HEALTH_PROBLEMS.filter((problem) => {
    const figures = NEEDS[problem] ?? [];
    return !withheld.has(problem) && figures.every((figure) => analysis.suffices(figure));
  }).map((problem) => ({
    problem,
    questions: new Set(findings.flatMap((one) => (one.problem === problem ? [one.question] : []))).size,
  }));
}

const describeTest = ({ modality, evidence, questions }: ModalityTest): HealthReport["modalities"][number] => ({
  modality,
  evidence,
  tested: questions.length,
  answered: questions.filter(isAnsweredWithout).length,
});
