import {
  answers,
  benchmarks,
  categories,
  keyRevisions,
  questions,
  releases,
  tasks,
  videos,
} from "../../db/tables/benchmark-tables.ts";
import { models, predictions, publishedResults, runs, scores } from "../../db/tables/run-tables.ts";

/** The GraphQL types whose objects are rows, and the tables that hold them. */
export const TYPE_TABLES = {
  Benchmark: benchmarks,
  Category: categories,
  KeyCorrection: answers,
  KeyRevision: keyRevisions,
  Model: models,
  Prediction: predictions,
  PublishedResult: publishedResults,
  Question: questions,
  Release: releases,
  Run: runs,
  Scoring: scores,
  Task: tasks,
  Video: videos,
} as const;

export type TypeName = keyof typeof TYPE_TABLES;
export type TableOf<N extends TypeName> = (typeof TYPE_TABLES)[N];
