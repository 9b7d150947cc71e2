import { expect } from "vitest";
import type { AnswerKey } from "../../../src/domain/import-batch.ts";
import type { TaskFigure, TaskFigures } from "../../../src/scoring/metrics/avi-tasks/task-figure.ts";
import { aviTaskFigures } from "../../../src/scoring/metrics/avi-tasks/task-metrics.ts";

/** A question's key and the response, which is null if nothing was sent. */
export type Row = readonly [key: AnswerKey, text: string | null];

export const figures = (task: string, rows: readonly Row[]): TaskFigures | null =>
  aviTaskFigures(
    task,
    rows.map(([key, text]) => ({ key, text })),
  );

export const named = (figure: TaskFigure | null | undefined): Record<string, number> =>
  Object.fromEntries((figure?.parts ?? []).map(({ name, value }) => [name, value]));

export const near = (value: number) => expect.closeTo(value, 12);
