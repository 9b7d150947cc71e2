/** The state of the form that an address can hold. */
export interface SubmitSearch {
  /** The slug of the benchmark that is chosen at first. */
  readonly benchmark?: string;
}

/** Parses the query string of an address; invalid parts are ignored. */
export const submitSearch = ({ benchmark }: Record<string, unknown>): SubmitSearch =>
  typeof benchmark === "string" && benchmark !== "" ? { benchmark } : {};
