import { Command } from "commander";

export const loginCommand = (): Command =>
  new Command("login")
    .description("store the address of a server and a key for it")
    .argument("[url]", "the address of the server (default: ask for it)")
    .option("--with-token", "read the key from standard input")
    .addHelpText("after", EXAMPLES)
    .action(async (url: string | undefined, options: { withToken?: boolean }) => {
      const { login } = await import("./login.ts");
      await login(url, options.withToken === true);
    });

export const logoutCommand = (): Command =>
  new Command("logout")
    .description("forget the key of a server")
    .argument("[url]", "the address of the server (default: that of the last login)")
    .action(async (url: string | undefined) => {
      const { logout } = await import("./login.ts");
      await logout(url);
    });

const EXAMPLES = `
The key is checked and stored in a file that only you can read; 'omnidex whoami' shows where.
Keys for several servers can be stored. Commands use the server of the last login.

Examples:
  $ omnidex login
  $ omnidex login https://omnidex.example.org
  $ omnidex login https://omnidex.example.org --with-token < key.txt`;
