import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { ANONYMOUS, type Viewer } from "../../domain/viewer.ts";
import type { PersistedQueries } from "../graphql/persisted-queries.ts";
import { NO_COST } from "../graphql/plan/request-cost.ts";
import type { OperationRequest } from "../graphql/replies/reply-texts.ts";
import type { JsonPieces } from "../graphql/replies/root-reply.ts";
import type { Admission } from "../limits/request-admission.ts";
import { RequestRecord, recordOf } from "../telemetry/request-record.ts";
import type { AppServices } from "./app-environment.ts";
import { COMPRESSED_FROM, compressing, type Encoding, encode, encodingFor } from "./compression.ts";
import { isOwnOrigin } from "./cross-origin.ts";
import {
  asTried,
  keepRefusal,
  keepSyntaxError,
  operationRequest,
  plainType,
  requestFault,
  searchRequest,
} from "./graphql-request.ts";
import { refuse } from "./limits/limit-middleware.ts";
import { requestIdFrom } from "./observed-listener.ts";
import { isNamed, meetsIfMatch, NOT_MATCHED } from "./preconditions.ts";
import type { CachedReply } from "./reply-cache.ts";
import { RequestServices } from "./request-services.ts";

/** The length from which a body is converted to bytes, in UTF-16 code units. */
const SENT_AS_BYTES = 4_000;

/**
 * The body of a response. A short body is a text, which Node sends with the headers in one write. A long body is a
 * buffer, because Node would copy a long text twice: to find its length, and to join it with the headers.
 */
export function bodyOf(pieces: JsonPieces): Buffer | string {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (length < SENT_AS_BYTES) return pieces.join("");
  const body = Buffer.allocUnsafe(pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0));
  let end = 0;
  for (const piece of pieces) end += body.write(piece, end);
  return body;
}

/** The longest body that the fast path reads, in bytes. Longer bodies are submissions. */
const MOST_BODY = 200_000;

/** The time for which a shared cache may serve an answer without revalidation, in seconds. */
const MAX_AGE = 60;

type ToApp = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

/** A GraphQL query that the fast path may answer. It is parsed only on a cache miss. */
interface PlainRead {
  readonly viewer: Viewer;
  /** Null if the server has no limits. */
  readonly admission: Admission | null;
  readonly type: string;
  readonly record: RequestRecord;
  readonly isGet: boolean;
  /** The address of a GET request, or the body of a POST request. */
  readonly sent: string;
  readonly operation: () => OperationRequest | null;
}

/**
 * A fast path that answers plain GraphQL reads without the web framework, from the cache if possible. All other
 * requests fall back to the app, and so do requests that fail on the fast path. The app gets the unchanged request.
 */
export function fastListener(services: AppServices, app: ToApp): RequestListener {
  const toApp = compressing(app);
  return async (incoming, outgoing) => {
    try {
      const read = await plainRead(incoming, services);
      if (read !== null && (await answer(read, incoming, outgoing, services))) return;
    } catch (error) {
      // A client that disconnected while sending its body needs no response. A partly sent response cannot be changed.
      const isHalfRead = incoming.readableFlowing !== null && !incoming.complete;
      if (incoming.socket.destroyed || isHalfRead || outgoing.headersSent) return void outgoing.destroy();
      services.log(recordFor(incoming).requestId, error);
    }
    // Marks the request, so that the app does not try the fast path again.
    toApp(asTried(incoming), outgoing);
  };
}

