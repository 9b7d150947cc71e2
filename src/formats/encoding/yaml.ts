import { stringify } from "yaml";

/**
 * Writes a value as YAML that parsers of versions 1.1 and 1.2 read in the same way. Texts are always in double quotes,
 * so that no text is read as a date or a boolean. Characters that PyYAML rejects or reads as a line break are escaped.
 * @see https://yaml.org/spec/1.1/#id868524
 */
export const yamlText = (value: unknown): string =>
  stringify(value, { defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "PLAIN", lineWidth: 0 }).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
