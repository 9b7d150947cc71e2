import { writeFileSync } from "node:fs";
import {
  reproductionDetails,
  reproductionPage,
  reproductionSummary,
} from "../test/scoring/reproduction/reproduction-page.ts";

// Writes docs/reproduction.md: which figures of the papers follow from others, and which do not; and what the figures imply.
const PAGE = new URL("../docs/reproduction.md", import.meta.url);

const DETAILS = new URL("../bench/results/reproduction.md", import.meta.url);

writeFileSync(PAGE, reproductionPage());
writeFileSync(DETAILS, reproductionDetails());
for (const line of reproductionSummary()) console.log(line);
