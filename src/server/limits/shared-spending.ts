import { randomBytes } from "node:crypto";
import type { Neighbours } from "../db/database.ts";
import type { RateLimits, SharedSpent } from "./rate-limits.ts";

/** The interval at which servers exchange their callers' spending, in milliseconds. */
const INTERVAL = 200;

/** The most bytes of a notification. PostgreSQL requires fewer than 8,000. */
const MOST_BYTES = 7_500;

/**
 * Exchanges the callers' spending with the other servers of the database. Notifications in transit are lost if a server
 * or the database stops. A caller then has slightly more quota than intended.
 */
export function shareSpending(limits: RateLimits, neighbours: Neighbours): void {
  const shared = new SharedSpending(limits);
  neighbours.hear((text) => shared.hear(text));
  setInterval(() => void shared.tell(neighbours), INTERVAL).unref();
}

class SharedSpending {
  readonly #name = randomBytes(8).toString("hex");
  #telling = false;

  constructor(private readonly limits: RateLimits) {}

  /** Publishes the spending, unless the last publication is still in progress. Unpublished spending accumulates. */
  async tell({ tell }: Neighbours): Promise<void> {
    if (this.#telling) return;
    this.#telling = true;
    try {
      for (const text of payloads(this.#name, this.limits.takeUnshared())) await tell(text);
    } catch {
      // No error is reported here, because requests report database errors. Each server counts alone for now.
    } finally {
      this.#telling = false;
    }
  }

  hear(text: string): void {
    const [name, ...spent] = text.split("\n");
    if (name === this.#name) return;
    for (const line of spent) {
      const known = sharedSpent(line);
      if (known !== null) this.limits.spentElsewhere(known);
    }
  }
}

/**
 * Parses one line of a notification; null for an invalid line. A server of another version or another database user may
 * have sent the notification, so an invalid line must not end the process.
 */
function sharedSpent(line: string): SharedSpent | null {
  try {
    const [kind, index, name, tokens] = JSON.parse(line) as unknown[];
    const isKnown = typeof kind === "string" && typeof name === "string";
    if (!isKnown || !Number.isInteger(index) || !Number.isFinite(tokens)) return null;
    return [kind, index as number, name, tokens as number];
  } catch {
    return null;
  }
}

/** Splits spending into notifications. The first line is the sending server's name, and each further line is JSON. */
function* payloads(name: string, spent: readonly SharedSpent[]): Generator<string> {
  let text = name;
  for (const one of spent) {
    const line = `\n${JSON.stringify(one)}`;
    if (Buffer.byteLength(text) + Buffer.byteLength(line) > MOST_BYTES) {
      yield text;
      text = name;
    }
    text += line;
  }
  if (text !== name) yield text;
}
