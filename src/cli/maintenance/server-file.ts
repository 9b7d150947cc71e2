import { type ErrorCode, OmnidexError } from "../../domain/errors.ts";
import type { ServerConnection } from "../connection/server-connection.ts";

interface ErrorBody {
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: ErrorCode } }[];
}

/**
 * Has a server do something for administrators, and returns the bytes that it sends.
 * @throws what the server answers instead; `UNAVAILABLE` where it does not
 */
export async function requestFile(server: ServerConnection, path: string): Promise<ReadableStream<Uint8Array>> {
  const address = `${server.url}${path}`;
  const headers: Record<string, string> =
    server.apiKey === undefined ? {} : { authorization: `Bearer ${server.apiKey}` };
  let response: Response;
  try {
    response = await fetch(address, { method: "POST", headers });
  } catch (error) {
    throw new OmnidexError("UNAVAILABLE", `No server answers at ${address}.`, undefined, { cause: error });
  }
  if (response.ok && response.body !== null) return response.body;
  const [error] = ((await response.json().catch(() => ({}))) as ErrorBody).errors ?? [];
  const said = error?.message ?? `The server answered ${response.status}.`;
  throw new OmnidexError(error?.extensions?.code ?? "UNAVAILABLE", said);
}
