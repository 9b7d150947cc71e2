import { expect } from "vitest";
import type { AnswerError, TestServer } from "../../support/test-server.ts";

/** The fields of a key that tests read. */
export interface Key {
  readonly id: string;
  readonly name: string;
  readonly owner: string;
  readonly admin: boolean;
  readonly scopes: readonly string[];
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
  readonly replacedBy: string | null;
}

export interface MadeKey {
  readonly apiKey: Key;
  readonly secret: string;
}

export const FIELDS = "id name owner admin scopes expiresAt revokedAt lastUsedAt replacedBy";
export const CREATE = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret apiKey { ${FIELDS} } } }`;
export const ROTATE = `mutation ($input: RotateApiKeyInput!) {
  rotateApiKey(input: $input) { secret apiKey { ${FIELDS} } replaced { ${FIELDS} } } }`;
export const VIEWER = `{ viewer { owner admin scopes maintains apiKey { ${FIELDS} } } }`;

/** Makes a key, as administrator. */
export const createKey = async (server: TestServer, input: object): Promise<MadeKey> =>
  (await server.data<{ createApiKey: MadeKey }>(CREATE, { input })).createApiKey;

/** The viewer of a key; undefined if the key is refused. */
export const viewerOf = async (server: TestServer, key: string): Promise<Record<string, unknown> | undefined> =>
  (await server.request<{ viewer: Record<string, unknown> } | undefined>(VIEWER, {}, { key })).data?.viewer;

/** The error of a request that must fail. */
export async function refusalOf(
  server: TestServer,
  query: string,
  variables: object,
  key?: string | null,
): Promise<AnswerError> {
  const { errors } = await server.request(query, variables, key === undefined ? {} : { key });
  const [error] = errors ?? [];
  expect(error, query).toBeDefined();
  if (error === undefined) throw new Error("unreachable");
  return error;
}
