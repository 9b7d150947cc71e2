// A stub judge with two fixed replies. If the question has options, the reply is that the response chose none of them.
// Otherwise, the reply is that the response differs in meaning from the answer key. The stub only shows that the judge
// is asked.
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

const server = createServer(async (incoming, outgoing) => {
  if (incoming.method !== "POST" || incoming.url !== "/v1/chat/completions") return void outgoing.writeHead(404).end();
  try {
    const { messages } = JSON.parse(await text(incoming));
    const shown = JSON.parse(messages.at(-1).content);
    const content = JSON.stringify({ answer: shown.options === undefined ? "no" : null });
    const body = JSON.stringify({ choices: [{ message: { role: "assistant", content } }] });
    outgoing.writeHead(200, { "content-type": "application/json" }).end(body);
  } catch {
    outgoing.writeHead(400).end();
  }
});
server.listen(Number(process.env.PORT || 8000), process.env.HOST || "0.0.0.0");
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(0));
