import type { CodegenConfig } from "@graphql-codegen/cli";

const scalars = { ID: "string", DateTime: "string", JSON: "unknown" };

/** The typed documents of a part of src/, with the files of fragments that they share with another part. */
const operations = (folder: string, own: Readonly<Record<string, unknown>> = {}, shared: readonly string[] = []) => ({
  documents: [`${folder}/operations/*.graphql`, ...shared],
  plugins: ["typescript-operations", "typed-document-node"],
  config: {
    scalars,
    documentMode: "string" as const,
    dedupeFragments: true,
    immutableTypes: true,
    arrayInputCoercion: false,
    useTypeImports: true,
    skipTypename: true,
    pureMagicComment: true,
    ...own,
  },
});

/**
 * The files that are generated from the SDL. Use `npm run codegen`, which also adds a header to each file and writes
 * `src/server/generated/schema-sdl.ts`; `graphql-codegen` alone does neither.
 */
const config: CodegenConfig = {
  schema: "schema/*.graphql",
  generates: {
    "src/server/generated/schema-types.ts": {
      plugins: ["typescript"],
      config: {
        scalars,
        enumsAsTypes: true,
        useTypeImports: true,
        importExtension: ".ts",
        inputMaybeValue: "T | null | undefined",
      },
    },
    // Fragments are types of their own, so that each description is written once.
    "src/sdk/generated/operations.ts": operations("src/sdk", { inlineFragmentTypes: "combine" }),
    "src/mcp/generated/operations.ts": operations("src/mcp"),
    "src/dashboard/generated/operations.ts": operations("src/dashboard", {}, [
      "src/sdk/operations/score-fields.graphql",
    ]),
  },
};

export default config;
