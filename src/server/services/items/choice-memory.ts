import { fetchLatestChoices } from "../../data/choice-queries.ts";
import { CountedCache } from "../../telemetry/counted-cache.ts";
import { fillChoices } from "../choices/fill-choices.ts";
import type { ItemServices } from "./item-services.ts";

/** Room for the choices of 5,000 runs over 5,000 questions. */
const BUDGET = 25_000_000;
/** The approximate overhead of a run besides its bytes. */
const BYTES_OF_RUN = 200;

interface KnownChoices {
  readonly revision: number;
  readonly choices: Uint8Array;
}

/** A run and the revision of its latest scoring. */
export interface ChoosingRun {
  readonly run: number;
  readonly revision: number;
}

/** The chosen options of runs in memory, by run and scoring. A scoring never changes. */
export class ChoiceMemory {
  readonly #known: CountedCache<number, KnownChoices>;

  constructor(budget = BUDGET) {
    this.#known = new CountedCache("choices", {
      maxSize: budget,
      sizeCalculation: ({ choices }) => choices.byteLength + BYTES_OF_RUN,
    });
  }

  /** The chosen options of the runs, by run. Those that an earlier version did not store are computed and stored first. */
  async of(
    services: Pick<ItemServices, "database" | "sheets">,
    runs: readonly ChoosingRun[],
  ): Promise<ReadonlyMap<number, Uint8Array>> {
    const found = new Map<number, Uint8Array>();
    const missing: number[] = [];
    for (const { run, revision } of runs) {
      const known = this.#known.get(run);
      if (known?.revision === revision) found.set(run, known.choices);
      else missing.push(run);
    }
    if (missing.length === 0) return found;
    for (const { run, revision, choices: stored } of (await fetchLatestChoices(services.database, missing)).values()) {
      const choices = stored ?? (await fillChoices(services, run));
      if (choices === null) continue;
      // A driver's bytes may be part of a larger buffer, which the cache would keep.
      const own = Uint8Array.from(choices);
      this.#known.set(run, { revision, choices: own });
      found.set(run, own);
    }
    return found;
  }
}
