import { OmnidexError } from "../../domain/errors.ts";
import { plainText } from "../../domain/texts.ts";
import { Omnidex, OmnidexUnauthenticatedError } from "../../sdk/index.ts";
import type { ApiKey, KeyScope, Viewer } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import { findConnection, serverRoot } from "../connection/server-connection.ts";
import { loginsFile, readStoredLogins, writeStoredLogins } from "../connection/stored-logins.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { quotaText } from "../output/printed-texts.ts";
import { colors, printJson, printLine, remark } from "../output/printing.ts";
import { type Column, printTable } from "../output/table.ts";
import { ask, askSecret, readStandardInput } from "../output/terminal-prompts.ts";
import { namesHint, UsageError } from "../output/usage-error.ts";

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
export async function rotateKey(reference: string | undefined, options: RotateKeyOptions): Promise<void> {
  const { overlap, expires, idempotencyKey, json } = options;
  const { omnidex } = await connect();
  const rotated = await omnidex.rotateApiKey({
    ...(reference === undefined ? {} : { id: await resolveKey(omnidex, reference) }),
    overlapHours: overlap,
    ...(expires === undefined ? {} : { expiresAt: expires }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
  if (json) return printJson(rotated);
  const { apiKey, replaced, secret } = rotated;
  remark(`${describe(apiKey)} replaces ${replaced.id}, which is ${stateOf(replaced)}. It is shown only once:`);
  await printLine(secret);
}

export async function revokeKey(reference: string, json: boolean): Promise<void> {
  const { omnidex } = await connect();
  const key = await omnidex.revokeApiKey(await resolveKey(omnidex, reference));
  await (json ? printJson(key) : printLine(`${describe(key)}: revoked`));
}

/**
 * The id of the key that an argument names: its id, or its name if only one key that is not revoked has it.
 * @throws {UsageError} if no such key has the name, or several do; the hint lists them
 */
async function resolveKey(omnidex: Omnidex, reference: string): Promise<string> {
  if (/^key_\d+$/.test(reference)) return reference;
  const keys = (await omnidex.apiKeys().toArray()).filter(({ revokedAt }) => revokedAt === null);
  const named = keys.filter(({ name }) => name === reference);
  const [key, ...others] = named;
  if (key === undefined) {
    const names = [...new Set(keys.map(({ name }) => plainText(name)))];
    throw new UsageError(
      `No key that is not revoked has the id or name '${reference}'.`,
      namesHint(reference, names, "keys"),
    );
  }
  if (others.length === 0) return key.id;
  throw new UsageError(
    `Several keys have the name '${reference}'. Give the id of one.`,
    named.map((each) => `${describe(each)}, ${stateOf(each)}`).join("; "),
  );
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

/** Prints which server is used and as whom. Fails if the server does not answer or refuses the key. */
export async function whoami(json: boolean): Promise<void> {
  const { omnidex, connection } = await connect();
  const { servers } = await readStoredLogins(process.env);
  const { url, urlSource, keySource, apiKey } = connection;
  const known = {
    url,
    urlSource,
    keySource,
    key: masked(apiKey),
    logins: Object.keys(servers),
    file: loginsFile(process.env),
  };
  if (!json) {
    await printLine(`Server   ${url}  (from ${urlSource})`);
    await printLine(
      `Key      ${known.key ?? "none: only public data can be read"}${keySource ? `  (from ${keySource})` : ""}`,
    );
    await printLine(`Logins   ${known.logins.join(", ") || "none"}  (${known.file})`);
  }
  const viewer = await omnidex.viewer();
  if (json) return printJson({ ...known, viewer });
  await printLine(`You are  ${viewer === null ? "anonymous: writing needs a key" : viewerText(viewer)}`);
  if (viewer === null) return;
  await printLine(`Scopes   ${scopesText(viewer.scopes)}`);
  for (const quota of viewer.submissionQuotas)
    await printLine(`Left     ${plainText(quota.benchmark)}: ${quotaText(quota)}`);
}

const viewerText = ({ owner, admin, apiKey, maintains }: Viewer): string =>
  plainText(
    `${owner}${admin ? ", an administrator" : ""}${maintains.length === 0 ? "" : `, a maintainer of ${maintains.join(", ")}`}${apiKey === null ? "" : `, with the key '${apiKey.name}'`}`,
  );

/** The first and last characters of a key, by which its owner recognizes it. */
const masked = (key: string | undefined): string | null =>
  key === undefined
    ? null
    : key.length < 16
      ? "…"
      : `${key.slice(0, key.startsWith("omx_admin_") ? 10 : 4)}…${key.slice(-4)}`;

/**
 * Stores a server's address and key, once the server has accepted the key. The key of a server whose data folder is on
 * this machine is found there.
 * @throws {UsageError} if the key is not found, and stdin is not a terminal that can be prompted; or if the key is empty
 */
export async function login(given: string | undefined, withToken: boolean): Promise<void> {
  const environment = process.env;
  const found = await findConnection({ ...environment, ...(given !== undefined && { OMNIDEX_URL: given }) });
  const isHere = !withToken && found.keySource === "the data folder";
  if (!isHere && !withToken && process.stdin.isTTY !== true)
    throw new UsageError(
      "There is no terminal to ask for the key.",
      "Use --with-token, and pass the key on standard input.",
    );
  const url = serverRoot(given ?? (withToken || isHere ? found.url : await ask("Server", found.url)));
  const apiKey = isHere ? found.apiKey : withToken ? await readStandardInput() : await askSecret("API key");
  if (apiKey === undefined || apiKey === "")
    throw new UsageError("The key is empty.", "The server's administrator makes keys with 'omnidex keys create'.");
  if (isHere) remark("The server runs on this machine; its key was found in its data folder.");
  // The server refuses an unknown key for any query.
  const viewer = await new Omnidex({ url, apiKey }).viewer().catch((error: unknown) => {
    // The default hint for this code, to log in, does not help here.
    if (error instanceof OmnidexUnauthenticatedError) throw new OmnidexError("BAD_USER_INPUT", refusedKey(url));
    throw error;
  });
  const logins = await readStoredLogins(environment);
  await writeStoredLogins(environment, { current: url, servers: { ...logins.servers, [url]: { apiKey } } });
  await printLine(
    `Logged in to ${url} as ${plainText(viewer?.owner ?? "an unknown owner")}. The key is in ${loginsFile(environment)}.`,
  );
  warnOfOverrides(environment);
}

const refusedKey = (url: string): string =>
  `${url} does not accept this key: it is unknown there, has expired or was revoked. The server's administrator makes keys with 'omnidex keys create'.`;

/** Removes the stored key of a server. @throws `CONFLICT` if no key is stored, and `NOT_FOUND` if none is for `given` */
export async function logout(given: string | undefined): Promise<void> {
  const logins = await readStoredLogins(process.env);
  const url = given === undefined ? logins.current : serverRoot(given);
  if (url === null) throw new OmnidexError("CONFLICT", "You are not logged in.");
  if (logins.servers[url] === undefined) throw new OmnidexError("NOT_FOUND", `No key is stored for ${url}.`);
  const { [url]: _gone, ...servers } = logins.servers;
  const current = logins.current === url ? (Object.keys(servers).at(-1) ?? null) : logins.current;
  await writeStoredLogins(process.env, { current, servers });
  await printLine(`Logged out of ${url}.${current === null ? "" : ` Commands use ${current} now.`}`);
}

function warnOfOverrides(environment: NodeJS.ProcessEnv): void {
  for (const name of ["OMNIDEX_URL", "OMNIDEX_API_KEY"])
    if (environment[name]) remark(`omnidex: ${name} is set and overrides the stored login.`);
}
