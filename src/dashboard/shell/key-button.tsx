import { lazy, Suspense, useState } from "react";
import { Button } from "react-aria-components";
import { Icon } from "../components/icon.tsx";
import { isSignInToken, useApiKey } from "../data/api-key.ts";
import { imported } from "../data/outage.ts";

// Loaded on first use, so that it does not delay the first view.
const KeyDialogContent = lazy(async () => ({ default: (await imported(() => import("./key-dialog.tsx"))).KeyDialog }));

/** The button in the header that opens the key dialog. */
export function KeyButton() {
  const key = useApiKey();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        className="icon-button"
        aria-haspopup="dialog"
        aria-label={key === null ? "Enter an API key" : isSignInToken(key) ? "Signed in" : "API key: entered"}
        onPress={() => setOpen(true)}
      >
        <Icon name="key" />
        {key !== null && <span className="key-mark" aria-hidden="true" />}
      </Button>
      {isOpen && <OpenDialog hasKey={key !== null} close={() => setOpen(false)} />}
    </>
  );
}

/** A labelled button that opens the key dialog, for views that need a key. */
export function KeyDialog() {
  const key = useApiKey();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button className="button" aria-haspopup="dialog" onPress={() => setOpen(true)}>
        Enter a key
      </Button>
      {isOpen && <OpenDialog hasKey={key !== null} close={() => setOpen(false)} />}
    </>
  );
}

const OpenDialog = (props: { readonly hasKey: boolean; readonly close: () => void }) => (
  <Suspense fallback={null}>
    <KeyDialogContent {...props} />
  </Suspense>
);
