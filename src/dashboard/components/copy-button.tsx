import { useEffect, useState } from "react";
import { Button } from "react-aria-components";
import { Icon } from "./icon.tsx";

/** How long "copied" is shown, in milliseconds. */
const SHOWN = 1_500;

/** A button that copies a text and confirms it. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <Button
      className="icon-button copy-button"
      aria-label={label}
      onPress={() => void copyText(text).then(() => setCopied(true))}
    >
      <Icon name={isCopied ? "check" : "copy"} />
      <span className="visually-hidden" role="status">
        {isCopied ? "Copied" : ""}
      </span>
    </Button>
  );
}

/**
 * Copies a text. Browsers offer the clipboard API only to pages from https or localhost. On other pages, the text is
 * selected in a temporary field and copied from there.
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}
