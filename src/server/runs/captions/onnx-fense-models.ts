import { existsSync } from "node:fs";
import { sigmoid } from "../../../scoring/metrics/fense.ts";
import type { FenseConfig } from "../../config/service-config.ts";
import type { FenseModels } from "./fense-scores.ts";

/** The part of a Transformers.js tensor that is used here. */
interface ModelTensor {
  readonly dims: readonly number[];
  readonly data: ArrayLike<number | bigint>;
}

type Tensors = Readonly<Record<string, ModelTensor>>;

interface LoadOptions {
  readonly local_files_only?: boolean;
  readonly dtype?: string;
  readonly device?: string;
}

type Tokenizer = (
  texts: readonly string[],
  options: { readonly padding: boolean; readonly truncation: boolean; readonly max_length: number },
) => Tensors;

type Network = (inputs: Tensors) => Promise<Tensors>;

interface Loader<T> {
  from_pretrained(model: string, options: LoadOptions): Promise<T>;
}

/** The part of Transformers.js that is used here. */
interface TransformersLibrary {
  readonly AutoTokenizer: Loader<Tokenizer>;
  readonly AutoModel: Loader<Network>;
  readonly AutoModelForSequenceClassification: Loader<Network>;
}

// Not a literal, so that tools do not resolve the package, which is optional and only needed to score captions.
const PACKAGE: string = "@huggingface/transformers";

/**
 * Loads Transformers.js, which runs ONNX models in the process.
 * @throws if it is not installed
 * @see https://huggingface.co/docs/transformers.js
 */
async function loadTransformers(): Promise<TransformersLibrary> {
  try {
    return (await import(PACKAGE)) as TransformersLibrary;
  } catch (error) {
    const message = `FENSE needs the package ${PACKAGE}, which could not be loaded: npm install --no-save --save-optional ${PACKAGE}@4`;
    throw new Error(message, { cause: error });
  }
}

/** The maximum number of tokens that each model reads of a text. The error detector was trained with its limit. */
const SENTENCE_TOKENS = 128;
const FLUENCY_TOKENS = 64;
/**
 * The length in characters to which texts are cut, because tokenizers are slow on a megabyte. Ordinary texts of the
 * maximum number of tokens are shorter.
 */
const LONGEST_TEXT = 20_000;

const BATCH = 32;

/**
 * Loads FENSE's networks with Transformers.js: ONNX exports with `config.json`, `tokenizer.json`,
 * `tokenizer_config.json` and `onnx/model.onnx`, in full precision, on the CPU. A name that is not a folder is
 * downloaded from the Hub and cached.
 * @throws if a model is missing, or the package is not installed
 */
export async function loadFenseModels({ sentence, fluency }: FenseConfig): Promise<FenseModels> {
  const library = await loadTransformers();
  const options = (model: string) => ({ local_files_only: existsSync(model), dtype: "fp32", device: "cpu" });
  const [sentenceTokenizer, sentenceModel, fluencyTokenizer, fluencyModel] = await Promise.all([
    library.AutoTokenizer.from_pretrained(sentence, options(sentence)),
    library.AutoModel.from_pretrained(sentence, options(sentence)),
    library.AutoTokenizer.from_pretrained(fluency, options(fluency)),
    library.AutoModelForSequenceClassification.from_pretrained(fluency, options(fluency)),
  ]);
  return {
    embed: (texts) => inBatches(texts, (batch) => embed(batch, sentenceTokenizer, sentenceModel)),
    errorProbabilities: (texts) => inBatches(texts, (batch) => detectErrors(batch, fluencyTokenizer, fluencyModel)),
  };
}

async function inBatches<T>(texts: readonly string[], run: (batch: readonly string[]) => Promise<readonly T[]>) {
  const results: T[] = [];
  const cut = texts.map((text) => text.trim().replace(/\s+/g, " ").slice(0, LONGEST_TEXT));
  for (let start = 0; start < cut.length; start += BATCH) results.push(...(await run(cut.slice(start, start + BATCH))));
  return results;
}

/**
 * The mean of the tokens' last hidden states, without padding.
 * @see N. Reimers and I. Gurevych (2019), "Sentence-BERT", section 3
 */
async function embed(texts: readonly string[], tokenizer: Tokenizer, model: Network): Promise<Float32Array[]> {
  const inputs = tokenizer(texts, { padding: true, truncation: true, max_length: SENTENCE_TOKENS });
  const states = required((await model(inputs)).last_hidden_state, "last_hidden_state");
  const mask = required(inputs.attention_mask, "attention_mask");
  return texts.map((_, index) => meanState(states, mask, index));
}

function meanState({ dims, data }: ModelTensor, mask: ModelTensor, text: number): Float32Array {
  const [, tokens = 0, width = 0] = dims;
  const mean = new Float32Array(width);
  let count = 0;
  for (let token = 0; token < tokens; token++) {
    if (Number(mask.data[text * tokens + token]) === 0) continue;
    count += 1;
    const offset = (text * tokens + token) * width;
    for (let place = 0; place < width; place++) mean[place] = (mean[place] ?? 0) + Number(data[offset + place]);
  }
  return mean.map((sum) => (count === 0 ? 0 : sum / count));
}

/** The detector gives independent probabilities for five kinds of errors and, last, for any error. */
async function detectErrors(texts: readonly string[], tokenizer: Tokenizer, model: Network): Promise<number[]> {
  const inputs = tokenizer(texts, { padding: true, truncation: true, max_length: FLUENCY_TOKENS });
  const { dims, data } = required((await model(inputs)).logits, "logits");
  const labels = dims[1] ?? 0;
  return texts.map((_, index) => sigmoid(Number(data[index * labels + labels - 1])));
}

function required(tensor: ModelTensor | undefined, name: string): ModelTensor {
  if (tensor === undefined) throw new Error(`a model of FENSE has no '${name}'`);
  return tensor;
}
