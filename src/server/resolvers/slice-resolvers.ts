import { canonicalSlice } from "../../domain/slice/canonical-slice.ts";
import { sliceFingerprint } from "../../domain/slice/slice-fingerprint.ts";
import type { QuerySliceArgs } from "../generated/schema-types.ts";
import type { Resolver, ResolverMap } from "./resolver.ts";

const resolveSlice: Resolver<QuerySliceArgs> = (_source, { filter }) => {
  const canonical = canonicalSlice(filter);
  return { canonical, fingerprint: sliceFingerprint(canonical) };
};

export const sliceResolvers: ResolverMap = { Query: { slice: resolveSlice } };
