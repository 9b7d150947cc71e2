import { type SQL, sql } from "drizzle-orm";

/*
 * The modality of a step is typed by people. Only words with one possible meaning are read: OmniVideoBench's file has
 * aduio, "audio,", aodio, vison and viison. A step with any other word has no modality.
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
