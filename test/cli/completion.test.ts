import { execFile } from "node:child_process";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { inFolder, omnidex } from "./cli-process.ts";
import { PATIENT, serveCli } from "./served-cli.ts";

const cli = serveCli();

/** The values that are proposed for the last word, and whether file names are proposed as well. */
async function complete(...words: string[]): Promise<{ values: string[]; files: boolean }> {
  const lines = (await cli.print(["complete", "--", ...words])).trimEnd().split("\n");
  return { values: lines.slice(0, -1).map((line) => line.split("\t")[0] ?? ""), files: lines.at(-1) === ":0" };
}

describe("omnidex complete", () => {
  it.each<[string[], string[]]>([
    [["qu"], ["questions", "quota"]],
    [["keys", "re"], ["revoke"]],
    [
      ["questions", "--audio-"],
      ["--audio-all", "--audio-none"],
    ],
    [
      ["questions", "--audio", ""],
      ["speech", "sound", "music"],
    ],
    [["questions", "--audio", "speech,so"], ["speech,sound"]],
    [["questions", "--level=re"], ["--level=reasoning"]],
    [
      ["questions", "--json", "-b", "omni"],
      ["omnidex-demo", "omnivideobench"],
    ],
    [["questions", "--benchmark", "omnidex-demo", "--task", "ev"], ["event-order"]],
    [["facets", "--category", "indoors/k"], ["indoors/kitchen"]],
    [["leaderboard", "omnidex"], ["omnidex-demo"]],
    [["leaderboard", "omnidex-demo", "--model", "demo-l"], ["demo-large"]],
    [
      ["compare", "run_3", "--by", "level", ""],
      ["latest", "run_3", "run_2", "run_1"],
    ],
    [["completion", "f"], ["fish"]],
    [["questions", ""], []],
    [["nonsense", "x"], []],
  ])("proposes for %j: %j", async (words, values) => {
    expect(await complete(...words)).toEqual({ values, files: false });
  });

  it("proposes files for a file argument", async () => {
    expect(await complete("import", "worldsense", "")).toEqual({ values: [], files: true });
    expect(await complete("questions", "-o", "")).toEqual({ values: [], files: true });
    expect(await complete("label-errors", "run_3", "")).toEqual({ values: [], files: true });
    expect((await complete("import", "worldsense", "--j")).values).toEqual(["--json"]);
  });

  it("proposes nothing and prints no error if no server answers", async () => {
    const { code, stdout, stderr } = await omnidex(["complete", "--", "leaderboard", ""], {
      OMNIDEX_URL: "http://127.0.0.1:2",
    });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: ":4\n", stderr: "" });
  });
});

describe("omnidex completion", () => {
  it.each(["bash", "zsh", "fish", "powershell"])(
    "prints a script for %s that asks omnidex for proposals",
    async (shell) => {
      const script = await cli.print(["completion", shell]);
      expect(script).toMatch(/omnidex complete '?--/);
    },
  );

  it("prints a working script for bash", () =>
    inFolder(async (folder) => {
      const program = join(folder, "omnidex");
      await writeFile(
        program,
        `#!/bin/sh\nexec '${process.execPath}' '${join(process.cwd(), "bin/omnidex.js")}' "$@"\n`,
      );
      await chmod(program, 0o755);
      // The function that bash-completion provides if it is loaded. Here it returns the words unchanged.
      const words = `_get_comp_words_by_ref() { words=("\${COMP_WORDS[@]}"); cword=$COMP_CWORD; cur=\${words[cword]}; prev=\${words[cword-1]}; }`;
      const ask = `
        compopt() { :; }
        source <(omnidex completion bash)
        source <(omnidex completion bash)
        COMP_WORDS=(omnidex questions --audio m); COMP_CWORD=3; __omnidex_complete_word; echo "\${COMPREPLY[@]}"
        COMP_WORDS=(omnidex leaderboard ''); COMP_CWORD=2; __omnidex_complete_word; echo "\${COMPREPLY[@]}"
        complete -p omnidex
        COMP_WORDS=(omnidex questions --level = re); COMP_CWORD=4; __omnidex_complete_word; echo "\${COMPREPLY[@]}"
        COMP_WORDS=(omnidex questions --level =); COMP_CWORD=3; __omnidex_complete_word; echo "\${COMPREPLY[@]}"
        COMP_WORDS=(omnidex subm); COMP_CWORD=1; __omnidex_complete_word; echo "\${COMPREPLY[@]}"`;
      const env = {
        PATH: `${folder}:${process.env.PATH}`,
        OMNIDEX_URL: cli.url(),
        OMNIDEX_CONFIG_DIR: folder,
        ...PATIENT,
      };
      for (const loaded of ["", words]) {
        const { stdout, stderr } = await promisify(execFile)("bash", ["--norc", "-c", loaded + ask], { env });
        const [audio, benchmarks, registered, level, levels, submit] = stdout.split("\n");
        expect([stderr, audio]).toEqual(["", "music"]);
        expect(benchmarks?.split(" ")).toEqual(expect.arrayContaining(["worldsense", "omnidex-demo"]));
        expect(registered).toBe("complete -o default -F __omnidex_complete_word omnidex");
        expect(submit).toBe("submit");
        if (loaded !== "") continue;
        expect(level).toBe("reasoning");
        expect(levels).toBe("perception understanding reasoning sensation");
      }
    }));
});
