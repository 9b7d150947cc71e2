/** The wheel's name and content. */
export function buildWheel(): Promise<{ readonly name: string; readonly bytes: Uint8Array }>;

/** Writes the wheel to `dist/python`. */
export function writeWheel(): Promise<void>;