async function plainRead(incoming: IncomingMessage, services: AppServices): Promise<PlainRead | null> {
  const { method, url = "", headers } = incoming;
  const type = plainType(headers.accept);
  // Requests from another origin fall back to the app, which handles CORS.
  const { origin, host } = headers;
  const isForeign = origin !== undefined && !isOwnOrigin(origin, host);
  if (type === null || isForeign || isAmbiguous(incoming)) return null;
  // Requests from an address that is blocked after invalid keys fall back to the app.
  if (headers.authorization !== undefined && services.limits?.keyRefusal(incoming) != null) return null;
  const found = services.viewers.of(headers.authorization);
  // An available value is not awaited, because `await` would delay every request.
  const viewer = found instanceof Promise ? await found : found;
  if (viewer === null) return null;
  const isGet = (method === "GET" || method === "HEAD") && url.startsWith("/graphql?");
  if (!isGet && (method !== "POST" || url !== "/graphql" || !hasPlainBody(headers))) return null;
  const admission = services.limits?.admit(incoming, viewer) ?? null;
  const record = recordFor(incoming);
  if (admission !== null && admission.refusal !== null)
    return { viewer, admission, type, record, isGet, sent: "", operation: () => null };
  if (isGet) {
    const operation = (): OperationRequest | null => searchRequest(url, services.persisted);
    return { viewer, admission, type, record, isGet, sent: url, operation };
  }
  const sent = await readBody(incoming);
  return {
    viewer,
    admission,
    type,
    record,
    isGet,
    sent,
    operation: () => bodyRequest(sent, incoming, services.persisted),
  };
}

const recordFor = (incoming: IncomingMessage): RequestRecord =>
  recordOf(incoming) ?? new RequestRecord(requestIdFrom(incoming.headers["x-request-id"]));

/** The headers that determine the caller and the meaning of a request. */
const DECISIVE: readonly string[] = ["authorization", "content-type", "accept"];
const DECISIVE_LENGTHS: ReadonlySet<number> = new Set(DECISIVE.map(({ length }) => length));

/**
 * Whether a decisive header is repeated. Node keeps its first value, while proxies may join all values, so the caller
 * would be ambiguous.
 */
function isAmbiguous({ rawHeaders }: IncomingMessage): boolean {
  // One bit for each decisive header.
  let seen = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index] ?? "";
    // Comparing the length first avoids a lower-case copy of most names.
    if (!DECISIVE_LENGTHS.has(header.length)) continue;
    const place = DECISIVE.indexOf(header.toLowerCase());
    if (place < 0) continue;
    const bit = 1 << place;
    if ((seen & bit) !== 0) return true;
    seen |= bit;
  }
  return false;
}

function hasPlainBody(headers: IncomingMessage["headers"]): boolean {
  const length = Number(headers["content-length"] ?? Number.NaN);
  const isJson = /^application\/json(;\s*charset=utf-8)?$/i.test(headers["content-type"] ?? "");
  return isJson && length <= MOST_BODY && headers["content-encoding"] === undefined && headers.expect === undefined;
}

/** Reads the body and stores it in `rawBody`, where the app's HTTP adaptor finds it after a fallback. */
const readBody = (incoming: IncomingMessage & { rawBody?: Buffer }): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("error", reject);
    incoming.on("end", () => {
      const body = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
      incoming.rawBody = body;
      resolve(body.toString("utf8"));
    });
  });

/** A body whose document begins with a mutation. The app parses it. */
const MUTATION = /"query"\s*:\s*"(?:\s|\\[nrt])*mutation\b/;

function bodyRequest(text: string, incoming: IncomingMessage, persisted: PersistedQueries): OperationRequest | null {
  if (MUTATION.test(text)) return null;
  try {
    // A byte order mark is no part of the JSON.
    const body: unknown = JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
    const request = operationRequest(body, persisted);
    return request === null || requestFault(body, request.query) !== null ? null : request;
  } catch (error) {
    keepSyntaxError(incoming, error);
    return null;
  }
}

