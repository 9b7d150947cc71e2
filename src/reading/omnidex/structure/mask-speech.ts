/** Sounds of hesitation between commas or dots, and a word that is said twice: "I think it's, uh, B", "the, the window". */
const HESITATION =
  /(?:(?:^|,?\s)(?:uh+|uhm+|um+|erm*|hmm+|ähm?|ehm?)[,.…]+|,\s(?:uh+|uhm+|um+|erm*|ähm?|ehm?)(?=\s))|(?<![\p{L}])(\p{L}{2,12}),? (?=\1 )/giu;
const MAY_HESITATE = /\b(?:u[hm]+|er+m*|hm+|a?ehm?)\b/i;
const LONGEST = 200;

/** Blanks out what a speaker says while looking for words, in a short text. The length stays the same. */
export const maskSpeech = (text: string): string =>
  text.length > LONGEST || !MAY_HESITATE.test(text)
    ? text
    : text.replace(HESITATION, (said) => " ".repeat(said.length));
