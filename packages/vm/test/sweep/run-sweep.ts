import { bool, bytes, string, u8, u16, u32, u64, u128, u256 } from "@ledger/bcs";
import { attributeKinds, decodeModule, moduleMetadata } from "@ledger/move";
import {
  type Address,
  decodeStateKey,
  type EntryFunctionId,
  formatAddress,
  formatEntryFunctionId,
  hexToBytes,
  Path,
  parseAddress,
  parseTypeTag,
  type TypeTag,
  ValidatorSet,
} from "@ledger/types";
import type { Network } from "@ledger/vectors";
import {
  callViewFunction,
  type FunctionOutcome,
  type FunctionSignature,
  LedgerGasMeter,
  readEnvironment,
  type Session,
  type Type,
} from "../../src/index.ts";
import { genesisState, keyText, type StateMap, viewOf } from "../support/genesis.ts";
import { createTestMachine, createTestSession, type TestSessionOptions } from "../support/machine.ts";
import { aptBalance, type StateFacts, stateFacts } from "./state-facts.ts";

/** How the calls of one function ended. */
export interface FunctionTally {
  calls: number;
  returned: number;
  /** By status name. */
  readonly failures: Map<string, number>;
  /** Why the function was never called. */
  skipped?: string;
}

/** What a sweep over one network's views came to. */
export interface SweepReport {
  readonly network: Network;
  readonly functions: ReadonlyMap<string, FunctionTally>;
  /** Calls whose result the state tells without execution. */
  readonly compared: number;
  /** Faults of the host, and results that differ from the state. */
  readonly faults: readonly string[];
}

/** Gas units of a call, as nodes allow them. */
const maxGas = 2_000_000;
const keyAbility = 8;

/**
 * Calls every view function of a network's genesis with arguments found in its state.
 *
 * @param mostCalls - of one function
 */
export async function sweepViews(network: Network, mostCalls: number): Promise<SweepReport> {
  const state = genesisState(network);
  const facts = stateFacts(state);
  const environment = await readEnvironment(viewOf(state));
  const machine = createTestMachine();
  const newMeter = () => new LedgerGasMeter({ schedule: environment.gas, maxGasUnits: maxGas });
  const open = (options: TestSessionOptions = { meter: newMeter() }) =>
    createTestSession(machine, environment, state, {}, options);
  const functions = new Map<string, FunctionTally>();
  const faults: string[] = [];
  let compared = 0;
  for (const id of listViews(state)) {
    const name = formatEntryFunctionId(id);
    const tally: FunctionTally = { calls: 0, returned: 0, failures: new Map() };
    functions.set(name, tally);
    const session = open();
    const signature = await session.signature(`0x${keyText(id.address)}`, id.module, id.name);
    for (const typeArgs of await typeArgumentsFor(session, signature)) {
      const params = signature.params.map((param) =>
        session.types.substitute(
          param,
          typeArgs.map((tag) => session.types.ofTag(tag)),
        ),
      );
      const candidates = params.map((param) => candidatesFor(param, facts));
      const missing = candidates.indexOf(undefined);
      if (missing >= 0) {
        tally.skipped = `no argument of type ${params[missing]!.text}`;
        continue;
      }
      for (const args of combine(candidates as Uint8Array[][], mostCalls)) {
        tally.calls++;
        try {
          const [meter, lateMeter] = [newMeter(), newMeter()];
          const outcome = await callViewFunction(open({ meter }), id, typeArgs, args);
          // A state that has to be waited for makes no difference.
          const late = await callViewFunction(open({ meter: lateMeter, isLate: true }), id, typeArgs, args);
          const [expectedText, lateText] = [inWords(outcome, meter), inWords(late, lateMeter)];
          if (lateText !== expectedText) {
            faults.push(`${name}(${args.map(keyText)}): ${lateText} where state is waited for, not ${expectedText}`);
          }
          if (outcome.kind === "failed") {
            const { status } = outcome.error;
            tally.failures.set(status, (tally.failures.get(status) ?? 0) + 1);
            if (!expectedFailures.has(status)) faults.push(`${name}: ${status}: ${outcome.error.message}`);
            continue;
          }
          tally.returned++;
          const expected = knownResult(name, args, facts, typeArgs);
          if (expected === undefined) continue;
          compared++;
          const actual = outcome.results.map((result) => keyText(result.bytes)).join("");
          if (actual !== keyText(expected))
            faults.push(`${name}(${args.map(keyText)}): ${actual}, not ${keyText(expected)}`);
        } catch (error) {
          faults.push(`${name}(${args.map(keyText)}): ${error instanceof Error ? error.message : error}`);
        }
      }
    }
  }
  return { network, functions, compared, faults };
}

