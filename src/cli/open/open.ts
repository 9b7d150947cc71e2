import { spawn } from "node:child_process";
import { type ErrorCode, OmnidexError } from "../../domain/errors.ts";
import { pagePaths, pageUrl } from "../../domain/page-urls.ts";
import type { Omnidex } from "../../sdk/index.ts";
import type { QuestionFilter } from "../../sdk/types.ts";
import { nearestName } from "../../submitting/nearest-name.ts";
import { fetchFrom } from "../connection/fetch-from.ts";
import { connect } from "../connection/sdk-client.ts";
import type { ServerConnection } from "../connection/server-connection.ts";
import { printLine, remark } from "../output/printing.ts";
import { UsageError } from "../output/usage-error.ts";
import { resolveRun } from "../runs/run-reference.ts";
import { resolveSlice } from "../slice/resolve-slice.ts";
import type { SliceOptions } from "../slice/slice-options.ts";

/** The program that opens an address in the user's browser, and its arguments before the address. */
function opener(): readonly [program: string, ...args: string[]] {
  const { BROWSER } = process.env;
  if (BROWSER) return [BROWSER];
  if (process.platform === "darwin") return ["open"];
  // On Windows, `start` is a command of the shell, and the shell would cut the address at an `&`. `rundll32` needs no
  // shell.
  if (process.platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return ["xdg-open"];
}

/** Opens an address in the user's browser. @throws Error if there is no program for that, or it fails at once */
async function startBrowser(url: string): Promise<void> {
  const [program, ...args] = opener();
  const child = spawn(program, [...args, url], { stdio: "ignore", detached: true });
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve, reject) => {
    child.once("error", (error) => reject(new BrowserError(program, error.message)));
    child.once("exit", (code) => (code ? reject(new BrowserError(program, `exit code ${code}`)) : resolve()));
    // If the opener is the browser itself, it runs until its window is closed, so it counts as started after a while.
    timer = setTimeout(resolve, WAITED_MS);
  }).finally(() => clearTimeout(timer));
  child.unref();
}

/** How long to wait for an opener to fail, in milliseconds. */
const WAITED_MS = 2_000;

/** The browser could not be started. */
class BrowserError extends Error {
  override readonly name = "BrowserError";
  readonly hint =
    "Open the address yourself, or set BROWSER to a program that opens it; --print only prints the address.";

  constructor(program: string, reason: string) {
    super(`'${program}' could not open the browser: ${reason}.`);
  }
}

/** The pages that do not belong to an object. */
const PAGES: Readonly<Record<string, () => string>> = {
  home: pagePaths.home,
  submit: pagePaths.submit,
  admin: pagePaths.admin,
};

/**
 * The path of the page that the arguments of `omnidex open` name. Without arguments it is the start page; several
 * arguments are runs to compare.
 * @throws {UsageError} if there is no such object, or if a slice is given for a page that takes none
 */
async function pageOf(omnidex: Omnidex, what: readonly string[], filter: QuestionFilter): Promise<string> {
  const [name = "home", ...others] = what;
  if (others.length > 0) {
    refuseSlice(filter);
    const runs = await Promise.all(what.map((each) => resolveRun(omnidex, each)));
    return pagePaths.compare(runs.map(({ id }) => id));
  }
  if (name === "questions") return questionsPage(filter);
  const fixed = Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;
  if (fixed !== undefined) {
    refuseSlice(filter);
    return fixed();
  }
  return pageOfThing(omnidex, name, filter);
}

/** The questions page names a single benchmark outside of the filter. */
function questionsPage({ benchmarks, ...filter }: QuestionFilter): string {
  const [benchmark, ...others] = [benchmarks ?? []].flat();
  return others.length > 0
    ? pagePaths.questions(undefined, { benchmarks, ...filter })
    : pagePaths.questions(benchmark, filter);
}

