import { Button, FieldError, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from "react-aria-components";
import type { Benchmark } from "../../sdk/index.ts";
import { shortTitle } from "../data/titles.ts";
import { Icon } from "./icon.tsx";

interface BenchmarkSelectProps {
  readonly benchmarks: readonly Benchmark[];
  /** The slug of the picked benchmark; empty if no benchmark is picked. */
  readonly picked: string;
  readonly fault: string | undefined;
  readonly isDisabled: boolean;
  readonly onPick: (slug: string) => void;
}

/** Selects the benchmark of a run. Only benchmarks with questions are offered. */
export const BenchmarkSelect = ({ benchmarks, picked, fault, isDisabled, onPick }: BenchmarkSelectProps) => (
  <Select
    className="field picker"
    placeholder="Choose one"
    selectedKey={picked === "" ? null : picked}
    isDisabled={isDisabled}
    isRequired
    isInvalid={fault !== undefined}
    validationBehavior="aria"
    onSelectionChange={(key) => key !== null && onPick(String(key))}
  >
    <Label>Benchmark</Label>
    <Button className="button">
      <SelectValue />
      <Icon name="chevron" />
    </Button>
    <FieldError className="field-error">{fault}</FieldError>
    <Popover className="popover">
      <ListBox className="menu">
        {benchmarks
          .filter(({ questionCount }) => questionCount > 0)
          .map(({ slug, title }) => (
            <ListBoxItem key={slug} id={slug} className="menu-item name" textValue={title}>
              {shortTitle(title)}
            </ListBoxItem>
          ))}
      </ListBox>
    </Popover>
  </Select>
);