/** How a call ended, and what it used. */
function inWords(outcome: FunctionOutcome, { usedGas }: LedgerGasMeter): string {
  const how =
    outcome.kind === "failed"
      ? `${outcome.error.status}: ${outcome.error.message}`
      : outcome.results.map(({ bytes }) => keyText(bytes)).join(" ");
  return `${how}, ${usedGas} gas`;
}

/** What arguments of any kind may rightly lead to. */
const expectedFailures: ReadonlySet<string> = new Set([
  "ABORTED",
  "ARITHMETIC_ERROR",
  "MISSING_DATA",
  "VECTOR_OPERATION_ERROR",
  "OUT_OF_GAS",
  "EXECUTION_LIMIT_REACHED",
  "IO_LIMIT_REACHED",
  "MEMORY_LIMIT_EXCEEDED",
  "STRUCT_VARIANT_MISMATCH",
  "FAILED_TO_DESERIALIZE_ARGUMENT",
]);

function listViews(state: StateMap): EntryFunctionId[] {
  const views: EntryFunctionId[] = [];
  for (const [text, value] of state) {
    const key = decodeStateKey(hexToBytes(text));
    if (key.kind !== "AccessPath") continue;
    const path = Path.decode(key.value.path);
    if (path.kind !== "Code") continue;
    const { address, name: module } = path.value;
    for (const [name, attributes] of moduleMetadata(decodeModule(value)).functionAttributes) {
      const isView = attributes.some(({ kind }) => kind === attributeKinds.view || kind === attributeKinds.legacyView);
      if (isView) views.push({ address, module, name });
    }
  }
  return views;
}

/** Type arguments to try, the telling ones first. */
const typeArguments = [
  "0x1::aptos_coin::AptosCoin",
  "0x1::governance_proposal::GovernanceProposal",
  "0x1::object::ObjectCore",
  "0x1::fungible_asset::Metadata",
  "0x1::fungible_asset::FungibleStore",
  "u64",
].map(parseTypeTag);

/** Types that satisfy every type parameter; of an object's, those that objects are. */
async function typeArgumentsFor(session: Session, { typeParameters }: FunctionSignature): Promise<TypeTag[][]> {
  let combined: TypeTag[][] = [[]];
  for (const constraint of typeParameters) {
    const fitting: TypeTag[] = [];
    for (const tag of typeArguments) {
      if (((await session.abilitiesOf(session.types.ofTag(tag))) & constraint) === constraint) fitting.push(tag);
    }
    const tried = (constraint & keyAbility) === 0 ? fitting.slice(0, 2) : fitting.slice(1);
    combined = combined.flatMap((head) => tried.map((tag) => [...head, tag]));
  }
  return combined;
}

/** Arguments that make sense, the telling ones first; undefined for a type that nothing in a state gives. */
function candidatesFor(type: Type, facts: StateFacts): Uint8Array[] | undefined {
  switch (type.kind) {
    case "Address":
      return addresses(facts);
    case "Bool":
      return [true, false].map((value) => bool.encode(value));
    case "U8":
      return [0, 1, 255].map((value) => u8.encode(value));
    case "U16":
      return [0, 1].map((value) => u16.encode(value));
    case "U32":
      return [0, 1].map((value) => u32.encode(value));
    case "U64":
      return [0n, 1n, 100n, 10n ** 12n].map((value) => u64.encode(value));
    case "U128":
      return [0n, 10n ** 9n].map((value) => u128.encode(value));
    case "U256":
      return [0n, 10n ** 9n].map((value) => u256.encode(value));
    case "Vector": {
      if (type.element.kind === "U8") return ["", "00", "61707473"].map((hex) => bytes.encode(hexToBytes(hex)));
      const items = candidatesFor(type.element, facts);
      return items && [Uint8Array.of(0), Uint8Array.of(1, ...items[0]!)];
    }
    case "Struct": {
      const name = `${type.module}::${type.name}`;
      if (name === "string::String") return ["", "APT", "aptos"].map((text) => string.encode(text));
      if (name === "object::Object") return [...facts.owners.keys(), "0xa"].slice(0, 24).map(parseAddress);
      if (name === "option::Option") {
        const items = candidatesFor(type.typeArgs[0]!, facts);
        return items && [Uint8Array.of(0), Uint8Array.of(1, ...items[0]!)];
      }
      if (name === "fixed_point32::FixedPoint32") return [u64.encode(2n ** 31n)];
      if (name === "fixed_point64::FixedPoint64") return [u128.encode(2n ** 63n)];
      return undefined;
    }
    default:
      return undefined;
  }
}

