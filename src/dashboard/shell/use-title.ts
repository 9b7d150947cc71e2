import { useEffect } from "react";

/** Sets the title of the tab: what the view shows, then the name of the site. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Omnidex`;
  }, [title]);
}
