import {
  type Address,
  type HashValue,
  hashSession,
  moduleKey,
  type Transaction,
  type WriteSetPayload,
} from "@ledger/types";
import { callFunction, type FunctionArgument, type MoveVm, type VmEnvironment, type VmError } from "@ledger/vm";
import { ExecutorSession } from "../session/executor-session.ts";
import type { PublishedModule } from "../session/session-changes.ts";
import type { Change } from "../state/change.ts";
import { ChangeSet } from "../state/change-set.ts";
import { writeSetOf } from "../state/write-set.ts";

/** One call of a genesis, past visibility. */
export interface GenesisCall {
  readonly address: Address;
  readonly module: string;
  readonly name: string;
  readonly args: readonly FunctionArgument[];
}

/** The content of a genesis. */
export interface GenesisInput {
  /** The rules by which genesis runs, before the ledger has any of its own. */
  readonly environment: VmEnvironment;
  /** The framework: every module of the ledger, in any order. */
  readonly modules: readonly PublishedModule[];
  /**
   * The calls of each session. A session sees the modules and what it does itself, nothing of the other sessions.
   */
  readonly sessions: readonly (readonly GenesisCall[])[];
}

/** Thrown when a call of a genesis fails. */
export class GenesisError extends Error {
  override readonly name = "GenesisError";
  override readonly cause: VmError;
  /** The call that failed. */
  readonly call: GenesisCall;

  constructor(call: GenesisCall, cause: VmError) {
    super(`${call.module}::${call.name} failed: ${cause.message}`);
    this.call = call;
    this.cause = cause;
  }
}

/** Number of genesis sessions in the monotonically increasing counter. */
const genesisSession = 0;

/**
 * Makes a genesis transaction by executing the framework's own functions.
 *
 * @throws {@link GenesisError} when one of them fails
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#7.2 | Specification, execution 7.2}
 */
export async function executeGenesis(vm: MoveVm, input: GenesisInput): Promise<Transaction> {
  const { environment, modules, sessions } = input;
  const created = new ChangeSet(modules.map(toCreation));
  const state = created.over({ get: () => undefined });
  const context = { vm, environment, usage: { items: 0n, bytes: 0n } };
  let all = created;
  for (const [index, calls] of sessions.entries()) {
    const session = new ExecutorSession(context, {
      state,
      identity: {
        sessionHash: hashSession({ kind: "Genesis", value: { id: sessionId(index) } }),
        scriptHash: new Uint8Array(),
        sessionNumber: genesisSession,
        user: undefined,
        unbiasable: false,
        storageUsage: context.usage,
      },
    });
    for (const call of calls) {
      const outcome = await callFunction(session.vm, call, [], call.args);
      if (outcome.kind === "failed") throw new GenesisError(call, outcome.error);
    }
    all = all.followedBy(await session.finish());
  }
  const value = { writeSet: writeSetOf(all.changes), events: all.events };
  const payload: WriteSetPayload = { kind: "Direct", value };
  return { kind: "GenesisTransaction", value: payload };
}

function toCreation({ address, name, bytes }: PublishedModule): Change {
  const key = moduleKey(address, name);
  return { key, item: "module", kind: "creation", value: bytes, metadata: undefined, previousSize: 0 };
}

/** Sessions of a genesis are numbered in the last byte of their id. */
function sessionId(index: number): HashValue {
  const id = new Uint8Array(32);
  id[31] = index;
  return id as HashValue;
}
