import { readFileSync, writeFileSync } from "node:fs";
import { extractionResults, withCorpusTable } from "../../test/reading/extractor-table.ts";
import { measurement } from "./measurement.ts";

measurement("corpus", "Writes bench/results/extraction.md, and the table of docs/extractors.md.").parse();
const RESULTS = new URL("../../bench/results/extraction.md", import.meta.url);
const PAGE = new URL("../../docs/extractors.md", import.meta.url);

writeFileSync(RESULTS, extractionResults());
writeFileSync(PAGE, withCorpusTable(readFileSync(PAGE, "utf8")));
