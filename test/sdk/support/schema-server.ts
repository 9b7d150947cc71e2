import { buildSchema, graphql } from "graphql";
import { typeDefs } from "../../../src/server/generated/schema-sdl.ts";
import { type Answer, type CannedServer, cannedServer, json } from "./canned-server.ts";

const schema = buildSchema(typeDefs);

/** A server that validates the SDK's documents and variables by the real SDL, and answers with plain values. */
export function schemaServer(rootValue: Record<string, unknown>): Promise<CannedServer> {
  const answer: Answer = async (response, received) => {
    const { query, variables } = received;
    const result = await graphql({ schema, source: query, variableValues: variables, rootValue });
    return json(result)(response, received);
  };
  return cannedServer(answer);
}
