import { gzipSync } from "node:zlib";
import { parquetFile } from "../../test/fixtures/file-writing.ts";
import type { Random } from "../../test/fixtures/random.ts";

/** A file that is sent to `/import/<slug>`. */
export interface HostileFile {
  readonly kind: string;
  readonly slug: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The name of a benchmark of its own, and of those whose files have a reader of their own. */
const SLUGS = ["hostile-files", "worldsense", "mmworld", "omnivideobench", "avi-bench"] as const;

const OPENING =
  '{"benchmark":{"slug":"hostile-files","title":"H"},"tasks":[{"name":"T","level":"PERCEPTION"}],"questions":[';

const bytesOf = (text: string): Buffer => Buffer.from(text);
/** Some megabytes of one repeated text. A buffer, because a string has at most 512 MB. */
const megabytes = (count: number, text: string): Buffer => Buffer.alloc(count * 2 ** 20, text);
const joined = (...parts: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? bytesOf(part) : part)));

type Content = readonly [extension: string, (mb: number) => Buffer];

/** Texts of `mb` megabytes that pack to a thousandth, by the form in which they are costly to read. */
const TEXTS: Readonly<Record<string, Content>> = {
  "one string": ["json", (mb) => joined(`${OPENING}{"key":"`, megabytes(mb, "x"), '"}]}')],
  "one escaped string": ["json", (mb) => joined(`${OPENING}{"key":"`, megabytes(mb, "\\u0041"), '"}]}')],
  "a text that ends nowhere": ["json", (mb) => joined(`${OPENING}{"key":"`, megabytes(mb, "é"))],
  "nested arrays": ["json", (mb) => joined(OPENING, megabytes(mb, "["))],
  "nested objects": ["json", (mb) => joined(OPENING, megabytes(mb, '{"a":'))],
  "empty records": ["json", (mb) => joined(OPENING, megabytes(mb, "{},"), "{}]}")],
  "a list of empty records": ["json", (mb) => joined("[", megabytes(mb, "{},"), "{}]")],
  "options without end": ["json", (mb) => joined(`${OPENING}{"key":"q","options":[`, megabytes(mb, '"a",'), '"b"]}]}')],
  "audio labels without end": [
    "json",
    (mb) =>
      joined(
        `${OPENING}{"key":"q","text":"t","task":"T","options":["a","b"],"answer":"A","audioTypes":[`,
        megabytes(mb, '"SPEECH",'),
        '"MUSIC"]}]}',
      ),
  ],
  "one member many times": ["json", (mb) => joined(`${OPENING}{`, megabytes(mb, '"key":"q",'), '"answer":0}]}')],
  "a number of as many digits": ["json", (mb) => joined(`${OPENING}{"key":"q","answer":`, megabytes(mb, "1"), "}]}")],
  "only white space": ["json", (mb) => megabytes(mb, " \n")],
  "one cell": ["csv", (mb) => joined('key,text\n1,"', megabytes(mb, "x"), '"\n')],
  "a cell that ends nowhere": ["csv", (mb) => joined('key,text\n1,"', megabytes(mb, "x,\n"))],
  "columns without end": ["csv", (mb) => megabytes(mb, "a,")],
  "lines without end": ["csv", (mb) => joined("key,text\n", megabytes(mb, "1,2\n"))],
  "quotes within cells": ["csv", (mb) => joined("key,text\n", megabytes(mb, 'a"b,c\n'))],
  "a nested Python list": ["tsv", (mb) => joined('index\tquestion\tcandidates\n1\tq\t"', megabytes(mb, "["), '"\n')],
  "one line": ["jsonl", (mb) => joined('{"key":"', megabytes(mb, "x"), '"}\n')],
  "lines of empty records": ["jsonl", (mb) => megabytes(mb, "{}\n")],
  zeros: ["json", (mb) => Buffer.alloc(mb * 2 ** 20)],
};

/** How a text is packed. */
const PACKINGS: Readonly<Record<string, (plain: Buffer) => Buffer>> = {
  "in gzip": (plain) => gzipSync(plain, { level: 1 }),
  "in gzip that is cut short": (plain) => gzipSync(plain, { level: 1 }).subarray(0, -40),
  "in gzip twice": (plain) => gzipSync(gzipSync(plain, { level: 1 })),
  "in two members of gzip": (plain) => {
    const half = gzipSync(plain.subarray(0, plain.length / 2), { level: 1 });
    return Buffer.concat([half, half]);
  },
};

/** Rows of one long text. The file holds it once. */
const repeating = (length: number, rows: number): Uint8Array =>
  parquetFile(
    "long.parquet",
    Array.from({ length: rows }, (_, index) => ({ index: String(index), question: "x".repeat(length), answer: "A" })),
  ).bytes;

/** A valid Parquet file, some of whose bytes are others. */
function damaged(random: Random): Uint8Array {
  const rows = Array.from({ length: 200 }, (_, index) => ({
    index: String(index),
    question: `q ${index % 7}`,
    n: index,
  }));
  const bytes = Uint8Array.from(parquetFile("damaged.parquet", rows).bytes);
  const metadata = new DataView(bytes.buffer).getUint32(bytes.length - 8, true);
  for (let count = random.integer(1, 6); count > 0; count--)
    bytes[bytes.length - 8 - random.integer(1, metadata + 1)] = random.integer(0, 256);
  return bytes;
}

/** Archives that no reader unpacks. */
const FOREIGN: readonly Buffer[] = [
  Buffer.from([0x50, 0x4b, 3, 4, ...Array.from({ length: 200 }, () => 0xff)]),
  Buffer.from([0x28, 0xb5, 0x2f, 0xfd, ...Array.from({ length: 200 }, () => 0xff)]),
];

/**
 * Random files without end, of every form that can be costly to read: each once, in random packings and for random
 * benchmarks, then again.
 * @param mb the size of a packed text in megabytes
 */
export function* hostileFiles(random: Random, mb: number): Generator<HostileFile> {
  for (;;) {
    for (const [form, [extension, content]] of Object.entries(TEXTS)) {
      const [packing, pack] = random.pick(Object.entries(PACKINGS));
      const slug = random.pick(SLUGS);
      const name = `${slug}.${extension}.gz`;
      yield { kind: `${mb} MB: ${form}, ${packing}`, slug, name, bytes: pack(content(mb)) };
    }
    for (const rows of [2_000, 20_000]) {
      const bytes = repeating(10 ** random.integer(4, 6), rows / 10);
      yield { kind: `Parquet: ${rows / 10} rows of one text`, slug: random.pick(SLUGS), name: "long.parquet", bytes };
    }
    for (let count = 0; count < 5; count++)
      yield {
        kind: "Parquet with other bytes",
        slug: random.pick(SLUGS),
        name: "damaged.parquet",
        bytes: damaged(random),
      };
    yield { kind: "an archive", slug: random.pick(SLUGS), name: "archive.json", bytes: random.pick(FOREIGN) };
  }
}
