import { readFileSync, writeFileSync } from "node:fs";
import { extractionResults, withCorpusTable } from "../test/scoring/extractor-table.ts";

// Writes bench/results/extraction.md, and the table of docs/extractors.md: how every extractor performs on the labelled corpus.
const RESULTS = new URL("../bench/results/extraction.md", import.meta.url);
const PAGE = new URL("../docs/extractors.md", import.meta.url);

writeFileSync(RESULTS, extractionResults());
writeFileSync(PAGE, withCorpusTable(readFileSync(PAGE, "utf8")));
