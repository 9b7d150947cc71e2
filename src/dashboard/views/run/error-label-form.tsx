import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "react-aria-components";
import { allowedErrorTypes } from "../../../domain/error-types.ts";
import { CheckBox } from "../../components/choices.tsx";
import { Field } from "../../components/field.tsx";
import { omnidex, queryClient } from "../../data/query-client.ts";
import { useAction } from "../admin/use-action.ts";
import { errorTypesQuery, runNotesQuery } from "./run-page-queries.ts";

interface ErrorLabelFormProps {
  readonly run: string;
  /** The slug of the run's benchmark. */
  readonly benchmark: string;
  /** The natural key of the question. */
  readonly question: string;
  readonly errorTypes: readonly string[];
  readonly name: (slug: string) => string;
  readonly onDone: () => void;
}

/** The form for the error types of a prediction: those of the paper, or otherwise any slugs. */
export function ErrorLabelForm({ run, benchmark, question, errorTypes, name, onDone }: ErrorLabelFormProps) {
  const { data: notes } = useQuery(runNotesQuery(run, benchmark));
  const { data: used } = useQuery(errorTypesQuery(run, {}));
  const [picked, setPicked] = useState(errorTypes);
  const [typed, setTyped] = useState("");
  const action = useAction();
  if (notes === undefined) return null;
  const defined = notes.errorTypes;
  const isFree = defined.length === 0;
  const known = isFree ? (used ?? []).map(({ errorType }) => errorType) : defined.map(({ slug }) => slug);
  const choices = [...new Set([...known, ...errorTypes])];
  const own = typed.trim();
  const { allows, expected } = allowedErrorTypes(isFree ? [] : known);
  const isWrong = own !== "" && !allows(own);
  const store = (): void =>
    void action.run(async () => {
      const types = own === "" ? picked : [...picked, own];
      await omnidex().labelErrors(run, [{ question, errorTypes: types }]);
      await queryClient.invalidateQueries({ queryKey: ["run", run] });
      onDone();
    });
  return (
    <fieldset className="error-label-form stack tight no-print" aria-label={`Error types of ${question}`}>
      {choices.map((type) => (
        <CheckBox
          key={type}
          className="check"
          isSelected={picked.includes(type)}
          onChange={() =>
            setPicked(picked.includes(type) ? picked.filter((other) => other !== type) : [...picked, type])
          }
        >
          <span className="name">{name(type)}</span>
        </CheckBox>
      ))}
      {isFree && (
        <Field
          label="Another error type"
          hint={expected}
          value={typed}
          onChange={setTyped}
          fault={isWrong ? `Use ${expected}.` : undefined}
        />
      )}
      {action.fault !== null && (
        <p className="field-error name" role="alert">
          {action.fault}
        </p>
      )}
      <div className="row">
        <Button className="button primary" isDisabled={action.isBusy || isWrong} onPress={store}>
          {action.isBusy ? "Storing …" : "Store"}
        </Button>
        <Button className="button" isDisabled={action.isBusy} onPress={onDone}>
          Cancel
        </Button>
      </div>
    </fieldset>
  );
}
