/** GraphQL Yoga with resolvers and DataLoader. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import DataLoader from "dataloader";
import { createSchema, createYoga } from "graphql-yoga";
import { sayListening } from "../server-environment.ts";
import { countPage, fetchPage, plainResolvers, type QuestionPage } from "./resolvers.ts";
import { type AudioRow, fetchQuestionsOf, type QuestionRow, type VideoRow } from "./rows.ts";
import { audioTypesById, categoriesById, tasksById, videosById } from "./rows-by-id.ts";
import { typeDefinitions } from "./type-definitions.ts";

/** Created anew for each request. */
const requestLoaders = () => ({
  tasks: new DataLoader(tasksById),
  categories: new DataLoader(categoriesById),
  audioTypes: new DataLoader(audioTypesById),
  videos: new DataLoader(videosById),
  questionsOf: new DataLoader(
    (pages: readonly QuestionPage[]) =>
      fetchQuestionsOf(
        pages.map(({ video }) => video ?? 0),
        pages[0]?.first ?? 20,
      ),
    { cacheKeyFn: ({ video, first }) => `${video}:${first}` },
  ),
});

type Context = ReturnType<typeof requestLoaders>;

const { Query, Question, Video, Node, ...others } = plainResolvers;
const resolvers = {
  ...others,
  Query,
  Node: { __resolveType: Node.resolveType },
  Question: {
    ...Question,
    task: ({ taskId }: QuestionRow, _: unknown, { tasks }: Context) => tasks.load(taskId),
    video: ({ videoId }: QuestionRow, _: unknown, { videos }: Context) =>
      videoId === null ? null : videos.load(videoId),
    audioTypes: async ({ audioTypeIds }: QuestionRow, _: unknown, { audioTypes }: Context) =>
      (await audioTypes.loadMany(audioTypeIds))
        .filter((row): row is AudioRow => row !== null && !(row instanceof Error))
        .sort((a, b) => a.bit - b.bit),
  },
  Video: {
    ...Video,
    category: ({ categoryId }: VideoRow, _: unknown, { categories }: Context) =>
      categoryId === null ? null : categories.load(categoryId),
  },
  QuestionConnection: {
    totalCount: countPage,
    nodes: (page: QuestionPage, _: unknown, { questionsOf }: Context) =>
      page.video === undefined ? fetchPage(page) : questionsOf.load(page),
  },
};

const yoga = createYoga({
  schema: createSchema<Context>({ typeDefs: typeDefinitions, resolvers: resolvers as never }),
  context: requestLoaders,
  graphiql: false,
  landingPage: false,
  logging: false,
});
const server = createServer(yoga);
server.listen(0, "127.0.0.1", () => sayListening((server.address() as AddressInfo).port));
