import { Button } from "react-aria-components";

interface EpochChoiceProps {
  readonly fault: string | null;
  readonly onPick: (epoch: number) => void;
}

/** Chooses the epoch of a log that asked each question several times. Each epoch is a separate run. */
export function EpochChoice({ fault, onPick }: EpochChoiceProps) {
  const epochs = Number(/^The log has (\d{1,3}) epochs of each sample/.exec(fault ?? "")?.[1] ?? 0);
  if (epochs === 0) return null;
  return (
    <div className="row">
      <span>Which repetition is this run?</span>
      {Array.from({ length: epochs }, (_, index) => index + 1).map((epoch) => (
        <Button key={epoch} className="button" onPress={() => onPick(epoch)}>
          {epoch}
        </Button>
      ))}
    </div>
  );
}
