import type * as documents from "./generated/operations.ts";
import { scoringDocuments } from "./lazy-documents.ts";
import { OmnidexInputError } from "./sdk-errors.ts";
import type * as options from "./sdk-options.ts";
import type { Send } from "./send.ts";
import type { RequestOptions } from "./transport-options.ts";
import type * as types from "./types.ts";

/** The most ids that the server accepts in one request. */
const MOST_NODES = 100;

type Look = documents.NodeQuery["node"];
type OtherLook = documents.NodeQuery["other"];

/** Picks the selection that holds the node's fields: operations/node.graphql selects each node in two parts. */
function ofLooks(node: Look, other: OtherLook): types.Node | null {
  if (other?.__typename === "Benchmark" || other?.__typename === "PublishedResult") return other;
  return node?.__typename === "Benchmark" || node?.__typename === "PublishedResult" ? null : node;
}

/** Lookups by id. */
export const nodeMethods = (send: Send) => ({
  /**
   * The object with an id; null if it does not exist or the API key may not see it.
   *
   * @example
   * const node = await omnidex.node(id);
   * if (node?.__typename === "Question") console.log(node.text);
   */
  async node(id: string, request: RequestOptions = {}): Promise<types.Node | null> {
    const { node, other } = await send((await scoringDocuments()).NodeDocument, { id }, request);
    return ofLooks(node, other);
  },

  /**
   * The objects with the given ids, in the same order, with null for each missing object. Any number of ids is allowed;
   * each request takes 100.
   *
   * @example
   * const [first] = await omnidex.nodes([id]);
   */
  async nodes(ids: readonly string[], request: RequestOptions = {}): Promise<readonly (types.Node | null)[]> {
    if (!Array.isArray(ids)) throw new OmnidexInputError("The ids must be an array.");
    const found: (types.Node | null)[] = [];
    for (let start = 0; start < ids.length; start += MOST_NODES) {
      const variables = { ids: ids.slice(start, start + MOST_NODES) };
      const { nodes, others } = await send((await scoringDocuments()).NodesDocument, variables, request);
      for (const [index, node] of nodes.entries()) found.push(ofLooks(node, others[index] ?? null));
    }
    return found;
  },
});

/** The comparisons and their documents, loaded on first use. */
const comparisons = () => import("./comparisons.ts");

/** Comparisons of runs, question by question. */
export const comparisonMethods = (send: Send) => ({
  /**
   * A paired comparison of two runs of one release over a slice. Positive differences favour `a`; `disagreements`
   * lists the questions on which the two scores differ.
   *
   * @example
   * const comparison = await omnidex.compareRuns(a.id, b.id, { by: ["TASK"] });
   * console.log(comparison.difference, comparison.interval, comparison.adjustedPValue);
   * for await (const question of comparison.disagreements.take(10)) console.log(question.key);
   */
  async compareRuns(a: string, b: string, compare: options.CompareOptions = {}): Promise<types.RunComparison> {
    return (await comparisons()).compareRuns(send, a, b, compare);
  },

  /**
   * Compares 1 to 9 runs with one reference, over one release and a slice. `adjustedPValue` is corrected for all runs
   * and all cells together. Positive differences favour the run over the reference.
   *
   * @example
   * const { comparisons, uniquelyRight } = await omnidex.compareWithReference(base.id, [a.id, b.id], { by: ["TASK"] });
   * for (const { a, difference, adjustedPValue } of comparisons) console.log(a.model.name, difference, adjustedPValue);
   * for (const { run, questionCount } of uniquelyRight) console.log(run, questionCount);
   */
  async compareWithReference(
    reference: string,
    runs: readonly string[],
    compare: options.CompareOptions = {},
  ): Promise<types.ReferenceComparison> {
    return (await comparisons()).compareWithReference(send, reference, runs, compare);
  },

  /**
   * Compares at most 10 runs of one model with different inputs: which questions the model has right only with a
   * modality, and which only without it.
   *
   * @example
   * const { contrasts, needs } = await omnidex.modalityDiagnostics([silent.id, withSound.id]);
   * for (const { added, gainedCount, lostCount } of contrasts) console.log(added, gainedCount, lostCount);
   * for (const { modality, gained, expectedByChance, net } of needs) console.log(modality, gained, expectedByChance, net);
   */
  async modalityDiagnostics(
    runs: readonly string[],
    slice: options.SliceOptions = {},
  ): Promise<types.ModalityDiagnostics> {
    return (await comparisons()).modalityDiagnostics(send, runs, slice);
  },
});
