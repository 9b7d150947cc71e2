import { makeExecutableSchema } from "@graphql-tools/schema";
import type { GraphQLSchema } from "graphql";
import { typeDefs } from "../generated/schema-sdl.ts";
import { chargeFields } from "./charged-fields.ts";
import { abilityResolvers } from "./resolvers/ability-resolvers.ts";
import { apiKeyResolvers } from "./resolvers/api-key-resolvers.ts";
import { auditLogResolvers } from "./resolvers/audit-log-resolvers.ts";
import { auditResolvers } from "./resolvers/audit-resolvers.ts";
import { benchmarkResolvers } from "./resolvers/benchmark-resolvers.ts";
import { capabilityLevelResolvers } from "./resolvers/capability-level-resolvers.ts";
import { captionMetricResolvers } from "./resolvers/caption-metric-resolvers.ts";
import { challengeResolvers } from "./resolvers/challenge-resolvers.ts";
import { comparisonResolvers } from "./resolvers/comparison-resolvers.ts";
import { diagnosticsResolvers } from "./resolvers/diagnostics-resolvers.ts";
import { errorLabelResolvers } from "./resolvers/error-label-resolvers.ts";
import { externalScoreResolvers } from "./resolvers/external-score-resolvers.ts";
import { facetResolvers } from "./resolvers/facet-resolvers.ts";
import { healthResolvers } from "./resolvers/health-resolvers.ts";
import { hiddenAnswerResolvers } from "./resolvers/hidden-answer-resolvers.ts";
import { itemResolvers } from "./resolvers/item-resolvers.ts";
import { itemSliceResolvers } from "./resolvers/item-slice-resolvers.ts";
import { itemSubsetResolvers } from "./resolvers/item-subset-resolvers.ts";
import { keyReviewResolvers } from "./resolvers/key-review-resolvers.ts";
import { keyRevisionResolvers } from "./resolvers/key-revision-resolvers.ts";
import { leaderboardResolvers } from "./resolvers/leaderboard-resolvers.ts";
import { modelResolvers } from "./resolvers/model-resolvers.ts";
import { nodeResolvers } from "./resolvers/node-resolvers.ts";
import { promptResolvers } from "./resolvers/prompt-resolvers.ts";
import { publishedResultResolvers } from "./resolvers/published-result-resolvers.ts";
import { questionResolvers } from "./resolvers/question-resolvers.ts";
import { runResolvers } from "./resolvers/run-resolvers.ts";
import { scoreTableResolvers } from "./resolvers/score-table-resolvers.ts";
import { sliceResolvers } from "./resolvers/slice-resolvers.ts";
import { submissionResolvers } from "./resolvers/submission-resolvers.ts";
import { taskScoreResolvers } from "./resolvers/task-score-resolvers.ts";
import { videoResolvers } from "./resolvers/video-resolvers.ts";
import { scopeMutations } from "./scoped-mutations.ts";

/** The executable schema: the SDL of `schema/`, with its resolvers. */
export const createSchema = (): GraphQLSchema =>
  scopeMutations(
    chargeFields(
      makeExecutableSchema({
        typeDefs,
        resolvers: [
          nodeResolvers,
          benchmarkResolvers,
          questionResolvers,
          videoResolvers,
          modelResolvers,
          publishedResultResolvers,
          facetResolvers,
          sliceResolvers,
          runResolvers,
          submissionResolvers,
          leaderboardResolvers,
          scoreTableResolvers,
          comparisonResolvers,
          diagnosticsResolvers,
          itemResolvers,
          itemSliceResolvers,
          itemSubsetResolvers,
          abilityResolvers,
          healthResolvers,
          capabilityLevelResolvers,
          taskScoreResolvers,
          captionMetricResolvers,
          auditResolvers,
          auditLogResolvers,
          keyReviewResolvers,
          errorLabelResolvers,
          externalScoreResolvers,
          keyRevisionResolvers,
          apiKeyResolvers,
          hiddenAnswerResolvers,
          challengeResolvers,
          promptResolvers,
        ],
        resolverValidationOptions: { requireResolversToMatchSchema: "error" },
      }),
    ),
  );
