import { createPublicKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  type FlattenedJWS,
  flattenedVerify,
  type JSONWebKeySet,
  type JWK,
} from "jose";
import { badInput, notFound } from "../../domain/errors.ts";
import { intervalText, scoreText } from "../../domain/figures-text.ts";
import { type FinalBoard, SIGNED_BOARD_TYPE } from "../../domain/final-board.ts";
import { plainText } from "../../domain/texts.ts";
import { connect } from "../connection/sdk-client.ts";
import { JSON_ONLY, requireExtensionOf } from "../output/file-extension.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { writeWhole } from "../output/output-file.ts";
import { colors, printJson, printLine, remark } from "../output/printing.ts";
import { formatTable, printTable } from "../output/table.ts";
import { missingFile } from "../output/usage-error.ts";

export interface BoardOptions {
  readonly closed?: string;
  readonly output?: string;
  readonly json?: boolean;
}

const earlier = ({ closed }: BoardOptions) => (closed === undefined ? {} : { closedAt: closed });

/** Prints the leaderboard of a challenge as it was when it closed. */
export async function showFinalBoard(benchmark: string, options: BoardOptions): Promise<void> {
  const { omnidex } = await connect();
  const board = await omnidex.finalBoard(benchmark, earlier(options));
  if (options.json) return printJson(board);
  if (board === null) throw noBoard(benchmark);
  await printLine(describeBoard(board));
}

/**
 * Writes the signed board to a file, or to standard output.
 * @throws {UsageError} for a name whose extension is that of another format than JSON
 */
export async function exportFinalBoard(benchmark: string, options: BoardOptions): Promise<void> {
  const { output = "-" } = options;
  requireExtensionOf(JSON_ONLY, output, "The final board", "'omnidex challenge board' prints it as a table.");
  const { omnidex } = await connect();
  const signed = await omnidex.signedFinalBoard(benchmark, earlier(options));
  if (signed === null) throw noBoard(benchmark);
  await writeWhole(output, `${signed}\n`);
  if (output !== "-") remark(`Written to ${output}. The public keys are at /.well-known/jwks.json of the server.`);
}

const noBoard = (benchmark: string): Error => notFound("final board of", plainText(benchmark));

type Shown = Pick<
  FinalBoard,
  "benchmark" | "version" | "contentHash" | "closedAt" | "entries" | "privateEntries" | "names"
>;

/** A final board as text. */
export function describeBoard({ benchmark, version, contentHash, closedAt, ...board }: Shown): string {
  const named = new Map(board.names.map(({ pseudonym, model }) => [pseudonym, model]));
  const table = (title: string, entries: FinalBoard["entries"]): string[] => [
    "",
    title,
    formatTable(
      [
        { title: "RANK" },
        { title: "MODEL", flexible: true },
        { title: "SCORE", align: "right" },
        { title: "95 %", align: "right" },
        { title: "RUN" },
        { title: "SUBMITTED" },
      ],
      entries.map(({ rank, model, modelSlug, score, run, submittedAt }) => [
        String(rank),
        plainText(named.has(modelSlug) ? `${named.get(modelSlug)} (${model})` : model),
        scoreText({ ...score, interval: score }),
        intervalText({ interval: score }),
        run,
        submittedAt,
      ]),
    ),
  ];
  return [
    `${plainText(benchmark)}, release ${version} (${contentHash.slice(0, 12)}), closed ${closedAt}`,
    ...table(board.privateEntries === null ? "Board" : "Public board", board.entries),
    ...(board.privateEntries === null ? [] : table("Private board", board.privateEntries)),
  ].join("\n");
}

export interface VerifyOptions {
  readonly key: string;
  readonly json?: boolean;
}

/**
 * Checks the signature of an exported board, and prints the board. Needs no server.
 * @throws `BAD_USER_INPUT` if the file is not a signed board, or none of the keys made its signature
 */
export async function verifyBoard(file: string, { key, json }: VerifyOptions): Promise<void> {
  const signed = jsonIn(file, await textOf(file)) as FlattenedJWS;
  const keys = await keysIn(key);
  const verified = await flattenedVerify(signed, createLocalJWKSet(keys), { algorithms: ["EdDSA"] }).catch(
    (error: unknown) => {
      throw badInput(
        `'${file}' is not a board signed with a key of '${key}': ${error instanceof Error ? error.message : error}.`,
      );
    },
  );
  if (verified.protectedHeader?.typ !== SIGNED_BOARD_TYPE)
    throw badInput(`'${file}' is signed, but it is not a final board.`);
  const board = JSON.parse(new TextDecoder().decode(verified.payload)) as FinalBoard;
  if (json) return printJson(board);
  await printLine(`The signature is valid: key ${verified.protectedHeader?.kid}\n\n${describeBoard(board)}`);
}

const textOf = (file: string): Promise<string> =>
  readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? missingFile(file) : error;
  });

/** The public keys in a file: a JWK, a JWK set, or a key in PEM. @throws `BAD_USER_INPUT` for any other file */
async function keysIn(file: string): Promise<JSONWebKeySet> {
  const text = await textOf(file);
  const found = text.trimStart().startsWith("-----BEGIN") ? keyInPem(file, text) : jsonIn(file, text);
  return named("keys" in found && Array.isArray(found.keys) ? found.keys : [found as JWK]).catch(() => {
    throw noKey(file);
  });
}

function keyInPem(file: string, text: string): object {
  try {
    return createPublicKey(text).export({ format: "jwk" });
  } catch {
    throw noKey(file);
  }
}

const noKey = (file: string): Error =>
  badInput(
    `'${file}' holds no public key. Give a file with a JWK, a JWK set or PEM, such as the server's /.well-known/jwks.json.`,
  );

/** Gives each key without an id its thumbprint as id, because signatures name keys by their thumbprint. */
const named = async (keys: readonly JWK[]): Promise<JSONWebKeySet> => ({
  keys: await Promise.all(keys.map(async (key) => ({ ...key, kid: key.kid ?? (await calculateJwkThumbprint(key)) }))),
});

function jsonIn(file: string, text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // Reported below.
  }
  throw badInput(`'${file}' is not a JSON object.`);
}

export interface ListSigningKeysOptions extends FormatOptions {
  readonly json?: boolean;
}

/** Prints the keys that sign final boards. */
export async function listSigningKeys({ json, format }: ListSigningKeysOptions): Promise<void> {
  const { omnidex } = await connect();
  const keys = await omnidex.signingKeys();
  if (json) return printJson(keys);
  if (keys.length === 0)
    return remark("No final board has been signed. The server makes its key at the first signature.");
  const rows = keys.map(({ id, since }) => [{ text: id, style: colors.bold }, since.slice(0, 10)]);
  await printTable([{ title: "ID" }, { title: "SINCE" }], rows, format);
}

/** Revokes a key that signed final boards. */
export async function revokeSigningKey(id: string, json: boolean): Promise<void> {
  const { omnidex } = await connect();
  const revoked = await omnidex.revokeSigningKey(id);
  if (json) return printJson(revoked);
  await printLine(`${id}: revoked ${revoked.revokedAt.slice(0, 10)}`);
  remark(
    "A server that has this key needs another one: move the file OMNIDEX_SIGNING_KEY_FILE away, and restart the server.",
  );
}
