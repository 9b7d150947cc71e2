import type { ExportedRelease } from "../../domain/exported-release.ts";

/** A line with the licence of each benchmark's data. */
export const dataLicense = (releases: readonly ExportedRelease[]): string =>
  releases.map(({ benchmark, license }) => `${benchmark}: ${license ?? "not stated"}`).join("; ");
