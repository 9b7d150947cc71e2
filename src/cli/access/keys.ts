import type { ApiKey } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import { colors } from "../output/colors.ts";
import { plainText } from "../output/plain-text.ts";
import { printJson, printLine, remark } from "../output/printing.ts";
import { type Column, formatTable } from "../output/table.ts";

export interface ListKeysOptions {
  readonly limit: number;
  readonly json?: boolean;
}

export interface CreateKeyOptions {
  readonly owner?: string;
  readonly admin?: boolean;
  readonly expires?: string;
  readonly json?: boolean;
}

/** Makes a key. Prints only the secret to stdout, so that it can be piped to a secret store. */
export async function createKey(name: string, options: CreateKeyOptions): Promise<void> {
  const { owner, admin, expires } = options;
  const { omnidex } = await connect();
  const made = await omnidex.createApiKey({
    name,
    ...(owner === undefined ? {} : { owner }),
    ...(admin === undefined ? {} : { admin }),
    ...(expires === undefined ? {} : { expiresAt: expires }),
  });
  if (options.json) return printJson(made);
  remark(`${describe(made.apiKey)}. It is shown this once:`);
  await printLine(made.secret);
}

const COLUMNS: readonly Column[] = [
  { title: "ID" },
  { title: "BEGINS WITH" },
  { title: "NAME", flexible: true },
  { title: "OWNER", flexible: true },
  { title: "RIGHTS" },
  { title: "CREATED" },
  { title: "STATE" },
];

export async function listKeys({ limit, json }: ListKeysOptions): Promise<void> {
  const { omnidex } = await connect();
  const keys = await omnidex.apiKeys().take(limit).toArray();
  if (json) return printJson(keys);
  if (keys.length === 0) return remark("There is no key but OMNIDEX_ADMIN_KEY. 'omnidex keys create' makes one.");
  await printLine(formatTable(COLUMNS, keys.map(keyRow), { heading: colors.dim }));
}

/** Revokes a key. */
export async function revokeKey(id: string, json: boolean): Promise<void> {
  const { omnidex } = await connect();
  const key = await omnidex.revokeApiKey(id);
  await (json ? printJson(key) : printLine(`${describe(key)}: revoked`));
}

const keyRow = ({ id, prefix, name, owner, admin, createdAt, ...rest }: ApiKey) => [
  { text: id, style: colors.bold },
  `${prefix}…`,
  name,
  owner,
  admin ? "admin" : "submit",
  createdAt.slice(0, 10),
  stateOf(rest),
];

function stateOf({ revokedAt, expiresAt }: Pick<ApiKey, "revokedAt" | "expiresAt">): string {
  if (revokedAt !== null) return `revoked ${revokedAt.slice(0, 10)}`;
  if (expiresAt === null) return "good";
  const day = expiresAt.slice(0, 10);
  return Date.parse(expiresAt) <= Date.now() ? `expired ${day}` : `good until ${day}`;
}

const describe = ({ id, name, owner, admin }: ApiKey): string =>
  `${id} '${plainText(name)}' of ${plainText(owner)}${admin ? ", an administrator" : ""}`;
