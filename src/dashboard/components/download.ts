/** Downloads a file to the reader's computer. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Pixels of the picture per unit of the drawing. */
const DENSITY = 2;

/** An SVG drawing as a PNG picture. @throws Error if the browser cannot draw it */
export async function pngOf(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width * DENSITY, image.height * DENSITY];
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (png === null) throw new Error("The browser could not draw the figure.");
    return png;
  } finally {
    URL.revokeObjectURL(url);
  }
}
