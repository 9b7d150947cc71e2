/* How Python is written: names, types and documentation. */

const PYTHON_WORDS =
  /^(and|as|assert|async|await|break|class|def|del|elif|else|except|False|finally|for|from|global|if|import|in|is|lambda|None|nonlocal|not|or|pass|raise|return|True|try|while|with|yield)$/;
const WIDTH = 116;

const snake = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase();

/** A parameter's name: a word of Python gets an underscore. */
export const parameter = (name: string): string => (PYTHON_WORDS.test(snake(name)) ? `${snake(name)}_` : snake(name));

export const optional = (type: string): string =>
  type.startsWith("Optional[") || type === "Any" ? type : `Optional[${type}]`;
/** A type as the documentation has it. */
export const plain = (type: string): string => type.replaceAll("types.", "");

/** A TypedDict. One with a word of Python as a field needs the other syntax. */
export function classText(
  name: string,
  bases: readonly string[],
  fields: ReadonlyMap<string, readonly [type: string, description: string]>,
  total: string,
): string {
  const own = [...fields].map(([field, [type, description]]) => [field, plain(type), description] as const);
  if (own.some(([field]) => PYTHON_WORDS.test(field)))
    return `${name} = TypedDict(
    "${name}",
    {
${own.map(([field, type]) => `        "${field}": "${type.replaceAll('"', "'")}",`).join("\n")}
    }${total.replace(", total=False", ",\n    total=False")},
)`;
  const lines = own.map(([field, type, text]) => `    ${field}: ${type}\n    """${wrapped(text, 4).trim()}"""`);
  const inherited = bases.length === 0 ? ["TypedDict"] : bases;
  return `class ${name}(${inherited.join(", ")}${total}):
${lines.length === 0 ? "    pass" : lines.join("\n")}`;
}

/** A text in lines of at most {@link WIDTH} characters. */
export function wrapped(text: string, indent: number): string {
  const space = " ".repeat(indent);
  const lines: string[] = [];
  let line = "";
  for (const word of text.replaceAll("\\", "\\\\").replaceAll('"""', "'''").replace(/"$/, '" ').split(/\s+/)) {
    if (line !== "" && indent + line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each) => `${space}${each}`.trimEnd()).join("\n");
}
