import { Button } from "react-aria-components";
import type { QuestionFilter } from "../../sdk/index.ts";
import { Icon } from "../components/icon.tsx";
import { otherConditions, pruned } from "./filter-edit.ts";
import type { SliceEdit } from "./slice-edit.ts";

interface OtherConditionsProps {
  readonly filter: QuestionFilter;
  readonly onEdit: SliceEdit;
}

/** Conditions from the address that have no control. They are shown as written and can be removed. */
export function OtherConditions({ filter, onEdit }: OtherConditionsProps) {
  const others = Object.entries(otherConditions(filter));
  if (others.length === 0) return null;
  return (
    <ul className="stack">
      {others.map(([field, value]) => (
        <li key={field} className="row other-condition">
          <code className="small name">
            {field}: {JSON.stringify(value)}
          </code>
          <Button
            className="icon-button"
            aria-label={`Remove the condition on ${field}`}
            onPress={() => onEdit((current) => pruned({ ...current, [field]: undefined }))}
          >
            <Icon name="close" />
          </Button>
        </li>
      ))}
    </ul>
  );
}
