import { lazy, Suspense, useRef, useState } from "react";
import { Button } from "react-aria-components";
import { copyText } from "../components/copy-button.tsx";
import { download, pngOf } from "../components/download.ts";
import { Icon } from "../components/icon.tsx";
import { imported } from "../data/outage.ts";
import { failureText } from "../data/query-client.ts";
import type { CopyAction, CopyGroup } from "./copy-action.ts";

// Loaded on first use, so that it does not delay the table.
const CopyMenuItems = lazy(async () => ({
  default: (await imported(() => import("./copy-menu-items.tsx"))).CopyMenuItems,
}));

interface CopyMenuProps {
  readonly groups: readonly CopyGroup[];
}

/** The menu that copies a table as code, as text or as a figure. */
export function CopyMenu({ groups }: CopyMenuProps) {
  const [done, setDone] = useState("");
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  async function run(action: CopyAction): Promise<void> {
    try {
      const making = action.make();
      if (making instanceof Promise) setDone("Working …");
      const made = await making;
      if ("text" in made) await copyText(made.text);
      else if (made.isPng) download(`${made.name}.png`, await pngOf(made.svg));
      else download(`${made.name}.svg`, new Blob([made.svg], { type: "image/svg+xml" }));
      setDone("text" in made ? `Copied as ${action.label}` : `Saved as ${action.label}`);
    } catch (error) {
      setDone(failureText(error));
    }
  }
  return (
    <div className="row no-print">
      <span role="status" className="faint small">
        {done}
      </span>
      <Button
        ref={trigger}
        className="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPress={() => setOpen(true)}
      >
        <Icon name="copy" />
        Copy as …
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <CopyMenuItems
            trigger={trigger}
            groups={groups}
            onPick={(action) => void run(action)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
