import type { ImportFile } from "../../src/formats/files/importer.ts";
import { aviBenchFiles } from "../fixtures/avi-bench-fixture.ts";
import { jsonFile } from "../fixtures/file-writing.ts";
import { mmworldFixture, mmworldFlatJson, mmworldFlatParquet, mmworldJson } from "../fixtures/mmworld-fixture.ts";
import { omnidexJson } from "../fixtures/omnidex-fixture.ts";
import { omniVideoBenchFixture, omniVideoBenchFlat, omniVideoBenchJson } from "../fixtures/omnivideobench-fixture.ts";
import { worldSenseFixture, worldSenseJson, worldSenseParquet, worldSenseTsv } from "../fixtures/worldsense-fixture.ts";
import { someOf } from "../support/cases.ts";

export interface ImporterCase {
  readonly name: string;
  readonly slug: string;
  readonly files: () => readonly ImportFile[];
}

interface Fixtures {
  readonly worldSense: ReturnType<typeof worldSenseFixture>;
  readonly mmworld: ReturnType<typeof mmworldFixture>;
  readonly omniVideoBench: ReturnType<typeof omniVideoBenchFixture>;
  readonly aviBench: readonly ImportFile[];
}

/** Every format, with files of these records. */
const everyFormat = (fixtures: () => Fixtures): readonly ImporterCase[] => [
  { name: "WorldSense", slug: "worldsense", files: () => [worldSenseJson(fixtures().worldSense)] },
  { name: "WorldSense as TSV", slug: "worldsense", files: () => [worldSenseTsv(fixtures().worldSense)] },
  { name: "WorldSense as Parquet", slug: "worldsense", files: () => [worldSenseParquet(fixtures().worldSense)] },
  { name: "MMWorld", slug: "mmworld", files: () => [mmworldJson(fixtures().mmworld)] },
  { name: "MMWorld, flat", slug: "mmworld", files: () => [mmworldFlatJson(fixtures().mmworld)] },
  { name: "OmniVideoBench", slug: "omnivideobench", files: () => [omniVideoBenchJson(fixtures().omniVideoBench)] },
  {
    name: "OmniVideoBench, flat Parquet",
    slug: "omnivideobench",
    files: () => omniVideoBenchFlat(fixtures().omniVideoBench).slice(0, 1),
  },
  {
    name: "OmniVideoBench, flat JSONL",
    slug: "omnivideobench",
    files: () => omniVideoBenchFlat(fixtures().omniVideoBench).slice(2, 3),
  },
  { name: "AVI-Bench", slug: "avi-bench", files: () => fixtures().aviBench },
  { name: "a benchmark of one's own", slug: "my-bench", files: () => [omnidexJson()] },
];

/** Files of realistic size. Each record is made once. */
export const FULL_SIZE = everyFormat(
  once(() => ({
    worldSense: worldSenseFixture(),
    mmworld: mmworldFixture(),
    omniVideoBench: omniVideoBenchFixture(),
    aviBench: aviBenchFiles(),
  })),
);

/** Files of some hundred questions; larger in the deep run. */
export const MEDIUM_SIZE = everyFormat(
  once(() => ({
    worldSense: someOf(worldSenseFixture(), 150),
    mmworld: someOf(mmworldFixture(), 60),
    omniVideoBench: someOf(omniVideoBenchFixture(), 150),
    aviBench: aviBenchFiles().map(({ name, bytes }) =>
      jsonFile(name, someOf(JSON.parse(new TextDecoder().decode(bytes)), 30)),
    ),
  })),
);

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

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
