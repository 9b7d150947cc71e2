import type { ExportedRelease } from "../../../domain/exported-release.ts";

/** A line that says under which licence each benchmark's authors have put its data. */
export const dataLicense = (releases: readonly ExportedRelease[]): string =>
  releases.map(({ benchmark, license }) => `${benchmark}: ${license ?? "not stated"}`).join("; ");
