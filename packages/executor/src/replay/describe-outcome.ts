import { createMoveCache, type JsonValue, listGroupMembers, MoveError, MoveView } from "@ledger/move";
import {
  bytesEqual,
  bytesToHex,
  type ContractEvent,
  decodeStateKey,
  describeStateKey,
  type ExecutionStatus,
  formatAddress,
  formatHash,
  formatModuleId,
  formatStructTag,
  formatTypeTag,
  type HashValue,
  moduleKey,
  Path,
  type StateValueMetadata,
  type StateView,
  sha3_256,
  type TypeTag,
  type WriteOp,
  whenReady,
  writeOpData,
  writeOpMetadata,
} from "@ledger/types";
import { statusName } from "@ledger/vm";
import type { Difference, GasUse, ReplayOutcome } from "./difference.ts";
import type { DifferenceReport, ReplayReport } from "./report.ts";

/** Characters of JSON that one report shows of values; of what is longer it says the size and the hash. */
const shownCharacters = 256 * 1024;

/**
 * An outcome as JSON, with both sides of every difference decoded by the code of the state.
 *
 * @param state - before the version
 * @throws what the state's reading throws, except for a value whose layout cannot be read: that is shown as hex
 */
export async function describeOutcome(
  version: bigint,
  outcome: ReplayOutcome,
  state: StateView,
): Promise<ReplayReport> {
  const head = { version: version.toString(), outcome: outcome.kind };
  switch (outcome.kind) {
    case "equal":
      return head;
    case "state_unknown":
    case "not_reproducible":
      return { ...head, reason: outcome.reason };
    case "not_executed":
      return { ...head, reason: outcome.reason, bound: outcome.bound };
    case "different": {
      const description = new Description(state);
      const differences: DifferenceReport[] = [];
      for (const difference of outcome.differences) differences.push(await description.difference(difference));
      return { ...head, differences, ...(outcome.unlisted > 0 && { unlisted_writes: outcome.unlisted }) };
    }
  }
}

class Description {
  readonly #view: MoveView;
  #left = shownCharacters;

  constructor(state: StateView) {
    const findModule = (address: Parameters<typeof moduleKey>[0], name: string) =>
      whenReady(state.get(moduleKey(address, name)), (item) => item?.bytes);
    this.#view = new MoveView({ findModule }, createMoveCache());
  }

  async difference(difference: Difference): Promise<DifferenceReport> {
    const { part } = difference;
    switch (part) {
      case "refused": {
        const { status, message } = difference.executed;
        const executed = { ...(status !== undefined && { status }), message };
        return { part, recorded: statusText(difference.recorded), executed };
      }
      case "status":
        return { part, recorded: statusText(difference.recorded), executed: statusText(difference.executed) };
      case "gas":
        return { part, recorded: gasToJson(difference.recorded), executed: gasToJson(difference.executed) };
      case "fees":
        return { part, recorded: feesToJson(difference.recorded), executed: feesToJson(difference.executed) };
      case "auxiliary_info":
        return { part, recorded: hashToJson(difference.recorded), executed: hashToJson(difference.executed) };
      case "event": {
        const { index } = difference;
        const recorded = await this.#event(difference.recorded);
        return { part, index, recorded, executed: await this.#event(difference.executed) };
      }
      case "write": {
        const key = decodeStateKey(difference.key);
        const where = { key: `0x${bytesToHex(difference.key)}`, item: describeStateKey(key) };
        const recorded = await this.#write(difference.key, difference.recorded, difference.executed);
        const executed = await this.#write(difference.key, difference.executed, difference.recorded);
        return { part, ...where, recorded, executed };
      }
    }
  }

  async #event(event: ContractEvent | undefined): Promise<JsonValue> {
    if (event === undefined) return null;
    const { typeTag, data } = event.value;
    const stream = event.kind === "V1" && {
      account: formatAddress(event.value.key.accountAddress),
      creation_number: event.value.key.creationNumber.toString(),
      sequence_number: event.value.sequenceNumber.toString(),
    };
    return { type: formatTypeTag(typeTag), ...stream, data: await this.#value(typeTag, data) };
  }

  async #write(key: Uint8Array, op: WriteOp | undefined, other: WriteOp | undefined): Promise<JsonValue> {
    if (op === undefined) return null;
    const metadata = writeOpMetadata(op);
    const data = writeOpData(op);
    return {
      op: op.kind.replace("WithMetadata", "").toLowerCase(),
      ...(data !== undefined && { data: await this.#data(key, data, other && writeOpData(other)) }),
      ...(metadata !== undefined && { metadata: metadataToJson(metadata) }),
    };
  }

  /** Decodes the value of a state item; of a resource group only the members that the other side has differently. */
  async #data(encoded: Uint8Array, data: Uint8Array, other: Uint8Array | undefined): Promise<JsonValue> {
    const key = decodeStateKey(encoded);
    if (key.kind !== "AccessPath") return this.#hex(data);
    const { kind, value: tag } = Path.decode(key.value.path);
    if (kind === "Code") return { bytes: data.length, hash: `0x${bytesToHex(sha3_256(data))}` };
    if (kind === "Resource") return this.#value({ kind: "Struct", value: tag }, data);
    const [members, others] = [groupMembers(data), groupMembers(other ?? new Uint8Array(1))];
    if (members === undefined) return this.#hex(data);
    const shown: Record<string, JsonValue> = {};
    for (const { tag: member, value } of members) {
      const name = formatStructTag(member);
      const twin = others?.find((one) => formatStructTag(one.tag) === name);
      if (twin && bytesEqual(twin.value, value)) continue;
      shown[name] = await this.#value({ kind: "Struct", value: member }, value);
    }
    return shown;
  }

  async #value(type: TypeTag, bytes: Uint8Array): Promise<JsonValue> {
    try {
      const value = await this.#view.decodeToJson(type, bytes);
      this.#left -= JSON.stringify(value).length;
      return this.#left < 0 ? summary(bytes) : value;
    } catch (error) {
      if (error instanceof MoveError) return this.#hex(bytes);
      throw error;
    }
  }

