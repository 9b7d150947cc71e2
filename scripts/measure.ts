/**
 * Runs a measurement: `npm run measure -- <name> [option…]`. `npm run measure -- --help` lists the names. Each measurement
 * prints figures and asserts nothing, unless its help says so.
 */
import { Command } from "commander";
import { MEASUREMENTS } from "./measure/measurement.ts";
import { runCommand } from "./run-command.ts";

/** These need a temporary PostgreSQL server. It is started around them, so that it ends even if they are interrupted. */
const WITH_POSTGRES: readonly string[] = ["defences", "export", "mutants"];
/** These use the data and the requests of the bench. */
const IN_BENCH: readonly string[] = ["citus", "scale"];

const program = new Command("npm run measure --")
  .usage("<name> [option…]")
  .helpCommand(false)
  .addHelpText("after", "\nnpm run measure -- <name> --help lists the options of one.")
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
for (const [name, summary] of Object.entries(MEASUREMENTS))
  program
    .command(name)
    .usage(" ")
    .summary(summary)
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .action(async () => {
      process.exitCode = await measure(name, process.argv.slice(3));
    });
await program.parseAsync();

function measure(name: string, args: readonly string[]): Promise<number> {
  const file = IN_BENCH.includes(name) ? `bench/scale/measure-${name}.ts` : `scripts/measure/${name}.ts`;
  const node = [process.execPath, ...process.execArgv];
  const isHelp = args.includes("--help") || args.includes("-h");
  const around = WITH_POSTGRES.includes(name) && !isHelp ? [...node, "scripts/with-postgres.ts"] : [];
  return runCommand([...around, ...node, file, ...args], {});
}
