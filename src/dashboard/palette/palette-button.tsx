import { lazy, Suspense, useCallback, useState } from "react";
import { Button } from "react-aria-components";
import { Icon } from "../components/icon.tsx";
import { imported } from "../data/outage.ts";
import { useHotkeys } from "./hotkeys.ts";

// Loaded on first use, so that it does not delay the first view.
const Palette = lazy(async () => ({ default: (await imported(() => import("./palette.tsx"))).Palette }));

/** Opens the palette, as its hotkeys do. */
export function PaletteButton() {
  const [open, setOpen] = useState<"find" | "keys" | null>(null);
  const find = useCallback(() => setOpen("find"), []);
  const keys = useCallback(() => setOpen("keys"), []);
  useHotkeys({ onFind: find, onHelp: keys });
  return (
    <>
      <Button className="icon-button" aria-label="Find (Ctrl K)" onPress={find}>
        <Icon name="search" />
      </Button>
      {open !== null && (
        <Suspense fallback={null}>
          <Palette showsKeys={open === "keys"} onHelp={keys} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}
