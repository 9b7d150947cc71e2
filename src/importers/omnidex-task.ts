import type { ImportTask } from "../domain/import-batch.ts";
import { DOMINANCES, LEVELS } from "../domain/vocabulary.ts";
import { slugOf } from "./batch/category-tree.ts";
import type { RecordReader } from "./reading/record-reader.ts";

const FIELDS = ["name", "level", "dominance", "chance", "metric"];

/** Reads an entry of `tasks`. The file is authoritative, so the level's source counts as the paper. */
export function readOmnidexTask(record: RecordReader): ImportTask {
  record.onlyFields(FIELDS);
  const name = record.field("name");
  return {
    slug: slugOf(name),
    name: name.text(),
    level: record.field("level").oneOf(LEVELS),
    levelSource: "PAPER",
    dominance: record.optional("dominance")?.oneOf(DOMINANCES) ?? null,
    chance: readChance(record.optional("chance")),
    metric: record.optional("metric")?.text() ?? "accuracy",
  };
}

function readChance(chance: RecordReader | null): number | null {
  if (chance === null) return null;
  const value = chance.number("a share from 0 to 1");
  return value >= 0 && value <= 1 ? value : chance.fail("a share from 0 to 1");
}
