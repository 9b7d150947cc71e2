import { Command } from "commander";

const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;

export const completionCommand = (): Command =>
  new Command("completion")
    .description("print a script that completes commands, options and values in a shell")
    .argument("<shell>", SHELLS.join(", "))
    .addHelpText("after", EXAMPLES)
    .action(async (shell: string) => {
      const { printCompletionScript } = await import("./completion-script.ts");
      await printCompletionScript(shell);
    });

/** What the script calls at each press of the key: `omnidex complete -- questions --audio ''`. */
export const completeCommand = (): Command =>
  new Command("complete")
    .description("what could stand at the end of a command line")
    .argument("[words...]")
    .allowUnknownOption()
    .action(async (words: readonly string[], _options: unknown, command: Command) => {
      const { printCompletions } = await import("./completions.ts");
      await printCompletions(command.parent ?? command, words);
    });

const EXAMPLES = `
Examples:
  $ source <(omnidex completion bash)
  $ omnidex completion zsh > ~/.zsh/_omnidex
  $ omnidex completion fish > ~/.config/fish/completions/omnidex.fish`;