  #hex(bytes: Uint8Array): JsonValue {
    this.#left -= 2 * bytes.length;
    return this.#left < 0 ? summary(bytes) : `0x${bytesToHex(bytes)}`;
  }
}

function summary(bytes: Uint8Array): JsonValue {
  return { bytes: bytes.length, hash: `0x${bytesToHex(sha3_256(bytes))}` };
}

function groupMembers(bytes: Uint8Array) {
  try {
    return listGroupMembers(bytes);
  } catch (error) {
    if (error instanceof MoveError) return undefined;
    throw error;
  }
}

function gasToJson({ gasUsed, parts }: GasUse): JsonValue {
  return {
    gas_used: gasUsed.toString(),
    ...(parts && {
      total_charge_gas_units: parts.totalChargeGasUnits.toString(),
      execution_gas_units: parts.executionGasUnits.toString(),
      io_gas_units: parts.ioGasUnits.toString(),
      storage_fee_octas: parts.storageFeeOctas.toString(),
      storage_fee_refund_octas: parts.storageFeeRefundOctas.toString(),
    }),
  };
}

function feesToJson(fees: ReadonlyMap<bigint, bigint>): JsonValue {
  return Object.fromEntries([...fees].map(([index, octas]) => [index.toString(), octas.toString()]));
}

function hashToJson(hash: HashValue | undefined): JsonValue {
  return hash === undefined ? null : formatHash(hash);
}

function metadataToJson({ value }: StateValueMetadata): JsonValue {
  return Object.fromEntries(Object.entries(value).map(([name, number]) => [snakeCase(name), number.toString()]));
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function statusText(status: ExecutionStatus): string {
  switch (status.kind) {
    case "Success":
    case "OutOfGas":
      return status.kind;
    case "MoveAbort": {
      const { location, code, info } = status.value;
      const place = location.kind === "Script" ? "a script" : formatModuleId(location.value);
      const text = `MoveAbort in ${place}: 0x${code.toString(16)}`;
      return info === undefined ? text : `${text} ${info.reasonName}: ${info.description}`;
    }
    case "ExecutionFailure": {
      const { location, function: index, codeOffset } = status.value;
      const place = location.kind === "Script" ? "a script" : formatModuleId(location.value);
      return `ExecutionFailure in ${place}: function ${index}, code offset ${codeOffset}`;
    }
    case "MiscellaneousError": {
      const code = status.value === undefined ? "" : `: ${statusName(Number(status.value)) ?? status.value}`;
      return `MiscellaneousError${code}`;
    }
  }
}
