import type { Database } from "../../src/server/db/database.ts";
import { ChoiceFilling } from "../../src/server/runs/choice-vector.ts";
import { runServices } from "../../src/server/runs/submission/run-services.ts";

/** Stores the chosen options of all runs, so that a measured server need not do this in the background. */
export async function fillChoices(database: Database): Promise<void> {
  const services = runServices(database);
  const filling = new ChoiceFilling(services, (_, error) => {
    throw error;
  });
  filling.start();
  await filling.done;
  await services.pool.close();
}
