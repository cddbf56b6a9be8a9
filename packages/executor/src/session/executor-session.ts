import {
  type ContractEvent,
  CurrentTimeMicroseconds,
  frameworkAddress,
  frameworkKey,
  parseAddress,
  type StateView,
} from "@ledger/types";
import {
  callFunction,
  createUnmeteredGas,
  type EmittedEvent,
  type FunctionOutcome,
  type GasMeter,
  type Session,
  type SessionContext,
  type Tracer,
  typeToTag,
  type VmError,
} from "@ledger/vm";
import { type DebugOutput, debugOutput } from "@ledger/vm/natives";
import type { BlockContext } from "../context/block-context.ts";
import { ChangeSet } from "../state/change-set.ts";
import { type ItemRules, itemChanges, moduleChanges, type PublishedModule } from "./session-changes.ts";
import type { SystemCall } from "./system-call.ts";

/** Options of a session. */
export interface ExecutorSessionOptions {
  /** The state, with what earlier sessions of the transaction did. */
  readonly state: StateView;
  readonly identity: SessionContext;
  /** Without one nothing is charged. */
  readonly meter?: GasMeter | undefined;
  /** Modules that earlier sessions of the transaction used; what this one uses is added. */
  readonly visited?: Set<string> | undefined;
  /** Sees the code that runs, in place of the tracer that a network for tests may have. */
  readonly tracer?: Tracer | undefined;
}

/** One session of the virtual machine over a state, whose effects become changes of that state. */
export class ExecutorSession {
  /** The machine's side of it. */
  readonly vm: Session;
  readonly #state: StateView;
  #published: readonly PublishedModule[] = [];

  constructor(
    { vm, environment, pause, budget, codeEra, testing }: BlockContext,
    { state, identity, meter, visited, tracer }: ExecutorSessionOptions,
  ) {
    this.#state = state;
    this.vm = vm.createSession({
      environment,
      state,
      meter: meter ?? createUnmeteredGas(),
      context: identity,
      visited,
      pause,
      budget,
      // A tracer of reads sees all of them: they must not depend on what other sessions have read.
      codeEra: tracer?.read === undefined ? codeEra : undefined,
      tracer: tracer ?? testing?.tracer?.(),
    });
  }

  /**
   * Makes a call of the chain's own, past visibility and without type arguments; results are dropped.
   *
   * @returns how it failed, if it did
   */
  async callSystem(call: SystemCall): Promise<VmError | undefined> {
    const outcome = await this.askSystem(call);
    return outcome.kind === "failed" ? outcome.error : undefined;
  }

  /** Makes such a call for what it returns. */
  askSystem({ module, name, args }: SystemCall): Promise<FunctionOutcome> {
    return callFunction(this.vm, { address: frameworkAddress, module, name }, [], args);
  }

  /** The texts that its code has printed so far. */
  get prints(): readonly DebugOutput[] {
    return this.vm.extension(debugOutput);
  }

  /** The changes and events of the session. Nothing can be called after it. */
  async finish(): Promise<ChangeSet> {
    const events = this.vm.events.map(toContractEvent);
    const changed = this.vm.stateChanges();
    if (changed.length === 0 && this.#published.length === 0) return new ChangeSet([], events);
    const rules = await this.#itemRules();
    const modules = await moduleChanges(this.#published, this.#state, rules);
    return new ChangeSet([...itemChanges(this.vm, changed, rules), ...modules], events);
  }

  /** The state that the session began with. */
  get state(): StateView {
    return this.#state;
  }

  /** Puts new versions of modules in place: the session's code is linked with them from now on. */
  publish(modules: readonly PublishedModule[]): void {
    this.#published = modules;
    this.vm.stageModules(modules.map(({ bytes }) => bytes));
  }

  /** @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#4.1 | Specification, execution 4.1} */
  async #itemRules(): Promise<ItemRules> {
    const { rules } = this.vm.environment;
    const { createsResources } = rules;
    if (!rules.storageSlotMetadata) return { creationTime: undefined, createsResources };
    const item = await this.#state.get(timestampKey);
    return { creationTime: item && CurrentTimeMicroseconds.decode(item.bytes).microseconds, createsResources };
  }
}

const timestampKey = frameworkKey("timestamp", "CurrentTimeMicroseconds");

function toContractEvent({ key, sequenceNumber, type, data }: EmittedEvent): ContractEvent {
  const typeTag = typeToTag(type);
  if (key === undefined) return { kind: "V2", value: { typeTag, data } };
  const accountAddress = parseAddress(key.address);
  return {
    kind: "V1",
    value: {
      key: { creationNumber: key.creationNumber, accountAddress },
      sequenceNumber: BigInt(sequenceNumber),
      typeTag,
      data,
    },
  };
}
