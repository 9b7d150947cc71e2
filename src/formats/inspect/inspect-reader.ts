import { type ProtocolName, protocolFrom } from "../../domain/run-protocol.ts";
import { type Fields, indexOf, isFields, nameOf, textOf } from "../files/record-fields.ts";
import { benchmarkNamed, exportedHeader, exportedOutput } from "../omnidex/omnidex-results.ts";
import { optionsOf, said } from "../rows/option-fields.ts";
import { outputOf, type SubmissionFormat } from "../rows/submission-format.ts";

const ATTACHMENT = "attachment://";

/**
 * A sample of an Inspect log. The response is the sample's output. The scores, where "C" means correct, are a scorer's
 * verdict and are never read. A sample is identified by its id if that is a question's key, by the key in its metadata,
 * or by its position in the dataset, counted from 1. Its input and choices verify that it is this question. If the
 * solver shuffles the choices, Inspect writes the output as if they were not shuffled. If the dataset shuffles them,
 * the sample's `choices` are in the shuffled order.
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
    const response = completionOf(output, attachments) ?? null;
    const { question_key: key, rule, confirmation } = isFields(record.metadata) ? record.metadata : {};
    const given =
      key !== undefined && rule !== undefined
        ? exportedSample(record, response)
        : outputOf(response, messageOf(record.error) ?? messageOf(output.error));
    return { names, epoch: indexOf(record.epoch), ...given, confirmation: textOf(confirmation) };
  },
  async header(_file, head) {
    const spec = isFields(head.eval) ? head.eval : {};
    const config = isFields(spec.config) ? spec.config : {};
    const generation = isFields(spec.model_generate_config) ? spec.model_generate_config : {};
    if (isFields(spec.packages) && spec.packages.omnidex !== undefined && isFields(spec.metadata))
      return { ...exportedHeader(spec.metadata), epochs: indexOf(config.epochs) };
    const status = nameOf(head.status) ?? "success";
    return {
      benchmark: benchmarkNamed(nameOf(spec.task) ?? ""),
      model: nameOf(spec.model),
      seed: indexOf(generation.seed),
      protocol: protocolFrom((name) => inspectSetting(name, generation, isFields(spec.packages) ? spec.packages : {})),
      epochs: indexOf(config.epochs),
      remark: status === "success" ? undefined : `The log's status is '${status}': samples may be missing from it.`,
    };
  },
};

/** @see https://inspect.aisi.org.uk/reference/inspect_ai.model.html#generateconfig */
function inspectSetting(name: ProtocolName, generation: Fields, packages: Fields): unknown {
  switch (name) {
    case "temperature":
      return generation.temperature;
    case "topP":
      return generation.top_p;
    case "maxTokens":
      return generation.max_tokens;
    case "harness":
      return "Inspect";
    case "harnessVersion":
      return packages.inspect_ai;
    default:
      return undefined;
  }
}

/** The output of a sample in Omnidex's own export. A sample without a choice had no response. */
function exportedSample({ output, error }: Fields, response: string | null) {
  const isMissing = isFields(output) && Array.isArray(output.choices) && output.choices.length === 0;
  return exportedOutput(isMissing ? null : response, isFields(error) ? error.message : null);
}

function namesOf(record: Fields): { readonly key?: string; readonly position?: number } {
  const metadata = isFields(record.metadata) ? record.metadata : {};
  const key = nameOf(metadata.question_key) ?? nameOf(metadata.key);
  if (key !== undefined) return { key };
  const number = typeof record.id === "number" ? indexOf(record.id) : undefined;
  if (number !== undefined) return number > 0 ? { position: number - 1 } : {};
  const id = nameOf(record.id);
  return id === undefined ? {} : { key: id };
}

/** The text of an input: a string, or the texts of its messages. */
function inputText(input: unknown, attachments: Fields): string | undefined {
  if (typeof input === "string") return resolve(input, attachments);
  if (!Array.isArray(input)) return undefined;
  return input
    .map((message) => (isFields(message) ? contentText(message.content, attachments) : undefined))
    .filter(Boolean)
    .join("\n");
}

/** The text of a message's content, a string or a list of parts. Reasoning parts are not part of the answer. */
function contentText(content: unknown, attachments: Fields): string | undefined {
  if (typeof content === "string") return resolve(content, attachments);
  if (!Array.isArray(content)) return undefined;
  const texts = content.filter(isFields).filter((part) => part.type === "text");
  return texts.length === 0 ? undefined : texts.map((part) => resolve(textOf(part.text) ?? "", attachments)).join("\n");
}

/** The text of the first choice. Older logs have only `completion`. */
function completionOf(output: Fields, attachments: Fields): string | undefined {
  if (typeof output.completion === "string" && output.completion !== "") return resolve(output.completion, attachments);
  const choice = Array.isArray(output.choices) && isFields(output.choices[0]) ? output.choices[0] : {};
  const message = isFields(choice.message) ? choice.message : {};
  return (
    contentText(message.content, attachments) ?? (typeof output.completion === "string" ? output.completion : undefined)
  );
}

/** Resolves references to attachments, where Inspect stores long texts once. */
function resolve(text: string, attachments: Fields): string {
  return text.startsWith(ATTACHMENT) ? (nameOf(attachments[text.slice(ATTACHMENT.length)]) ?? text) : text;
}

const messageOf = (error: unknown): string | null => said(isFields(error) ? error.message : error);
