import { createLocalJWKSet, type FlattenedJWS, flattenedVerify } from "jose";
import type { FinalBoard } from "../../../src/domain/final-board.ts";
import type { TestServer } from "../../support/test-server.ts";

/** The final board of a challenge as the server signs it, checked with the keys that the server publishes. */
export async function signedBoard(server: TestServer, benchmark: string) {
  const { finalBoard } = await server.data<{ finalBoard: { signed: string } }>(
    `query ($benchmark: String!) { finalBoard(benchmark: $benchmark) { signed } }`,
    { benchmark },
    { key: null },
  );
  const keys = await (await server.app.request("/.well-known/jwks.json")).json();
  const signed = JSON.parse(finalBoard.signed) as FlattenedJWS;
  const verified = await flattenedVerify(signed, createLocalJWKSet(keys as never));
  const bytes = new TextDecoder().decode(verified.payload);
  return { text: finalBoard.signed, signed, keys, bytes, payload: JSON.parse(bytes) as FinalBoard };
}
