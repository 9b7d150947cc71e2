import { parquetWriteBuffer } from "hyparquet-writer";
import { expect, it } from "vitest";
import { readParquet } from "../../src/formats/files/parquet-rows.ts";

it("a Parquet file below 60 MB that unpacks to 300 MB is refused", async () => {
  const text = "a".repeat(60_000_000);
  const data = Array.from({ length: 5 }, (_, index) => `${text}${index}`);
  const bytes = new Uint8Array(parquetWriteBuffer({ columnData: [{ name: "question", data, type: "STRING" }] }));
  expect(bytes.length).toBeLessThan(60_000_000);
  const outcome = await readParquet({ name: "bomb.parquet", bytes }).then(
    (rows) => `${rows.length} rows`,
    (error: Error) => error.message,
  );
  expect(outcome).toMatch(/^bomb\.parquet: .*unpacks to too much/);
});
