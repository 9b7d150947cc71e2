import { type SQL, sql } from "drizzle-orm";

/*
 * The modality of a step is a word that people typed, so the words that are read here are those that can only be meant:
 * OmniVideoBench's file says aduio, "audio,", aodio, vison, viison. Any other word counts as a step of no modality.
 */
const AUDIO_WORD = "^[^a-z]*(a[a-z]{2,4}o|sound|speech|music)[^a-z]*$";
const VISION_WORD = "^[^a-z]*(v[a-z]{2,5}n|visual|video)[^a-z]*$";

/** The number of reasoning steps of a question's row, as a generated column; NULL without steps. */
export const stepCount = (): SQL => sql.raw(`nullif(jsonb_array_length("reasoning_steps"), 0)`);
const stepsAbout = (word: string): SQL =>
  sql.raw(`case when jsonb_array_length("reasoning_steps") > 0 then jsonb_array_length(jsonb_path_query_array(
    "reasoning_steps", '$[*] ? (@.modality like_regex "${word}" flag "i")')) end`);

/** The number of its steps about the sound. */
export const audioStepCount = (): SQL => stepsAbout(AUDIO_WORD);

/** The number of its steps about the picture. */
export const visionStepCount = (): SQL => stepsAbout(VISION_WORD);
