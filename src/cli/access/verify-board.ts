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
import { badInput } from "../../domain/errors.ts";
import { type FinalBoard, SIGNED_BOARD_TYPE } from "../../domain/final-board.ts";
import { printJson, printLine } from "../output/printing.ts";
import { missingFile } from "../output/usage-error.ts";
import { describeBoard } from "./print-final-board.ts";

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
