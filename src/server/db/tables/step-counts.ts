import { type SQL, sql } from "drizzle-orm";

/*
 * The modality of a reasoning step is typed by people and can be misspelt: OmniVideoBench's file has aduio, "audio,",
 * aodio, vison and viison. Words with only one possible meaning are accepted. A step with any other word has no
 * modality.
 */
const AUDIO_WORD = "^[^a-z]*(a[a-z]{2,4}o|sound|speech|music)[^a-z]*$";
const VISION_WORD = "^[^a-z]*(v[a-z]{2,5}n|visual|video)[^a-z]*$";

/** A question's number of reasoning steps, for a generated column; NULL if the question has none. */
export const stepCount = (): SQL => sql.raw(`nullif(jsonb_array_length("reasoning_steps"), 0)`);
const stepsAbout = (word: string): SQL =>
  sql.raw(`case when jsonb_array_length("reasoning_steps") > 0 then jsonb_array_length(jsonb_path_query_array(
    "reasoning_steps", '$[*] ? (@.modality like_regex "${word}" flag "i")')) end`);

/** A question's number of reasoning steps about the audio. */
export const audioStepCount = (): SQL => stepsAbout(AUDIO_WORD);

/** A question's number of reasoning steps about the picture. */
export const visionStepCount = (): SQL => stepsAbout(VISION_WORD);
