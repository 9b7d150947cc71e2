import { useState } from "react";
import { Button, type DropItem, DropZone, FileTrigger, Text } from "react-aria-components";
import { counted } from "../../domain/texts.ts";

const UNITS = ["bytes", "kB", "MB", "GB"] as const;

/** `912 bytes`, `3.2 MB` */
export function fileSize(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1_000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${UNITS[power]}`;
}

/** The most files of a folder. */
const MOST_FILES = 1_000;

/** A file under its path in the folder that was given, which a worker would not see otherwise. */
const named = (file: File, path: string): File =>
  path === file.name || path === "" ? file : new File([file], path, { lastModified: file.lastModified });

/** The files of what was dropped, those of a folder with their paths. */
async function* filesIn(item: DropItem, folder = ""): AsyncGenerator<File> {
  if (item.kind === "text") return;
  const path = `${folder}${item.name}`;
  if (item.kind === "file") yield named(await item.getFile(), path);
  else for await (const entry of item.getEntries()) yield* filesIn(entry, `${path}/`);
}

interface FileDropProps {
  readonly files: readonly File[];
  readonly isDisabled: boolean;
  /** The request to drop files: "Drop the result files here". */
  readonly prompt: string;
  /** Describes the accepted files; null for no description. */
  readonly hint: string | null;
  /** Whether a folder may be given, too. */
  readonly takesFolders?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** An area in which files are dropped, pasted or chosen. */
export function FileDrop({ files, isDisabled, prompt, hint, takesFolders = false, onFiles }: FileDropProps) {
  const [fault, setFault] = useState<string | null>(null);
  const take = (chosen: readonly File[]): void => {
    const isMany = chosen.length > MOST_FILES;
    setFault(
      isMany ? `More than ${MOST_FILES} files were given.` : chosen.length === 0 ? NO_FILES[`${takesFolders}`] : null,
    );
    if (chosen.length > 0 && !isMany) onFiles(chosen);
  };
  return (
    <DropZone
      className="file-drop"
      isDisabled={isDisabled}
      onDrop={async ({ items }) => {
        const found: File[] = [];
        for (const item of items)
          if (item.kind === "file" || takesFolders)
            for await (const file of filesIn(item)) if (found.length <= MOST_FILES) found.push(file);
        take(found);
      }}
    >
      <Text slot="label" className="file-drop-label">
        {files.length === 0 ? prompt : describeFiles(files)}
      </Text>
      <div className="row">
        <FileTrigger allowsMultiple onSelect={(chosen) => take([...(chosen ?? [])])}>
          <Button className="button" isDisabled={isDisabled}>
            {files.length === 0 ? "Choose files" : "Choose other files"}
          </Button>
        </FileTrigger>
        {takesFolders && (
          <FileTrigger
            acceptDirectory
            onSelect={(chosen) => take([...(chosen ?? [])].map((file) => named(file, file.webkitRelativePath)))}
          >
            <Button className="button" isDisabled={isDisabled}>
              Choose a folder
            </Button>
          </FileTrigger>
        )}
      </div>
      {hint !== null && <p className="faint small">{hint}</p>}
      {fault !== null && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
    </DropZone>
  );
}

/** What to say if nothing that was dropped is a file, by whether folders may be dropped. */
const NO_FILES = {
  true: "A text or an empty folder was dropped. Drop result files, or a folder of them.",
  false: "A folder or a text was dropped. Drop the files themselves.",
} as const;

function describeFiles(files: readonly File[]): string {
  const [first] = files;
  const size = fileSize(files.reduce((sum, file) => sum + file.size, 0));
  return files.length === 1 ? `${first?.name}, ${size}` : `${counted(files.length, "file")}, ${size}`;
}
