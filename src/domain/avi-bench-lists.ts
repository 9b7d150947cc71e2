/**
 * The lists of answers that AVI-Bench's data files refer to by name and that its code defines.
 * @see AVI-Bench's code, eval/level_metrics/definitions.py
 */

const UNSURE = "not sure";
/** The answers to a yes/no question. */
export const YES_NO_WORDS: readonly string[] = ["yes", "no", UNSURE];
const PLACES = ["the right one", "the left one", "the middle one", "the bottom one", "the top one"];

/** The lists of answers, by their names in `question.options`. The misspellings and the repetition are the benchmark's. */
export const AVI_ANSWER_LISTS: ReadonlyMap<string, readonly string[]> = new Map([
  ["options_sound_clarity", ["first", "last", "same", UNSURE]],
  ["options_sound_order", ["sound", "noise", UNSURE]],
  ["options_sound_volume", ["first", "last", "same", UNSURE]],
  ["options_yes_no", YES_NO_WORDS],
  ["get_yes_no", YES_NO_WORDS],
  ["get_from_background_binary", YES_NO_WORDS],
  ["get_from_image_binary", YES_NO_WORDS],
  ["get_from_foreground_binary", YES_NO_WORDS],
  ["get_from_image_triple", ["blurred", "normal", "clear", UNSURE]],
  ["get_from_3d-task1", ["center", "left", "right", UNSURE]],
  ["get_from_3d-task2", ["cone", "cube", "cylinder", "cuboid", "no available option", UNSURE]],
  [
    "get_from_space_hard",
    [
      ...["center", "top left", "top center", "top right", "bottom left", "bottom center", "bottom right"],
      ...["no available option", UNSURE],
    ],
  ],
  ["get_from_color", ["blue", "green", "red", "puprle", "yellow", "no available option", UNSURE]],
  ["get_lines_direction", ["horizontal", "vertical", "inclined", UNSURE]],
  ["get_from_space_easy_area", PLACES],
  ["get_from_space_easy_bbrightness", PLACES],
  ["which_object", ["square", "circle", "triangle", UNSURE, "no available option", UNSURE]],
  ["what_shape", ["Triangular pyramid", "Cone", "Cube", "Sphere", "None", UNSURE]],
  ["what_movement_2d", ["horizontal", "inclined", "vertical", "no movenment", "None", UNSURE]],
  ["what_movement_3d", ["Rotation", "Shrinking", "Translation", "Enlarging", "None", UNSURE]],
  ["what_surface", ["Rough", "Moderate", "Smooth", "None", UNSURE]],
  [
    "spacial_change",
    [
      ...["Bottom-left to top-right", "Bottom-right to top-left", "Top-left to bottom-right"],
      ...["Top-right to bottom-left", "None", UNSURE, "No movement"],
    ],
  ],
  ["avh_options_list", YES_NO_WORDS],
  ["vah_options_list", YES_NO_WORDS],
  ["avm_options_list", YES_NO_WORDS],
  ["avqa_options_list_is", YES_NO_WORDS],
  [
    "avqa_cls_list",
    [
      ...["ukulele", "cello", "clarinet", "violin", "bassoon", "accordion", "banjo", "tuba", "flute", "electric_bass"],
      ...["bagpipe", "drum", "congas", "suona", "xylophone", "saxophone", "guzheng", "trumpet", "erhu", "piano"],
      ...["acoustic_guitar", "pipa", UNSURE, "no available option"],
    ],
  ],
  ["avsqa_options_list_object", ["cube", "pyramid", "cone", "sphere", "no availabel option", UNSURE]],
  ["avsqa_options_list_color", ["red", "blue", "white", "black", "gray", "green", "no availabel option", UNSURE]],
]);

/** The names of the vocabularies of dozens of classes, which are no options. They are only in the benchmark's code. */
export const AVI_CLASS_LISTS: readonly string[] = ["amic_cls_list", "vmic_cls_list", "avl_cls_list"];
