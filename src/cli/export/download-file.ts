import { mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { badInput, ERROR_CODES, type ErrorCode, OmnidexError } from "../../domain/errors.ts";
import { grouped } from "../../domain/texts.ts";
import { OmnidexProtocolError } from "../../sdk/index.ts";
import { fetchFrom } from "../connection/fetch-from.ts";
import type { ServerConnection } from "../connection/server-connection.ts";
import { isFolder } from "../output/file-extension.ts";
import { openByteSink } from "../output/output-file.ts";
import { remark } from "../output/printing.ts";

/** A warning about something that a downloaded file does not hold. */
export interface DownloadWarning {
  readonly code: string;
  readonly message: string;
}

export interface Downloaded {
  /** The path of the file; `-` for standard output. */
  readonly target: string;
  readonly warnings: readonly DownloadWarning[];
}

/**
 * Streams a file from the server to disk. The file appears complete or not at all.
 * @param output a path, a folder, or `-` for standard output. In a folder, the file gets the name that the server
 *   suggests, below the folders that readers of its format expect
 * @throws the server's error under its code; `UNAVAILABLE` if the connection breaks
 */
export async function download(connection: ServerConnection, path: string, output: string): Promise<Downloaded> {
  const response = await request(connection, path);
  if (!response.ok) throw await refusal(response);
  const opening = async () => {
    const target = isFolder(output) ? await placeIn(output, response) : output;
    return { target, sink: await openByteSink(target) };
  };
  const { target, sink } = await opening().catch(async (error) => {
    // Otherwise the connection would keep the process alive until the server stops sending.
    await response.body?.cancel();
    throw error;
  });
  let written = 0;
  try {
    for await (const piece of pieces(response)) {
      await sink.write(piece);
      written += piece.length;
    }
    await sink.close();
  } catch (error) {
    await sink.discard();
    throw error;
  }
  if (target !== "-") remark(`${grouped(written)} bytes in ${target}`);
  return { target, warnings: warningsOf(response) };
}

/** The path of a file in a folder. The server may suggest subfolders, but cannot leave the user's folder. */
async function placeIn(output: string, response: Response): Promise<string> {
  const names = (response.headers.get("x-export-folder") ?? "")
    .split("/")
    .map((name) => basename(decodeURIComponent(name)));
  const folder = join(output, ...names.filter((name) => name !== ".."));
  await mkdir(folder, { recursive: true }).catch((error: Error) => {
    throw badInput(`'${folder}' cannot be created: ${error.message}`);
  });
  return join(folder, fileName(response));
}

const warningsOf = ({ headers }: Response): readonly DownloadWarning[] =>
  JSON.parse(decodeURI(headers.get("x-export-warnings") ?? "[]"));

async function request(connection: ServerConnection, path: string): Promise<Response> {
  try {
    return await fetchFrom(connection, path);
  } catch (error) {
    if (error instanceof OmnidexProtocolError) throw error;
    const message = `The server at ${connection.url} cannot be reached.`;
    throw new OmnidexError("UNAVAILABLE", message, undefined, { cause: error });
  }
}

async function* pieces({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  try {
    for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) yield next.value;
  } catch (error) {
    const message = "The connection broke off in the middle of the file, so nothing was kept. Try again.";
    throw new OmnidexError("UNAVAILABLE", message, undefined, { cause: error });
  }
}

interface RefusalExtensions {
  readonly code?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

interface Refusal {
  readonly errors?: readonly { readonly message: string; readonly extensions?: RefusalExtensions }[];
}

/** The server's error, or one with the status alone if a proxy answered. */
async function refusal(response: Response): Promise<OmnidexError> {
  const body = (await response.json().catch(() => ({}))) as Refusal;
  const [error] = body.errors ?? [];
  const code = ERROR_CODES.find((one) => one === error?.extensions?.code) ?? ("UNAVAILABLE" satisfies ErrorCode);
  const message = error?.message ?? `The server answered with status ${response.status}.`;
  return new OmnidexError(code, message, error?.extensions?.details);
}

/** The file name that the server suggests, without any folder. */
function fileName({ headers }: Response): string {
  const name = /filename="([^"]+)"/.exec(headers.get("content-disposition") ?? "")?.[1];
  return basename(name ?? "export");
}
