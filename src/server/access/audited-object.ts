import { encodeNodeId } from "../../domain/node-id.ts";

/** The maximum length of a stored text from a caller. */
const LONGEST = 200;

/** The input fields that name the object of a call, the most specific first. */
const NAMES = ["run", "model", "id", "benchmark"] as const;

/**
 * The object of a call: the object that the call made (`key_3`, `run_7`), else the object that its input names, else
 * null. For a benchmark, the owner or slice that the input names is appended: `worldsense: vision-group`.
 */
export function objectOf(input: unknown, result?: unknown): string | null {
  const made = madeBy(result);
  if (made !== null) return made;
  if (!isRecord(input)) return null;
  for (const name of NAMES) {
    const value = input[name];
    if (typeof value !== "string") continue;
    const owners = Array.isArray(input.owners) ? input.owners.join(", ") : undefined;
    const detail = name === "benchmark" ? (owners ?? input.owner ?? input.name) : undefined;
    return (typeof detail === "string" ? `${value}: ${detail}` : value).slice(0, LONGEST);
  }
  return null;
}

/** The id of the key or run that a transaction made. */
function madeBy(result: unknown): string | null {
  if (!isRecord(result)) return null;
  const { done, run } = result;
  if (typeof run === "number") return encodeNodeId("Run", run);
  const apiKey = isRecord(done) ? done.apiKey : undefined;
  return isRecord(apiKey) && typeof apiKey.id === "number" ? `key_${apiKey.id}` : null;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
