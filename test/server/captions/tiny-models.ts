import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FenseConfig } from "../../../src/server/config/service-config.ts";
import { onnxFile } from "./onnx-file.ts";

/** Each word with its embedding. The word "then" makes a caption faulty. */
const WORDS: readonly (readonly [word: string, embedding: readonly number[]])[] = [
  ["[PAD]", [9, 9, 9]],
  ["[UNK]", [0, 0, 0]],
  ["[CLS]", [0, 0, 0]],
  ["[SEP]", [0, 0, 0]],
  ["dog", [1, 0, 0]],
  ["barks", [0, 1, 0]],
  ["rain", [0, 0, 1]],
  ["then", [0, 0, 0]],
];

/** Writes a pair of networks into folders, in the layout of real exports. */
export async function writeTinyModels(folder: string): Promise<FenseConfig> {
  const sentence = join(folder, "sentence");
  const fluency = join(folder, "fluency");
  const faults = WORDS.map(([word]) => [-5, -5, -5, -5, -5, word === "then" ? 5 : -5]);
  await writeModel(sentence, onnxFile({ rows: WORDS.map(([, embedding]) => embedding) }, "last_hidden_state", false));
  await writeModel(fluency, onnxFile({ rows: faults }, "logits", true));
  return { sentence, fluency };
}

async function writeModel(folder: string, model: Uint8Array): Promise<void> {
  const json = (name: string, value: object): Promise<void> => writeFile(join(folder, name), JSON.stringify(value));
  await mkdir(join(folder, "onnx"), { recursive: true });
  await writeFile(join(folder, "onnx/model.onnx"), model);
  await json("config.json", { model_type: "bert", architectures: ["BertModel"], hidden_size: 3 });
  await json("tokenizer_config.json", { tokenizer_class: "BertTokenizer", model_max_length: 512, pad_token: "[PAD]" });
  await json("tokenizer.json", TOKENIZER);
}

const special = (id: number) => ({
  id,
  content: WORDS[id]?.[0],
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
  special: true,
});

const token = (id: number) => ({ id: WORDS[id]?.[0], ids: [id], tokens: [WORDS[id]?.[0]] });

const TOKENIZER = {
  version: "1.0",
  truncation: null,
  padding: null,
  added_tokens: [0, 1, 2, 3].map(special),
  normalizer: {
    type: "BertNormalizer",
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
  },
  pre_tokenizer: { type: "BertPreTokenizer" },
  post_processor: {
    type: "TemplateProcessing",
    single: ["[CLS]", "A", "[SEP]"].map((id) => ({ [id === "A" ? "Sequence" : "SpecialToken"]: { id, type_id: 0 } })),
    pair: [],
    special_tokens: { "[CLS]": token(2), "[SEP]": token(3) },
  },
  decoder: { type: "WordPiece", prefix: "##", cleanup: true },
  model: {
    type: "WordPiece",
    unk_token: "[UNK]",
    continuing_subword_prefix: "##",
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(WORDS.map(([word], id) => [word, id])),
  },
};
