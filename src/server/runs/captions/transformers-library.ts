/** The part of a Transformers.js tensor that is used here. */
export interface ModelTensor {
  readonly dims: readonly number[];
  readonly data: ArrayLike<number | bigint>;
}

type Tensors = Readonly<Record<string, ModelTensor>>;

interface LoadOptions {
  readonly local_files_only?: boolean;
  readonly dtype?: string;
  readonly device?: string;
}

export type Tokenizer = (
  texts: readonly string[],
  options: { readonly padding: boolean; readonly truncation: boolean; readonly max_length: number },
) => Tensors;

export type Network = (inputs: Tensors) => Promise<Tensors>;

interface Loader<T> {
  from_pretrained(model: string, options: LoadOptions): Promise<T>;
}

/** The part of Transformers.js that is used here. */
export interface TransformersLibrary {
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
export async function loadTransformers(): Promise<TransformersLibrary> {
  try {
    return (await import(PACKAGE)) as TransformersLibrary;
  } catch (error) {
    const message = `FENSE needs the package ${PACKAGE}, which could not be loaded: npm install --no-save --save-optional ${PACKAGE}@4`;
    throw new Error(message, { cause: error });
  }
}
