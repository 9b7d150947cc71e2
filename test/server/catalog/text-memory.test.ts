import { beforeEach, expect, it } from "vitest";
import { CountedVersions } from "../../../src/server/db/data-versions.ts";
import { TextMemory } from "../../../src/server/memory/server-memory.ts";

/** The stored objects, and the keys of each read. */
let stored: Map<number, string>;
let reads: (readonly number[])[];
let versions: CountedVersions;
let memory: TextMemory;

beforeEach(() => {
  stored = new Map([1, 2, 3].map((key) => [key, `{"id":${key}}`]));
  reads = [];
  versions = new CountedVersions();
  memory = new TextMemory(versions, 100_000);
});

const read = async (keys: readonly number[]) => {
  reads.push(keys);
  return keys.flatMap((key) => {
    const text = stored.get(key);
    return text === undefined ? [] : [{ key, text }];
  });
};

const get = async (keys: readonly number[], plan = "plan") =>
  new Map((await memory.get(plan, keys, read)).map(({ key, text }) => [key, text]));

it("reads only the objects that it does not have", async () => {
  await get([1, 2]);
  expect(await get([2, 3, 1])).toEqual(stored);
  expect(await get([3, 2])).toEqual(new Map([...stored].slice(1)));
  expect(reads).toEqual([[1, 2], [3]]);
});

it("leaves missing objects out, and asks for them again", async () => {
  expect(await get([3, 4])).toEqual(new Map([[3, '{"id":3}']]));
  stored.set(4, "{}");
  expect((await get([3, 4])).get(4)).toBe("{}");
  expect(reads).toEqual([[3, 4], [4]]);
});

it("keeps the texts of different plans apart", async () => {
  await get([1]);
  await get([1], "other plan");
  expect(reads).toEqual([[1], [1]]);
});

it("drops everything when the data change, also what was read while they changed", async () => {
  await get([1]);
  versions.advance();
  await get([1]);
  expect(reads).toHaveLength(2);
  await memory.get("plan", [2], async (keys) => {
    const rows = await read(keys);
    versions.advance();
    return rows;
  });
  stored.set(2, '{"id":2,"name":"new"}');
  expect((await get([2])).get(2)).toContain("new");
});

it("does not keep what an older read returns after a newer read began", async () => {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = memory.get("plan", [1], async (keys) => {
    const rows = await read(keys);
    await released;
    return rows;
  });
  versions.advance();
  stored.set(1, "new");
  expect((await get([1])).get(1)).toBe("new");
  release();
  await slow;
  expect((await get([1])).get(1)).toBe("new");
  expect(reads).toHaveLength(2);
});

it("reads everything while the version of the data is unknown", async () => {
  const blind = new TextMemory({ current: () => null }, 100_000);
  await blind.get("plan", [1], read);
  await blind.get("plan", [1], read);
  expect(reads).toEqual([[1], [1]]);
});

it("takes no more memory than its capacity", async () => {
  const small = new TextMemory(versions, 400);
  for (const key of [1, 2, 3]) await small.get("plan", [key], read);
  await small.get("plan", [1, 2, 3], read);
  expect(reads.at(-1)).toEqual([1]);
});

it("keeps no object that is larger than 16 kB", async () => {
  stored.set(1, "x".repeat(8_000));
  await get([1, 2]);
  expect((await get([1, 2])).get(1)).toHaveLength(8_000);
  expect(reads).toEqual([[1, 2], [1]]);
});
