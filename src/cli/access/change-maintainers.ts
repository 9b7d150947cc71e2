import { plainText } from "../../domain/texts.ts";
import type { Omnidex } from "../../sdk/client.ts";
import type { BenchmarkQuota, MaintainerInput } from "../../sdk/types.ts";
import { nearestName } from "../../submitting/nearest-name.ts";
import { connect } from "../connection/sdk-client.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { printJson, printLine, remark } from "../output/printing.ts";
import { printTable } from "../output/table.ts";
import { UsageError } from "../output/usage-error.ts";

export interface QuotaOptions extends FormatOptions {
  readonly perDay?: number;
  readonly inAll?: number;
  readonly together?: number;
  /** False with `--no-limit`. */
  readonly limit: boolean;
  readonly json?: boolean;
}

/** Prints the maintainers of a benchmark, one a line. */
export async function listMaintainers(benchmark: string, json: boolean): Promise<void> {
  const { omnidex } = await connect();
  const owners = await omnidex.maintainers(benchmark);
  if (json) return printJson(owners);
  if (owners.length === 0) return remark(`${plainText(benchmark)} is maintained by administrators only.`);
  for (const owner of owners) await printLine(plainText(owner));
}

/** Adds or removes a maintainer, and prints who maintains the benchmark now. */
export async function changeMaintainer(change: "add" | "remove", input: MaintainerInput, json: boolean): Promise<void> {
  const { omnidex } = await connect();
  if (change === "add") await remarkUnknownOwner(omnidex, input.owner.trim());
  const changed = await (change === "add" ? omnidex.addMaintainer(input) : omnidex.removeMaintainer(input));
  if (json) return printJson(changed);
  const { benchmark, maintainers } = changed;
  await printLine(plainText(`${benchmark} is maintained by ${maintainers.join(", ") || "administrators only"}`));
}

/**
 * Prints a remark if no key belongs to the owner, who may be misspelt. Only administrators add maintainers, and only
 * they can list the keys of all owners; for anyone else the server refuses the change itself.
 */
async function remarkUnknownOwner(omnidex: Omnidex, owner: string): Promise<void> {
  const viewer = await omnidex.viewer();
  if (viewer?.admin !== true) return;
  const owners = new Set<string>([viewer.owner]);
  for await (const key of omnidex.apiKeys({ pageSize: 100 })) owners.add(key.owner);
  if (owners.has(owner)) return;
  const near = nearestName(owner, [...owners]);
  const hint = near === null ? "" : ` Did you mean '${near}'?`;
  remark(plainText(`Note: no key of this server belongs to '${owner}' yet.${hint}`));
}

/** Prints what is left of the caller's quotas, or sets a benchmark's quota. */
export async function quota(benchmark: string | undefined, options: QuotaOptions): Promise<void> {
  const { perDay, inAll, together, limit, json = false, format } = options;
  const isSetting = perDay !== undefined || inAll !== undefined || together !== undefined || !limit;
  if (benchmark === undefined) {
    if (isSetting)
      throw new UsageError("Name the benchmark whose quota to set, as in: omnidex quota kitchen-sounds --per-day 2");
    return listQuotas(json, format);
  }
  if (!isSetting) throw new UsageError("State the quota: --per-day 2, --in-all 50, --together 500 or --no-limit.");
  if (limit && perDay === undefined && inAll === undefined)
    throw new UsageError("State the quota of each owner, too: --per-day 2 or --in-all 50.");
  const { omnidex } = await connect();
  const set = await omnidex.setSubmissionQuota({
    benchmark,
    perDay: perDay ?? null,
    inAll: inAll ?? null,
    // Without the option, the stored limit stays.
    together: together ?? (limit ? undefined : null),
  });
  await (json ? printJson(set) : printLine(quotaText(set)));
}

async function listQuotas(json: boolean, format: FormatOptions["format"]): Promise<void> {
  const { omnidex } = await connect();
  const quotas = (await omnidex.viewer())?.submissionQuotas ?? [];
  if (json) return printJson(quotas);
  if (quotas.length === 0) return remark("No benchmark limits how often you may submit.");
  const columns = [
    { title: "BENCHMARK", flexible: true },
    { title: "TODAY", align: "right" as const },
    { title: "IN ALL", align: "right" as const },
    { title: "TOGETHER", align: "right" as const },
    { title: "LEFT TODAY", align: "right" as const },
  ];
  const rows = quotas.map(
    ({ benchmark: slug, usedToday, perDay, usedInAll, inAll, usedTogether, together, remaining }) => [
      slug,
      shareOf(usedToday, perDay),
      shareOf(usedInAll, inAll),
      usedTogether == null ? "" : shareOf(usedTogether, together),
      String(remaining),
    ],
  );
  await printTable(columns, rows, format);
}

const shareOf = (used: number, limit: number | null | undefined): string =>
  limit == null ? String(used) : `${used} of ${limit}`;

const quotaText = ({ benchmark, perDay, inAll, together }: BenchmarkQuota): string => {
  const isLimited = perDay != null || inAll != null;
  const limits = [
    ...(isLimited
      ? [`${perDay ?? "any number of"} runs per day, ${inAll ?? "any number"} in all, for each owner`]
      : []),
    ...(together == null ? [] : [`${together} runs of all owners together`]),
  ];
  return `${benchmark}: ${limits.join("; ") || "no limit"}`;
};
