import { EAST_ASIAN } from "../word-text.ts";

/**
 * Words of doubt, condition and question in Chinese, Japanese and Korean. Most have one to four characters, and no word
 * boundaries surround them, so neither the length of a clause nor its number of words shows whether the clause can
 * contain such a word.
 */

/** "不确定是B". A clause that states an answer ends the doubt: "不确定，选B". */
const DOUBT =
  /(?:是否|难道|難道|没有证据|沒有證據|不能说|不能說|不敢说|不敢說|(?:不能|无法|無法|难以|難以|不)(?:确定|確定|判断|判斷)|不知道|不清楚|不一定|未必|かどうか)(?!.*[,，]\s*(?:那|就|但|不过|不過)?(?:我|猜|[应應]?[选選]|[应應][该該]|只能|(?:正[确確]|最佳)?答案))/;
/** "如果是B". The conclusion after the comma also depends on the condition. */
const CONDITION = /如果|假如|若(?!干)|要是|もし/;
/** Words that introduce an assumption in a proof as well: their scope ends at the first comma. */
const ASSUMPTION = /(?:假设|假設|倘若|만약|만일)[^,，;；:：]*$/;
/** Words that put a claim in doubt after it: "Bかどうか", "B인지 모르겠습니다". */
const DOUBTED_AFTER =
  /^[)\]*"'」』]{0,3}\s?(?:かどうか|か(?:は|が)?(?:分か|わか)(?:ら|り)|(?:인지|일지)(?:는|도)?\s?(?:잘\s)?(?:모르|알 수|확실))/;
/** "答案是B，对吗？" states B, like "It is B, right?". */
const TAG = /[,，、]\s*(?:不?[对對]吗|[对對]吧|[对對]不[对對]|是吗|是吧|不是吗|ですよね|でしょう|맞죠)\s*$/;
const UNSPACED = new RegExp(`[${EAST_ASIAN}]`, "u");

/** "Неверно, что ответ B", "Я не думаю, что это B". */
const DOUBT_RUSSIAN =
  /(?:не ?верно|неправда|неправильно|сомневаюсь|не (?:думаю|считаю|уверен[аы]?|могу сказать))(?![а-яё])/i;
const OTHER_SCRIPT = /[^ -~\s]/;

/** Whether words of another script, before or after a claim, make it a doubt or a condition. */
export const isGovernedElsewhere = (clause: string, after: string): boolean =>
  OTHER_SCRIPT.test(clause) || OTHER_SCRIPT.test(after.slice(0, 40)) ? isDoubted(clause, after) : false;

const isDoubted = (clause: string, after: string): boolean =>
  DOUBT_RUSSIAN.test(clause) ||
  DOUBT.test(clause) ||
  CONDITION.test(clause) ||
  ASSUMPTION.test(clause) ||
  DOUBTED_AFTER.test(after);

/** Whether a question consists of more than the claim itself: "选B吗？", unlike "B?". */
export const isQuestionUnspaced = (before: string, after: string): boolean =>
  UNSPACED.test(before) || UNSPACED.test(after);

/** Whether a sentence only asks for agreement with its statement. */
export const isTagUnspaced = (asked: string): boolean => TAG.test(asked);
