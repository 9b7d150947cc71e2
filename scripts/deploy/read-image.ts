import { DockerfileParser, type Instruction, type JSONInstruction } from "dockerfile-ast";

/** A step of a stage. */
export type Step =
  | { readonly kind: "workdir"; readonly path: string }
  | {
      readonly kind: "copy";
      readonly from: string | null;
      readonly sources: readonly string[];
      readonly target: string;
    }
  | { readonly kind: "run"; readonly command: string };

export interface Stage {
  readonly name: string;
  readonly steps: readonly Step[];
}

/** The parts of a Dockerfile that are replayed. */
export interface Image {
  readonly stages: readonly Stage[];
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
  /** ENTRYPOINT and CMD. */
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  readonly user: string;
}

/** Instructions that have no effect on the replay. */
const IGNORED: ReadonlySet<string> = new Set(["LABEL", "EXPOSE"]);

/** Reads a Dockerfile. @throws for an instruction that cannot be replayed, because its effect would not be tested */
export function readImage(text: string): Image {
  const stages: { name: string; steps: Step[] }[] = [];
  const found = { environment: {} as Record<string, string>, volumes: [] as string[], user: "root" };
  let [entry, command, healthCheck]: (readonly string[])[] = [[], [], []];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const words = instruction.getArguments().map((argument) => argument.getValue());
    const stage = stages.at(-1);
    const keyword = instruction.getKeyword();
    if (keyword === "FROM") {
      stages.push({ name: words[2] ?? String(stages.length), steps: [] });
      // Settings before this line belong to other stages.
      Object.assign(found, { environment: {}, volumes: [], user: "root" });
    } else if (keyword === "ENV") {
      for (const word of words) found.environment[word.slice(0, word.indexOf("="))] = word.slice(word.indexOf("=") + 1);
    } else if (keyword === "USER") found.user = words[0] ?? "";
    else if (keyword === "VOLUME") found.volumes.push(...jsonOf(instruction));
    else if (keyword === "ENTRYPOINT") entry = jsonOf(instruction);
    else if (keyword === "CMD") command = jsonOf(instruction);
    else if (keyword === "HEALTHCHECK")
      healthCheck = JSON.parse(/CMD (\[.*\])/.exec(contentOf(instruction))?.[1] ?? "[]");
    else if (!IGNORED.has(keyword)) stage?.steps.push(stepOf(instruction, words));
  }
  return { stages, ...found, command: [...(entry ?? []), ...(command ?? [])], healthCheck: healthCheck ?? [] };
}

function stepOf(instruction: Instruction, words: readonly string[]): Step {
  switch (instruction.getKeyword()) {
    case "WORKDIR":
      return { kind: "workdir", path: words[0] ?? "" };
    case "RUN":
      return { kind: "run", command: contentOf(instruction) };
    case "COPY": {
      const from = /--from=(\S+)/.exec(instruction.getTextContent())?.[1] ?? null;
      const paths = words.filter((word) => !word.startsWith("--"));
      return { kind: "copy", from, sources: paths.slice(0, -1), target: paths.at(-1) ?? "" };
    }
    default:
      throw new Error(
        `'${instruction.getKeyword()}' of the Dockerfile cannot be replayed: add it to scripts/deploy/read-image.ts.`,
      );
  }
}

const contentOf = (instruction: Instruction): string => instruction.getArgumentsContent() ?? "";

function jsonOf(instruction: Instruction): string[] {
  return (instruction as JSONInstruction).getJSONStrings().map((one) => JSON.parse(one.getValue()) as string);
}
