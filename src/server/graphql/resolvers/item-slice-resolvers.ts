import { encodeStoredId } from "../../../domain/stored-id.ts";
import type { MutationTakeItemSnapshotArgs, QueryItemSnapshotsArgs } from "../../generated/schema-types.ts";
import { itemSnapshotsOf, takeItemSnapshot } from "../../items/item-snapshots.ts";
import type { SnapshotRow } from "../../memory/item-snapshot-queries.ts";
import { runConditions } from "../plan/types/run-list.ts";
import { type Resolver, type ResolverMap, referring } from "./resolver.ts";

const resolveSnapshots: Resolver<QueryItemSnapshotsArgs> = async (_source, { benchmark }, { database }) =>
  (await itemSnapshotsOf(database, benchmark)).map(snapshotSource);

const resolveTake: Resolver<MutationTakeItemSnapshotArgs> = async (
  _source,
  { input: { runs: filter, ...input } },
  { runs, runAggregates, viewer },
) => {
  const wanted = { ...input, runs: runConditions(filter) };
  return { snapshot: snapshotSource(await takeItemSnapshot(runs, runAggregates, viewer, wanted)) };
};

/** `ItemSnapshot` of the schema. */
const snapshotSource = ({ id, takenAt, runs, families, ...row }: SnapshotRow) => ({
  ...row,
  id: encodeStoredId("snapshot", id),
  takenAt: takenAt.toISOString(),
  evidence: { runs, families },
});

export const itemSliceResolvers: ResolverMap = {
  Query: { itemSnapshots: resolveSnapshots },
  Mutation: { takeItemSnapshot: resolveTake },
  ItemSnapshot: { release: referring({ type: "Release", key: ({ release }: SnapshotRow) => release }) },
};
