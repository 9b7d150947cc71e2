import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from "react-aria-components";
import type { Benchmark } from "../../../sdk/index.ts";
import { Icon } from "../../components/icon.tsx";

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
  return (
    <Select
      className="picker"
      placeholder="Loading …"
      selectedKey={picked ?? ALL}
      onSelectionChange={(key) => onPick(key === ALL || key === null ? null : String(key))}
    >
      <Label className="visually-hidden">Benchmark</Label>
      <Button className="button">
        <SelectValue />
        <Icon name="chevron" />
      </Button>
      <Popover className="popover">
        <ListBox className="menu">
          <ListBoxItem id={ALL} className="menu-item">
            All benchmarks
          </ListBoxItem>
          {offered.map(({ slug, title }) => (
            <ListBoxItem key={slug} id={slug} className="menu-item name" textValue={title}>
              {title}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
