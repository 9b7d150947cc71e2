const names = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Elements that only change how their text looks. A word may be partly inside them: "<b>T</b>rumpet". */
export const FORMATTING = names("b big del em font i ins mark s small strike strong sub sup tt u");
/** Other elements within a line. */
const INLINE = names(
  "a abbr area audio bdi bdo button cite code data dfn embed iframe img input kbd label link map math meta meter mi mn mo object param picture progress q rp rt ruby samp select slot source span svg td textarea th time track var video wbr",
);
/** Elements that begin and end a line. */
const BLOCK = names(
  "address article aside base blockquote body br canvas caption center col colgroup dd details dialog div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu mrow nav noscript ol optgroup option output p pre script section style summary table tbody template tfoot thead title tr ul",
);
/** Elements whose content is no text. */
export const UNSEEN = names("script style head template noscript");
/** Elements whose content is crossed out. */
export const STRUCK = names("del strike s");

export const isHtml = (name: string): boolean => FORMATTING.has(name) || INLINE.has(name) || BLOCK.has(name);
export const isInline = (name: string): boolean => FORMATTING.has(name) || INLINE.has(name);
