import { badInput } from "../../domain/errors.ts";
import type { AuditRow } from "../data/audit-log-queries.ts";
import type { QueryAuditLogArgs } from "../generated/schema-types.ts";
import { decodeCursor, encodeCursor } from "../plan/cursor.ts";
import { DEFAULT_PAGE_SIZE } from "../plan/page-arguments.ts";
import { countAuditLog, entryOf, readAuditLog } from "../services/access/audit-log.ts";
import type { Resolver, ResolverMap } from "./resolver.ts";

const MOST_ENTRIES = 100;
const LIST = "audit-log";

const cursorOf = ({ id }: AuditRow): string => encodeCursor(LIST, [String(id)]);

const resolveAuditLog: Resolver<QueryAuditLogArgs> = async (_source, { filter, first, after }, { runs, viewer }) => {
  const size = first ?? DEFAULT_PAGE_SIZE;
  if (size < 0 || size > MOST_ENTRIES) throw badInput(`'first' must be from 0 to ${MOST_ENTRIES}; got ${size}.`);
  const [before] = after == null ? [] : decodeCursor(LIST, ["integer"], "after", after);
  const wanted = filter ?? {};
  const { rows, hasNextPage } = await readAuditLog(
    runs.database,
    viewer,
    wanted,
    before === undefined ? null : Number(before),
    size,
  );
  const [newest, oldest] = [rows[0], rows.at(-1)];
  return {
    nodes: rows.map(entryOf),
    edges: rows.map((row) => ({ cursor: cursorOf(row), node: entryOf(row) })),
    pageInfo: {
      hasNextPage,
      hasPreviousPage: after != null,
      startCursor: newest === undefined ? null : cursorOf(newest),
      endCursor: oldest === undefined ? null : cursorOf(oldest),
    },
    totalCount: () => countAuditLog(runs.database, viewer, wanted),
  };
};

export const auditLogResolvers: ResolverMap = { Query: { auditLog: resolveAuditLog } };
