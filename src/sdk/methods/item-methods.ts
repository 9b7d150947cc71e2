import type * as options from "../options.ts";
import { Paged } from "../pagination.ts";
import type { Send } from "../send.ts";
import type { RequestOptions } from "../transport-options.ts";
import type * as types from "../types.ts";

/** The documents of statistics, loaded with the first of them. */
const documents = () => import("../generated/item-operations.ts");

/** What the answers of many runs say about questions. */
export const itemMethods = (send: Send) => ({
  /**
   * The statistics of a benchmark's questions. Each page also has the `evidence`, and the figures that are `withheld`
   * because there are too few runs. `OmnidexForbiddenError` if answers are hidden from you.
   *
   * @example
   * const items = omnidex.itemAnalysis("worldsense", { orderBy: { field: "DISCRIMINATION", direction: "ASC" } });
   * for await (const { question, share, discrimination } of items.take(10)) console.log(question.key, share, discrimination);
   */
  itemAnalysis(
    benchmark: string,
    { filter, runs, orderBy, withModel = false, ...list }: options.ItemAnalysisOptions = {},
  ): Paged<types.Item, types.ItemPage> {
    return new Paged<types.Item, types.ItemPage>(async (page, request) => {
      const variables = { benchmark, filter, runs, orderBy, withModel, ...page };
      return (await send((await documents()).ItemAnalysisDocument, variables, request)).itemAnalysis;
    }, list);
  },

  /**
   * The item snapshots of a benchmark, the newest first. Slices refer to them: `{ statistics: { snapshot, difficulty: { lt: 0.95 } } }`.
   *
   * @example
   * const [newest] = await omnidex.itemSnapshots("worldsense");
   */
  async itemSnapshots(benchmark: string, request: RequestOptions = {}): Promise<types.ItemSnapshot[]> {
    return [...(await send((await documents()).ItemSnapshotsDocument, { benchmark }, request)).itemSnapshots];
  },

  /**
   * Stores the statistics that the questions of a benchmark have now. Requires the key of an administrator or of one of its
   * maintainers. If nothing has changed since an earlier snapshot, returns that one.
   *
   * @throws OmnidexConflictError if there are too few runs, or the answers are hidden.
   * @example
   * const { id } = await omnidex.takeItemSnapshot({ benchmark: "worldsense", note: "before the 2027 challenge" });
   */
  async takeItemSnapshot(
    input: types.TakeItemSnapshotInput,
    request: RequestOptions = {},
  ): Promise<types.ItemSnapshot> {
    const { TakeItemSnapshotDocument } = await documents();
    return (await send(TakeItemSnapshotDocument, { input }, request)).takeItemSnapshot.snapshot;
  },
});
