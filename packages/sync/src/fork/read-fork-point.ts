import { BcsError, fixedBytes, struct, u64 } from "@ledger/bcs";
import { ChainIdResource, frameworkAddress, frameworkKey, frameworkTag } from "@ledger/types";
import { checkRecord } from "../checks/record.ts";
import { SyncError } from "../refusal/sync-error.ts";
import { ForkError } from "./fork-error.ts";
import type { ForkPoint } from "./fork-file.ts";
import type { UpstreamDesk, UsableAnswer } from "./upstream-desk.ts";

const Block = struct("Block", {
  height: u64,
  hash: fixedBytes(32),
  timestampUsecs: u64,
  firstVersion: u64,
  lastVersion: u64,
});

const chainIdTag = frameworkTag("chain_id", "ChainId");

/** Which chain an upstream is of, and the versions that it has. */
export interface UpstreamExtent {
  readonly chainId: number;
  readonly latest: bigint;
  readonly oldest: bigint;
}

/** Asks an upstream where it is. @throws ForkError `unreachable`, `refused`, `untrustworthy` */
export async function readExtent(desk: UpstreamDesk): Promise<UpstreamExtent> {
  const { upstream } = desk;
  const answer = await desk
    .ask(upstream.stateLane, "the ledger's chain id", (signal) =>
      upstream.requestResource(frameworkAddress, chainIdTag, undefined, signal),
    )
    .catch(async (error: unknown) => {
      if (!(error instanceof ForkError) || error.code !== "refused") throw error;
      const reason = await desk.findWrongRoot();
      throw reason === undefined ? error : new ForkError("refused", reason, { cause: error });
    });
  const { state } = answer;
  if (answer.kind !== "body" || state === undefined) throw lied(desk, "it does not answer like a node");
  const { id } = readOrThrow(desk, "the chain id", () => ChainIdResource.decode(answer.body));
  if (id !== state.chainId)
    throw lied(desk, `its headers name chain ${state.chainId}, but its state names chain ${id}`);
  if (state.oldestVersion > state.version) throw lied(desk, "its oldest version is above its latest one");
  return { chainId: id, latest: state.version, oldest: state.oldestVersion };
}

/**
 * Reads where a fork of an upstream begins.
 *
 * @throws ForkError `version_pruned`, `version_ahead`, `unreachable`, `refused`, `untrustworthy`
 */
export async function readForkPoint(
  desk: UpstreamDesk,
  { chainId, latest, oldest }: UpstreamExtent,
  version: bigint,
): Promise<ForkPoint> {
  if (version > latest) {
    throw new ForkError(
      "version_ahead",
      `${desk.name} has not reached version ${version}: its latest version is ${latest}`,
    );
  }
  if (version < oldest) throw pruned(desk, version, oldest);
  desk.chainId = chainId;
  const hasMetadata = await servesMetadata(desk, version, oldest);
  const accumulatorRoot = (await readRecord(desk, version, oldest)).record.accumulatorRoot;
  if (version === 0n) return { chainId, version, accumulatorRoot, block: undefined, hasMetadata };
  const what = `the block of version ${version}`;
  const { upstream } = desk;
  const answer = await desk.ask(upstream.stateLane, what, (signal) => upstream.requestBlock(version, signal));
  const body = bodyOf(desk, answer, version, oldest);
  const { height, firstVersion, lastVersion } = readOrThrow(desk, what, () => Block.decodePrefix(body).value);
  if (version < firstVersion || version > lastVersion || lastVersion - firstVersion > 1_000_000n) {
    throw lied(desk, `it says that version ${version} is in a block of versions ${firstVersion} to ${lastVersion}`);
  }
  const start = (await readRecord(desk, firstVersion, oldest)).blockStart;
  if (start === undefined || (start.height ?? height) !== height) {
    throw lied(desk, `version ${firstVersion} does not start block ${height}`);
  }
  const block = { height, epoch: start.epoch, round: start.round };
  return { chainId, version, accumulatorRoot, block, hasMetadata };
}

/** The refusal of a version that is no longer there. */
export function pruned(desk: UpstreamDesk, version: bigint, oldest: bigint | undefined): ForkError {
  const rest = oldest === undefined || oldest <= version ? "" : `; its oldest version is ${oldest}`;
  const text = `${desk.name} has pruned version ${version}${rest}`;
  return new ForkError("version_pruned", text, { oldestVersion: oldest });
}

/** Published nodes may leave the route out that tells state values as they are stored. */
async function servesMetadata(desk: UpstreamDesk, version: bigint, oldest: bigint): Promise<boolean> {
  const { upstream } = desk;
  const what = "the chain id as it is stored";
  const key = frameworkKey("chain_id", "ChainId");
  const answer = await desk.askFreely(upstream.stateLane, what, (signal) =>
    upstream.requestStateValue(key, version, signal),
  );
  if (answer.kind === "body") return true;
  if (answer.kind === "gone") throw pruned(desk, version, oldest);
  if (answer.kind === "absent") throw lied(desk, "its state has no chain id");
  const isMissingRoute = "reason" in answer && missingRoute.has(answer.reason.slice(0, "status 404".length));
  if (isMissingRoute) return false;
  const reason = "reason" in answer ? answer.reason : "its answer is too large, or it has not reached this version";
  throw new ForkError("refused", `${desk.name} did not give ${what}: ${reason}`, { item: what });
}

/** How servers say that they do not have a route, or do not let it be used. */
const missingRoute: ReadonlySet<string> = new Set([403, 404, 405, 406, 501].map((status) => `status ${status}`));

async function readRecord(desk: UpstreamDesk, version: bigint, oldest: bigint) {
  const { upstream } = desk;
  const what = `the transaction of version ${version}`;
  const answer = await desk.ask(upstream.recordLane, what, (signal) => upstream.requestVersion(version, signal));
  if (answer.kind === "gone") throw pruned(desk, version, oldest);
  const record = answer.kind === "body" ? desk.readRecord(answer, version) : undefined;
  if (record === undefined) throw lied(desk, `${what} does not decode`);
  try {
    return { record, blockStart: checkRecord(record, { eventRoots: "warn" }).blockStart };
  } catch (cause) {
    if (!(cause instanceof SyncError)) throw cause;
    throw lied(desk, `${what} does not match its hashes: ${cause.message}`);
  }
}

function bodyOf(desk: UpstreamDesk, answer: UsableAnswer, version: bigint, oldest: bigint): Uint8Array {
  if (answer.kind === "gone") throw pruned(desk, version, oldest);
  if (answer.kind !== "body") throw lied(desk, `it has version ${version} but no block for it`);
  return answer.body;
}

function readOrThrow<T>(desk: UpstreamDesk, what: string, decode: () => T): T {
  try {
    return decode();
  } catch (cause) {
    if (!(cause instanceof BcsError)) throw cause;
    throw lied(desk, `${what} does not decode`);
  }
}

function lied(desk: UpstreamDesk, reason: string): ForkError {
  return new ForkError("untrustworthy", `${desk.name} cannot be forked: ${reason}`);
}
