import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { type Connection, type ListOptions, OmnidexProtocolError, type Page, Paged } from "../../src/sdk/index.ts";
import type { FetchPage, PageRequest } from "../../src/sdk/pagination.ts";

/** A list of 0 … size − 1 whose cursors are the items, and the requests that it received. */
function numbers(size: number) {
  const requests: PageRequest[] = [];
  const fetchPage: FetchPage<number> = async (request) => {
    requests.push(request);
    const start = request.after === null ? 0 : Number(request.after) + 1;
    const nodes = Array.from(
      { length: Math.max(0, Math.min(request.first, size - start)) },
      (_, index) => start + index,
    );
    const end = start + nodes.length;
    const pageInfo = { hasNextPage: end < size, endCursor: nodes.length > 0 ? String(end - 1) : null };
    return { nodes, pageInfo, ...(request.withTotal ? { totalCount: size } : {}) };
  };
  return { requests, fetchPage };
}

const range = (size: number): number[] => Array.from({ length: size }, (_, index) => index);

test("every item is returned once and in order, and no page twice, for any page size", async () => {
  const sizes = fc.record({ size: fc.nat(60), pageSize: fc.integer({ min: 1, max: 20 }), limit: fc.nat(80) });
  await fc.assert(
    fc.asyncProperty(sizes, async ({ size, pageSize, limit }) => {
      const { requests, fetchPage } = numbers(size);
      const expected = Math.min(size, limit);
      expect(await new Paged(fetchPage, { pageSize }).take(limit).toArray()).toEqual(range(expected));
      expect(new Set(requests.map((request) => request.after)).size).toBe(requests.length);
      expect(requests.length).toBe(limit === 0 ? 0 : Math.max(1, Math.ceil(expected / pageSize)));
    }),
  );
});

describe("a list", () => {
  test.each([
    [3, 5],
    [5, 3],
    [3, 0],
  ])("with take(%i) and take(%i) ends after the smaller number", async (once, again) => {
    const { requests, fetchPage } = numbers(20);
    const taken = new Paged(fetchPage, { pageSize: 2 }).take(once).take(again);
    const fewer = Math.min(once, again);
    expect(await taken.toArray()).toEqual(range(fewer));
    expect(requests).toHaveLength(Math.ceil(fewer / 2));
  });

  test("starts over with each iteration", async () => {
    const { requests, fetchPage } = numbers(5);
    const list = new Paged(fetchPage, { pageSize: 2 });
    expect(await list.toArray()).toEqual(await list.toArray());
    expect(requests).toHaveLength(6);
  });

  test("sends no request until it is read, and then requests no count", async () => {
    const { requests, fetchPage } = numbers(5);
    const list = new Paged(fetchPage);
    expect(requests).toHaveLength(0);
    await list.toArray();
    expect(requests).toEqual([{ first: 100, after: null, withTotal: false }]);
  });

  test("requests one page ahead of the reader, and no more", async () => {
    const { requests, fetchPage } = numbers(100);
    for await (const item of new Paged(fetchPage, { pageSize: 10 })) {
      expect(requests).toHaveLength(Math.min(10, 2 + Math.floor(item / 10)));
    }
  });

  test("cancels the page ahead when reading stops", async () => {
    const { fetchPage } = numbers(100);
    const signals: (AbortSignal | undefined)[] = [];
    const list = new Paged<number>((request, { signal }) => {
      signals.push(signal);
      return fetchPage(request, {});
    });
    for await (const _ of list) break;
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  });

  test("requests no more items than take allows", async () => {
    const { requests, fetchPage } = numbers(100);
    expect(await new Paged(fetchPage, { pageSize: 10 }).take(12).toArray()).toEqual(range(12));
    expect(requests.map((request) => request.first)).toEqual([10, 2]);
  });

  test("returns one page with its count, the first or a later one", async () => {
    const list = new Paged(numbers(5).fetchPage, { pageSize: 2 });
    const first = await list.page();
    expect(first).toMatchObject({ nodes: [0, 1], pageInfo: { hasNextPage: true, endCursor: "1" }, totalCount: 5 });
    expect((await list.page(first.pageInfo.endCursor)).nodes).toEqual([2, 3]);
  });

  test("with take ends after the same items if it is read page by page", async () => {
    const taken = async (count: number): Promise<number[][]> => {
      const pages: number[][] = [];
      const { fetchPage } = numbers(10);
      const list = new Paged(fetchPage, { pageSize: 2 }).take(count);
      for (let page: Page<number> | null = await list.page(); page !== null; page = await page.next()) {
        expect(page.totalCount).toBe(10);
        pages.push([...page.nodes]);
      }
      return pages;
    };
    expect(await taken(3)).toEqual([[0, 1], [2]]);
    expect(await taken(4)).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(await taken(0)).toEqual([[]]);
    expect((await taken(20)).flat()).toEqual(range(10));
  });

  test("ends with the caller's signal, and leaves no listener on it", async () => {
    const stop = new AbortController();
    const removed = vi.spyOn(stop.signal, "removeEventListener");
    const seen: (AbortSignal | undefined)[] = [];
    const { fetchPage } = numbers(3);
    const list = new Paged<number>(
      (request, options) => {
        seen.push(options.signal);
        return fetchPage(request, {});
      },
      { pageSize: 1, signal: stop.signal },
    );
    for await (const item of list) if (item === 0) stop.abort();
    expect(seen.every((signal) => signal?.aborted)).toBe(true);
    expect(removed).toHaveBeenCalled();
  });

  test.each([0, -1, 1.5])("refuses pages of %d items", (pageSize) => {
    expect(() => new Paged(numbers(1).fetchPage, { pageSize })).toThrow(RangeError);
  });
});

