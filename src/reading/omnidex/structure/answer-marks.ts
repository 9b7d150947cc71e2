/**
 * Marks that stand in a masked text for the tags of elements that hold the answer, whatever the tags' names. They are no
 * characters of Unicode, and `foldText` removes them from responses, so that they can only come from masking.
 */
export const ANSWER_OPEN = "\ufdd0";
export const OUTPUT_OPEN = "\ufdd1";
export const ANSWER_CLOSE = "\ufdd2";
