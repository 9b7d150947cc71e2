import { Command } from "commander";
import { wholeNumber } from "../output/enum-option.ts";
import { formatOption } from "../output/format-option.ts";
import { jsonListOption } from "../output/json-option.ts";
import type { AuditLogOptions } from "./print-audit-log.ts";

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
