/** The name of each of GraphiQL's editors, by the element around it. */
const NAMES = {
  ".graphiql-query-editor": "Query",
  ".graphiql-editor-tools": "Variables and headers",
  ".graphiql-editor-tool": "Variables and headers",
  ".graphiql-response": "Response",
  ".result-window": "Response",
} as const;

/** Names the text areas of GraphiQL's editors for screen readers, which the editors themselves leave without a name. */
export function nameEditors(root: HTMLElement): void {
  const name = (): void => {
    for (const area of root.querySelectorAll(".CodeMirror textarea:not([aria-label])")) {
      const [, found] = Object.entries(NAMES).find(([around]) => area.closest(around) !== null) ?? [];
      area.setAttribute("aria-label", found ?? "Editor");
    }
  };
  new MutationObserver(name).observe(root, { childList: true, subtree: true });
}