/** Answers the request if possible. Returns whether it has been answered. */
async function answer(
  read: PlainRead,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  services: AppServices,
): Promise<boolean> {
  if (read.admission !== null && refuse(read.admission, read, incoming, outgoing)) return true;
  const cache = read.viewer === ANONYMOUS ? services.cache : null;
  const name = cache === null ? "" : cacheKey(read);
  const known = cache?.get(name);
  if (known !== undefined) {
    read.record.operation = known.named.operation;
    read.record.name = known.named.name;
    read.record.cost = 0;
    read.record.answeredBy = "cache";
    return send(read, known, NO_COST, incoming, outgoing);
  }
  const version = cache?.version() ?? null;
  const request = read.operation();
  if (request === null) return false;
  const context = new RequestServices(services, read.viewer, read.record, null, read.admission);
  const pieces = await services.replies.reply(request, () => context);
  if (pieces === null) {
    const { refusal } = context.database;
    keepRefusal(incoming, refusal);
    if (refusal === null) context.cost.giveBack();
    return false;
  }
  const cost = context.cost.toString();
  if (cache == null || version === null)
    return send(read, { body: bodyOf(pieces), etag: "", encoded: null }, cost, incoming, outgoing);
  return send(read, cache.keep(name, pieces.join(""), version, read.record), cost, incoming, outgoing);
}

const cacheKey = ({ isGet, sent }: PlainRead): string => `${isGet ? "GET" : "POST"} ${sent}`;

async function send(
  { type, record, isGet, admission }: PlainRead,
  answer: SentReply,
  cost: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<true> {
  const length = Buffer.byteLength(answer.body);
  const encoding = encodingFor(incoming, length);
  const headers: Record<string, string | number> = {
    "x-request-id": record.requestId,
    "x-content-type-options": "nosniff",
    "x-omnidex-cost": cost,
  };
  if (length >= COMPRESSED_FROM) headers.vary = "accept-encoding";
  if (admission !== null) Object.assign(headers, admission.headers());
  if (isGet) headers["cache-control"] = "no-store";
  // Only public answers have a validator.
  if (isGet && answer.etag !== "") {
    // The validator of an encoded response is weak, because its bytes differ from those of the plain response.
    headers.etag = encoding === null ? answer.etag : `W/${answer.etag}`;
    headers["cache-control"] = `public, max-age=${MAX_AGE}`;
    headers.vary = "accept, authorization, origin, accept-encoding";
  }
  if (isGet && isSettled(record, type, headers, incoming, outgoing)) return true;
  // Responses without encoding are not awaited, because `await` would delay them.
  const body = encoding === null ? answer.body : await encodedBody(answer, encoding);
  if (encoding !== null) headers["content-encoding"] = encoding;
  headers["content-type"] = type;
  headers["content-length"] = encoding === null ? length : body.length;
  outgoing.writeHead(200, headers).end(body);
  return true;
}

/** Sends the response without the answer if a precondition of the request asks for that: 412 or 304. */
function isSettled(
  record: RequestRecord,
  type: string,
  headers: Readonly<Record<string, string | number>>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): boolean {
  const etag = typeof headers.etag === "string" ? headers.etag : null;
  if (!meetsIfMatch(incoming.headers["if-match"], etag)) {
    record.code = "CONFLICT";
    const extensions = { code: record.code, requestId: record.requestId };
    const body = JSON.stringify({ errors: [{ message: NOT_MATCHED, extensions }] });
    const described = { "content-type": type, "content-length": Buffer.byteLength(body), "cache-control": "no-store" };
    outgoing.writeHead(412, { ...headers, ...described }).end(body);
    return true;
  }
  const isKnown = etag !== null && isNamed(incoming.headers["if-none-match"], etag);
  if (isKnown) outgoing.writeHead(304, { ...headers }).end();
  return isKnown;
}

/** A response to send: a cached answer, or an uncached body without validator or cached encodings. */
type SentReply = Pick<CachedReply, "etag" | "encoded"> & { readonly body: Buffer | string };

async function encodedBody({ body, encoded }: SentReply, encoding: Encoding): Promise<Buffer> {
  const known = encoded?.get(encoding) ?? (await encode(body, encoding));
  encoded?.set(encoding, known);
  return known;
}
