import {
  type FragmentDefinitionNode,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from "graphql";
import { classText, optional } from "./python-text.ts";

const SCALARS: Readonly<Record<string, string>> = {
  ...{ ID: "str", String: "str", Int: "int", Float: "float", Boolean: "bool", DateTime: "str", JSON: "Any" },
};

/** The types of inputs and results as Python's: a `TypedDict` for each object, and a `Literal` for each enum. */
export class PythonTypes {
  /** The classes by name, in the order in which they are needed. */
  readonly classes = new Map<string, string>();
  readonly enums = new Map<string, string>();

  constructor(
    readonly schema: GraphQLSchema,
    readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  ) {}

  outputType(type: GraphQLOutputType, set: SelectionSetNode | undefined, name: string): string {
    if (isNonNullType(type)) return this.#required(type.ofType, set, name);
    return optional(this.#required(type, set, name));
  }

  #required(type: GraphQLOutputType, set: SelectionSetNode | undefined, name: string): string {
    if (isListType(type)) return `List[${this.outputType(type.ofType, set, name)}]`;
    const named = getNamedType(type);
    if (isEnumType(named))
      return this.#enum(
        named.name,
        named.getValues().map((each) => each.value as string),
      );
    if (set === undefined) return SCALARS[named.name] ?? "Any";
    if (!isObjectType(named)) return "Dict[str, Any]";
    return `types.${this.#class(name, named, set)}`;
  }

  #class(name: string, type: ReturnType<GraphQLSchema["getType"]>, set: SelectionSetNode): string {
    const [only, ...others] = set.selections;
    if (only?.kind === Kind.FRAGMENT_SPREAD && others.length === 0) return this.#fragmentClass(only.name.value);
    if (this.classes.has(name)) return name;
    this.classes.set(name, "");
    const bases: string[] = [];
    const fields = new Map<string, readonly [type: string, description: string]>();
    const collect = (selections: SelectionSetNode["selections"]): void => {
      for (const selection of selections) {
        if (selection.kind === Kind.FRAGMENT_SPREAD) bases.push(this.#fragmentClass(selection.name.value));
        else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet.selections);
        else if (isObjectType(type)) {
          const key = (selection.alias ?? selection.name).value;
          const field = type.getFields()[selection.name.value];
          const own = `${name}${key[0]?.toUpperCase()}${key.slice(1)}`;
          const text = field === undefined ? "str" : this.outputType(field.type, selection.selectionSet, own);
          fields.set(key, [text, field?.description ?? ""]);
        }
      }
    };
    collect(set.selections);
    this.classes.delete(name);
    this.classes.set(name, classText(name, [...new Set(bases)], fields, ""));
    return name;
  }

  #fragmentClass(name: string): string {
    const fragment = this.fragments.get(name);
    if (fragment === undefined) throw new Error(`there is no fragment ${name}`);
    const type = this.schema.getType(fragment.typeCondition.name.value);
    return this.#class(name.replace(/Fields$/, ""), type, fragment.selectionSet);
  }

  inputType(type: GraphQLInputType): string {
    if (isNonNullType(type)) return this.inputType(type.ofType);
    if (isListType(type)) return `List[${this.inputType(type.ofType)}]`;
    const named = getNamedType(type);
    if (isEnumType(named))
      return this.#enum(
        named.name,
        named.getValues().map((each) => each.value as string),
      );
    if (!isInputObjectType(named)) return SCALARS[named.name] ?? "Any";
    if (!this.classes.has(named.name)) {
      this.classes.set(named.name, "");
      const fields = Object.values(named.getFields()).map(
        (each) => [each.name, [this.inputType(each.type), each.description ?? ""]] as const,
      );
      this.classes.delete(named.name);
      this.classes.set(named.name, classText(named.name, [], new Map(fields), ", total=False"));
    }
    return `types.${named.name}`;
  }

  #enum(name: string, values: readonly string[]): string {
    this.enums.set(name, `Literal[${values.map((each) => JSON.stringify(each)).join(", ")}]`);
    return `types.${name}`;
  }
}
