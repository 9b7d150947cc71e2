import { badInput } from "../../../domain/errors.ts";

/** The judge that this server asks, as the run services see it. */
export interface Judge {
  readonly model: string;
  /** Signals that there are tasks. */
  readonly signal: WorkSignal;
}

export const judgeNamed = (model: string): Judge => ({ model, signal: new WorkSignal() });

/**
 * The judge that a run asks for; `null` if it does not ask for one.
 * @throws `BAD_USER_INPUT` if the server has no judge
 */
export function requestedJudge(judge: Judge | null, requested: boolean | null | undefined): Judge | null {
  if (requested !== true) return null;
  if (judge !== null) return judge;
  throw badInput(
    "'judge' asks for a judge, but this server has none: its operator must set OMNIDEX_JUDGE_URL and OMNIDEX_JUDGE_MODEL. Leave 'judge' out to do without one.",
  );
}

/** Wakes a waiting worker. A signal without a waiter is kept for the next waiter. */
export class WorkSignal {
  #given = false;
  #wake: (() => void) | null = null;

  give(): void {
    this.#given = true;
    this.#wake?.();
  }

  /** Waits for the signal, but at most the given time. */
  async wait(milliseconds: number): Promise<void> {
    if (!this.#given) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#wake = null;
    this.#given = false;
  }
}
