/** The name of each of GraphiQL's editors, by the element around it. */
const NAMES = {
  ".graphiql-query-editor": "Query",
  ".graphiql-editor-tools": "Variables and headers",
  ".graphiql-editor-tool": "Variables and headers",
  ".graphiql-response": "Response",
  ".result-window": "Response",
} as const;

/** Gives the text areas of GraphiQL's editors a name for screen readers, because the editors give them none. */
export function nameEditors(root: HTMLElement): void {
  const name = (): void => {
    for (const area of root.querySelectorAll(".CodeMirror textarea:not([aria-label])")) {
      const [, found] = Object.entries(NAMES).find(([around]) => area.closest(around) !== null) ?? [];
      area.setAttribute("aria-label", found ?? "Editor");
    }
  };
  new MutationObserver(name).observe(root, { childList: true, subtree: true });
}
