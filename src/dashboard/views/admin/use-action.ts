import { useState } from "react";
import { failureText } from "../../data/query-client.ts";

/** Runs the action of a button. Returns whether the action is in progress, and why it failed. */
export function useAction() {
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function run(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    setFault(null);
    try {
      await work();
    } catch (error) {
      setFault(failureText(error));
    } finally {
      setBusy(false);
    }
  }
  return { run, fault, isBusy } as const;
}
