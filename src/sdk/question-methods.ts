import * as documents from "./generated/operations.ts";
import { scoringDocuments } from "./lazy-documents.ts";
import { LARGE_PAGE, Paged, ReversiblePaged } from "./pagination.ts";
import type * as options from "./sdk-options.ts";
import type { Send } from "./send.ts";
import type { RequestOptions } from "./transport-options.ts";
import type * as types from "./types.ts";

/** The questions and their videos. */
export const questionMethods = (send: Send) => ({
  /**
   * The questions of a slice.
   *
   * @example
   * const filter = { audioTypes: { any: ["MUSIC"] }, levels: ["REASONING"] } as const;
   * for await (const question of omnidex.questions({ filter })) console.log(question.key, question.text);
   */
  questions({ filter, orderBy, ...list }: options.QuestionsOptions = {}): ReversiblePaged<types.Question> {
    return new ReversiblePaged(
      async (page, request) => {
        const variables = { filter, orderBy, ...page };
        return (await send(documents.QuestionsDocument, variables, request)).questions;
      },
      list,
      LARGE_PAGE,
    );
  },

  /**
   * The question with the given key in a benchmark's current release; null if no question has this key.
   *
   * @example
   * const question = await omnidex.question("omnivideobench", "video_1/0");
   */
  async question(benchmark: string, key: string, request: RequestOptions = {}): Promise<types.Question | null> {
    return (await send(documents.QuestionDocument, { benchmark, key }, request)).question;
  },

  /**
   * The questions of a slice with their prompts, from the named template or each benchmark's default.
   *
   * @example
   * for await (const { key, prompt } of omnidex.prompts({ filter, template: "worldsense/audio" })) console.log(key, prompt);
   */
  prompts({ filter, orderBy, template, ...list }: options.PromptsOptions = {}): Paged<types.Prompt> {
    return new Paged(
      async (page, request) => {
        const variables = { filter, orderBy, template, ...page };
        return (await send((await scoringDocuments()).PromptsDocument, variables, request)).questions;
      },
      list,
      undefined,
      LARGE_PAGE,
    );
  },

  /**
   * The prompt templates that fit a benchmark, its default first; without a benchmark, all templates.
   *
   * @example
   * const [usual] = await omnidex.promptTemplates("worldsense");
   */
  async promptTemplates(
    benchmark?: string | null,
    request: RequestOptions = {},
  ): Promise<readonly types.PromptTemplate[]> {
    return (await send((await scoringDocuments()).PromptTemplatesDocument, { benchmark }, request)).promptTemplates;
  },

  /**
   * The videos that match a filter.
   *
   * @example
   * const long = await omnidex.videos({ filter: { durationSeconds: { gt: 600 } } }).toArray();
   */
  videos({ filter, orderBy, ...list }: options.VideosOptions = {}): ReversiblePaged<types.Video> {
    return new ReversiblePaged(async (page, request) => {
      const variables = { filter, orderBy, ...page };
      return (await send((await scoringDocuments()).VideosDocument, variables, request)).videos;
    }, list);
  },

  /**
   * The video with the given key in a benchmark's current release; null if no video has this key.
   *
   * @example
   * const video = await omnidex.video("omnivideobench", "video_1");
   */
  async video(benchmark: string, key: string, request: RequestOptions = {}): Promise<types.Video | null> {
    return (await send((await scoringDocuments()).VideoDocument, { benchmark, key }, request)).video;
  },

  /**
   * The number of questions and videos of a slice for each value of each dimension in `by`.
   *
   * @example
   * const [byAudioType] = await omnidex.facets({ by: ["AUDIO_TYPE"] });
   */
  async facets({ filter, by, release, ...request }: options.FacetOptions): Promise<readonly types.Facet[]> {
    return (await send(documents.FacetsDocument, { filter, by, release }, request)).facets;
  },

  /**
   * The canonical form of a filter, as the server computes it. The `slice` function of this package computes it
   * offline.
   *
   * @example
   * const { fingerprint } = await omnidex.slice({ levels: ["REASONING"] });
   */
  async slice(filter?: types.QuestionFilter | null, request: RequestOptions = {}): Promise<types.ServerSlice> {
    return (await send(documents.SliceDocument, { filter }, request)).slice;
  },
});
