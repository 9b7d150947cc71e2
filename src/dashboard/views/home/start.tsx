import { useState } from "react";
import { CopyButton } from "../../components/copy-button.tsx";
import { Segments } from "../../components/segments.tsx";
import { snippets } from "./snippets.ts";

/** Shows how to send the same query with each client. */
export function Start() {
  const [all] = useState(() => snippets(location.origin));
  const [picked, setPicked] = useState(all[0]?.name ?? "");
  const code = all.find(({ name }) => name === picked)?.code ?? "";
  return (
    <section aria-labelledby="start" className="stack">
      <h2 id="start">Query from your own code</h2>
      <p className="soft">Each of these counts the questions with music that test reasoning, on this server.</p>
      <Segments
        label="Ways in"
        choices={all.map(({ name }) => ({ id: name, label: name }))}
        picked={picked}
        onPick={setPicked}
      />
      <div className="card snippet">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that is wider than a phone is scrolled by keyboard. */}
        <pre tabIndex={0}>
          <code>{code}</code>
        </pre>
        <CopyButton text={code} label={`Copy the ${picked} snippet`} />
      </div>
    </section>
  );
}
