import { describePage } from "../../readme/describe-page.ts";

describePage("docs/submission-formats.md");
