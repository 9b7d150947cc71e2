import { Command, InvalidArgumentError } from "commander";
import { KEY_SCOPES } from "../../domain/key-scope.ts";
import { enumListOption, wholeNumber } from "../output/enum-option.ts";
import { formatOption } from "../output/format-option.ts";
import { jsonListOption } from "../output/json-option.ts";
import type { CreateKeyOptions, ListKeysOptions, RotateKeyOptions } from "./keys.ts";

export const keysCommand = (): Command =>
  new Command("keys")
    .description("make, list and revoke API keys, as an administrator; rotate your own")
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(rotateCommand())
    .addCommand(revokeCommand())
    .addHelpText("after", EXAMPLES);

const createCommand = (): Command =>
  new Command("create")
    .description("make a key and print it; it cannot be shown again")
    .argument("<name>", "what it is for")
    .option("--owner <name>", "the owner of the runs submitted with it (default: the name of the key)")
    .option("--admin", "an administrator's key, which allows everything")
    .addOption(
      enumListOption(
        "--scopes <scopes>",
        "limit the key to these (default: everything that its owner may do)",
        KEY_SCOPES,
      ),
    )
    .option("--expires <when>", "a day (2027-01-31), an instant, or a time from now (90d, 12h)", parseExpiry)
    .option("--idempotency-key <key>", "a key of your own for the call; repeating the call makes no second API key")
    .option("--json", "print it as JSON")
    .action(async (name: string, options: CreateKeyOptions) => {
      const { createKey } = await import("./keys.ts");
      await createKey(name, options);
    });

const listCommand = (): Command =>
  new Command("list")
    .description("all keys, without their secrets")
    .option("-L, --limit <number>", "at most this many", wholeNumber(1), 100)
    .addOption(jsonListOption())
    .addOption(formatOption())
    .action(async (options: ListKeysOptions) => {
      const { listKeys } = await import("./keys.ts");
      await listKeys(options);
    });

const rotateCommand = (): Command =>
  new Command("rotate")
    .description("replace a key with a new one and print that; it cannot be shown again")
    .argument("[id]", "as 'omnidex keys list' shows it (default: the key in use)")
    .option("--overlap <hours>", "how many hours the old key stays valid; 0 ends it at once", wholeNumber(0), 24)
    .option(
      "--expires <when>",
      "when the new key expires; only for administrators (default: when the old one does)",
      parseExpiry,
    )
    .option("--idempotency-key <key>", "a key of your own for the call; repeating the call makes no second API key")
    .option("--json", "print it as JSON")
    .action(async (id: string | undefined, options: RotateKeyOptions) => {
      const { rotateKey } = await import("./keys.ts");
      await rotateKey(id, options);
    });

const revokeCommand = (): Command =>
  new Command("revoke")
    .description("revoke a key at once")
    .argument("<id>", "as 'omnidex keys list' shows it")
    .option("--json", "print it as JSON")
    .action(async (id: string, options: { json?: boolean }) => {
      const { revokeKey } = await import("./keys.ts");
      await revokeKey(id, options.json === true);
    });

/** Parses an expiry and returns an ISO 8601 instant. @throws InvalidArgumentError if it is malformed or in the past */
function parseExpiry(text: string): string {
  const [, number, unit] = /^(\d+)([dh])$/.exec(text) ?? [];
  const hours = unit === "d" ? 24 : 1;
  const at = number === undefined ? new Date(text) : new Date(Date.now() + Number(number) * hours * 3_600_000);
  if (Number.isNaN(at.getTime()) || at.getTime() <= Date.now())
    throw new InvalidArgumentError("It must be in the future: 2027-01-31, 90d or 12h.");
  return at.toISOString();
}

const EXAMPLES = `
Examples:
  $ omnidex keys create 'evaluation on cluster 7' --owner vision-group --expires 90d
  $ omnidex keys create 'nightly report' --scopes read
  $ omnidex keys list
  $ omnidex keys rotate --overlap 48 > key.txt
  $ omnidex keys revoke key_3`;
