import { describe, expect, it } from "vitest";
import { readAnswer } from "./read-answer.ts";

const QUESTION = { options: ["钢琴", "小提琴", "鼓", "长笛"], answerFormat: "MULTIPLE_CHOICE" as const, text: "" };

const read = (response: string) => readAnswer(QUESTION, response);

/** A clause in these scripts says in three characters what takes twenty in English. */
describe("short clauses in scripts without spaces", () => {
  it.each([
    ..."不确定是B 不知道是B 如果是B 若是B 要是选B 是否选B 假如选B 难道是B 不清楚是不是B 不敢说是B 未必是B".split(" "),
    ..."不確定是B 無法判斷是B 難道選B 假設答案是B もし答えはB 答えがBかどうか分かりません".split(" "),
    ..."选B吗？ 答案是B吗？ 难道选B？ Bですか？".split(" "),
    ..."B项错误 B项不正确 应该选择哪个".split(" "),
    "만약 정답은 B",
    "정답은 B인지 모르겠습니다",
  ])("doubt, ask or suppose, and give no answer: %j", (response) => {
    expect(read(response)).toBeNull();
  });

  it.each([
    ..."是B 选B 就是B 应选B 毫无疑问是B 没有疑问，答案是B 若干乐器中，选B".split(" "),
    ..."不确定，选B 不知道，选B吧 我不确定，答案是B 不太确定，我猜是B 不知道。答案是B".split(" "),
    ..."答案是B，对吗？ 是什么乐器？选B 是A吗？不，选B 不一定是A，应该选B A不一定，C不可能，答案是B".split(" "),
    "不确定\n答案：B",
    ..."我认为应该选择B选项 应选择B项 應該選擇B B项正确 B項正確 A项不对，选B项".split(" "),
    "정답은 B입니다",
    "Правильным ответом является B",
  ])("state an answer: %j", (response) => {
    expect(read(response)).toBe("B");
  });
});
