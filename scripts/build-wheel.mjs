// Writes the Python package as a wheel, which is a zip with metadata: https://packaging.python.org/en/latest/specifications/binary-distribution-format/
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { zipSync } from "fflate";

const FOLDER = "python/omnidex";
/** The same files always give the same wheel. Zip knows no earlier time. */
const TIME = new Date(1980, 0, 1);

/** The wheel's name and content. */
export async function buildWheel() {
  const { version, license, repository } = JSON.parse(await readFile("package.json", "utf8"));
  const info = `omnidex-${version}.dist-info`;
  const all = (await readdir(FOLDER, { recursive: true })).map((name) => name.replaceAll("\\", "/"));
  const names = all.filter((name) => /\.py$|^py\.typed$/.test(name)).sort();
  const files = await Promise.all(names.map(async (name) => [`omnidex/${name}`, await readFile(`${FOLDER}/${name}`)]));
  const metadata = [
    "Metadata-Version: 2.1",
    "Name: omnidex",
    `Version: ${version}`,
    "Summary: Omnidex from Python: slices of omni-modal video benchmarks, and scores of models' raw outputs",
    `License: ${license}`,
    ...(repository?.url === undefined ? [] : [`Home-page: ${repository.url}`]),
    "Requires-Python: >=3.9",
    "Provides-Extra: pandas",
    'Requires-Dist: pandas; extra == "pandas"',
    "Provides-Extra: parquet",
    'Requires-Dist: pandas; extra == "parquet"',
    'Requires-Dist: pyarrow; extra == "parquet"',
    "Description-Content-Type: text/markdown",
    "",
    await readFile("python/README.md", "utf8"),
  ].join("\n");
  const wheel = ["Wheel-Version: 1.0", "Generator: omnidex", "Root-Is-Purelib: true", "Tag: py3-none-any", ""].join(
    "\n",
  );
  const described = [...files, [`${info}/METADATA`, Buffer.from(metadata)], [`${info}/WHEEL`, Buffer.from(wheel)]];
  const record = described.map(([path, bytes]) => `${path},sha256=${hashOf(bytes)},${bytes.length}`);
  const whole = [...described, [`${info}/RECORD`, Buffer.from([...record, `${info}/RECORD,,`, ""].join("\n"))]];
  const entries = whole.map(([path, bytes]) => [path, [new Uint8Array(bytes), { mtime: TIME, level: 9 }]]);
  return { name: `omnidex-${version}-py3-none-any.whl`, bytes: zipSync(Object.fromEntries(entries)) };
}

const hashOf = (bytes) => createHash("sha256").update(bytes).digest("base64url");

/** Writes the wheel to `dist/python`. */
export async function writeWheel() {
  const { name, bytes } = await buildWheel();
  await mkdir("dist/python", { recursive: true });
  // Renamed when it is whole, because a server may start meanwhile.
  const path = `dist/python/${name}`;
  await writeFile(`${path}.${process.pid}`, bytes);
  await rename(`${path}.${process.pid}`, path);
}
