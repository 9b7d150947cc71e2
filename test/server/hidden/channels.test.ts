import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { rightAmong } from "../../../scripts/measure/attacks/accounts.ts";
import {
  Budget,
  CHANNEL_FIELDS,
  CHANNEL_NAMES,
  channelAccount,
  WITHOUT_CHANNEL,
} from "../../../scripts/measure/attacks/channels.ts";
import { readCurves } from "../../../scripts/measure/attacks/curves.ts";
import { CURVES_PICTURE, drawCurves } from "../../../scripts/measure/attacks/draw-curves.ts";
import { samplingAttack } from "../../../scripts/measure/attacks/sampling-attack.ts";
import { seededRandom } from "../../../src/scoring/items/seeded-random.ts";
import { bitsOfGain } from "../../../src/scoring/metrics/count-bits.ts";
import { FIELD_RULES } from "../access/walk/probes.ts";

const QUESTIONS = 100;
const SUBMISSIONS = 8;
const KEYS = 4;
const OPTIONS = 4;

/** The mean share of right answers over chance that a channel gives, and the bits that it can tell. */
async function attack(channel: string, most?: number): Promise<{ readonly gain: number; readonly bits: number }> {
  let [gain, bits] = [0, 0];
  for (let seed = 1; seed <= KEYS; seed++) {
    const random = seededRandom(seed);
    const key = Uint8Array.from({ length: QUESTIONS }, () => Math.floor(random() * OPTIONS));
    const scored = Array.from(key.keys());
    const budget = new Budget(most);
    const account = channelAccount(channel, { key, scored, random }, budget);
    for await (const { guess } of samplingAttack([account], {
      questions: QUESTIONS,
      options: OPTIONS,
      random: seededRandom(seed + 1_000),
      submissions: SUBMISSIONS,
      every: SUBMISSIONS,
    }))
      gain += (rightAmong(scored, key, guess) / QUESTIONS - 1 / OPTIONS) / KEYS;
    bits += budget.told / KEYS;
  }
  return { gain, bits };
}

describe("through one channel, an attacker gains no more than its bits allow", () => {
  it.each(CHANNEL_NAMES)("%s", async (channel) => {
    const { gain, bits } = await attack(channel);
    expect(bits).toBeGreaterThan(0);
    expect(bitsOfGain(Math.max(0, gain), QUESTIONS, 1 / OPTIONS)).toBeLessThanOrEqual(bits);
  });

  it("and the attacker uses what it is shown", async () => {
    expect((await attack("questions")).gain).toBeGreaterThan(0.3);
    expect((await attack("breakdown by task")).gain).toBeGreaterThan(0.15);
    expect((await attack("groups")).gain).toBeGreaterThan(0.04);
  });
});

it("with all channels but the Ladder until a budget is spent, an attacker gains less than the points of the budget", async () => {
  const most = 0.15;
  const { gain, bits } = await attack("all but the Ladder", bitsOfGain(most, QUESTIONS, 1 / OPTIONS));
  expect(bits).toBeGreaterThan(0.5 * bitsOfGain(most, QUESTIONS, 1 / OPTIONS));
  expect(bits).toBeLessThanOrEqual(bitsOfGain(most, QUESTIONS, 1 / OPTIONS));
  expect(gain).toBeLessThan(most);
});

describe("the list of channels", () => {
  it("has every field that shows answers or scores by a rule of its own, and a reason for every other rule", () => {
    const fields = Object.entries(FIELD_RULES).flatMap(([type, rules]) =>
      Object.entries(rules).map(([field, rule]) => ({ field: `${type}.${field}`, rule })),
    );
    expect(CHANNEL_FIELDS.filter((name) => !fields.some(({ field }) => field === name))).toEqual([]);
    const unlisted = fields.filter(
      ({ field, rule }) => !CHANNEL_FIELDS.includes(field) && WITHOUT_CHANNEL[rule] === undefined,
    );
    expect(unlisted).toEqual([]);
  });

  it("gives reasons only for rules that need one", () => {
    expect(WITHOUT_CHANNEL).not.toHaveProperty("COARSE");
    expect(WITHOUT_CHANNEL).not.toHaveProperty("REFUSED");
  });
});

it("the picture of the measured curves is drawn from the stored figures", async () => {
  expect(await readFile(CURVES_PICTURE, "utf8")).toBe(drawCurves(await readCurves()));
});
