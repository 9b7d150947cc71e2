import { expect } from "vitest";
import { ChallengeClock } from "../../../src/server/hosting/challenge-clock.ts";
import type { TestServer } from "../../support/test-server.ts";

/** Sets the closing date of a benchmark's challenge; if it has passed, the final board is stored. */
export async function closeChallenge(server: TestServer, benchmark: string, closesAt: string): Promise<void> {
  await server.data(
    `mutation ($input: ConfigureChallengeInput!) { configureChallenge(input: $input) { __typename } }`,
    {
      input: { benchmark, closesAt, closeNow: true },
    },
  );
  await new ChallengeClock(server.services.runs, (_source, error) => expect(error).toBeUndefined()).tick();
}
