/**
 * A client in a process of its own, to be killed: submits a file, and says how far it has come, in a line of JSON each time.
 * Arguments: the server's URL, its key, the model's name, the file.
 */
import { Omnidex } from "../../../src/sdk/index.ts";

const [url = "", apiKey = "", name = "", predictions = ""] = process.argv.slice(2);

await new Omnidex({ url, apiKey }).submitRun(
  { benchmark: "avi-bench", model: { name }, inputs: ["VIDEO", "AUDIO"], predictions },
  { onProgress: (progress) => process.stdout.write(`${JSON.stringify(progress)}\n`) },
);
