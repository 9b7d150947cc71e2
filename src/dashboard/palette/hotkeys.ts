import { useEffect } from "react";

/** The keys that work in every view, with their descriptions. */
export const HOTKEYS: readonly (readonly [keys: string, what: string])[] = [
  ["Ctrl K", "find a benchmark, a run or a view"],
  ["/", "search the questions of this view"],
  ["?", "show the keys"],
  ["J K", "open the next or the previous prediction of a run"],
  ["↑ ↓ ← →", "move between the links and controls of a table"],
  ["Esc", "close the open dialog or menu"],
];

interface HotkeyActions {
  readonly onFind: () => void;
  readonly onHelp: () => void;
}

/** Listens for hotkeys. They are ignored while the reader types. */
export function useHotkeys({ onFind, onHelp }: HotkeyActions): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || event.isComposing) return;
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && event.key.toLowerCase() === "k") act(event, onFind);
      if (isCommand || isTyping(event.target)) return;
      if (event.key === "?") act(event, onHelp);
      if (event.key === "/") focusSearch(event);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [onFind, onHelp]);
}

function act(event: KeyboardEvent, action: () => void): void {
  event.preventDefault();
  action();
}

/** Focuses the search field of the view, if it has one and no dialog is open. */
function focusSearch(event: KeyboardEvent): void {
  if (document.querySelector("[role=dialog]") !== null) return;
  const field = document.querySelector<HTMLElement>('[data-hotkey="/"]');
  if (field !== null) act(event, () => field.focus());
}

/** Whether a key that is pressed is part of a text. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
