/**
 * A client in a separate process, to be killed. It submits a file, and reports its progress as lines of JSON.
 * Arguments: the server's URL, its key, the model's name, the file.
 */
import { Omnidex } from "../../../src/sdk/index.ts";

const [url = "", apiKey = "", name = "", predictions = ""] = process.argv.slice(2);

await new Omnidex({ url, apiKey }).submitRun(
  { benchmark: "avi-bench", model: { name }, inputs: ["VIDEO", "AUDIO"], predictions },
  { onProgress: (progress) => process.stdout.write(`${JSON.stringify(progress)}\n`) },
);
