/**
 * What each caller gets from a route other than `/graphql`. A route of the app without an entry fails the test of the
 * access table.
 */
export const ROUTE_ACCESS = {
  "GET /health/live": "everyone",
  "GET /health/ready": "everyone",
  "GET /metrics": "administrator",
  "POST /import/:benchmark": "maintainer",
  "GET /python": "everyone",
  "GET /python/": "everyone",
  "GET /python/omnidex/": "everyone",
  "GET /python/:name": "everyone",
  "POST /read/:benchmark": "callers who may submit; of hidden answers nothing is used",
  "GET /export/benchmarks/:file": "callers who are shown the answers; FORBIDDEN for others",
  "GET /export/runs/:id":
    "whoever sees the run; without outcomes and exact scores unless answers are shown, and rows with responses for those who see them",
  "GET /export/audit.ndjson": "administrator",
  "GET /export/:file": "everyone; answers and reasoning steps only where they are shown",
  "GET /tables/:file": "whoever may ask the API for the same numbers",
  "POST /maintenance/check": "administrator",
  "POST /maintenance/backup": "administrator",
  "GET /croissant/:benchmark": "everyone; the files as a reader without a key gets them",
  "GET /.well-known/jwks.json": "everyone",
  "GET /sign-in": "everyone",
  "POST /sign-in/start": "everyone",
  "POST /sign-in/finish": "everyone; a token only for a code of the provider",
  "POST /sign-in/code": "callers on the machine of a server on loopback; a key only for a code that the server made",
  "POST /sign-in/codes": "administrator, on the machine of a server on loopback",
  "GET /": "everyone",
  "POST /mcp": "everyone; a tool as the API answers its caller",
  "GET /llms.txt": "everyone",
  "GET /schema.graphql": "everyone",
  "GET /docs/:page": "everyone",
} as const satisfies Readonly<Record<string, string>>;
