/** The memory limits of the caches, in bytes. */
export interface CatalogBudget {
  readonly catalogs: number;
  /** The bitsets of questions that match a condition or a slice. */
  readonly masks: number;
  /** The questions of slices, in the form that the statistics need. */
  readonly slices: number;
  readonly groups: number;
  /** The statistics of item snapshots. */
  readonly snapshots: number;
}

export const BUDGET: CatalogBudget = {
  catalogs: 48_000_000,
  masks: 8_000_000,
  slices: 12_000_000,
  groups: 12_000_000,
  snapshots: 8_000_000,
};
