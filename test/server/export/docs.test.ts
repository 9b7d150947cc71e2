import { describePage } from "../../readme/describe-page.ts";

describePage("docs/exports.md");
