import { plainText } from "../../domain/printable-text.ts";
import type { ApiKey, KeyScope } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import { colors } from "../output/colors.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { printJson, printLine, remark } from "../output/printing.ts";
import type { Column } from "../output/table.ts";
import { printTable } from "../output/table-formats.ts";

export interface ListKeysOptions extends FormatOptions {
  readonly limit: number;
  readonly json?: boolean;
}

export interface CreateKeyOptions {
  readonly owner?: string;
  readonly admin?: boolean;
  readonly scopes?: readonly KeyScope[];
  readonly expires?: string;
  readonly idempotencyKey?: string;
  readonly json?: boolean;
}

export interface RotateKeyOptions {
  /** How long the old key stays valid, in hours. */
  readonly overlap: number;
  readonly expires?: string;
  readonly idempotencyKey?: string;
  readonly json?: boolean;
}

/** Makes a key. Prints only the secret to stdout, so that it can be piped to a secret store. */
export async function createKey(name: string, options: CreateKeyOptions): Promise<void> {
  const { owner, admin, scopes, expires, idempotencyKey } = options;
  const { omnidex } = await connect();
  const made = await omnidex.createApiKey({
    name,
    ...(owner === undefined ? {} : { owner }),
    ...(admin === undefined ? {} : { admin }),
    ...(scopes === undefined ? {} : { scopes }),
    ...(expires === undefined ? {} : { expiresAt: expires }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
  if (options.json) return printJson(made);
  remark(`${describe(made.apiKey)}. It is shown only once:`);
  await printLine(made.secret);
}

const COLUMNS: readonly Column[] = [
  { title: "ID" },
  { title: "BEGINS WITH" },
  { title: "NAME", flexible: true },
  { title: "OWNER", flexible: true },
  { title: "SCOPES" },
  { title: "CREATED" },
  { title: "LAST USED" },
  { title: "STATE" },
];

export async function listKeys({ limit, json, format }: ListKeysOptions): Promise<void> {
  const { omnidex } = await connect();
  const keys = await omnidex.apiKeys().take(limit).toArray();
  if (json) return printJson(keys);
  if (keys.length === 0) return remark("No API key has been made. 'omnidex keys create' makes one.");
  await printTable(COLUMNS, keys.map(keyRow), format);
}

/** Replaces a key. Prints only the new secret to stdout. */
export async function rotateKey(id: string | undefined, options: RotateKeyOptions): Promise<void> {
  const { overlap, expires, idempotencyKey, json } = options;
  const { omnidex } = await connect();
  const rotated = await omnidex.rotateApiKey({
    ...(id === undefined ? {} : { id }),
    overlapHours: overlap,
    ...(expires === undefined ? {} : { expiresAt: expires }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
  if (json) return printJson(rotated);
  const { apiKey, replaced, secret } = rotated;
  remark(`${describe(apiKey)} replaces ${replaced.id}, which is ${stateOf(replaced)}. It is shown only once:`);
  await printLine(secret);
}

export async function revokeKey(id: string, json: boolean): Promise<void> {
  const { omnidex } = await connect();
  const key = await omnidex.revokeApiKey(id);
  await (json ? printJson(key) : printLine(`${describe(key)}: revoked`));
}

const keyRow = ({ id, prefix, name, owner, scopes, createdAt, lastUsedAt, ...rest }: ApiKey) => [
  { text: id, style: colors.bold },
  `${prefix}…`,
  name,
  owner,
  scopesText(scopes),
  createdAt.slice(0, 10),
  lastUsedAt === null ? "never" : `${lastUsedAt.slice(0, 13).replace("T", " ")} h`,
  stateOf(rest),
];

/** The scopes in lower case; ADMIN alone, because it includes all others. */
export const scopesText = (scopes: readonly KeyScope[]): string =>
  scopes.includes("ADMIN") ? "admin" : scopes.join(", ").toLowerCase();

function stateOf({ revokedAt, expiresAt }: Pick<ApiKey, "revokedAt" | "expiresAt">): string {
  if (revokedAt !== null) return `revoked ${revokedAt.slice(0, 10)}`;
  if (expiresAt === null) return "good";
  const day = expiresAt.slice(0, 10);
  return Date.parse(expiresAt) <= Date.now() ? `expired ${day}` : `good until ${day}`;
}

const describe = ({ id, name, owner, admin }: ApiKey): string =>
  `${id} '${plainText(name)}' of ${plainText(owner)}${admin ? ", an administrator" : ""}`;
