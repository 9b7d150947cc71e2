/** A judge's verdict on a response. */
export type JudgeVerdict =
  /** The response means the option with this label. */
  | { readonly kind: "option"; readonly label: string }
  /** The response means none of the options. */
  | { readonly kind: "none" }
  /** Whether the response has the same meaning as the answer key. */
  | { readonly kind: "meaning"; readonly same: boolean }
  /** The judge's reply does not have the requested form. */
  | { readonly kind: "unreadable" };
