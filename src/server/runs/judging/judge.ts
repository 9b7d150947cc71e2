import { contentHash, judgeRequest, needsJudge } from "../../../scoring/judging/judge-request.ts";
import type { JudgeTaskRecord } from "../judge-queries.ts";
import type { StoredPrediction } from "../prediction-queries.ts";
import type { AnswerSheet } from "../reading/answer-sheet.ts";

/** The judge that this server asks, as the run services see it. */
export interface Judge {
  readonly model: string;
  /** Signals that there are tasks. */
  readonly signal: WorkSignal;
}

export const judgeNamed = (model: string): Judge => ({ model, signal: new WorkSignal() });

/** Wakes a waiting worker. A signal without a waiter is kept for the next waiter. */
class WorkSignal {
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

/** The judge tasks for a run's predictions; empty if the run does not ask for a judge. */
export function judgeTasksOf(
  predictions: readonly Pick<StoredPrediction, "ordinal" | "response" | "error" | "outcome" | "rule">[],
  sheet: AnswerSheet,
  judge: Judge | null,
): readonly JudgeTaskRecord[] {
  if (judge === null) return [];
  return predictions.flatMap((prediction) => {
    const question = sheet.questions[prediction.ordinal]?.scored;
    if (question === undefined || !needsJudge(prediction, prediction, question)) return [];
    const request = judgeRequest(question, prediction.response ?? "");
    return request === null
      ? []
      : [{ ordinal: prediction.ordinal, contentHash: contentHash(judge.model, request, sheet.cacheScope) }];
  });
}
