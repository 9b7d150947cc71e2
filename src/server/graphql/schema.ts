import { makeExecutableSchema } from "@graphql-tools/schema";
import type { GraphQLSchema } from "graphql";
import { typeDefs } from "../generated/schema-sdl.ts";
import { scopeMutations } from "./access-rules.ts";
import { chargeFields } from "./charged-fields.ts";
import { apiKeyResolvers, auditLogResolvers } from "./resolvers/access-resolvers.ts";
import { auditResolvers } from "./resolvers/audit-resolvers.ts";
import {
  benchmarkResolvers,
  modelResolvers,
  promptResolvers,
  publishedResultResolvers,
  questionResolvers,
  videoResolvers,
} from "./resolvers/benchmark-resolvers.ts";
import { challengeResolvers, hiddenAnswerResolvers } from "./resolvers/challenge-resolvers.ts";
import { comparisonResolvers } from "./resolvers/comparison-resolvers.ts";
import { diagnosticsResolvers } from "./resolvers/diagnostics-resolvers.ts";
import { errorLabelResolvers } from "./resolvers/error-label-resolvers.ts";
import { externalScoreResolvers } from "./resolvers/external-score-resolvers.ts";
import { healthResolvers } from "./resolvers/health-resolvers.ts";
import { itemResolvers, itemSliceResolvers } from "./resolvers/item-resolvers.ts";
import { abilityResolvers, itemSubsetResolvers } from "./resolvers/item-subset-resolvers.ts";
import { keyReviewResolvers } from "./resolvers/key-review-resolvers.ts";
import { keyRevisionResolvers } from "./resolvers/key-revision-resolvers.ts";
import { leaderboardResolvers } from "./resolvers/leaderboard-resolvers.ts";
import { nodeResolvers } from "./resolvers/node-resolvers.ts";
import { runResolvers } from "./resolvers/run-resolvers.ts";
import { scoreTableResolvers } from "./resolvers/score-table-resolvers.ts";
import { facetResolvers, sliceResolvers } from "./resolvers/slice-resolvers.ts";
import { submissionResolvers } from "./resolvers/submission-resolvers.ts";
import {
  capabilityLevelResolvers,
  captionMetricResolvers,
  taskScoreResolvers,
} from "./resolvers/task-score-resolvers.ts";

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
