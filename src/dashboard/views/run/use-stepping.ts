import { useEffect, useMemo, useRef } from "react";
import { type PagedList, useAllPages } from "../../components/list-end.tsx";
import { isTyping } from "../../palette/hotkeys.ts";
import type { ListedPrediction } from "./run-page-queries.ts";

interface SteppingProps {
  readonly predictions: readonly ListedPrediction[];
  /** The number of predictions on all pages. */
  readonly total: number;
  /** The key of the question whose prediction is open. */
  readonly open: string | null;
  readonly list: PagedList;
  readonly onOpen: (key: string | null) => void;
}

/** The position of the open prediction in the list, and the steps from it. A step is null at the end of the list. */
export interface Stepping {
  /** From 1; null if the prediction is not in the list. */
  readonly position: number | null;
  readonly total: number;
  readonly next: (() => void) | null;
  readonly previous: (() => void) | null;
  readonly close: () => void;
}

/**
 * Steps from prediction to prediction, by buttons and by the keys J and K; Escape closes the open one. Pages are fetched
 * until they hold the open prediction and the next one.
 */
export function useStepping({ predictions, total, open, list, onOpen }: SteppingProps): Stepping {
  const place = open === null ? -1 : predictions.findIndex(({ question }) => question.key === open);
  useAllPages(list, open !== null && (place === -1 || place === predictions.length - 1));
  const stepping = useMemo((): Stepping => {
    const step = (to: number) => {
      const key = predictions[to]?.question.key;
      return key === undefined ? null : () => onOpen(key);
    };
    return {
      position: place === -1 ? null : place + 1,
      total,
      next: step(place + 1),
      previous: place === -1 ? null : step(place - 1),
      close: () => onOpen(null),
    };
  }, [predictions, total, place, onOpen]);
  const latest = useRef({ stepping, isOpen: open !== null });
  latest.current = { stepping, isOpen: open !== null };
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector("[role=dialog], [role=menu], [role=listbox]") !== null) return;
      const step = stepOf(event.key, latest.current);
      if (step === null) return;
      event.preventDefault();
      step();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  return stepping;
}

function stepOf(key: string, { stepping, isOpen }: { readonly stepping: Stepping; readonly isOpen: boolean }) {
  if (key === "j" || key === "J") return stepping.next;
  if (key === "k" || key === "K") return stepping.previous;
  return key === "Escape" && isOpen ? stepping.close : null;
}
