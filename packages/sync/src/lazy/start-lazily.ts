import { ChainIdResource, formatHash, frameworkKey } from "@ledger/types";
import { checkRecord } from "../checks/record.ts";
import type { StartLedger } from "../ingest/ledger-start.ts";
import { expectBlock } from "../refusal/expect.ts";
import { SyncError } from "../refusal/sync-error.ts";
import type { RestSource } from "../rest/rest-source.ts";
import { stateIncomplete } from "../verify/state-root-check.ts";

/** The beginning of a ledger of which no snapshot is at hand. */
export interface LazyStartOptions {
  readonly source: RestSource;
  /** A version of the first block; `latest` for the block that is the upstream's head. */
  readonly version: bigint | "latest";
}

/**
 * Makes an empty store begin at a later version of a followed ledger, with the first version of a block and nothing known of the
 * state before: that is learned key by key, see {@link StateCompleter}. The accumulator before it is not known either,
 * so records are checked each by itself, and against other upstreams where there are any.
 *
 * @returns a start that throws {@link SyncError} `gap` when no upstream has the version, `unreadable` when none can be asked,
 * `invalid_block`, `wrong_network`, `state_incomplete` when state roots are to be checked
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.13 | Specification, ingest 5.13}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#7 | Specification, ingest 7}
 */
export function startLazily({ source, version: wanted }: LazyStartOptions): StartLedger {
  return async (store, { chainId: knownChainId }, signal, tree) => {
    if (tree !== undefined) throw stateIncomplete();
    // With several upstreams the ledger begins where all of them are.
    const head = source.agreedHead;
    const version = wanted === "latest" ? head : wanted;
    if (version === undefined || head === undefined) throw unreachable(source.name);
    if (version > head) throw outside(version, `at most ${head}`);
    const block = await source.state.findBlock(version, signal);
    const record = block && (await source.findRecord(block.firstVersion, signal));
    if (block === undefined || record === undefined) {
      if (source.oldest !== undefined && version >= source.oldest) throw unreachable(source.name);
      throw outside(version, `at least ${source.oldest ?? "unknown"}`);
    }

    const first = checkRecord(record, { eventRoots: "warn" }).blockStart;
    if (first === undefined) throw outside(block.firstVersion, "the first version of a block");
    expectBlock("block_id", block.firstVersion, formatHash(block.hash), formatHash(first.id));
    if (first.height !== undefined) expectBlock("block_height", block.firstVersion, block.height, first.height);
    if (block.firstVersion === 0n) throw outside(0n, "a version above 0; start from genesis instead");

    const chainId = await readChainId(source, head, signal);
    if (knownChainId !== undefined && knownChainId !== chainId) {
      throw new SyncError("wrong_network", "the upstream's state has another chain id than its headers", {
        field: "chain_id",
        expected: String(knownChainId),
        actual: String(chainId),
      });
    }
    const base = { version: block.firstVersion, blockHeight: block.height, frontier: undefined };
    await store.begin({ ...base, state: "partial" });
    const position = {
      nextVersion: block.firstVersion,
      frontier: undefined,
      chainId,
      blockHeight: block.height - 1n,
      timestampUsecs: 0n,
      epoch: first.epoch,
    };
    return { position, network: { chainId } };
  };
}

async function readChainId(source: RestSource, version: bigint, signal: AbortSignal): Promise<number> {
  const fetched = await source.state.readState(frameworkKey("chain_id", "ChainId"), version, signal);
  if (fetched.kind === "value") return ChainIdResource.decode(fetched.value).id;
  throw unreachable(
    source.name,
    fetched.kind === "unavailable" ? fetched.reason : "it does not serve the state of this version",
  );
}

function unreachable(name: string, reason = "it does not answer"): SyncError {
  return new SyncError("unreadable", `cannot start from ${name}: ${reason}`);
}

function outside(version: bigint, expected: string): SyncError {
  return new SyncError("gap", "the ledger cannot start at this version", {
    version,
    field: "start_version",
    expected,
    actual: String(version),
  });
}
