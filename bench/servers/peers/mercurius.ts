/** Mercurius with its JIT and its own loaders, on Fastify. */
import Fastify from "fastify";
import mercurius, { type IResolvers, type MercuriusLoaders } from "mercurius";
import { sayListening } from "../server-environment.ts";
import { countPage, fetchPage, plainResolvers, type QuestionPage } from "./resolvers.ts";
import { fetchQuestionsOf, type QuestionRow, type VideoRow } from "./rows.ts";
import { audioTypesById, categoriesById, tasksById, videosById } from "./rows-by-id.ts";
import { typeDefinitions } from "./type-definitions.ts";

type Queries<T> = readonly { readonly obj: T }[];

const distinct = (ids: readonly (number | null)[]): number[] => [...new Set(ids.filter((id) => id !== null))];

/** Loads the objects that rows refer to, with one statement for all rows. */
async function referred<T, R extends { readonly id: number }>(
  queries: Queries<T>,
  keyOf: (object: T) => number | null,
  load: (ids: readonly number[]) => Promise<(R | null)[]>,
): Promise<(R | null)[]> {
  const rows = await load(distinct(queries.map(({ obj }) => keyOf(obj))));
  const byId = new Map(rows.filter((row) => row !== null).map((row) => [row.id, row]));
  return queries.map(({ obj }) => byId.get(keyOf(obj) ?? 0) ?? null);
}

async function audioLabels(queries: Queries<QuestionRow>) {
  const rows = await audioTypesById(distinct(queries.flatMap(({ obj }) => obj.audioTypeIds)));
  const byId = new Map(rows.filter((row) => row !== null).map((row) => [row.id, row]));
  return queries.map(({ obj }) =>
    obj.audioTypeIds
      .map((id) => byId.get(id))
      .filter((row) => row !== undefined)
      .sort((a, b) => a.bit - b.bit),
  );
}

async function connectionNodes(queries: Queries<QuestionPage>) {
  const nested = queries.map(({ obj }) => obj).filter(({ video }) => video !== undefined);
  if (nested.length === 0) return Promise.all(queries.map(({ obj }) => fetchPage(obj)));
  const pages = await fetchQuestionsOf(
    nested.map(({ video }) => video ?? 0),
    nested[0]?.first ?? 20,
  );
  return queries.map(({ obj }) => pages[nested.indexOf(obj)] ?? []);
}

const loaders = {
  Question: {
    task: (queries: Queries<QuestionRow>) => referred(queries, ({ taskId }) => taskId, tasksById),
    video: (queries: Queries<QuestionRow>) => referred(queries, ({ videoId }) => videoId, videosById),
    audioTypes: audioLabels,
  },
  Video: {
    category: (queries: Queries<VideoRow>) => referred(queries, ({ categoryId }) => categoryId, categoriesById),
  },
  QuestionConnection: { nodes: connectionNodes },
};

const { Node, ...resolvers } = plainResolvers;
const app = Fastify();
await app.register(mercurius, {
  schema: typeDefinitions,
  resolvers: { ...resolvers, Node, QuestionConnection: { totalCount: countPage } } as unknown as IResolvers,
  loaders: loaders as unknown as MercuriusLoaders,
  jit: 1,
});
const address = await app.listen({ host: "127.0.0.1", port: 0 });
sayListening(Number(new URL(address).port));
