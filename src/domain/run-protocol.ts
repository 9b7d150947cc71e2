import { badInput, checkText } from "./errors.ts";

/** How a run was made, beyond its inputs, frames, seed and prompt. Absent fields are not stated. */
export interface RunProtocol {
  readonly fps?: number | null | undefined;
  readonly resolution?: string | null | undefined;
  readonly temperature?: number | null | undefined;
  readonly topP?: number | null | undefined;
  readonly maxTokens?: number | null | undefined;
  readonly promptHash?: string | null | undefined;
  readonly harness?: string | null | undefined;
  readonly harnessVersion?: string | null | undefined;
}

interface ProtocolField {
  readonly title: string;
  /** The smallest and largest number; absent for a text. */
  readonly from?: number;
  readonly to?: number;
}

/** Of a text, in characters. */
const LONGEST = 200;

/** The fields of `RunProtocol` of the schema, in its order. */
export const PROTOCOL_FIELDS = {
  fps: { title: "frames per second", from: 0, to: 1_000 },
  resolution: { title: "resolution" },
  temperature: { title: "temperature", from: 0, to: 100 },
  topP: { title: "top-p", from: 0, to: 1 },
  maxTokens: { title: "most tokens", from: 1, to: 1e9 },
  promptHash: { title: "hash of the prompt" },
  harness: { title: "harness" },
  harnessVersion: { title: "version of the harness" },
} as const satisfies Readonly<Record<keyof RunProtocol, ProtocolField>>;

export type ProtocolName = keyof typeof PROTOCOL_FIELDS;
export const PROTOCOL_NAMES = Object.keys(PROTOCOL_FIELDS) as readonly ProtocolName[];

/** @throws `BAD_USER_INPUT` that names the field */
export function checkProtocol(protocol: RunProtocol | null | undefined): void {
  for (const name of PROTOCOL_NAMES) {
    const [value, field]: [unknown, ProtocolField] = [protocol?.[name], PROTOCOL_FIELDS[name]];
    if (typeof value === "string") checkText(`protocol.${name}`, value, 1, LONGEST);
    const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = field;
    if (typeof value === "number" && !(value >= from && value <= to))
      throw badInput(`'protocol.${name}' must be from ${from} to ${to}; got ${value}.`);
  }
}

/** The stated fields, in the schema's order; null if there are none. */
export function statedProtocol(protocol: RunProtocol | null | undefined): RunProtocol | null {
  const stated = PROTOCOL_NAMES.flatMap((name) => (protocol?.[name] == null ? [] : [[name, protocol[name]] as const]));
  return stated.length === 0 ? null : Object.fromEntries(stated);
}

/**
 * The protocol that a file states. Numbers may be texts; what is not a value of its field is left out, because a file states
 * more than its user can mend.
 * @param fileHas the file's value of a field; undefined if it has none
 */
export function protocolFrom(fileHas: (name: ProtocolName) => unknown): RunProtocol | undefined {
  const stated = PROTOCOL_NAMES.flatMap((name) => {
    const value = readSetting(name, fileHas(name));
    return value === undefined ? [] : [[name, value] as const];
  });
  return stated.length === 0 ? undefined : Object.fromEntries(stated);
}

function readSetting(name: ProtocolName, value: unknown): string | number | undefined {
  const field: ProtocolField = PROTOCOL_FIELDS[name];
  if (field.from === undefined) {
    const text = typeof value === "number" ? String(value) : value;
    return typeof text === "string" && text.trim() !== "" && text.length <= LONGEST ? text : undefined;
  }
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  const isRight = typeof number === "number" && number >= field.from && number <= (field.to ?? number);
  return isRight && (name !== "maxTokens" || Number.isInteger(number)) ? number : undefined;
}

/** The stated settings as a text: `2 frames per second · temperature 0`. Null if nothing is stated. */
export function protocolText(protocol: RunProtocol | null): string | null {
  const parts = PROTOCOL_NAMES.flatMap((name) => {
    const value = protocol?.[name];
    return value == null ? [] : [`${PROTOCOL_FIELDS[name].title} ${value}`];
  });
  return parts.length === 0 ? null : parts.join(" · ");
}

/** That two runs differ in more than their models: `Not made alike: frames 32 against 128.` Null if they do not. */
export function differencesText(differences: readonly RunDifference[]): string | null {
  if (differences.length === 0) return null;
  const parts = differences.map(({ setting, a, b }) => `${setting} ${shown(a)} against ${shown(b)}`);
  return `Not made alike: ${parts.join("; ")}. The difference may come from this.`;
}

/** A prompt may be long. */
const MOST_SHOWN = 40;

const shown = (value: string | null): string =>
  value === null ? "not stated" : value.length > MOST_SHOWN ? `${value.slice(0, MOST_SHOWN - 1)}…` : value;

/** What differs in how two runs were made. */
export interface RunDifference {
  readonly setting: string;
  /** The settings of the two runs as texts; null where a run does not state it. */
  readonly a: string | null;
  readonly b: string | null;
}

/** How a run was made. */
export interface RunSettings {
  readonly inputs: readonly string[];
  readonly frames: number | null;
  readonly prompt: string | null;
  readonly openEnded: boolean;
  readonly confirmations: string | null;
  readonly protocol: RunProtocol | null;
  /** The model that read responses which the extractor could not read. */
  readonly judge: string | null;
}

/**
 * The settings that differ between two runs: their inputs, frames, prompt, way of asking, protocol and judge. Seeds are left out,
 * because runs that differ only in them are comparable.
 */
export function runDifferences(a: RunSettings, b: RunSettings): readonly RunDifference[] {
  const [ofA, ofB] = [settingsOf(a), settingsOf(b)];
  return [...ofA.keys()].flatMap((setting) => {
    const [first = null, second = null] = [ofA.get(setting), ofB.get(setting)];
    return first === second ? [] : [{ setting, a: first, b: second }];
  });
}

function settingsOf({
  inputs,
  frames,
  prompt,
  openEnded,
  confirmations,
  protocol,
  judge,
}: RunSettings): Map<string, string | null> {
  const text = (value: unknown): string | null => (value == null ? null : String(value));
  return new Map([
    ["inputs", inputs.map((input) => input.toLowerCase()).join(", ")],
    ["frames", text(frames)],
    ["prompt", text(prompt)],
    ["options", openEnded ? "not shown" : "shown"],
    ["confirmations", text(confirmations)?.toLowerCase() ?? null],
    ...PROTOCOL_NAMES.map((name): [string, string | null] => [PROTOCOL_FIELDS[name].title, text(protocol?.[name])]),
    ["judge", judge],
  ]);
}