async function pageOfThing(omnidex: Omnidex, name: string, filter: QuestionFilter): Promise<string> {
  const slugs = (await omnidex.benchmarks()).map(({ slug }) => slug);
  if (slugs.includes(name)) return benchmarkPage(name, filter);
  const { benchmarks, ...rest } = filter;
  refuseSlice(rest);
  const question = await findQuestion(omnidex, name, benchmarks);
  if (question !== null) return pagePaths.question(question);
  try {
    return pagePaths.run((await resolveRun(omnidex, name)).id);
  } catch (error) {
    const near = nearestName(name, [...slugs, "questions", ...Object.keys(PAGES)]);
    if (!(error instanceof UsageError) || near === null || error.hint?.startsWith("Did you mean")) throw error;
    throw new UsageError(`There is no run, benchmark or question '${name}'.`, `Did you mean '${near}'?`);
  }
}

function benchmarkPage(slug: string, { benchmarks, ...filter }: QuestionFilter): string {
  const other = [benchmarks ?? []].flat().find((each) => each !== slug);
  if (other !== undefined)
    throw new UsageError(`The leaderboard is that of '${slug}': leave out --benchmark ${other}.`);
  return pagePaths.benchmark(slug, filter);
}

/** The id of the question with this id or key; null for an unknown question. @throws {UsageError} if several have the key */
async function findQuestion(
  omnidex: Omnidex,
  name: string,
  benchmarks: QuestionFilter["benchmarks"],
): Promise<string | null> {
  if (/^question_\d+$/.test(name)) {
    if ((await omnidex.node(name)) !== null) return name;
    throw new UsageError(`There is no question '${name}'.`, "'omnidex questions --json' shows the ids.");
  }
  const filter = { keys: [name], ...(benchmarks !== undefined && { benchmarks }) };
  const [found, other] = await omnidex
    .questions({ filter, pageSize: 2 })
    .take(2)
    .toArray()
    .catch((error: unknown) => {
      // A server may refuse a filter with a key that no question has.
      if (error instanceof Error && "code" in error && error.code === "INVALID_FILTER") return [];
      throw error;
    });
  if (found !== undefined && other !== undefined)
    throw new UsageError(
      `Several benchmarks have a question with the key '${name}'.`,
      `Name one, as in --benchmark ${found.benchmark.slug}.`,
    );
  return found?.id ?? null;
}

function refuseSlice(filter: QuestionFilter): void {
  if (Object.keys(filter).length === 0) return;
  throw new UsageError(
    "Options of a slice need a benchmark or 'questions'.",
    "For example: 'omnidex open worldsense --audio music', or 'omnidex open questions --audio music'.",
  );
}

export interface OpenOptions extends SliceOptions {
  readonly print?: boolean;
  readonly signIn?: boolean;
}

/** Prints the address of a page of the dashboard, and opens it if the server has that page. */
export async function open(what: readonly string[], options: OpenOptions): Promise<void> {
  const { omnidex, connection } = await connect();
  if (options.signIn) return printSignInLink(connection, what);
  const filter = await resolveSlice(omnidex, options);
  // Nothing else here makes the server read the filter, so a request checks that it is valid.
  if (Object.keys(filter).length > 0) await omnidex.questions({ filter, pageSize: 1 }).page();
  const url = pageUrl(connection.url, await pageOf(omnidex, what, filter));
  await printLine(url);
  if (options.print) return;
  if (!(await isPage(url))) return remark(`The server at ${connection.url} serves no page at this address.`);
  await startBrowser(url);
}

/** Only prints the link, because other users of the machine can read the arguments of a browser. */
async function printSignInLink(connection: ServerConnection, what: readonly string[]): Promise<void> {
  if (what.length > 0) throw new UsageError("--sign-in leads to the start page.", `Leave out ${what.join(" ")}.`);
  const response = await fetchFrom(connection, "/sign-in/codes", { method: "POST" });
  const { code, errors } = (await response.json()) as SignInAnswer;
  const [error] = errors ?? [];
  if (code === undefined) throw new OmnidexError(error?.extensions.code ?? "UNAVAILABLE", error?.message ?? "No code.");
  await printLine(pageUrl(connection.url, pagePaths.signIn(code)));
}

interface SignInAnswer {
  readonly code?: string;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: ErrorCode } }[];
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
