import { countAuditLog, entryOf, readAuditLog } from "../../access/audit-log.ts";
import type { AuditRow } from "../../access/audit-log-queries.ts";
import type { QueryAuditLogArgs } from "../../generated/schema-types.ts";
import { decodeCursor, encodeCursor } from "../plan/cursor.ts";
import { forwardSize, pageInfoOf } from "./computed-list.ts";
import type { Resolver, ResolverMap } from "./resolver.ts";

const MOST_ENTRIES = 100;
const LIST = "audit-log";

const cursorOf = ({ id }: AuditRow): string => encodeCursor(LIST, [String(id)]);

const resolveAuditLog: Resolver<QueryAuditLogArgs> = async (_source, { filter, first, after }, { runs, viewer }) => {
  const size = forwardSize({ first }, MOST_ENTRIES);
  const [before] = after == null ? [] : decodeCursor(LIST, ["integer"], "after", after);
  const wanted = filter ?? {};
  const { rows, hasNextPage } = await readAuditLog(
    runs.database,
    viewer,
    wanted,
    before === undefined ? null : Number(before),
    size,
  );
  return {
    nodes: rows.map(entryOf),
    edges: rows.map((row) => ({ cursor: cursorOf(row), node: entryOf(row) })),
    pageInfo: pageInfoOf(rows, cursorOf, { hasNextPage, hasPreviousPage: after != null }),
    totalCount: () => countAuditLog(runs.database, viewer, wanted),
  };
};

export const auditLogResolvers: ResolverMap = { Query: { auditLog: resolveAuditLog } };
