import { describePage } from "../readme/describe-page.ts";

describePage("docs/cli.md");
describePage("docs/api-keys.md");
