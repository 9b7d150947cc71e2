import { said } from "./failure.ts";
import { type Fields, indexOf, isFields, nameOf, optionsOf, textOf } from "./fields.ts";
import { outputOf, type SubmissionFormat } from "./submission-format.ts";

const ATTACHMENT = "attachment://";

/**
 * A sample of an Inspect log. What the model said is its output; a score is a scorer's word about it, where "C" means
 * correct, and is never read. A sample is named by its id, where that is a question's key (or its metadata say the key),
 * or by the place in its dataset, which numbers samples from 1 on, and checked by its input and choices. Where choices
 * are shuffled by the solver, Inspect writes the output as if they were not; where the dataset shuffles them, the
 * sample's `choices` are in that order.
 * @see https://inspect.aisi.org.uk/eval-logs.html
 */
export const inspect: SubmissionFormat = {
  name: "inspect",
  recognises: (record) =>
    "epoch" in record && "input" in record && ("output" in record || "scores" in record || "error" in record),
  read(record) {
    const attachments = isFields(record.attachments) ? record.attachments : {};
    const names = {
      ...namesOf(record),
      prompt: inputText(record.input, attachments),
      options: optionsOf(record.choices),
      target: nameOf(Array.isArray(record.target) ? record.target[0] : record.target),
    };
    const output = isFields(record.output) ? record.output : {};
    const error = messageOf(record.error) ?? messageOf(output.error);
    const response = completionOf(output, attachments) ?? null;
    return { names, epoch: indexOf(record.epoch), ...outputOf(response, error), confirmation: confirmationOf(record) };
  },
  async header(_file, head) {
    const spec = isFields(head.eval) ? head.eval : {};
    const config = isFields(spec.config) ? spec.config : {};
    const generation = isFields(spec.model_generate_config) ? spec.model_generate_config : {};
    return {
      benchmark: benchmarkOf(nameOf(spec.task) ?? ""),
      model: nameOf(spec.model),
      seed: indexOf(generation.seed),
      epochs: indexOf(config.epochs),
    };
  },
};

/** Omnidex's own logs hold the answer to the question that is asked besides. */
const confirmationOf = ({ metadata }: Fields): string | null =>
  isFields(metadata) ? textOf(metadata.confirmation) : null;

function namesOf(record: Fields): { readonly key?: string; readonly position?: number } {
  const metadata = isFields(record.metadata) ? record.metadata : {};
  const key = nameOf(metadata.question_key) ?? nameOf(metadata.key);
  if (key !== undefined) return { key };
  const number = typeof record.id === "number" ? indexOf(record.id) : undefined;
  if (number !== undefined) return number > 0 ? { position: number - 1 } : {};
  const id = nameOf(record.id);
  return id === undefined ? {} : { key: id };
}

/** The texts of an input: itself, or what its messages say. */
function inputText(input: unknown, attachments: Fields): string | undefined {
  if (typeof input === "string") return resolve(input, attachments);
  if (!Array.isArray(input)) return undefined;
  return input
    .map((message) => (isFields(message) ? contentText(message.content, attachments) : undefined))
    .filter(Boolean)
    .join("\n");
}

/** A content is a text, or parts of which some are texts; a model's reasoning is a part of its own and no answer. */
function contentText(content: unknown, attachments: Fields): string | undefined {
  if (typeof content === "string") return resolve(content, attachments);
  if (!Array.isArray(content)) return undefined;
  const texts = content.filter(isFields).filter((part) => part.type === "text");
  return texts.length === 0 ? undefined : texts.map((part) => resolve(textOf(part.text) ?? "", attachments)).join("\n");
}

/** `completion` is the text of the first choice, which older logs have alone. */
function completionOf(output: Fields, attachments: Fields): string | undefined {
  if (typeof output.completion === "string" && output.completion !== "") return resolve(output.completion, attachments);
  const choice = Array.isArray(output.choices) && isFields(output.choices[0]) ? output.choices[0] : {};
  const message = isFields(choice.message) ? choice.message : {};
  return (
    contentText(message.content, attachments) ?? (typeof output.completion === "string" ? output.completion : undefined)
  );
}

/** Long texts are kept once and referred to. */
function resolve(text: string, attachments: Fields): string {
  return text.startsWith(ATTACHMENT) ? (nameOf(attachments[text.slice(ATTACHMENT.length)]) ?? text) : text;
}

const messageOf = (error: unknown): string | null => said(isFields(error) ? error.message : error);

function benchmarkOf(task: string): string | undefined {
  const plain = task.toLowerCase().replace(/[^a-z]/g, "");
  return ["worldsense", "mmworld", "omnivideobench", "avi-bench"].find((slug) => plain.includes(slug.replace("-", "")));
}
