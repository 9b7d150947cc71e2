import { join } from "node:path";
import { build } from "esbuild";

/** Bundles a program of this folder, because to start it as TypeScript takes a second. Returns the path of the bundle. */
export async function bundledProgram(name: string, folder: string): Promise<string> {
  const outfile = join(folder, name.replace(/\.ts$/, ".mjs"));
  await build({
    entryPoints: [join(import.meta.dirname, name)],
    bundle: true,
    format: "esm",
    platform: "node",
    outfile,
    logLevel: "error",
  });
  return outfile;
}
