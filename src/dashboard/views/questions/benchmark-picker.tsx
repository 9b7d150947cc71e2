import type { Benchmark } from "../../../sdk/index.ts";
import { Picker } from "../../components/picker.tsx";
import { shortTitle } from "../../data/titles.ts";

const ALL = "*";

interface BenchmarkPickerProps {
  readonly benchmarks: readonly Benchmark[];
  /** A slug; null for all benchmarks. */
  readonly picked: string | null;
  readonly onPick: (slug: string | null) => void;
}

/** All benchmarks, or one. */
export function BenchmarkPicker({ benchmarks, picked, onPick }: BenchmarkPickerProps) {
  const offered = benchmarks.filter(({ questionCount, slug }) => questionCount > 0 || slug === picked);
  // The picked benchmark is offered even if it does not exist, or if the benchmarks have not been fetched yet.
  const unknown = picked === null || offered.some(({ slug }) => slug === picked) ? [] : [{ id: picked, label: picked }];
  return (
    <Picker
      label="Benchmark"
      choices={[
        { id: ALL, label: "All benchmarks" },
        ...offered.map(({ slug, title }) => ({ id: slug, label: shortTitle(title) })),
        ...unknown,
      ]}
      picked={picked ?? ALL}
      onPick={(id) => onPick(id === ALL ? null : id)}
    />
  );
}
