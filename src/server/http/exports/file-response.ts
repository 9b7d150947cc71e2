import type { ServerResponse } from "node:http";
import type { Context } from "hono";
import type { FilePieces } from "../../../exporters/encoding/pieces.ts";
import type { ErrorLog } from "../../graphql/error-format.ts";
import type { AppEnvironment } from "../app-environment.ts";

/** A file that is made while it is sent. */
export interface ExportedFile {
  readonly name: string;
  readonly mediaType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly pieces: () => FilePieces;
}

/**
 * Sends a file in pieces, with back-pressure. If the client disconnects, production stops. If production fails, the
 * connection is aborted, so that the partial file does not look complete.
 */
export async function fileResponse(c: Context<AppEnvironment>, file: ExportedFile, log: ErrorLog): Promise<Response> {
  const headers = {
    "content-type": file.mediaType,
    "content-disposition": `attachment; filename="${file.name}"`,
    "x-content-type-options": "nosniff",
    ...file.headers,
  };
  if (c.req.method === "HEAD") return new Response(null, { headers });
  const pieces = file.pieces();
  // The first piece is made before the status is sent, so that an early error can still be reported.
  const first = await pieces.next();
  endWithReader(c.env?.outgoing, pieces);
  const failed = (error: unknown): boolean => {
    log(c.get("requestId"), error);
    return breakOff(c.env?.incoming);
  };
  return new Response(streamOf(first, pieces, failed), { headers });
}

/** Cancels the stream if the client disconnects before the first piece, which the adaptor does not do. */
function endWithReader(outgoing: ServerResponse | undefined, pieces: FilePieces): void {
  const end = (): void => void pieces.return().catch(() => {});
  if (outgoing?.destroyed || outgoing?.closed) end();
  else outgoing?.once("close", end);
}

/** @param failed returns whether it closes the connection, so that the stream will be cancelled */
function streamOf(
  first: IteratorResult<string | Uint8Array, void>,
  pieces: FilePieces,
  failed: (error: unknown) => boolean,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next: IteratorResult<string | Uint8Array, void> | null = first;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = next ?? (await pieces.next());
          next = null;
          if (done || value === undefined) return controller.close();
          controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
        } catch (error) {
          if (!failed(error)) controller.error(error);
        }
      },
      cancel: async () => {
        await pieces.return();
      },
    },
    // Nothing is made before it is asked for.
    { highWaterMark: 0 },
  );
}

/**
 * The adaptor would end the answer in the ordinary way, with the error's text in it; so its socket is closed first.
 * @returns whether there is one
 */
function breakOff(incoming: object | undefined): boolean {
  const { socket } = (incoming ?? {}) as { readonly socket?: { destroy(): void } };
  socket?.destroy();
  return socket !== undefined;
}
