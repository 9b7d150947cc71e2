import { writeFileSync } from "node:fs";
import { extractorPage } from "../test/scoring/extractor-table.ts";

// Writes docs/extractors.md: how every extractor performs on the labelled corpus.
const PAGE = new URL("../docs/extractors.md", import.meta.url);

writeFileSync(PAGE, extractorPage());
