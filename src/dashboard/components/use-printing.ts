import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Whether the page is being printed. For printing, rows outside the window must be drawn as well. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // When the listener returns, the browser prints the page as it then is. So the update must be synchronous.
    const begin = (): void => flushSync(() => setPrinting(true));
    const end = (): void => setPrinting(false);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}
