import { Command, Option } from "commander";
import { formatOption, jsonListOption } from "../output/format-option.ts";
import { wholeNumber } from "../output/option-values.ts";
import type { QuotaOptions } from "./change-maintainers.ts";
import type { AuditLogOptions } from "./print-audit-log.ts";

export const maintainersCommand = (): Command =>
  new Command("maintainers")
    .description("list, add and remove the maintainers of a benchmark, who see its hidden answers, as an administrator")
    .addCommand(listCommand())
    .addCommand(changeCommand("add", "make an owner of API keys a maintainer"))
    .addCommand(changeCommand("remove", "remove a maintainer at once"))
    .addHelpText("after", MAINTAINER_EXAMPLES);

const listCommand = (): Command =>
  new Command("list")
    .description("the maintainers of a benchmark, as an administrator or one of them")
    .argument("<benchmark>", "its slug")
    .option("--json", "print them as JSON")
    .action(async (benchmark: string, options: { json?: boolean }) => {
      const { listMaintainers } = await import("./change-maintainers.ts");
      await listMaintainers(benchmark, options.json === true);
    });

const changeCommand = (change: "add" | "remove", description: string): Command =>
  new Command(change)
    .description(description)
    .argument("<benchmark>", "its slug")
    .argument("<owner>", "the owner of the maintainer's keys")
    .option("--json", "print all maintainers as JSON")
    .action(async (benchmark: string, owner: string, options: { json?: boolean }) => {
      const { changeMaintainer } = await import("./change-maintainers.ts");
      await changeMaintainer(change, { benchmark, owner }, options.json === true);
    });

export const quotaCommand = (): Command =>
  new Command("quota")
    .description("show what is left of your submission quotas; or set a benchmark's quota, as its maintainer")
    .argument("[benchmark]", "the slug of the benchmark whose quota to set")
    .option("--per-day <runs>", "how many runs of one owner may be scored per UTC day", wholeNumber(0))
    .option("--in-all <runs>", "how many runs of one owner may be scored over all days", wholeNumber(0))
    .option("--together <runs>", "how many runs of all owners together may be scored over all days", wholeNumber(0))
    .addOption(new Option("--no-limit", "remove the benchmark's quota"))
    .addOption(jsonListOption())
    .addOption(formatOption())
    .addHelpText("after", QUOTA_EXAMPLES)
    .action(async (benchmark: string | undefined, options: QuotaOptions) => {
      const { quota } = await import("./change-maintainers.ts");
      await quota(benchmark, options);
    });

const MAINTAINER_EXAMPLES = `
Examples:
  $ omnidex maintainers list kitchen-sounds
  $ omnidex maintainers add kitchen-sounds vision-group
  $ omnidex maintainers remove kitchen-sounds vision-group`;

const QUOTA_EXAMPLES = `
Examples:
  $ omnidex quota
  $ omnidex quota kitchen-sounds --per-day 2 --in-all 50
  $ omnidex quota kitchen-sounds --no-limit`;

export const auditLogCommand = (): Command =>
  new Command("audit-log")
    .description("list what was done with API keys, newest first, as administrator")
    .option("--owner <owner>", "the owner of the keys that were sent")
    .option("--operation <name>", "a mutation, or a method and route: createApiKey, 'POST /import'")
    .option("--object <id>", "the object: a run, model or key, or a benchmark")
    .option("--failed", "only attempts that failed")
    .option("--since <when>", "a day (2027-01-31) or an instant")
    .option("-L, --limit <number>", "at most this many", wholeNumber(1), 50)
    .addOption(jsonListOption())
    .option("--output <file>", "write the whole log as NDJSON to a file, or to '-'; no other option applies")
    .addOption(formatOption())
    .addHelpText("after", EXAMPLES)
    .action(async (options: AuditLogOptions) => {
      const { auditLog } = await import("./print-audit-log.ts");
      await auditLog(options);
    });

const EXAMPLES = `
Examples:
  $ omnidex audit-log --failed --since 2027-01-01
  $ omnidex audit-log --operation correctAnswers
  $ omnidex audit-log --output audit.ndjson`;
