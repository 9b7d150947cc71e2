import { averagesText, sourcedLevel } from "../../domain/averages-text.ts";
import { datasheetRows } from "../../domain/datasheet.ts";
import { counted, plainText } from "../../domain/texts.ts";
import type { Benchmark, Datasheet } from "../../sdk/types.ts";
import { connect, requireBenchmark } from "../connection/sdk-client.ts";
import { shareCell } from "../output/figures.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { colors, printJson, printLine } from "../output/printing.ts";
import { type Cell, type Column, formatTable, printTable } from "../output/table.ts";

/** Prints all benchmarks, or one with its tasks and categories. */
export async function benchmarks(
  slug: string | undefined,
  { json, format }: FormatOptions & { readonly json?: boolean },
): Promise<void> {
  const { omnidex } = await connect();
  const all = await omnidex.benchmarks();
  if (slug === undefined) return json ? printJson(all) : printTable(COLUMNS, all.map(benchmarkRow), format);
  const benchmark = requireBenchmark(all, slug);
  if (format !== undefined && format !== "TABLE" && !json) return printTable(TASKS, taskRows(benchmark), format);
  const datasheet = await omnidex.datasheet(slug);
  if (json) return printJson({ ...benchmark, datasheet });
  await printLine([description(benchmark), ...datasheetLines(datasheet)].join("\n"));
}

const COLUMNS: readonly Column[] = [
  { title: "BENCHMARK" },
  { title: "TITLE", flexible: true },
  { title: "RELEASE", align: "right" },
  { title: "QUESTIONS", align: "right" },
  { title: "VIDEOS", align: "right" },
  { title: "TASKS", align: "right" },
  { title: "ANSWERS" },
  { title: "LICENCE", flexible: true },
];

const benchmarkRow = ({
  slug,
  title,
  release,
  questionCount,
  videoCount,
  tasks,
  license,
}: Benchmark): readonly Cell[] => [
  { text: slug, style: colors.bold },
  title,
  release === null ? "none" : String(release.version),
  String(questionCount),
  String(videoCount),
  String(tasks.length),
  release?.answerAccess.toLowerCase() ?? "",
  license ?? "",
];

const TASKS: readonly Column[] = [
  { title: "TASK" },
  { title: "NAME", flexible: true },
  { title: "LEVEL" },
  { title: "METRIC" },
  { title: "CHANCE", align: "right" },
];

const taskRow = (
  { slug, name, level, levelSource, metric, chance }: Benchmark["tasks"][number],
  isSynthetic: boolean,
): readonly Cell[] => [
  { text: slug, style: colors.bold },
  name,
  sourcedLevel(level, levelSource, isSynthetic),
  metric,
  shareCell(chance),
];

const taskRows = ({ tasks, synthetic }: Benchmark) => tasks.map((task) => taskRow(task, synthetic));

function description(benchmark: Benchmark): string {
  const { title, slug, description: about, homepage, license, release, tasks, categories } = benchmark;
  const facts = [about, homepage, license && `Licence: ${license}`].flatMap((fact) => (fact ? [plainText(fact)] : []));
  const size = `${counted(benchmark.questionCount, "question")}, ${counted(benchmark.videoCount, "video")}`;
  return [
    `${colors.bold(plainText(title))} (${slug})`,
    ...facts,
    ...(release === null
      ? ["No release has been imported."]
      : [`Release ${release.version}: ${size}`, ...averagesText(release.averages, benchmark)]),
    ...(tasks.length === 0 ? [] : ["", formatTable(TASKS, taskRows(benchmark), { heading: colors.dim })]),
    ...(categories.length === 0 ? [] : ["", categoryTable(benchmark)]),
  ].join("\n");
}

const datasheetLines = (datasheet: Datasheet | null): readonly string[] =>
  datasheet === null
    ? []
    : [
        "",
        ...datasheetRows(datasheet).map(
          ([title, { text, source }]) =>
            `${colors.dim(`${title}:`)} ${plainText(text)}${source === null ? "" : ` (${plainText(source)})`}`,
        ),
      ];

const categoryTable = ({ categories }: Benchmark): string =>
  formatTable(
    [{ title: "CATEGORY" }, { title: "NAME" }, { title: "SUBCATEGORIES", flexible: true }],
    categories.map(({ slug, name, subcategories }) => [
      { text: slug, style: colors.bold },
      name,
      subcategories.map((sub) => sub.slug).join(", "),
    ]),
    { heading: colors.dim },
  );
