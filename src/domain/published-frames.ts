import framesFile from "../../data/published-frames.json" with { type: "json" };

/** The number of frames that a paper gives to models, whatever the table. */
export interface PublishedFrames {
  /** As at the beginning of a figure's source: "MMWorld". */
  readonly paper: string;
  /** As the paper's tables print the names. */
  readonly models: readonly string[];
  readonly frames: number;
  /** Where the paper states the number. */
  readonly source: string;
}

/** The stated numbers. OmniVideoBench's and AVI-Bench's papers state none for the rows of their tables. */
export const PUBLISHED_FRAMES: readonly PublishedFrames[] = framesFile;
