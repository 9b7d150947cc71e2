import type { z } from "zod";
import type { Omnidex } from "../sdk/index.ts";

/** Who calls a tool, and through which client. */
export interface ToolCaller {
  /** The client of the server, with the caller's own key. */
  readonly omnidex: Omnidex;
  /** The server's root, for the links to its pages. */
  readonly root: string;
}

/** What a tool returns. */
interface ToolResult<O> {
  /** The answer. Fields that the output schema does not name are left out of it. */
  readonly data: O;
  /** The same in a few lines, for a client that shows text only. */
  readonly text: string;
}

/** A tool for agents. */
export interface Tool<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: I;
  readonly output: O;
  /** Whether a call changes something on the server. Every call may be repeated. */
  readonly writes: boolean;
  run(caller: ToolCaller, args: z.output<I>): Promise<ToolResult<z.input<O>>>;
}

/**
 * Declares a tool; the types of its arguments and of its answer follow from the schemas. Unknown arguments are refused: one may
 * be a misspelt `filter`, and the answer would be about all questions.
 */
export const defineTool = <I extends z.ZodObject, O extends z.ZodObject>(
  tool: Omit<Tool<I, O>, "writes"> & { readonly writes?: true },
): Tool => ({ writes: false, ...tool, input: tool.input.strict() }) as unknown as Tool;
