import { Hono } from "hono";
import { badInput, OmnidexError } from "../../domain/errors.ts";
import { ANSWER_ACCESS, type AnswerAccess } from "../../domain/exported-release.ts";
import { RECIPE_CHOICE_NAMES, type RecipeChoice, type RecipeChoices } from "../../domain/recipe-proposal.ts";
import { ROUTE_SCOPES, requireScope } from "../access/required-callers.ts";
import { importFiles, requireSlug } from "../benchmarks/import-files.ts";
import type { ImportOptions } from "../benchmarks/replace-release.ts";
import { proposeApart, readApart } from "../workers/read-apart.ts";
import type { AppEnvironment } from "./app-environment.ts";
import { BodyTooLargeError } from "./body-limits.ts";
import { type AuditedServices, auditFailures, auditTrailOf } from "./maintenance-routes.ts";
import { formOf, formTooLarge, readInLine, withUploadedFiles } from "./uploaded-files.ts";

/** The name of an import in the audit log. */
const IMPORT = "POST /import";
/** The largest total size of the files of one import, in bytes. */
const MAX_UPLOAD = 1024 ** 3;

/**
 * `POST /import/<benchmark>`, for administrators and the benchmark's maintainers. The body is a form with a `file` for
 * each file of the benchmark. Optional parameters are `replace=true`, `dryRun=true`, `answers=hidden`,
 * `public=0.5` and `open=0.2`. With `propose=true`, nothing is imported: the reply has a recipe that the files suggest, or null
 * if they need none, and further parameters are the user's choices (`level=REASONING`).
 */
export const importRoutes = (services: AuditedServices): Hono<AppEnvironment> =>
  new Hono<AppEnvironment>().post(
    "/:benchmark",
    auditFailures(services, IMPORT),
    async (c, next) => {
      const viewer = c.get("viewer");
      requireScope(viewer, ROUTE_SCOPES["/import"], "/import");
      const { admin, maintains } = viewer;
      if (admin || maintains?.includes(c.req.param("benchmark"))) return next();
      throw new OmnidexError(
        "FORBIDDEN",
        "Importing needs the key of an administrator, or of a maintainer of the benchmark.",
      );
    },
    async (c, next) =>
      Number(c.req.header("content-length") ?? 0) > MAX_UPLOAD ? formTooLarge(c, MAX_UPLOAD) : next(),
    async (c) => {
      const parameters = new URL(c.req.url).searchParams;
      const choices = parameters.get("propose") === "true" ? recipeChoices(parameters) : null;
      const options = choices === null ? importOptions(parameters) : {};
      try {
        return await withUploadedFiles(formOf(c.req.raw, MAX_UPLOAD), "file", async (files) => {
          if (files.length === 0) throw badInput("The form must hold at least one 'file'.");
          const benchmark = c.req.param("benchmark");
          if (choices !== null)
            return c.json({ proposal: await readInLine(() => proposeApart(requireSlug(benchmark), files, choices)) });
          const database = auditTrailOf(c, services).changes(IMPORT, { benchmark });
          const own = { ...options, viewer: c.get("viewer") };
          return c.json(await readInLine(() => importFiles(database, benchmark, files, own, readApart)));
        });
      } catch (error) {
        if (error instanceof BodyTooLargeError) return formTooLarge(c, MAX_UPLOAD);
        throw error;
      }
    },
  );

/** What the user has decided about the proposed recipe. @throws `BAD_USER_INPUT` for any other parameter */
function recipeChoices(parameters: URLSearchParams): RecipeChoices {
  const choices: Partial<Record<RecipeChoice, string>> = {};
  for (const [name, value] of parameters) {
    if (name === "propose") continue;
    const choice = RECIPE_CHOICE_NAMES.find((each) => each === name);
    if (choice === undefined)
      throw badInput(
        `There is no parameter '${name.slice(0, 80)}' beside 'propose'; allowed are ${RECIPE_CHOICE_NAMES.join(", ")}.`,
      );
    choices[choice] = value;
  }
  return choices;
}

/** @throws `BAD_USER_INPUT` for any other parameter or value, because a misspelt `dryRun` must not start an import */
function importOptions(parameters: URLSearchParams): Omit<ImportOptions, "viewer"> {
  const options: { replace: boolean; dryRun: boolean; answers?: AnswerAccess; open?: number; public?: number } = {
    replace: false,
    dryRun: false,
  };
  for (const [name, value] of parameters) {
    if (name === "answers") {
      options.answers = answerAccess(value);
      continue;
    }
    if (name === "open" || name === "public") {
      options[name] = shareOf(name, value);
      continue;
    }
    if (name !== "replace" && name !== "dryRun")
      throw badInput(
        `There is no parameter '${name.slice(0, 80)}' here; allowed are replace, dryRun, answers, public, open, propose.`,
      );
    if (value !== "true" && value !== "false")
      throw badInput(`'${name}' must be true or false; got '${value.slice(0, 80)}'.`);
    options[name] = value === "true";
  }
  return options;
}

function shareOf(name: string, value: string): number {
  if (!/^(0?\.\d+|1(\.0+)?)$/.test(value))
    throw badInput(`'${name}' must be a share of the questions, such as 0.2; got '${value.slice(0, 80)}'.`);
  return Number(value);
}

function answerAccess(value: string): AnswerAccess {
  const access = ANSWER_ACCESS.find((one) => one.toLowerCase() === value);
  if (access === undefined) throw badInput(`'answers' must be visible or hidden; got '${value.slice(0, 80)}'.`);
  return access;
}
