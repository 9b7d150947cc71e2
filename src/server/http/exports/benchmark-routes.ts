import type { Context } from "hono";
import { notFound } from "../../../domain/errors.ts";
import { publishedDatasheet } from "../../../domain/published-datasheets.ts";
import { ANONYMOUS } from "../../../domain/viewer.ts";
import { CROISSANT_VERSION, croissant } from "../../../formats/croissant/croissant.ts";
import { auditLogLines } from "../../access/audit-log.ts";
import { requireAdmin } from "../../access/require-admin.ts";
import { distributedFiles, filterOf, requireRelease, writeBenchmarkExport } from "../../benchmarks/benchmark-export.ts";
import { dataLicense } from "../../benchmarks/question-export.ts";
import { seesAnswers } from "../../conditions/answer-visibility.ts";
import type { AppEnvironment, AppServices } from "../app-environment.ts";
import { auditTrailOf } from "../maintenance-routes.ts";
import { cacheHeaders, notModified } from "./export-caching.ts";
import { exportReader, onlyParameters } from "./export-filter.ts";
import { fileResponse, licenseHeader } from "./file-response.ts";

/**
 * `GET /croissant/<benchmark>`. The metadata is the same for every caller: it describes the public files and contains
 * their checksums.
 */
export async function croissantResponse(c: Context<AppEnvironment>, services: AppServices): Promise<Response> {
  onlyParameters(c, []);
  const slug = c.req.param("benchmark") ?? "";
  const reader = { ...exportReader(c, services), memory: services.memory };
  const release = await requireRelease(reader.database, ANONYMOUS, slug);
  const { origin } = new URL(c.req.url);
  const files = await distributedFiles(reader, slug, (extension) => {
    const filter = encodeURIComponent(JSON.stringify(filterOf(slug)));
    return `${origin}/export/questions.${extension}?filter=${filter}`;
  });
  const page = `${origin}/croissant/${slug}`;
  const document = croissant(release, page, files, seesAnswers(ANONYMOUS, release), publishedDatasheet(slug));
  const text = `${JSON.stringify(document, null, 2)}\n`;
  const mediaType = `application/ld+json; profile="${CROISSANT_VERSION}"`;
  const headers = { ...licenseHeader(dataLicense([release])), ...cacheHeaders(c, text) };
  return notModified(c, mediaType, headers) ?? c.body(text, 200, { ...headers, "content-type": mediaType });
}

/** `GET /export/benchmarks/<slug>.json` */
export async function benchmarkResponse(c: Context<AppEnvironment>, services: AppServices): Promise<Response> {
  onlyParameters(c, []);
  const name = c.req.param("file") ?? "";
  const slug = /^(.+)\.json$/.exec(name)?.[1];
  if (slug === undefined) throw notFound("export", name.slice(0, 80));
  const reader = exportReader(c, services);
  const release = await requireRelease(reader.database, reader.viewer, slug);
  const headers = {
    ...licenseHeader(dataLicense([release])),
    ...cacheHeaders(c, `${services.version} ${JSON.stringify(release)}`),
  };
  const mediaType = "application/json";
  // A client may have cached the file before the benchmark hid its answers. It must not get a 304 for this old file.
  const known = seesAnswers(reader.viewer, release) ? notModified(c, mediaType, headers) : null;
  if (known !== null) return known;
  const file = {
    name: `${slug}.json`,
    mediaType,
    headers,
    content: null,
    pieces: () => writeBenchmarkExport(reader, release),
  };
  return fileResponse(c, file, services);
}

/** `GET /export/audit.ndjson`: the whole audit log, newest first, for administrators. */
export async function auditLogResponse(c: Context<AppEnvironment>, services: AppServices): Promise<Response> {
  onlyParameters(c, []);
  const viewer = c.get("viewer");
  try {
    requireAdmin(viewer, "Reading the audit log");
  } catch (error) {
    await auditTrailOf(c, services).failed("GET /export/audit.ndjson", null, error);
    throw error;
  }
  const file = {
    name: "audit.ndjson",
    mediaType: "application/x-ndjson",
    headers: { "cache-control": "no-store" },
    content: null,
    pieces: () => auditLogLines(services.database, viewer),
  };
  return fileResponse(c, file, services);
}
