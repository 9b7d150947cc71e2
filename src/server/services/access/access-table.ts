import type { FieldRule } from "./field-rules.ts";
import { ACCESS_FIELDS } from "./table/access-fields.ts";
import { BENCHMARK_FIELDS } from "./table/benchmark-fields.ts";
import { CHALLENGE_FIELDS } from "./table/challenge-fields.ts";
import { COMPARISON_FIELDS } from "./table/comparison-fields.ts";
import { HEALTH_FIELDS } from "./table/health-fields.ts";
import { ITEM_FIELDS } from "./table/item-fields.ts";
import { PAYLOAD_FIELDS } from "./table/payload-fields.ts";
import { RUN_FIELDS } from "./table/run-fields.ts";

/**
 * The rule of every field of the schema, by type and field. `test/server/access/walk` compares it with what the server
 * returns.
 */
export const FIELD_ACCESS: Readonly<Record<string, Readonly<Record<string, FieldRule>>>> = {
  ...ACCESS_FIELDS,
  ...BENCHMARK_FIELDS,
  ...RUN_FIELDS,
  ...COMPARISON_FIELDS,
  ...CHALLENGE_FIELDS,
  ...ITEM_FIELDS,
  ...HEALTH_FIELDS,
  ...PAYLOAD_FIELDS,
};
