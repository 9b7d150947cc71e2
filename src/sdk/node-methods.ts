import type * as documents from "./generated/operations.ts";
import { OmnidexInputError } from "./input-error.ts";
import { scoringDocuments } from "./scoring-documents.ts";
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
