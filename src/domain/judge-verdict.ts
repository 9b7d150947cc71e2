/** What a judge has said of a response. */
export type JudgeVerdict =
  /** It means the option of this label. */
  | { readonly kind: "option"; readonly label: string }
  /** It means no option. */
  | { readonly kind: "none" }
  /** Whether it means the key. */
  | { readonly kind: "meaning"; readonly same: boolean }
  /** The reply is not of the form that was asked for. */
  | { readonly kind: "unreadable" };
