import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

const foldersIn = (folder: string): string[] =>
  readdirSync(resolve(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "generated" && entry.name !== "operations")
    .map(({ name }) => name);

/** The rooms of a row's first cell: `src/formats/rows/`, `join/` are src/formats/rows and src/formats/join. */
function roomsOf(row: string): string[] {
  const [cell = "", purpose = ""] = row.split(" | ");
  const names = [...cell.matchAll(/`([^`]+)\/`/g)].map(([, name = ""]) => name);
  const first = names[0] ?? "";
  const beside = first.split("/").slice(0, -1).join("/");
  const named = names.slice(1).map((name) => `${beside === "src" ? first : beside}/${name}`);
  const within = [...purpose.matchAll(/`([a-z-]+)\/`/g)].map(([, name = ""]) => `${first}/${name}`);
  return [first, ...named, ...within];
}

it("docs/architecture.md says of every room, two levels below src/, what it holds, and of no other", () => {
  const page = readFileSync(resolve(ROOT, "docs/architecture.md"), "utf8");
  const rows = page.split("\n").filter((line) => line.startsWith("| `src/") && line.includes("/`"));
  const table = rows.slice(0, rows.findIndex((line) => line.startsWith("| `src/cli/`")) + 1);
  const told = new Set(table.flatMap(roomsOf));
  const rooms = foldersIn("src").flatMap((part) => [
    ...(part === "server" ? [] : [`src/${part}`]),
    ...foldersIn(`src/${part}`).map((room) => `src/${part}/${room}`),
  ]);
  expect(rooms.filter((room) => !told.has(room))).toEqual([]);
  const depth = (room: string): number => room.split("/").length;
  expect(
    [...told].filter((room) => depth(room) <= 3 && !rooms.includes(room) && room !== "src/server/main.ts"),
  ).toEqual([]);
});
