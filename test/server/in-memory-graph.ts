import { buildSchema, defaultFieldResolver, execute, type GraphQLFieldResolver, getNamedType, parse } from "graphql";
import { typeDefs } from "../../src/server/generated/schema-sdl.ts";
import type { TestServer } from "../support/test-server.ts";
import { deepSelection } from "./deep-selection.ts";

export const schema = buildSchema(typeDefs);

type Entity = Readonly<Record<string, unknown>> & { readonly id: string };
type Args = Readonly<Record<string, unknown>>;
interface Edge {
  readonly cursor: string;
  readonly node: { readonly id: string };
}

/** The orders of a list that documents may ask for; the first is the default. */
export const ORDERS = ["ORDINAL:ASC", "ORDINAL:DESC", "KEY:ASC", "KEY:DESC"] as const;

/**
 * The server's data, read once with plain documents without aliases. graphql-js then executes documents over this data,
 * with one resolver call for each field.
 */
export class InMemoryGraph {
  readonly #entities = new Map<string, Entity>();
  /** The edges of a whole list, by list and order. */
  readonly #edges = new Map<string, readonly Edge[]>();

  static async read(server: TestServer): Promise<InMemoryGraph> {
    const graph = new InMemoryGraph();
    const links = "benchmark{id} release{id}";
    const category = deepSelection("Category", 0);
    graph.#register(
      await server.data(`{benchmarks{${deepSelection("Benchmark", 0)} release{id} suspects{id}
        releases{${deepSelection("Release", 0)} benchmark{id} suspects{id}} tasks{${deepSelection("Task", 0)} benchmark{id}}
        categories{${category} parent{id} subcategories{${category} parent{id} subcategories{id}}}}}`),
    );
    for (const order of ORDERS) {
      await graph.#readList(
        server,
        "questions",
        1000,
        order,
        `${deepSelection("Question", 0)} task{id} video{id} ${links}`,
      );
      await graph.#readList(server, "videos", 100, order, `${deepSelection("Video", 0)} category{id} ${links}`);
    }
    return graph;
  }

  get ids(): readonly string[] {
    return [...this.#entities.keys()];
  }

  /** The answer of graphql-js. */
  async answer(document: string, variableValues: Args): Promise<unknown> {
    const { data, errors } = await execute({
      schema,
      document: parse(document),
      variableValues,
      fieldResolver: this.#resolve,
      typeResolver: (value) => (value as { __typename: string }).__typename,
    });
    if (errors !== undefined) throw new Error(`the reference failed: ${JSON.stringify(errors)}`);
    return data;
  }

  async #readList(server: TestServer, list: string, size: number, order: string, rows: string): Promise<void> {
    const [field, direction] = order.split(":");
    const edges: Edge[] = [];
    for (let after: string | null = null, more = true; more; ) {
      const data: Record<string, { edges: Edge[]; pageInfo: { hasNextPage: boolean; endCursor: string } }> =
        await server.data(
          `query($after:String){${list}(first:${size},after:$after,orderBy:{field:${field},direction:${direction}})
            {edges{cursor node{${rows}}} pageInfo{hasNextPage endCursor}}}`,
          { after },
        );
      this.#register(data);
      edges.push(...(data[list]?.edges ?? []));
      more = data[list]?.pageInfo.hasNextPage ?? false;
      after = data[list]?.pageInfo.endCursor ?? null;
    }
    this.#edges.set(`${list}:${order}`, edges);
  }

  /** Stores every object that has an id, at any depth of a response. */
  #register(value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    if ("id" in value)
      this.#entities.set(String(value.id), { ...this.#entities.get(String(value.id)), ...(value as Entity) });
    for (const child of Object.values(value)) this.#register(child);
  }

  readonly #resolve: GraphQLFieldResolver<unknown, unknown> = (source, args, context, info) => {
    if (getNamedType(info.returnType).name.endsWith("Connection"))
      return this.#connection(info.fieldName, source as Entity, args);
    if (info.parentType.name === "Query") return this.#root(info.fieldName, args);
    const value: unknown = defaultFieldResolver(source, args, context, info);
    return Array.isArray(value) ? value.map(this.#whole) : this.#whole(value);
  };

  /** Returns the stored object for an object with an id, and any other value unchanged. */
  readonly #whole = (value: unknown): unknown =>
    typeof value === "object" && value !== null && "id" in value ? this.#entities.get(String(value.id)) : value;

  #root(field: string, args: Args): unknown {
    const find = (id: unknown): Entity | null => this.#entities.get(String(id)) ?? null;
    const benchmarks = this.ids.flatMap((id) => (id.startsWith("benchmark_") ? [find(id)] : []));
    if (field === "node") return find(args.id);
    if (field === "nodes") return (args.ids as readonly string[]).map(find);
    return field === "benchmarks"
      ? benchmarks
      : (benchmarks.find((benchmark) => benchmark?.slug === args.slug) ?? null);
  }

  #connection(list: string, parent: Entity | undefined, { first, last, orderBy, filter }: Args) {
    const { field, direction } = (orderBy ?? { field: "ORDINAL", direction: "ASC" }) as Record<string, string>;
    const rows = (this.#edges.get(`${list}:${field}:${direction}`) ?? []).filter(
      ({ node }) => this.#isWithin(node.id, parent) && this.#passes(node.id, filter),
    );
    const size = (first ?? last ?? 20) as number;
    const page = last == null ? rows.slice(0, size) : rows.slice(Math.max(0, rows.length - size));
    const more = rows.length > page.length;
    return {
      totalCount: rows.length,
      edges: page,
      nodes: page.map(({ node }) => node),
      pageInfo: {
        hasNextPage: last == null && more,
        hasPreviousPage: last != null && more,
        startCursor: page[0]?.cursor ?? null,
        endCursor: page.at(-1)?.cursor ?? null,
      },
    };
  }

  #isWithin(id: string, parent: Entity | undefined): boolean {
    if (parent === undefined) return true;
    const links = ["video", "benchmark"].map((link) => (this.#entities.get(id)?.[link] as Entity | null)?.id);
    return links.includes(parent.id);
  }

  #passes(id: string, filter: unknown): boolean {
    const levels = (filter as { levels?: readonly unknown[] } | null | undefined)?.levels;
    return levels === undefined || levels.includes(this.#entities.get(id)?.level);
  }
}
