import type { ImportFile } from "../../src/importers/importer.ts";
import { aviBenchFiles } from "../fixtures/avi-bench-fixture.ts";
import { jsonFile } from "../fixtures/file-writing.ts";
import { mmworldFixture, mmworldFlatJson, mmworldFlatParquet, mmworldJson } from "../fixtures/mmworld-fixture.ts";
import { omnidexJson } from "../fixtures/omnidex-fixture.ts";
import { omniVideoBenchFixture, omniVideoBenchFlat, omniVideoBenchJson } from "../fixtures/omnivideobench-fixture.ts";
import { worldSenseFixture, worldSenseJson, worldSenseParquet, worldSenseTsv } from "../fixtures/worldsense-fixture.ts";

export interface ImporterCase {
  readonly name: string;
  readonly slug: string;
  readonly files: () => readonly ImportFile[];
}

/** Every format, with files of realistic size. */
export const FULL_SIZE: readonly ImporterCase[] = [
  { name: "WorldSense", slug: "worldsense", files: () => [worldSenseJson(worldSenseFixture())] },
  { name: "WorldSense as TSV", slug: "worldsense", files: () => [worldSenseTsv(worldSenseFixture())] },
  { name: "WorldSense as Parquet", slug: "worldsense", files: () => [worldSenseParquet(worldSenseFixture())] },
  { name: "MMWorld", slug: "mmworld", files: () => [mmworldJson(mmworldFixture())] },
  { name: "MMWorld, flat", slug: "mmworld", files: () => [mmworldFlatJson(mmworldFixture())] },
  { name: "OmniVideoBench", slug: "omnivideobench", files: () => [omniVideoBenchJson(omniVideoBenchFixture())] },
  {
    name: "OmniVideoBench, flat Parquet",
    slug: "omnivideobench",
    files: () => omniVideoBenchFlat(omniVideoBenchFixture()).slice(0, 1),
  },
  {
    name: "OmniVideoBench, flat JSONL",
    slug: "omnivideobench",
    files: () => omniVideoBenchFlat(omniVideoBenchFixture()).slice(2, 3),
  },
  { name: "AVI-Bench", slug: "avi-bench", files: () => aviBenchFiles() },
  { name: "a benchmark of one's own", slug: "my-bench", files: () => [omnidexJson()] },
];

/** Every format, in the smallest file that uses all of its features. The files are damaged thousands of times. */
export const SMALL: readonly ImporterCase[] = [
  { name: "WorldSense", slug: "worldsense", files: () => [worldSenseJson(worldSenseFixture().slice(0, 2))] },
  { name: "WorldSense as TSV", slug: "worldsense", files: () => [worldSenseTsv(worldSenseFixture().slice(0, 2))] },
  {
    name: "WorldSense as Parquet",
    slug: "worldsense",
    files: () => [worldSenseParquet(worldSenseFixture().slice(0, 2))],
  },
  { name: "MMWorld", slug: "mmworld", files: () => [mmworldJson(mmworldFixture().slice(0, 1))] },
  { name: "MMWorld, flat Parquet", slug: "mmworld", files: () => [mmworldFlatParquet(mmworldFixture().slice(0, 1))] },
  {
    name: "OmniVideoBench",
    slug: "omnivideobench",
    files: () => [omniVideoBenchJson(omniVideoBenchFixture().slice(0, 2))],
  },
  {
    name: "OmniVideoBench, flat JSONL",
    slug: "omnivideobench",
    files: () => omniVideoBenchFlat(omniVideoBenchFixture().slice(0, 2)).slice(2, 3),
  },
  { name: "AVI-Bench", slug: "avi-bench", files: () => [jsonFile("records.json", oneOfEachTask())] },
  { name: "a benchmark of one's own", slug: "my-bench", files: () => [omnidexJson()] },
];

const oneOfEachTask = (): readonly unknown[] =>
  aviBenchFiles().map(({ bytes }) => {
    const records: readonly unknown[] = JSON.parse(new TextDecoder().decode(bytes));
    return records[0];
  });
