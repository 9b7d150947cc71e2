import { ChallengeDocument } from "./generated/operations.ts";
import { adminDocuments } from "./lazy-documents.ts";
import type { Send } from "./send.ts";
import type { RequestOptions } from "./transport-options.ts";
import type * as types from "./types.ts";

/** Hosting a benchmark with hidden answers: quotas, what scores tell, challenges and their boards. */
export const hostingMethods = (send: Send) => ({
  /**
   * Sets how many runs of each owner may be scored on a benchmark. Requires the key of an administrator or of one of
   * the benchmark's maintainers.
   *
   * @example
   * await omnidex.setSubmissionQuota({ benchmark: "kitchen-sounds", perDay: 2, inAll: 50 });
   */
  async setSubmissionQuota(
    input: types.SetSubmissionQuotaInput,
    request: RequestOptions = {},
  ): Promise<types.BenchmarkQuota> {
    return (await send((await adminDocuments()).SetSubmissionQuotaDocument, { input }, request)).setSubmissionQuota;
  },

  /**
   * What the shown scores of a benchmark tell about its hidden answers: in bits, and in percentage points that anyone can gain over
   * chance at most. Null if the current release shows its answers. Requires the key of an administrator or of one of the
   * benchmark's maintainers.
   * @throws OmnidexNotFoundError if the benchmark does not exist
   *
   * @example
   * const points = (await omnidex.disclosure("kitchen-sounds"))?.points;
   */
  async disclosure(benchmark: string, request: RequestOptions = {}): Promise<types.Disclosure | null> {
    return (await send((await adminDocuments()).DisclosureDocument, { benchmark }, request)).disclosure;
  },

  /**
   * The merged owners of a benchmark: one list of owners for each person. Requires the key of an administrator or of
   * one of the benchmark's maintainers.
   * @throws OmnidexNotFoundError if the benchmark does not exist
   *
   * @example
   * const persons = await omnidex.mergedOwners("kitchen-sounds");
   */
  async mergedOwners(benchmark: string, request: RequestOptions = {}): Promise<readonly (readonly string[])[]> {
    return (await send((await adminDocuments()).MergedOwnersDocument, { benchmark }, request)).mergedOwners;
  },

  /**
   * Merges several owners on a benchmark: they count as one person, and share one quota and one Ladder. Requires the
   * key of an administrator or of one of the benchmark's maintainers.
   *
   * @returns all merged owners, a list for each person
   * @example
   * await omnidex.mergeOwners({ benchmark: "kitchen-sounds", owners: ["ada", "ada-2"] });
   */
  async mergeOwners(
    input: types.MergeOwnersInput,
    request: RequestOptions = {},
  ): Promise<readonly (readonly string[])[]> {
    return (await send((await adminDocuments()).MergeOwnersDocument, { input }, request)).mergeOwners.mergedOwners;
  },

  /**
   * Separates an owner from the others that it was merged with, so that it counts as a person of its own again.
   * Requires the key of an administrator or of one of the benchmark's maintainers.
   *
   * @returns the merged owners that remain, a list for each person
   * @example
   * await omnidex.separateOwner({ benchmark: "kitchen-sounds", owner: "ada-2" });
   */
  async separateOwner(
    input: types.SeparateOwnerInput,
    request: RequestOptions = {},
  ): Promise<readonly (readonly string[])[]> {
    return (await send((await adminDocuments()).SeparateOwnerDocument, { input }, request)).separateOwner.mergedOwners;
  },

  /**
   * The dates, required fields and boards of the challenge that a benchmark hosts; null if it hosts none.
   *
   * @example
   * const closesAt = (await omnidex.challenge("kitchen-sounds"))?.closesAt;
   */
  async challenge(benchmark: string, request: RequestOptions = {}): Promise<types.Challenge | null> {
    return (await send(ChallengeDocument, { benchmark }, request)).challenge;
  },

  /**
   * The public leaderboard of a benchmark as it was when the challenge closed; null until the server has stored it.
   * Without `closedAt`, returns the latest final board.
   * @throws OmnidexNotFoundError if the benchmark does not exist
   *
   * @example
   * const winner = (await omnidex.finalBoard("kitchen-sounds"))?.entries[0]?.model;
   */
  async finalBoard(
    benchmark: string,
    { closedAt, ...request }: RequestOptions & { readonly closedAt?: string } = {},
  ): Promise<types.FinalBoard | null> {
    const { FinalBoardDocument } = await adminDocuments();
    return (await send(FinalBoardDocument, { benchmark, closedAt }, request)).finalBoard;
  },

  /**
   * The final board as a signed document: a JSON Web Signature in the flattened JSON serialization, whose payload is
   * canonical JSON. Null until the server has stored the board.
   * @throws OmnidexNotFoundError if the benchmark does not exist
   *
   * @example
   * await writeFile("board.json", (await omnidex.signedFinalBoard("kitchen-sounds")) ?? "");
   */
  async signedFinalBoard(
    benchmark: string,
    { closedAt, ...request }: RequestOptions & { readonly closedAt?: string } = {},
  ): Promise<string | null> {
    const { SignedFinalBoardDocument } = await adminDocuments();
    return (await send(SignedFinalBoardDocument, { benchmark, closedAt }, request)).finalBoard?.signed ?? null;
  },

  /**
   * The public keys with which the server signs final boards.
   *
   * @example
   * const ids = (await omnidex.signingKeys()).map(({ id }) => id);
   */
  async signingKeys(request: RequestOptions = {}): Promise<types.SigningKey[]> {
    return [...(await send((await adminDocuments()).SigningKeysDocument, {}, request)).signingKeys];
  },

  /**
   * Revokes a key that signed final boards. Those boards no longer verify, and a server that uses the signing key needs
   * a new one. Requires an administrator's API key.
   *
   * @returns when the key was revoked, and the keys that are still published
   * @example
   * const { signingKeys } = await omnidex.revokeSigningKey(stolen.id);
   */
  async revokeSigningKey(id: string, request: RequestOptions = {}): Promise<types.RevokedSigningKey> {
    const { RevokeSigningKeyDocument } = await adminDocuments();
    return (await send(RevokeSigningKeyDocument, { input: { id } }, request)).revokeSigningKey;
  },

  /**
   * Sets when submissions to a benchmark are accepted, and which fields they must have. An absent date sets no limit.
   * Requires the key of an administrator or of one of the benchmark's maintainers.
   *
   * @example
   * await omnidex.configureChallenge({
   *   benchmark: "kitchen-sounds", closesAt: "2027-03-01T00:00:00Z", requiredFields: ["FRAMES"],
   * });
   */
  async configureChallenge(
    input: types.ConfigureChallengeInput,
    request: RequestOptions = {},
  ): Promise<types.Challenge> {
    return (await send((await adminDocuments()).ConfigureChallengeDocument, { input }, request)).configureChallenge
      .challenge;
  },

  /**
   * Divides the questions of a benchmark's current release between a public and a private board, in place of the boards that its
   * import has drawn. This is possible only before a run is scored. Requires the key of an administrator or of one of the
   * benchmark's maintainers.
   *
   * @example
   * await omnidex.splitLeaderboard({ benchmark: "kitchen-sounds", publicShare: 0.3, privateOpensAt: "2027-03-08T00:00:00Z" });
   */
  async splitLeaderboard(input: types.SplitLeaderboardInput, request: RequestOptions = {}): Promise<types.Challenge> {
    return (await send((await adminDocuments()).SplitLeaderboardDocument, { input }, request)).splitLeaderboard
      .challenge;
  },

  /**
   * Sets or moves the date at which a private board opens. Requires the key of an administrator or of one of the benchmark's
   * maintainers.
   *
   * @throws OmnidexConflictError once the board is open.
   * @example
   * await omnidex.movePrivateBoard({ benchmark: "kitchen-sounds", privateOpensAt: "2027-03-15T00:00:00Z" });
   */
  async movePrivateBoard(input: types.MovePrivateBoardInput, request: RequestOptions = {}): Promise<types.Challenge> {
    return (await send((await adminDocuments()).MovePrivateBoardDocument, { input }, request)).movePrivateBoard
      .challenge;
  },

  /**
   * Chooses at most two of the caller's scored runs for the private board of a benchmark's current release, in place of those chosen
   * before. Without any, the choice is taken back, and the last two runs that rose on the public board are taken.
   *
   * @returns the chosen runs
   * @throws OmnidexForbiddenError once the final board is stored or the private board is open.
   * @example
   * await omnidex.chooseFinalRuns({ benchmark: "kitchen-sounds", runs: [run.id] });
   */
  async chooseFinalRuns(input: types.ChooseFinalRunsInput, request: RequestOptions = {}): Promise<types.Run[]> {
    return [...(await send((await adminDocuments()).ChooseFinalRunsDocument, { input }, request)).chooseFinalRuns.runs];
  },

  /**
   * Shows a run's coarse scores by dimensions although its release hides the answers, or, without a run, coarse scores over slices of
   * the private part once the challenge has closed. It cannot be taken back. Requires the key of an administrator or of one of the
   * benchmark's maintainers.
   *
   * @returns how many scores that are, what they tell of the answer key in bits, and what all shown scores tell with them
   * @throws OmnidexConflictError for a run without a score of its own, and for a private part that cannot be shown yet.
   * @example
   * const told = await omnidex.discloseScores({ benchmark: "kitchen-sounds", run: run.id, by: ["LEVEL"], dryRun: true });
   */
  async discloseScores(input: types.DiscloseScoresInput, request: RequestOptions = {}): Promise<types.DisclosedScores> {
    return (await send((await adminDocuments()).DiscloseScoresDocument, { input }, request)).discloseScores;
  },
});
