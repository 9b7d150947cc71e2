import type { GraphQLResolveInfo } from "graphql";
import type { NodeType } from "../../../domain/node-id.ts";
import type { AuditTrail } from "../../access/audit-trail.ts";
import type { RunAggregates } from "../../boards/run-aggregates.ts";
import type { ItemAnalyses } from "../../items/item-analyses.ts";
import type { Admission, RequestWork } from "../../limits/request-admission.ts";
import type { BoardSigning } from "../../runs/board-signing.ts";
import type { ScoringHistory } from "../../runs/rescoring/scoring-history.ts";
import type { RunServices } from "../../runs/submission/run-services.ts";
import type { RequestRecord } from "../../telemetry/request-record.ts";
import { settled } from "../../workers/yielding.ts";
import type { PlannedLoader } from "../plan/planned-loader.ts";
import { PlannedObject } from "../plan/planned-object.ts";
import type { PlanContext } from "../plan/root-fields.ts";

/** The parts of the context that functions such as `requireKnownBenchmark` need to check a name. */
export const memoryOf = ({
  database,
  runAggregates: { memory },
}: Pick<RequestContext, "database" | "runAggregates">) => ({
  database,
  memory,
});

/** The services of runs, with what the rooms above them add. */
export interface ServerRuns extends RunServices {
  /** The statistics of questions. */
  readonly items: ItemAnalyses;
  /** Signs final boards. */
  readonly signing: BoardSigning;
}

/** The context that every resolver of one request receives. */
export interface RequestContext extends PlanContext {
  readonly runAggregates: RunAggregates;
  readonly scorings: ScoringHistory;
  readonly runs: ServerRuns;
  /** The entries that the request adds to the audit log. */
  readonly audit: AuditTrail;
  readonly planned: PlannedLoader;
  /** The caller's limits; null for no limits. */
  readonly admission: Admission | null;
  readonly work: RequestWork;
  /**
   * Looks the caller up in the database, for writes. Reads use a cached viewer.
   * @throws `UNAUTHENTICATED` if the caller's key is revoked or expired
   */
  confirmViewer(): Promise<void>;
  /** The data about the request for the log and the metrics. */
  readonly record: RequestRecord;
}

/** A field's resolver. `S` is its object, `A` its coerced arguments. */
export type Resolver<A = object, S = unknown> = (
  source: S,
  args: A,
  context: RequestContext,
  info: GraphQLResolveInfo,
) => unknown;

/** The resolvers of one file, by type and field. */
export type ResolverMap = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Computes a field from its source, without access to the document. The source is an object made by a service, or the
 * inputs that the field's plan declares. A value that is computed later is a `Later`.
 */
export type Compute<A = object, S = unknown> = (source: S, args: A, context: RequestContext) => unknown;

/** A field whose objects are rows that its source identifies by primary key. */
export interface Reference<S = never> {
  readonly type: NodeType;
  readonly key: (source: S) => number | null;
  /** Fields of the object that the source already contains. */
  readonly known?: Readonly<Record<string, (source: S) => string>>;
}

/** How the fast path, which answers a query without a resolver call for each field, computes a field's value. */
export interface FieldExtensions {
  readonly compute?: Compute<never, never>;
  readonly refers?: Reference;
}

/** A field in a resolver file that has extensions besides its resolver. */
interface ResolvedField<A> {
  readonly resolve: Resolver<A, never>;
  readonly extensions: FieldExtensions;
}

/**
 * The resolver of a computed field. It passes the inputs that the field's plan declares. A field that has only a
 * resolver cannot be compiled.
 */
export const ofNeeds =
  <A, S>(compute: Compute<A, S>): Resolver<A, unknown> =>
  (source, args, context, info) =>
    settled(compute((source instanceof PlannedObject ? source.needs(info) : source) as S, args, context));

/** Declares a field whose resolver and fast path share one computation. */
export const computed = <A, S>(compute: Compute<A, S>): ResolvedField<A> => ({
  resolve: ofNeeds(compute),
  extensions: { compute },
});

/** Declares a field that refers to an object. */
export const referring = <S>(reference: Reference<S>): ResolvedField<object> => ({
  resolve: (source: S, _args, { planned }, info) => {
    const key = reference.key(source);
    return key === null ? null : planned.load(reference.type, key, info);
  },
  extensions: { refers: reference as Reference },
});
