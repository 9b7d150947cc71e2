import { randomBytes } from "node:crypto";
import type { Neighbours } from "../db/database.ts";
import type { RateLimits, SharedSpent } from "./rate-limits.ts";

/** How often servers tell each other what was spent, in milliseconds. */
const INTERVAL = 200;

/** PostgreSQL takes less than 8,000 bytes in a notification. */
const MOST_BYTES = 7_500;

/**
 * Tells the other servers of the database what callers spend here, and takes down what they spend there, from now on. What is
 * on its way when a server or the database ends is lost, and then somebody has a little more left than they should.
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

  /** One at a time: while the database does not answer, what is spent adds up here. */
  async tell({ tell }: Neighbours): Promise<void> {
    if (this.#telling) return;
    this.#telling = true;
    try {
      for (const text of payloads(this.#name, this.limits.takeUntold())) await tell(text);
    } catch {
      // The statements of requests meet the same fault, and report it; here each server counts for itself meanwhile.
    } finally {
      this.#telling = false;
    }
  }

  hear(text: string): void {
    const [name, ...spent] = text.split("\n");
    if (name === this.#name) return;
    for (const line of spent) this.limits.spentElsewhere(JSON.parse(line) as SharedSpent);
  }
}

/** A line for who tells, and one for each that has spent. */
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