describe("a list from a server that", () => {
  const page = (endCursor: string | null): Connection<number> => ({
    nodes: [1],
    pageInfo: { hasNextPage: true, endCursor },
  });

  test("repeats a cursor is rejected", async () => {
    const cursors = ["a", "b", "a"];
    const fetchPage = vi.fn(async () => page(cursors.shift() ?? "z"));
    await expect(new Paged(fetchPage).toArray()).rejects.toThrow(
      new OmnidexProtocolError("The server repeats the cursor 'a'. Check that the document passes $after on."),
    );
    expect(fetchPage).toHaveBeenCalledTimes(3);
  });

  test("has more pages but gives no cursor is rejected", async () => {
    await expect(new Paged(async () => page(null)).toArray()).rejects.toThrow(OmnidexProtocolError);
  });

  test("fails on a later page returns the items before that page, then rejects", async () => {
    const { fetchPage } = numbers(10);
    const flaky: FetchPage<number> = async (request, options) => {
      if (request.after === "4") throw new Error("page 2");
      return fetchPage(request, options);
    };
    const items: number[] = [];
    const read = async () => {
      for await (const item of new Paged(flaky, { pageSize: 5 })) {
        await new Promise((resolve) => setImmediate(resolve));
        items.push(item);
      }
    };
    await expect(read()).rejects.toThrow("page 2");
    expect(items).toEqual(range(5));
  });
});

test("the first page is small and later ones are large, unless the caller gives a size", async () => {
  const sizes = async (options: ListOptions, limit?: number): Promise<readonly number[]> => {
    const asked: number[] = [];
    const list = new Paged<number>(
      async ({ first }) => {
        asked.push(first);
        return { nodes: Array(first).fill(0), pageInfo: { hasNextPage: true, endCursor: String(asked.length) } };
      },
      options,
      undefined,
      1_000,
    );
    await list.take(limit ?? 1_500).toArray();
    return asked;
  };
  expect(await sizes({})).toEqual([100, 1_000, 400]);
  expect(await sizes({}, 30)).toEqual([30]);
  expect(await sizes({ pageSize: 600 })).toEqual([600, 600, 300]);
});
