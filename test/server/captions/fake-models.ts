import type { FenseModels } from "../../../src/server/runs/captions/fense-scores.ts";

/** Embeds a text by its first letters, and treats "then" as a language error. Records its inputs. */
export function fakeModels() {
  const embedded: string[] = [];
  const checked: string[] = [];
  const models: FenseModels = {
    embed: async (texts) => {
      embedded.push(...texts);
      return texts.map((text) => Float32Array.from([text.startsWith("a") ? 1 : 0, text.startsWith("b") ? 1 : 0]));
    },
    errorProbabilities: async (texts) => {
      checked.push(...texts);
      return texts.map((text) => (text.endsWith("then") ? 0.95 : 0.05));
    },
  };
  return { models, embedded, checked };
}
