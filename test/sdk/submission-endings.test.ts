import { getEventListeners } from "node:events";
import { GraphQLError } from "graphql";
import { describe, expect, test, vi } from "vitest";
import { Omnidex, OmnidexConflictError, type PredictionInput } from "../../src/sdk/index.ts";
import { keptRun, rows, sizesOf, submission } from "./support/kept-run.ts";
import { schemaServer } from "./support/schema-server.ts";

const gone = (): never => {
  throw new GraphQLError("gone", { extensions: { code: "INTERNAL" } });
};

describe("a submission that ends before its source does", () => {
  /** A source that reports when it is released. */
  function source(closed: () => void): () => AsyncGenerator<PredictionInput> {
    return async function* () {
      try {
        yield* rows(30_000);
      } finally {
        closed();
      }
    };
  }

  test.each(["validateRun", "appendPredictions", "createRun"] as const)(
    "closes the source and removes the abort listener if %s fails",
    async (call) => {
      const kept = keptRun();
      kept[call].mockImplementation(gone as never);
      await using server = await schemaServer(kept);
      const omnidex = new Omnidex({ url: server.url });
      const { signal } = new AbortController();
      const closed = vi.fn();
      const opened = source(closed);
      const sources = [opened, opened()];
      for (const predictions of sources) {
        const input = { ...submission(0), predictions, ...(predictions !== opened && { idempotencyKey: "mine" }) };
        if (call === "validateRun" && predictions !== opened) continue;
        await expect(omnidex.submitRun(input, { signal })).rejects.toThrow("gone");
      }
      const readings = { validateRun: 1, appendPredictions: 3, createRun: 2 }[call];
      await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(readings), { timeout: 10_000 });
      expect(getEventListeners(signal, "abort")).toEqual([]);
    },
  );
});

describe("an idempotency key that was used for other content", () => {
  test.each([
    ["an array", () => rows(4_000)],
    ["an iterator that can be read only once", () => rows(4_000).values()],
  ])("does not mix the rows of both contents: %s", async (_name, predictions) => {
    const kept = keptRun(rows(4_500).slice(3_000));
    await using server = await schemaServer(kept);
    const input = { ...submission(0), predictions: predictions(), idempotencyKey: "mine" };
    const error = await new Omnidex({ url: server.url }).submitRun(input).catch((caught) => caught);
    expect(error).toBeInstanceOf(OmnidexConflictError);
    expect(error.message).toMatch(/run-1 .*holds 500 predictions .*'q\/4000'/);
    expect(error.details).toEqual({ run: "run-1" });
    expect(sizesOf(kept.appendPredictions)).toEqual([1_000, 2_000]);
    expect(kept.finalizeRun).not.toHaveBeenCalled();
  });
});
