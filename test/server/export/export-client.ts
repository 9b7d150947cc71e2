import { parse } from "csv-parse/sync";
import { parquetReadObjects } from "hyparquet";
import type { QuestionFilter } from "../../../src/domain/slice/question-filter.ts";
import { ADMIN_KEY, type TestServer } from "../../support/test-server.ts";

/** The address of an export of questions. */
export function exportPath(extension: string, filter?: QuestionFilter): string {
  const search = filter === undefined ? "" : `?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;
  return `/export/questions.${extension}${search}`;
}

/** Reads an address of the server, with no key unless one is given. */
export const fetchPath = async (
  { app }: TestServer,
  path: string,
  { key = null, headers = {} }: { readonly key?: string | null; readonly headers?: Record<string, string> } = {},
): Promise<Response> =>
  app.request(path, { headers: { ...headers, ...(key !== null && { authorization: `Bearer ${key}` }) } });

export const asAdmin = { key: ADMIN_KEY };

/** Fetches a file, and fails the test if the file does not exist. */
export async function fetchFile(server: TestServer, path: string, options?: { key: string }): Promise<Response> {
  const response = await fetchPath(server, path, options);
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}

/**
 * Changes whether the releases of a server hide their answers, which no user of the server can do. All runs then belong to
 * 'exporter', who sees the responses of hidden releases, but no answers.
 */
export const setAccess = ({ database }: TestServer, access: "HIDDEN" | "VISIBLE"): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.query({ text: "update releases set answer_access = $1", params: [access] });
    await tx.query({ text: "update runs set owner = 'exporter'", params: [] });
  });

export const parseNdjson = <T>(text: string): readonly T[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);

export const parseCsv = (text: string): readonly Record<string, string>[] => parse(text, { columns: true });

export const parseParquet = async (bytes: ArrayBuffer): Promise<readonly Record<string, unknown>[]> =>
  parquetReadObjects({ file: bytes });
