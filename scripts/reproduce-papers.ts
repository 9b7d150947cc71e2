import { writeFileSync } from "node:fs";
import { reproductionPage, reproductionSummary } from "../test/scoring/reproduction/reproduction-page.ts";

// Writes docs/reproduction.md: which figures of the papers follow from others, and which do not.
const PAGE = new URL("../docs/reproduction.md", import.meta.url);

writeFileSync(PAGE, reproductionPage());
for (const line of reproductionSummary()) console.log(line);
