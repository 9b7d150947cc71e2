import { pageUrl } from "../../domain/page-urls.ts";
import { connect } from "../connection/sdk-client.ts";
import { printLine, remark } from "../output/printing.ts";
import { resolveSlice } from "../slice/resolve-slice.ts";
import type { SliceOptions } from "../slice/slice-options.ts";
import { startBrowser } from "./browser.ts";
import { pageOf } from "./page-of.ts";

export interface OpenOptions extends SliceOptions {
  readonly print?: boolean;
}

/** Prints the address of a page of the dashboard, and opens it if the server has that page. */
export async function open(what: readonly string[], options: OpenOptions): Promise<void> {
  const { omnidex, connection } = await connect();
  const filter = await resolveSlice(omnidex, options);
  // Nothing else here makes the server read the filter, so a request checks that it is valid.
  if (Object.keys(filter).length > 0) await omnidex.questions({ filter, pageSize: 1 }).page();
  const url = pageUrl(connection.url, await pageOf(omnidex, what, filter));
  await printLine(url);
  if (options.print) return;
  if (!(await isPage(url))) return remark(`The server at ${connection.url} serves no page at this address.`);
  await startBrowser(url);
}

/** How long to wait for the page, in milliseconds. */
const PATIENCE_MS = 5_000;

/** Whether the server answers with a page. A server that does not answer in time is assumed to have it. */
async function isPage(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { headers: { accept: "text/html" }, signal: AbortSignal.timeout(PATIENCE_MS) });
    await response.body?.cancel();
    return response.ok && (response.headers.get("content-type") ?? "").startsWith("text/html");
  } catch {
    return true;
  }
}
