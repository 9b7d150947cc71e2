/** The metrics of scores that may be reported because a server cannot compute them. `ExternalMetric` of the schema. */
export const EXTERNAL_METRICS = ["FENSE"] as const;
export type ExternalMetric = (typeof EXTERNAL_METRICS)[number];

/** What is said of a score that was computed elsewhere. */
interface Reported {
  readonly metric: ExternalMetric;
  readonly sources: readonly string[];
  readonly reporters: readonly ("OWNER" | "MAINTAINER")[];
}

const REPORTERS = { OWNER: "the run's owner", MAINTAINER: "a maintainer of the benchmark" } as const;

/** `"FENSE, computed elsewhere and reported by the run's owner (fense 0.2). This server did not check it."` */
export const reportedText = ({ metric, sources, reporters }: Reported): string =>
  `${metric}, computed elsewhere and reported by ${reporters.map((reporter) => REPORTERS[reporter]).join(" and ")} (${sources.join("; ")}). This server did not check it.`;
