import { describePage } from "../readme/describe-page.ts";

describePage("docs/cli.md");
describePage("docs/operating.md");