function addresses(facts: StateFacts): Uint8Array[] {
  const pools = [...facts.resources.keys()]
    .filter((name) => /^0x1::(stake::StakePool|vesting::AdminStore|staking_contract::Store) of /.test(name))
    .map((name) => name.slice(name.lastIndexOf(" ") + 1));
  const texts = new Set([
    ...pools.slice(0, 4),
    "0x1",
    "0xa",
    "0xa550c18",
    ...facts.accounts.keys(),
    ...facts.stores.keys(),
    "0xbeef",
  ]);
  return [...texts].map(parseAddress);
}

/** Combinations of arguments, each argument's first candidates most often. */
function combine(lists: readonly (readonly Uint8Array[])[], most: number): Uint8Array[][] {
  if (lists.length === 0) return [[]];
  const total = lists.reduce((product, list) => product * list.length, 1);
  return Array.from({ length: Math.min(total, most) }, (_, i) => {
    let rest = i;
    return lists.map((list) => {
      const item = list[rest % list.length]!;
      rest = Math.floor(rest / list.length);
      return item;
    });
  });
}

type Known = (address: string, facts: StateFacts) => Uint8Array | undefined;

/** Results by what resources say, for functions of one address or object. */
const known: Readonly<Record<string, Known>> = {
  "0x1::chain_id::get": (_, facts) => u8.encode(facts.chainId),
  "0x1::reconfiguration::current_epoch": (_, facts) => u64.encode(facts.epoch),
  "0x1::account::get_sequence_number": (address, { accounts }) => {
    const account = accounts.get(address);
    return account && u64.encode(account.sequenceNumber);
  },
  "0x1::account::get_authentication_key": (address, { accounts }) => {
    const account = accounts.get(address);
    return account && bytes.encode(account.authenticationKey);
  },
  "0x1::account::get_guid_next_creation_num": (address, { accounts }) => {
    const account = accounts.get(address);
    return account && u64.encode(account.guidCreationNum);
  },
  "0x1::object::owner": (address, { owners }) => toAddress(owners.get(address)),
  "0x1::fungible_asset::balance": (address, { stores }) => {
    const balance = stores.get(address);
    return balance === undefined ? undefined : u64.encode(balance);
  },
  "0x1::fungible_asset::store_exists": (address, { stores }) => bool.encode(stores.has(address)),
  "0x1::stake::stake_pool_exists": (address, facts) => bool.encode(has(facts, "0x1::stake::StakePool", address)),
  "0x1::stake::get_validator_config": (address, { resources }) =>
    resources.get(`0x1::stake::ValidatorConfig of ${address}`)?.slice(0, -8),
  "0x1::delegation_pool::delegation_pool_exists": (address, facts) =>
    bool.encode(has(facts, "0x1::delegation_pool::DelegationPool", address)),
  "0x1::stake::get_validator_state": (address, { resources }) => {
    const set = ValidatorSet.decode(resources.get("0x1::stake::ValidatorSet of 0x1")!);
    const isIn = (list: readonly { readonly address: Address }[]) =>
      list.some((validator) => formatAddress(validator.address) === address);
    const state = isIn(set.pendingActive) ? 1n : isIn(set.activeValidators) ? 2n : isIn(set.pendingInactive) ? 3n : 4n;
    return u64.encode(state);
  },
};

function knownResult(
  name: string,
  args: readonly Uint8Array[],
  facts: StateFacts,
  typeArgs: readonly TypeTag[],
): Uint8Array | undefined {
  const address = args[0]?.length === 32 ? formatAddress(args[0] as Address) : "";
  if (name === "0x1::coin::balance") {
    const [coin] = typeArgs;
    const isApt = coin?.kind === "Struct" && coin.value.name === "AptosCoin";
    return isApt ? u64.encode(aptBalance(facts, address)) : undefined;
  }
  return known[name]?.(address, facts);
}

function has(facts: StateFacts, type: string, address: string): boolean {
  return facts.resources.has(`${type} of ${address}`);
}

function toAddress(text: string | undefined): Uint8Array | undefined {
  return text === undefined ? undefined : parseAddress(text);
}
