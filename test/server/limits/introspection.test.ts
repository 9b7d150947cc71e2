import { getIntrospectionQuery, type IntrospectionOptions } from "graphql";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const ALL: IntrospectionOptions = {
  descriptions: true,
  directiveIsRepeatable: true,
  inputValueDeprecation: true,
  oneOf: true,
  schemaDescription: true,
  specifiedByUrl: true,
};

it.each([
  ["with its defaults", {}],
  ["with every option", ALL],
])("the introspection query of common tools is answered %s", async (_name, options) => {
  const { errors, data } = await server.request<{ __schema: { types: unknown[] } }>(getIntrospectionQuery(options));
  expect(errors).toBeUndefined();
  expect(data?.__schema.types.length).toBeGreaterThan(100);
});
