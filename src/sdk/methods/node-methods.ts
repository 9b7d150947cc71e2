import * as documents from "../generated/operations.ts";
import type { Send } from "../send.ts";
import type { RequestOptions } from "../transport-options.ts";
import type * as types from "../types.ts";

/** How many ids the server takes at once. */
const MOST_NODES = 100;

type Look = documents.NodeQuery["node"];
type OtherLook = documents.NodeQuery["other"];

/** One of two looks at a node has its fields: see operations/node.graphql. */
function ofLooks(node: Look, other: OtherLook): types.Node | null {
  if (other?.__typename === "Benchmark" || other?.__typename === "PublishedResult") return other;
  return node?.__typename === "Benchmark" || node?.__typename === "PublishedResult" ? null : node;
}

/** Whatever has an id. */
export const nodeMethods = (send: Send) => ({
  /**
   * Whatever an id stands for; null where there is nothing, or nothing that the API key may see.
   *
   * @example
   * const node = await omnidex.node(id);
   * if (node?.__typename === "Question") console.log(node.text);
   */
  async node(id: string, request: RequestOptions = {}): Promise<types.Node | null> {
    const { node, other } = await send(documents.NodeDocument, { id }, request);
    return ofLooks(node, other);
  },

  /**
   * What each of any number of ids stands for, in their order; null in the place of each one that is not there. A hundred
   * go in one request.
   *
   * @example
   * const [first] = await omnidex.nodes([id]);
   */
  async nodes(ids: readonly string[], request: RequestOptions = {}): Promise<readonly (types.Node | null)[]> {
    const found: (types.Node | null)[] = [];
    for (let start = 0; start < ids.length; start += MOST_NODES) {
      const variables = { ids: ids.slice(start, start + MOST_NODES) };
      const { nodes, others } = await send(documents.NodesDocument, variables, request);
      for (const [index, node] of nodes.entries()) found.push(ofLooks(node, others[index] ?? null));
    }
    return found;
  },
});
