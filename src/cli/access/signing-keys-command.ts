import { Command } from "commander";
import { formatOption, jsonListOption } from "../output/format-option.ts";
import type { ListSigningKeysOptions } from "./print-final-board.ts";

export const signingKeysCommand = (): Command =>
  new Command("signing-keys")
    .description("list the keys that sign final boards; revoke one, as an administrator")
    .addCommand(listCommand(), { isDefault: true })
    .addCommand(revokeCommand())
    .addHelpText("after", EXAMPLES);

const listCommand = (): Command =>
  new Command("list")
    .description("the public keys that are trusted")
    .addOption(jsonListOption())
    .addOption(formatOption())
    .action(async (options: ListSigningKeysOptions) => {
      const { listSigningKeys } = await import("./print-final-board.ts");
      await listSigningKeys(options);
    });

const revokeCommand = (): Command =>
  new Command("revoke")
    .description("stop publishing a key that was stolen; boards that it signed no longer verify")
    .argument("<id>", "as 'omnidex signing-keys list' shows it")
    .option("--json", "print the time, and the keys that remain, as JSON")
    .action(async (id: string, options: { json?: boolean }) => {
      const { revokeSigningKey } = await import("./print-final-board.ts");
      await revokeSigningKey(id, options.json === true);
    });

const EXAMPLES = `
Examples:
  $ omnidex signing-keys
  $ omnidex signing-keys revoke kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k`;
