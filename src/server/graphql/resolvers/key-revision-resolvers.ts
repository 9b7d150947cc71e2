import { requireUpTo } from "../../../domain/errors.ts";
import { requireNodeKey } from "../../../domain/node-id.ts";
import type {
  MutationCorrectAnswersArgs,
  MutationPreviewCorrectionsArgs,
  MutationPreviewRescoringArgs,
  MutationRescoreRunArgs,
  PreviewCorrectionsPayloadStandingsArgs,
  ScoringChangesArgs,
} from "../../generated/schema-types.ts";
import { type CorrectedAnswers, correctAnswers } from "../../runs/rescoring/correct-answers.ts";
import { type PreviewedCorrections, previewCorrections } from "../../runs/rescoring/preview-corrections.ts";
import {
  type PreviewedRescoring,
  type PreviewedRun,
  previewRescoring,
} from "../../runs/rescoring/preview-rescoring.ts";
import { type RescoredRun, rescoreRun } from "../../runs/rescoring/rescore-run.ts";
import type { OutcomeChange, ScoringReference } from "../../runs/rescoring/scoring-history.ts";
import type { Standing } from "../../runs/rescoring/standings.ts";
import { fetchKeyRevision, fetchRun } from "../plan/root-fields.ts";
import { type Compute, computed, type Resolver, type ResolverMap, referring } from "./resolver.ts";

const MOST_CHANGES = 1000;

const resolveCorrectAnswers: Resolver<MutationCorrectAnswersArgs> = (_source, { input }, { runs, viewer }) =>
  correctAnswers(runs, viewer, input);

const resolvePreview: Resolver<MutationPreviewCorrectionsArgs> = async (_source, { input }, context) => {
  const { runs, database, runAggregates, viewer } = context;
  const preview = await previewCorrections(runs, database, runAggregates, viewer, input);
  return { ...preview, affected: preview.standings.length };
};

const resolveStandings: Resolver<
  PreviewCorrectionsPayloadStandingsArgs,
  Pick<PreviewedCorrections | PreviewedRescoring, "standings">
> = ({ standings }, { first }) => standings.slice(0, requireFirst(first));

const resolveRescoreRun: Resolver<MutationRescoreRunArgs> = (_source, { input }, { runs, viewer }) =>
  rescoreRun(runs, viewer, requireNodeKey("Run", input.run, "run"), {
    reason: input.reason ?? null,
    judge: input.judge,
  });

/** Takes a turn among the audits, which read as many responses. */
const resolvePreviewRescoring: Resolver<MutationPreviewRescoringArgs> = (_source, { input }, context) => {
  const { runs, database, runAggregates, viewer } = context;
  return runs.audits.withKey(() => previewRescoring(runs, database, runAggregates, viewer, input.benchmark));
};

const resolveKeyRevision: Resolver<object, CorrectedAnswers> = ({ release, revision }, _args, context, info) =>
  fetchKeyRevision(context, info, release, revision);

const resolvePayloadRun: Resolver<object, RescoredRun> = ({ run }, _args, context, info) =>
  fetchRun(context, info, run);

/** @throws `BAD_USER_INPUT` */
const requireFirst = (first: number | null | undefined): number =>
  requireUpTo(MOST_CHANGES, "first", first ?? MOST_CHANGES);

const computeScore: Compute<object, ScoringReference> = (scoring, _args, { scorings }) =>
  scoring.answersVisible ? scorings.score(scoring) : null;

const computeChangeCount: Compute<object, ScoringReference> = async (scoring, _args, { scorings }) =>
  scoring.answersVisible ? (await scorings.changes(scoring)).length : null;

const computeChanges: Compute<ScoringChangesArgs, ScoringReference> = async (scoring, { first }, { scorings }) => {
  const most = requireFirst(first);
  if (!scoring.answersVisible) return [];
  const changes = await scorings.changes(scoring);
  return changes.slice(0, most).map((change) => ({ ...change, release: scoring.release }));
};

const resolveQuestion: Resolver<object, OutcomeChange & { readonly release: number }> = (
  { release, ordinal },
  _args,
  { planned },
  info,
) => planned.loadQuestion(release, ordinal, info);

export const keyRevisionResolvers: ResolverMap = {
  Mutation: {
    correctAnswers: resolveCorrectAnswers,
    previewCorrections: resolvePreview,
    rescoreRun: resolveRescoreRun,
    previewRescoring: resolvePreviewRescoring,
  },
  CorrectAnswersPayload: {
    keyRevision: resolveKeyRevision,
    release: referring({ type: "Release", key: ({ release }: CorrectedAnswers) => release }),
  },
  PreviewCorrectionsPayload: {
    release: referring({ type: "Release", key: ({ release }: PreviewedCorrections) => release }),
    standings: resolveStandings,
  },
  CorrectedStanding: { run: referring({ type: "Run", key: ({ run }: Standing) => run }) },
  PreviewRescoringPayload: {
    release: referring({ type: "Release", key: ({ release }: PreviewedRescoring) => release }),
    standings: resolveStandings,
  },
  PreviewedRun: { run: referring({ type: "Run", key: ({ run }: PreviewedRun) => run }) },
  RescoreRunPayload: { run: resolvePayloadRun },
  Scoring: {
    score: computed(computeScore),
    changeCount: computed(computeChangeCount),
    changes: computed(computeChanges),
  },
  ScoringChange: { question: resolveQuestion },
};
