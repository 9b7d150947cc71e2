// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts are source code.

/** A defence of hidden answers or private runs: a piece of source code, and the code that removes the defence. */
export interface Defence {
  readonly name: string;
  readonly file: string;
  /** The piece of source code. It occurs once in the file. */
  readonly text: string;
  /** The replacement, which compiles but has no defence. */
  readonly without: string;
  /** The test that must fail with the replacement. */
  readonly test: string;
}

const HIDDEN = "test/server/hidden";

/** The defences to which `docs/hidden-answers.md` refers. */
export const DEFENCES: readonly Defence[] = [
  {
    name: "answers are seen by maintainers and administrators only",
    file: "src/server/conditions/answer-visibility.ts",
    text: 'admin || answerAccess === "VISIBLE" || maintains?.includes(benchmark) === true',
    without: "admin || answerAccess !== null || maintains?.includes(benchmark) === true",
    test: `${HIDDEN}/attacks.test.ts`,
  },
  {
    name: "scores are rounded to steps",
    file: "src/scoring/metrics/ladder.ts",
    text: "Math.min(1, Math.round(value / step) * step)",
    without: "Math.min(1, value + 0 * step)",
    test: `${HIDDEN}/attacks.test.ts`,
  },
  {
    name: "the Ladder shows the best again",
    file: "src/scoring/metrics/ladder.ts",
    text: "Math.max(this.#best, chance) + riseNeeded(k, Math.min(n, this.#questions))",
    without: "this.#best - 1 + 0 * riseNeeded(k, Math.min(n, this.#questions))",
    test: `${HIDDEN}/attacks.test.ts`,
  },
  {
    name: "a rise needs more with each of a person's runs, whichever release is current",
    file: "src/scoring/metrics/ladder.ts",
    text: "riseNeeded(k, Math.min(n, this.#questions))",
    without: "riseNeeded(2 + 0 * k, Math.min(n, this.#questions))",
    test: `${HIDDEN}/changed-keys.test.ts`,
  },
  {
    name: "a rise has to exceed luck",
    file: "src/scoring/metrics/ladder.ts",
    text: "Math.max(LEAST_RISE, ROUNDED_AWAY + Math.sqrt(2 * Math.log(k)))",
    without: "Math.max(1, 0 * k * LEAST_RISE * ROUNDED_AWAY)",
    test: "test/scoring/metrics/ladder.test.ts",
  },
  {
    name: "before a challenge has closed, only parts that maintainers show have scores",
    file: "src/server/boards/hidden-scores.ts",
    text: "if (!isClosed && !isAmong(slice, parts)) throw onlyWholeScore",
    without: "if (!isClosed && parts.length === 0) throw onlyWholeScore",
    test: `${HIDDEN}/disclosed-scores.test.ts`,
  },
  {
    name: "the private part has no scores over slices unless maintainers show them",
    file: "src/server/boards/hidden-scores.ts",
    text: 'board === "PRIVATE" && split?.privateDisclosed !== true',
    without: 'board === "PRIVATE" && split === undefined',
    test: `${HIDDEN}/disclosed-scores.test.ts`,
  },
  {
    name: "scores that maintainers show are counted",
    file: "src/server/boards/shown-runs.ts",
    text: "told.parts += run.scorings * bitsOfParts(parts, split)",
    without: "told.parts += 0 * bitsOfParts(parts, split)",
    test: `${HIDDEN}/disclosed-scores.test.ts`,
  },
  {
    name: "a final board fixes the runs of the private board",
    file: "src/server/boards/shown-runs.ts",
    text: "new Set(fixed ?? [...people",
    without: "new Set([...people",
    test: "test/server/challenges/fixed-runs.test.ts",
  },
  {
    name: "only the latest final board shows its private part",
    file: "src/server/benchmarks/final-board-queries.ts",
    text: "later.closed_at > ${finalBoards.closedAt})`),",
    without: "later.closed_at < later.closed_at)`),",
    test: "test/server/challenges/fixed-runs.test.ts",
  },
  {
    name: "a score says that it is another run's",
    file: "src/server/boards/hidden-scores.ts",
    text: "repeatsBest: shown.run !== run",
    without: "repeatsBest: false",
    test: `${HIDDEN}/attacks.test.ts`,
  },
  {
    name: "a run has one score",
    file: "src/server/boards/hidden-scores.ts",
    text: "const isWhole = slice.count === count;",
    without: "const isWhole = slice.count <= count;",
    test: `${HIDDEN}/attacks.test.ts`,
  },
  {
    name: "ranks beside a paper's figures follow from coarse scores",
    file: "src/server/boards/hidden-scores.ts",
    text: "values: Float64Array.from(coarse, (score) => score?.value ?? Number.NaN),",
    without:
      "values: (await (await import('../../aggregates/many-scores.ts')).scoreMany(this.memory.vectors, runs, questions)).values.map((value, at) => (coarse[at] ? value : Number.NaN)),",
    test: `${HIDDEN}/published-figures.test.ts`,
  },
  {
    name: "a run with too few scored questions has no part in the Ladder",
    file: "src/server/boards/shown-runs.ts",
    text: "const value = hasEnough ?",
    without: "const value = hasEnough || others >= 0 ?",
    test: `${HIDDEN}/unscored-questions.test.ts`,
  },
  {
    name: "a run that leaves many questions out shows no score",
    file: "src/server/boards/ladder-queries.ts",
    text: "20 * bit_count(",
    without: "2000 * bit_count(",
    test: `${HIDDEN}/attacks.test.ts`,
  },
  {
    name: "a score is dithered",
    file: "src/scoring/metrics/ladder.ts",
    text: "value + dither * scoreStep(n)",
    without: "value + 0 * dither * n",
    test: "test/scoring/metrics/coarse-score.test.ts",
  },
  {
    name: "remarks quote no response that the viewer does not see",
    file: "src/server/runs/submission/run-remarks.ts",
    text: "if (!counts.suspicious || !responsesVisible)",
    without: "if (!counts.suspicious)",
    test: `${HIDDEN}/attacks.test.ts`,
  },
  {
    name: "a standard error depends on no answer",
    file: "src/scoring/metrics/ladder.ts",
    text: "const largest = LARGEST_DEVIATION / Math.sqrt(Math.max(1, videos - 1));",
    without: "const largest = videos > 0 ? score.standardError : 0;",
    test: `${HIDDEN}/attacks.test.ts`,
  },
  {
    name: "responses are evidence",
    file: "src/server/conditions/answer-visibility.ts",
    text: "answersSeenIn(releaseId, viewer)} or",
    without: "answersSeenIn(releaseId, viewer)} or true or",
    test: `${HIDDEN}/attacks.test.ts`,
  },
  {
    name: "a filter that could not be checked is not executed",
    file: "src/server/graphql/heavy-work.ts",
    text: "        refuse(error);",
    without: "        if (!(error instanceof OmnidexError) || error.code === 'INVALID_FILTER') refuse(error);",
    test: "test/server/answers.test.ts",
  },
  {
    name: "a slice without scores has no leaderboard of a paper's figures",
    file: "src/server/boards/hidden-scores.ts",
    text: "const isWhole = slice.count === count;",
    without: "const isWhole = slice.count <= count;",
    test: `${HIDDEN}/published-figures.test.ts`,
  },
  {
    name: "one scoring for each revision of the key",
    file: "src/server/runs/shown-scoring.ts",
    text: "sql`(${seen} or ${s.revision} = (",
    without: "sql`(true or ${seen} or ${s.revision} = (",
    test: `${HIDDEN}/judged-corrections.test.ts`,
  },
  {
    name: "a scoring's number does not count a judge's later replies",
    file: "src/server/runs/shown-scoring.ts",
    text: "count(distinct ${others}.key_revision)",
    without: "count(${others}.key_revision)",
    test: `${HIDDEN}/judged-corrections.test.ts`,
  },
  {
    name: "the content hash verifies no guess",
    file: "src/server/conditions/answer-visibility.ts",
    text: "convert_to(${hashSecret} || ${contentHash}, 'UTF8')",
    without: "convert_to(${contentHash}, 'UTF8')",
    test: `${HIDDEN}/shown-before.test.ts`,
  },
  {
    name: "the quota is that of the run's own release",
    file: "src/server/access/submission-quota-queries.ts",
    text: "quotasWith(sql`${releases.id} = ${release}::int`)",
    without: "quotasWith(sql`${releases.isCurrent} and ${release}::int > 0`)",
    test: `${HIDDEN}/quotas.test.ts`,
  },
  {
    name: "later runs have no score on the private board",
    file: "src/server/boards/shown-runs.ts",
    text: "risen.filter(({ late }) => !late)",
    without: "risen.filter(({ late }) => !late || chosen.length === 0)",
    test: `${HIDDEN}/split-boards.test.ts`,
  },
  {
    name: "the private board shows at most two runs of an owner",
    file: "src/server/boards/shown-runs.ts",
    text: "final.slice(-MOST_FINAL_RUNS)",
    without: "final.slice(-MOST_FINAL_RUNS - runs.length)",
    test: "test/server/challenges/final-runs.test.ts",
  },
  {
    name: "runs are chosen before the private board opens",
    file: "src/server/hosting/final-runs.ts",
    text: "if (!opening.isOpen && !opening.isSealed) return;",
    without: "if (!opening.isSealed) return;",
    test: "test/server/challenges/final-runs.test.ts",
  },
  {
    name: "no runs are chosen while the final board is stored",
    file: "src/server/benchmarks/challenge-queries.ts",
    text: "isSealed: boolean(challengeSealed(boardSplits.releaseId))",
    without: "isSealed: boolean(sql`(${challengeSealed(boardSplits.releaseId)} and false)`)",
    test: "test/server/challenges/fixed-runs.test.ts",
  },
  {
    name: "submissions close before the private board opens",
    file: "src/server/hosting/challenges.ts",
    text: "closesAt <= privateOpensAt",
    without: "closesAt !== privateOpensAt",
    test: `${HIDDEN}/split-boards.test.ts`,
  },
  {
    name: "others see no score of a run that was never public",
    file: "src/server/boards/shown-runs.ts",
    text: "best.published && !wouldShowOwner(run, best)",
    without: "!wouldShowOwner(run, best)",
    test: `${HIDDEN}/leaks.test.ts`,
  },
  {
    name: "a score does not reveal the owner of an anonymous run",
    file: "src/server/boards/shown-runs.ts",
    text: "best.published && !wouldShowOwner(run, best)",
    without: "best.published",
    test: `${HIDDEN}/anonymous-runs.test.ts`,
  },
  {
    name: "a name does not stay public for the sake of others' private runs",
    file: "src/server/runs/model-writes.ts",
    text: "locked.some(isPublished)",
    without: "locked.some((one) => isPublished(one) || one.owner !== model.owner)",
    test: `${HIDDEN}/private-models.test.ts`,
  },
  {
    name: "an import says which answers everyone could see",
    file: "src/server/benchmarks/questions-elsewhere.ts",
    text: "if (!everyoneSees(answerAccess)) {",
    without: "if (!everyoneSees(answerAccess) && benchmark === null) {",
    test: `${HIDDEN}/shown-before.test.ts`,
  },
  {
    name: "an import names hidden answers that it would show",
    file: "src/server/benchmarks/questions-elsewhere.ts",
    text: "if (!(await hidesAnyAnswers(tx)))",
    without: "if (await hidesAnyAnswers(tx))",
    test: `${HIDDEN}/shown-before.test.ts`,
  },
  {
    name: "no interval is computed from an exact score that is not shown",
    file: "src/server/boards/hidden-scores.ts",
    text: 'import { pointOfSlice } from "../../scoring/metrics/slice-score.ts";',
    without: 'import { scoreOfSlice as pointOfSlice } from "../../scoring/metrics/slice-score.ts";',
    test: `${HIDDEN}/work.test.ts`,
  },
  {
    name: "storing a right answer takes no more work than a wrong one",
    file: "src/server/runs/submission/score-run.ts",
    text: 'if (outcome === "CORRECT") correct.add(ordinal);',
    without: 'if (outcome === "CORRECT") for (let times = 0; times < 20; times++) correct.add(ordinal);',
    test: `${HIDDEN}/work.test.ts`,
  },
  {
    name: "a provider's users never have the name of a key's owner",
    file: "src/server/access/sign-in.ts",
    text: 'export const OIDC_OWNER = "oidc:";',
    without: 'export const OIDC_OWNER = "";',
    test: "test/server/access/sign-in.test.ts",
  },
  {
    name: "a token is for this server",
    file: "src/server/access/sign-in.ts",
    text: "audience: audience === null ? clientId : [clientId, audience],",
    without: "",
    test: "test/server/access/sign-in.test.ts",
  },
];
