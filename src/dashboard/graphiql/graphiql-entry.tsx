import "graphiql/style.css";
import "@graphiql/plugin-explorer/style.css";
import "./graphiql.css";
import { explorerPlugin } from "@graphiql/plugin-explorer";
import { createGraphiQLFetcher } from "@graphiql/toolkit";
import { GraphiQL } from "graphiql";
import { createRoot } from "react-dom/client";
import { apiKey } from "../data/api-key.ts";
import { nameEditors } from "./editor-names.ts";
import { EXAMPLES } from "./example-queries.ts";

const plugins = [explorerPlugin()];

/** Sends the key of this tab with every request, as the dashboard does. */
const fetcher = createGraphiQLFetcher({
  url: "/graphql",
  fetch: (input, init) => {
    const headers = new Headers(init?.headers);
    const key = apiKey();
    if (key !== null && !headers.has("authorization")) headers.set("authorization", `Bearer ${key}`);
    return fetch(input, { ...init, headers });
  },
});

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no element with the id 'root'.");
nameEditors(root);
const given = new URLSearchParams(location.search);
const query = given.get("query");
createRoot(root).render(
  <GraphiQL
    fetcher={fetcher}
    plugins={plugins}
    {...(query !== null && { query, variables: given.get("variables") ?? "" })}
    defaultTabs={EXAMPLES}
    shouldPersistHeaders={false}
  >
    <GraphiQL.Logo>
      <a href="/" className="back">
        ← Omnidex
      </a>
    </GraphiQL.Logo>
  </GraphiQL>,
);
