import { useState } from "react";
import { Button, DropZone, FileTrigger, Text } from "react-aria-components";
import { counted } from "../../domain/texts.ts";

const UNITS = ["bytes", "kB", "MB", "GB"] as const;

/** `912 bytes`, `3.2 MB` */
export function fileSize(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1_000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${UNITS[power]}`;
}

interface FileDropProps {
  readonly files: readonly File[];
  readonly isDisabled: boolean;
  /** The request to drop files: "Drop the result files here". */
  readonly prompt: string;
  /** Describes the accepted files; null for no description. */
  readonly hint: string | null;
  readonly onFiles: (files: readonly File[]) => void;
}

/** An area in which files are dropped, pasted or chosen. */
export function FileDrop({ files, isDisabled, prompt, hint, onFiles }: FileDropProps) {
  const [isEmptyDrop, setEmptyDrop] = useState(false);
  const take = (chosen: readonly File[]): void => {
    setEmptyDrop(chosen.length === 0);
    if (chosen.length > 0) onFiles(chosen);
  };
  return (
    <DropZone
      className="file-drop"
      isDisabled={isDisabled}
      onDrop={async ({ items }) => {
        const found = await Promise.all(items.map((item) => (item.kind === "file" ? item.getFile() : null)));
        take(found.filter((file) => file !== null));
      }}
    >
      <Text slot="label" className="file-drop-label">
        {files.length === 0 ? prompt : describeFiles(files)}
      </Text>
      <FileTrigger allowsMultiple onSelect={(chosen) => take([...(chosen ?? [])])}>
        <Button className="button" isDisabled={isDisabled}>
          {files.length === 0 ? "Choose files" : "Choose other files"}
        </Button>
      </FileTrigger>
      {hint !== null && <p className="faint small">{hint}</p>}
      {isEmptyDrop && (
        <p className="field-error" role="alert">
          A folder or a text was dropped. Drop the files themselves.
        </p>
      )}
    </DropZone>
  );
}

function describeFiles(files: readonly File[]): string {
  const [first] = files;
  const size = fileSize(files.reduce((sum, file) => sum + file.size, 0));
  return files.length === 1 ? `${first?.name}, ${size}` : `${counted(files.length, "file")}, ${size}`;
}
