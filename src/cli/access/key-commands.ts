import { Command, InvalidArgumentError } from "commander";
import { KEY_SCOPES } from "../../domain/vocabulary.ts";
import { formatOption, jsonListOption } from "../output/format-option.ts";
import { enumListOption, wholeNumber } from "../output/option-values.ts";
import type { CreateKeyOptions, ListKeysOptions, RotateKeyOptions } from "./keys.ts";

export const keysCommand = (): Command =>
  new Command("keys")
    .description("make, list and revoke API keys, as an administrator; rotate your own")
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(rotateCommand())
    .addCommand(revokeCommand())
    .addHelpText("after", KEYS_EXAMPLES);

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
    .argument("[key]", "its id or name, as 'omnidex keys list' shows them (default: the key in use)")
    .option("--overlap <hours>", "how many hours the old key stays valid; 0 ends it at once", wholeNumber(0), 24)
    .option(
      "--expires <when>",
      "when the new key expires; only for administrators (default: when the old one does)",
      parseExpiry,
    )
    .option("--idempotency-key <key>", "a key of your own for the call; repeating the call makes no second API key")
    .option("--json", "print it as JSON")
    .action(async (key: string | undefined, options: RotateKeyOptions) => {
      const { rotateKey } = await import("./keys.ts");
      await rotateKey(key, options);
    });

const revokeCommand = (): Command =>
  new Command("revoke")
    .description("revoke a key at once")
    .argument("<key>", "its id or name, as 'omnidex keys list' shows them")
    .option("--json", "print it as JSON")
    .action(async (key: string, options: { json?: boolean }) => {
      const { revokeKey } = await import("./keys.ts");
      await revokeKey(key, options.json === true);
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

const KEYS_EXAMPLES = `
Examples:
  $ omnidex keys create 'evaluation on cluster 7' --owner vision-group --expires 90d
  $ omnidex keys create 'nightly report' --scopes read
  $ omnidex keys list
  $ omnidex keys rotate --overlap 48 > key.txt
  $ omnidex keys revoke key_3`;

export const loginCommand = (): Command =>
  new Command("login")
    .description("store the address of a server and a key for it")
    .argument("[url]", "the address of the server (default: ask for it)")
    .option("--with-token", "read the key from standard input")
    .addHelpText("after", LOGIN_EXAMPLES)
    .action(async (url: string | undefined, options: { withToken?: boolean }) => {
      const { login } = await import("./keys.ts");
      await login(url, options.withToken === true);
    });

export const logoutCommand = (): Command =>
  new Command("logout")
    .description("forget the key of a server")
    .argument("[url]", "the address of the server (default: that of the last login)")
    .action(async (url: string | undefined) => {
      const { logout } = await import("./keys.ts");
      await logout(url);
    });

const LOGIN_EXAMPLES = `
The key is checked and stored in a file that only you can read; 'omnidex whoami' shows where. For a server of yours on this
machine, nothing is asked: its key is found in its data folder.
Keys for several servers can be stored. Commands use the server of the last login.

Examples:
  $ omnidex login
  $ omnidex login https://omnidex.example.org
  $ omnidex login https://omnidex.example.org --with-token < key.txt`;

export const whoamiCommand = (): Command =>
  new Command("whoami")
    .alias("status")
    .description("show which server and key the commands use, and why")
    .option("--json", "print it as JSON")
    .action(async (options: { json?: boolean }) => {
      const { whoami } = await import("./keys.ts");
      await whoami(options.json === true);
    });
