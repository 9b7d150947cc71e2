import { describePage } from "../../readme/describe-page.ts";

describePage("docs/submitting.md");
