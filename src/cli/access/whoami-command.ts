import { Command } from "commander";

export const whoamiCommand = (): Command =>
  new Command("whoami")
    .alias("status")
    .description("show which server and key the commands use, and why")
    .option("--json", "print it as JSON")
    .action(async (options: { json?: boolean }) => {
      const { whoami } = await import("./whoami.ts");
      await whoami(options.json === true);
    });
