import { isAbsolute, resolve } from "node:path";
import { ConfigError } from "./settings.ts";

/** The locations of FENSE's two networks. Each is a folder, or the name of a model on the Hugging Face hub. */
export interface FenseConfig {
  /** Sentence embeddings: paraphrase-TinyBERT-L6-v2 in AVI-Bench's figures. */
  readonly sentence: string;
  /** The detector of faulty language: echecker_clotho_audiocaps_base in AVI-Bench's figures. */
  readonly fluency: string;
}

/** Reads one folder that contains `sentence` and `fluency`, or two locations, each a folder or a name on the hub. */
export function fense(text: string | undefined): FenseConfig | null {
  if (text === undefined) return null;
  const [first = "", second, ...rest] = text.split(",").map((part) => part.trim());
  if (first === "" || second === "" || rest.length > 0)
    throw new ConfigError("OMNIDEX_FENSE_MODELS must be a folder, or two models with a comma between them.");
  if (second === undefined) return { sentence: resolve(first, "sentence"), fluency: resolve(first, "fluency") };
  return { sentence: modelPlace(first), fluency: modelPlace(second) };
}

const modelPlace = (text: string): string => (isAbsolute(text) || text.startsWith(".") ? resolve(text) : text);
