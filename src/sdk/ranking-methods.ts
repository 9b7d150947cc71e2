import * as documents from "./generated/operations.ts";
import { scoringDocuments } from "./lazy-documents.ts";
import { type ListOptions, Paged } from "./pagination.ts";
import type * as options from "./sdk-options.ts";
import type { Send } from "./send.ts";
import type { RequestOptions } from "./transport-options.ts";
import type * as types from "./types.ts";

/** The models, their rankings, and the figures of papers. */
export const rankingMethods = (send: Send) => ({
  /**
   * The runs of a benchmark ranked by their score over a slice, together with the figures of its paper. Each page also
   * has the number of `questions` in the slice.
   *
   * @example
   * const board = omnidex.leaderboard("worldsense", { filter: { audioTypes: { any: ["MUSIC"] } } });
   * for await (const { rank, model, value } of board.take(10)) console.log(rank, model.name, value);
   */
  leaderboard(
    benchmark: string,
    {
      filter,
      orderBy,
      runs,
      published = true,
      partial = false,
      board,
      withAbility = false,
      withReferences = false,
      ...list
    }: options.LeaderboardOptions = {},
  ): Paged<types.LeaderboardEntry, types.LeaderboardPage> {
    return new Paged<types.LeaderboardEntry, types.LeaderboardPage>(async (page, request) => {
      const variables = {
        benchmark,
        filter,
        orderBy,
        runs,
        published,
        partial,
        board,
        withAbility,
        withReferences,
        ...page,
      };
      return (await send(documents.LeaderboardDocument, variables, request)).leaderboard;
    }, list);
  },

  /**
   * The scores of a leaderboard's runs for each value of one or two dimensions, together with the figures of the
   * benchmark's paper. Each page also has the `columns`. Up to 1,000 rows per page.
   *
   * @example
   * const { columns, nodes } = await omnidex.scoreTable("worldsense", { by: ["AUDIO_TYPE"] }).page();
   * console.log("model", ...columns.map(({ keys }) => keys.map(({ label }) => label).join(", ")));
   * for (const { model, cells } of nodes) console.log(model.name, ...cells.map((cell) => cell?.value));
   */
  scoreTable(
    benchmark: string,
    { filter, by, orderBy, runs, published = true, partial = false, ...list }: options.ScoreTableOptions,
  ): Paged<types.ScoreTableRow, types.ScoreTablePage> {
    return new Paged<types.ScoreTableRow, types.ScoreTablePage>(async (page, request) => {
      const variables = { benchmark, filter, by, orderBy, runs, published, partial, ...page };
      return (await send((await scoringDocuments()).ScoreTableDocument, variables, request)).scoreTable;
    }, list);
  },

  /**
   * Groups of runs that differ only in their seed, each with its mean and spread.
   *
   * @example
   * for await (const { model, mean, standardDeviation } of omnidex.runGroups({ filter: { benchmarks: ["mmworld"] } }))
   *   console.log(model.name, mean, standardDeviation);
   */
  runGroups({ filter, slice, ...list }: options.RunGroupsOptions = {}): Paged<types.RunGroup> {
    return new Paged(async (page, request) => {
      const variables = { filter, slice, ...page };
      return (await send((await scoringDocuments()).RunGroupsDocument, variables, request)).runGroups;
    }, list);
  },

  /**
   * All models that have a run the API key may see, or a published result.
   *
   * @example
   * const models = await omnidex.models().toArray();
   */
  models(list: ListOptions = {}): Paged<types.Model> {
    return new Paged(
      async (page, request) => (await send((await scoringDocuments()).ModelsDocument, page, request)).models,
      list,
    );
  },

  /**
   * The model with a slug; null if there is none that the API key may see.
   *
   * @example
   * const model = await omnidex.model("gpt-4o");
   */
  async model(slug: string, request: RequestOptions = {}): Promise<types.Model | null> {
    return (await send((await scoringDocuments()).ModelDocument, { slug }, request)).model;
  },

  /**
   * The figures that the benchmarks' papers print.
   *
   * @example
   * const overall = await omnidex.publishedResults({ filter: { benchmarks: ["mmworld"], overall: true } }).toArray();
   */
  publishedResults({ filter, ...list }: options.PublishedResultsOptions = {}): Paged<types.PublishedResult> {
    return new Paged(async (page, request) => {
      const variables = { filter, ...page };
      return (await send(documents.PublishedResultsDocument, variables, request)).publishedResults;
    }, list);
  },

  /**
   * AVI-Bench's four levels for each model of its paper, both computed from Table 3 and as Table 5 prints them.
   *
   * @example
   * const levels = await omnidex.publishedCapabilityLevels();
   */
  async publishedCapabilityLevels(request: RequestOptions = {}): Promise<readonly types.PublishedCapabilityLevels[]> {
    return (await send((await scoringDocuments()).PublishedCapabilityLevelsDocument, {}, request))
      .publishedCapabilityLevels;
  },
});
