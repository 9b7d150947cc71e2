import type { Extractor } from "../extraction.ts";
import { letterExtraction } from "./option-letter.ts";
import { pythonStrip } from "./python-text.ts";

/** The text that the script compares with the key's letter: the whole response, stripped, in upper case. */
export const readOmnivideobenchMinicpm = (response: string): string => pythonStrip(response).toUpperCase();

/**
 * OmniVideoBench's script for MiniCPM-o. The scripts for HumanOmni and VideoLLaMA2 read responses in the same way.
 * Every response other than the bare letter is wrong.
 * @see https://github.com/NJU-LINK/OmniVideoBench, eval/minicpm-o_eval.py
 */
export const omnivideobenchMinicpmExtractor: Extractor = {
  name: "omnivideobench-minicpm",
  version: "1",
  extract: (response, question) =>
    letterExtraction(readOmnivideobenchMinicpm(response), response, question, "whole-response"),
};
