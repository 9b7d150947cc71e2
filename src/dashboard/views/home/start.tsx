import { useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { CopyButton } from "../../components/copy-button.tsx";
import { snippets } from "./snippets.ts";

/** Shows how to send the same query with each client. */
export function Start() {
  const [all] = useState(() => snippets(location.origin));
  return (
    <section aria-labelledby="start" className="stack">
      <h2 id="start">Query from your own code</h2>
      <p className="soft">Each of these counts the questions with music that test reasoning, on this server.</p>
      <Tabs className="card tabs">
        <TabList aria-label="Ways in" className="tab-list">
          {all.map(({ name }) => (
            <Tab key={name} id={name} className="tab">
              {name}
            </Tab>
          ))}
        </TabList>
        {all.map(({ name, code }) => (
          <TabPanel key={name} id={name} className="snippet">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that is wider than a phone is scrolled by keyboard. */}
            <pre tabIndex={0}>
              <code>{code}</code>
            </pre>
            <CopyButton text={code} label={`Copy the ${name} snippet`} />
          </TabPanel>
        ))}
      </Tabs>
    </section>
  );
}
