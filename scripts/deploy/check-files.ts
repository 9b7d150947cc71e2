import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Checks the other files in deploy/ with the programs that use them, if these are installed. */
export async function checkFiles(root: string, say: (line: string) => void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "omnidex-deploy-"));
  try {
    await checkIn(folder, join(root, "deploy"), say);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function checkIn(folder: string, deploy: string, say: (line: string) => void): Promise<void> {
  await check("systemd-analyze", say, async () => {
    // Node may have another path on this machine than in the unit.
    const text = await readFile(join(deploy, "systemd/omnidex.service"), "utf8");
    const unit = join(folder, "omnidex.service");
    await writeFile(unit, text.replace("/usr/bin/node", process.execPath));
    const { stderr } = await run("systemd-analyze", ["verify", "--man=no", unit]);
    if (/omnidex\.service/.test(stderr)) throw new Error(stderr);
  });
  await check("nginx", say, async () => {
    const certificate = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=omnidex.example", "-days", "1"];
    const [pem, key] = [join(folder, "fullchain.pem"), join(folder, "privkey.pem")];
    await run("openssl", [...certificate, "-out", pem, "-keyout", key]);
    const site = (await readFile(join(deploy, "proxy/nginx.conf"), "utf8")).replaceAll("/etc/ssl/omnidex", folder);
    const main = join(folder, "nginx.conf");
    await writeFile(
      main,
      `pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${site}}\n`,
    );
    await run("nginx", ["-t", "-c", main]);
  });
  await check("caddy", say, async () => {
    const env = { PATH: process.env.PATH ?? "", HOME: folder };
    await run("caddy", ["validate", "--adapter", "caddyfile", "--config", join(deploy, "proxy/Caddyfile")], { env });
  });
  await check("promtool", say, async () => {
    await run("promtool", ["check", "rules", join(deploy, "prometheus/alerts.yml")]);
  });
}

async function check(program: string, say: (line: string) => void, work: () => Promise<void>): Promise<void> {
  const found = await run("sh", ["-c", `command -v ${program}`]).catch(() => null);
  if (found === null) {
    if (process.argv.includes("--require") && program !== "promtool") throw new Error(`${program} is not installed.`);
    return say(`${program} is not installed: left out`);
  }
  await work();
  say(`${program} has no complaint`);
}
