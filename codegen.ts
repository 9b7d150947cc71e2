import type { CodegenConfig } from "@graphql-codegen/cli";

const scalars = { ID: "string", DateTime: "string", JSON: "unknown" };

/**
 * What is generated from the SDL. It is run by `npm run codegen`, whose script heads the files and writes
 * `src/server/generated/schema-sdl.ts`; `graphql-codegen` by itself does neither.
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
    "src/sdk/generated/operations.ts": {
      documents: "src/sdk/operations/*.graphql",
      plugins: ["typescript-operations", "typed-document-node"],
      config: {
        scalars,
        documentMode: "string",
        dedupeFragments: true,
        immutableTypes: true,
        arrayInputCoercion: false,
        useTypeImports: true,
        skipTypename: true,
        pureMagicComment: true,
      },
    },
  },
};

export default config;
