/** A text to copy, or a file to save. */
type Copy = { readonly text: string } | { readonly svg: string; readonly name: string; readonly isPng: boolean };

/** An export of a table. */
export interface CopyAction {
  readonly id: string;
  readonly label: string;
  /** Makes the copy. It may have to fetch rows that are not loaded yet. */
  readonly make: () => Copy | Promise<Copy>;
}

/** Actions under one title in the menu "Copy as". */
export interface CopyGroup {
  readonly title: string;
  readonly actions: readonly CopyAction[];
}
