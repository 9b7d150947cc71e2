import { useState } from "react";
import { Button } from "react-aria-components";
import { videoSource } from "./video-source.ts";

/** The video of a question. Nothing is loaded from the video's site until the reader asks for it. */
export function QuestionVideo({ url }: { readonly url: string }) {
  const [isOpen, setOpen] = useState(false);
  const source = videoSource(url);
  if (source === null) return null;
  return (
    <div className="stack tight no-print">
      <p className="row small">
        {source.kind === "FILE" && (
          <Button className="text-button" onPress={() => setOpen(!isOpen)}>
            {isOpen ? "Hide the video" : "Play the video"}
          </Button>
        )}
        <a href={source.url} rel="noreferrer noopener" target="_blank">
          {source.kind === "FILE" ? "its address" : "video"}
        </a>
      </p>
      {source.kind === "FILE" && isOpen && (
        // biome-ignore lint/a11y/useMediaCaption: benchmarks publish no captions of their videos
        <video className="question-video" controls preload="none" autoPlay src={source.url} />
      )}
    </div>
  );
}
