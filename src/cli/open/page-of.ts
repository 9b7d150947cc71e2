import { pagePaths } from "../../domain/page-urls.ts";
import type { Omnidex } from "../../sdk/index.ts";
import type { QuestionFilter } from "../../sdk/types.ts";
import { nearestName } from "../output/nearest-name.ts";
import { UsageError } from "../output/usage-error.ts";
import { resolveRun } from "../runs/run-reference.ts";

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
export async function pageOf(omnidex: Omnidex, what: readonly string[], filter: QuestionFilter): Promise<string> {
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

/** The id of the question with this id or key; null if there is none. @throws {UsageError} if several have the key */
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
