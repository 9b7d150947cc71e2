import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import canonicalize from "canonicalize";
import { sql } from "drizzle-orm";
import { createLocalJWKSet, type FlattenedJWS, flattenedVerify } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FinalBoard } from "../../../src/domain/final-board.ts";
import { finalBoard } from "../../../src/server/hosting/seal-boards.ts";
import { BoardSigning } from "../../../src/server/runs/board-signing.ts";
import { skipsWithout } from "../../support/required-tools.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { answering, importHidden, keyOf } from "../hidden/hidden-benchmark.ts";
import { closeChallenge } from "./close-challenge.ts";
import { signedBoard } from "./signed-board.ts";

const run = promisify(execFile);

let server: TestServer;
let folder: string;
let ann = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "omnidex-board-"));
  server = await createTestServer(null, { OMNIDEX_SIGNING_KEY_FILE: join(folder, "keys", "signing-key.pem") });
  ann = await keyOf(server, "ann");
  const opened = await importHidden(server, { slug: "opened", access: "visible", count: 40 });
  await server.data(
    `mutation ($input: SubmitRunInput!) { submitRun(input: $input) { __typename } }`,
    {
      input: {
        benchmark: "opened",
        model: { name: "net 40" },
        inputs: ["VIDEO"],
        visibility: "PUBLIC",
        predictions: answering(opened.keys, opened.labels),
      },
    },
    { key: ann },
  );
  await closeChallenge(server, "opened", "2020-01-01T00:00:00.000Z");
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const boardOf = async () =>
  (
    await server.data<{ finalBoard: object }>(
      `{ finalBoard(benchmark: "opened") { benchmark version contentHash questions closedAt sealedAt leftOut
         entries { ENTRY } privateEntries { ENTRY } names { pseudonym model modelSlug namedAt } } }`.replaceAll(
        "ENTRY",
        `rank run model modelSlug submittedAt scoredAt extractor extractorVersion inputs rankRange { best worst }
         score { value n standardError lower upper coarse }`,
      ),
      {},
      { key: null },
    )
  ).finalBoard;

const noPython = skipsWithout(
  "python3",
  await run("python3", ["--version"]).then(
    () => true,
    () => false,
  ),
);

describe("the signature of a final board", () => {
  it("is over the board's canonical JSON, with a private key that is in a file of the server's user and not in the database", async () => {
    const { bytes, payload, text } = await signedBoard(server, "opened");
    expect(bytes).toBe(canonicalize(payload));
    expect(payload).toEqual(await boardOf());
    expect((await signedBoard(server, "opened")).text).toBe(text);
    const file = join(folder, "keys", "signing-key.pem");
    expect(await readFile(file, "utf8")).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    if (process.platform !== "win32") expect((await stat(file)).mode & 0o777).toBe(0o600);
    const stored = await server.database.query(sql`select * from signing_keys`);
    expect(JSON.stringify(stored)).not.toMatch(/PRIVATE|"d"/);
  });

  it("is verified by the command and by the example in Python, which both find a changed byte", async (context) => {
    const { text, keys, signed } = await signedBoard(server, "opened");
    const [board, set, changed] = ["board.json", "jwks.json", "changed.json"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await writeFile(board, text);
    await writeFile(set, JSON.stringify(keys));
    const payload = Buffer.from(signed.payload as string, "base64url");
    payload[payload.indexOf("net 40")] = "N".charCodeAt(0);
    await writeFile(changed, JSON.stringify({ ...signed, payload: payload.toString("base64url") }));
    const { verifyBoard } = await import("../../../src/cli/access/print-final-board.ts");
    await verifyBoard(board, { key: set, json: true });
    await expect(verifyBoard(changed, { key: set })).rejects.toThrow(/is not a board signed with a key/);
    if (noPython) return context.skip("python3 is not installed, so the example was not run");
    const python = (file: string) => run("python3", ["examples/verify-board/verify_board.py", file, set]);
    expect(JSON.parse((await python(board)).stdout)).toEqual(await boardOf());
    await expect(python(changed)).rejects.toThrow();
  });
});

describe("revoking a signing key", () => {
  const REVOKE = `mutation ($input: RevokeSigningKeyInput!) {
    revokeSigningKey(input: $input) { revokedAt signingKeys { id } } }`;
  interface Revoked {
    readonly revokeSigningKey: { readonly revokedAt: string; readonly signingKeys: readonly { readonly id: string }[] };
  }
  const keysOf = async () =>
    (await server.data<{ signingKeys: { id: string }[] }>("{ signingKeys { id } }", {}, { key: null })).signingKeys;
  const signed = (by: TestServer) =>
    by.request<{ finalBoard: { signed: string } }>(`{ finalBoard(benchmark: "opened") { signed } }`, {}, { key: null });

  it("is allowed to administrators only, unpublishes the key, stops its use, and is recorded in the audit log", async () => {
    const before = await signedBoard(server, "opened");
    const [key] = await keysOf();
    const input = { id: key?.id ?? "" };
    for (const [secret, code] of [
      [null, "UNAUTHENTICATED"],
      [ann, "FORBIDDEN"],
    ] as const) {
      const { errors } = await server.request(REVOKE, { input }, { key: secret });
      expect(errors?.[0]?.extensions.code).toBe(code);
    }
    expect((await server.request(REVOKE, { input: { id: "none" } })).errors?.[0]?.extensions.code).toBe("NOT_FOUND");
    expect(await keysOf()).toEqual([key]);

    const { revokeSigningKey } = await server.data<Revoked>(REVOKE, { input });
    expect(revokeSigningKey.signingKeys).toEqual([]);
    expect((await server.data<Revoked>(REVOKE, { input })).revokeSigningKey).toEqual(revokeSigningKey);
    const published = await (await server.app.request("/.well-known/jwks.json")).json();
    expect(published).toEqual({ keys: [] });
    await expect(flattenedVerify(before.signed, createLocalJWKSet(published as never))).rejects.toThrow();
    expect((await signed(server)).errors?.[0]).toMatchObject({
      message: expect.stringContaining("was revoked"),
      extensions: { code: "UNAVAILABLE", details: { reason: "SIGNING_KEY_REVOKED" } },
    });
    const { auditLog } = await server.data<{ auditLog: { nodes: object[] } }>(
      `{ auditLog(filter: { operations: ["revokeSigningKey"], failed: false }, first: 5) { nodes { object } } }`,
    );
    expect(auditLog.nodes).toEqual([{ object: key?.id }, { object: key?.id }]);
  });

  it("lets a server that is restarted without the old key's file sign the boards with a new key", async () => {
    await rm(join(folder, "keys", "signing-key.pem"));
    const signing = new BoardSigning(server.database, join(folder, "keys", "signing-key.pem"));
    const board = await finalBoard(server.database, { benchmark: "opened" });
    const text = await signing.sign(board as FinalBoard);
    const keys = await (await server.app.request("/.well-known/jwks.json")).json();
    expect(await keysOf()).toHaveLength(1);
    await flattenedVerify(JSON.parse(text) as FlattenedJWS, createLocalJWKSet(keys as never));
  });
});
