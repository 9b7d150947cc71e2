import type { MessagePort } from "node:worker_threads";
import { jsonFault } from "../../domain/json-limits.ts";

/** A long JSON text that a thread parses. */
export interface ParsingTask {
  readonly bytes: Uint8Array;
  /** Receives the parts of long lists before the rest is returned. */
  readonly port: MessagePort;
}

/** A part of a list. Its elements are appended to the list at the path. */
export interface ListPart {
  readonly path: readonly string[];
  readonly items: readonly unknown[];
}

/** The value without the elements of its long lists, a syntax error, or the request limit that the value exceeds. */
export type ParsedText = { readonly value: unknown } | { readonly syntax: string } | { readonly fault: string };

/** The most elements per message, because receiving a message blocks the event loop. */
const PART = 500;

/**
 * Parses JSON in a thread and sends long lists in parts. A value that exceeds a limit is not sent, because copying it
 * might take too long.
 */
export function parseText({ bytes, port }: ParsingTask): ParsedText {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
    const fault = jsonFault(value);
    if (fault !== null) return { fault };
    sendLists(value, [], port);
    return { value };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { syntax: error.message };
  } finally {
    port.close();
  }
}

/** Sends long lists in parts, and empties them, at the depths where submissions have long lists. */
function sendLists(value: unknown, path: readonly string[], port: MessagePort): void {
  if (typeof value !== "object" || value === null || path.length > 3) return;
  if (Array.isArray(value)) {
    if (value.length <= PART) return;
    for (let start = 0; start < value.length; start += PART)
      port.postMessage({ path, items: value.slice(start, start + PART) } satisfies ListPart);
    value.length = 0;
    return;
  }
  for (const [name, member] of Object.entries(value)) sendLists(member, [...path, name], port);
}

/** Adds a part to its list. */
export function addPart(value: unknown, { path, items }: ListPart): void {
  const list = path.reduce((object, name) => (object as Readonly<Record<string, unknown>>)[name], value);
  (list as unknown[]).push(...items);
}
