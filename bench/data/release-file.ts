import { once } from "node:events";
import { createWriteStream } from "node:fs";
import type { ImportQuestion, ImportVideo } from "../../src/domain/import-batch.ts";
import { benchmarkBatch } from "./benchmark-batch.ts";
import type { DataSize } from "./data-size.ts";

/** Writes a synthetic release as a file in Omnidex's own format, which `omnidex import` reads. */
export async function writeReleaseFile(path: string, slug: string, size: DataSize): Promise<void> {
  const batch = benchmarkBatch(0, size);
  const file = createWriteStream(path);
  file.write(`{"benchmark":${JSON.stringify({ slug, title: "A large release" })},"videos":[`);
  for (const [place, video] of batch.videos.entries()) file.write(item(place, videoRecord(video)));
  file.write('],"questions":[');
  for (const [place, question] of batch.questions.entries()) file.write(item(place, questionRecord(question)));
  file.end("]}");
  await once(file, "finish");
}

const item = (place: number, record: object): string => `${place === 0 ? "" : ",\n"}${JSON.stringify(record)}`;

const videoRecord = ({ key, durationSeconds, category, audioTypes, url, subset }: ImportVideo): object => ({
  key,
  durationSeconds,
  category,
  audioTypes,
  url,
  subset,
});

const questionRecord = ({ key, video, text, options, answer, task, level, audioTypes }: ImportQuestion): object => ({
  key,
  video,
  text,
  options,
  answer: answer.kind === "option" ? answer.position : null,
  task,
  level,
  audioTypes,
});
