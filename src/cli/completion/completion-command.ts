import { Command } from "commander";

const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;

export const completionCommand = (): Command =>
  new Command("completion")
    .description("print a script that completes commands, options and values in a shell")
    .argument("<shell>", SHELLS.join(", "))
    .addHelpText("after", EXAMPLES)
    .action(async (shell: string) => {
      const { printCompletionScript } = await import("./completions.ts");
      await printCompletionScript(shell);
    });

/** The command that the script runs on each completion: `omnidex complete -- questions --audio ''`. */
export const completeCommand = (): Command =>
  new Command("complete")
    .description("print the completions of a command line's last word")
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
