/** Which byte may come next, between values. */
export type Expected =
  | "document"
  | "first element"
  | "element"
  | "first name"
  | "name"
  | "colon"
  | "member"
  | "comma"
  | "nothing";

/** The expectation to report if another byte follows. */
export const EXPECTATIONS: Readonly<Record<Expected, string>> = {
  document: "a JSON array or object",
  "first element": "a JSON value",
  element: "a JSON value",
  "first name": "a field name in double quotes",
  name: "a field name in double quotes",
  colon: "':'",
  member: "a JSON value",
  comma: "',' or the end of the list",
  nothing: "the end of the file",
};

/** The expectation to report for a file with several objects in sequence, such as indented ones. */
export const ONE_VALUE = "the end of the file; write several objects as a list, or each on a line of its own";
