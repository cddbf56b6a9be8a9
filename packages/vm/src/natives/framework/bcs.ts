import { type Awaitable, whenReady } from "@ledger/types";
import type { NativeCall, NativeFunction } from "../../port/native.ts";
import type { StatusName } from "../../status/status-code.ts";
import { VmError } from "../../status/vm-error.ts";
import { ByteVector } from "../../value/byte-vector.ts";
import { integerRanges } from "../../value/integer.ts";
import type { ValueLayout } from "../../value/layout.ts";
import { serializeValue } from "../../value/serialize.ts";
import { referenceOf } from "../arguments.ts";
import { optionValue } from "../framework-values.ts";

/** Abort of a value that has no BCS. */
const serializationFailure = 0x1c5;

type FailurePrice = "move_stdlib.bcs.to_bytes.failure" | "move_stdlib.bcs.serialized_size.failure";

function fail(call: NativeCall, price: FailurePrice): never {
  call.charge(price);
  return call.abort(serializationFailure);
}

/** Statuses that end the execution, whatever a native makes of other failures. */
const ownStatuses: ReadonlySet<StatusName> = new Set([
  "OUT_OF_GAS",
  "EXECUTION_LIMIT_REACHED",
  "IO_LIMIT_REACHED",
  "DEPENDENCY_LIMIT_REACHED",
]);

/** Runs what may fail with a status that the native answers by its abort. */
function orFail<T>(
  call: NativeCall,
  price: FailurePrice,
  passing: ReadonlySet<StatusName>,
  run: () => Awaitable<T>,
): Awaitable<T> {
  const translate = (error: unknown): never => {
    if (error instanceof VmError && !passing.has(error.status)) return fail(call, price);
    throw error;
  };
  try {
    const result = run();
    return result instanceof Promise ? result.catch(translate) : result;
  } catch (error) {
    return translate(error);
  }
}

/** Nesting is tested when the value is copied, before its bytes are written, and keeps its status. */
const copyStatuses: ReadonlySet<StatusName> = new Set(["VM_MAX_VALUE_DEPTH_REACHED"]);

function toBytes(call: NativeCall): Awaitable<ByteVector> {
  const price = "move_stdlib.bcs.to_bytes.failure";
  const { session } = call;
  const type = call.typeArgs[0]!;
  const layout = session.environment.rules.lazyLoading
    ? session.layout(type)
    : orFail(call, price, ownStatuses, () => session.layout(type));
  return whenReady(layout, (known) => {
    if (session.delayedFields?.mayHold(type) === true) return fail(call, price);
    const { target } = referenceOf(call.args[0]);
    return whenReady(
      orFail(call, price, copyStatuses, () => serializeValue(target, known)),
      (bytes) => {
        call.charge("move_stdlib.bcs.to_bytes.per_byte_serialized", bytes.length);
        return new ByteVector(bytes);
      },
    );
  });
}

function serializedSize(call: NativeCall): Awaitable<number> {
  const price = "move_stdlib.bcs.serialized_size.failure";
  call.charge("move_stdlib.bcs.serialized_size.base");
  const { target } = referenceOf(call.args[0]);
  const bytes = orFail(call, price, ownStatuses, () =>
    whenReady(call.session.layout(call.typeArgs[0]!), (layout) => serializeValue(target, layout)),
  );
  return whenReady(bytes, ({ length }) => {
    call.charge("move_stdlib.bcs.serialized_size.per_byte_serialized", length);
    return length;
  });
}

/** Bytes that every value of a type takes, if all take the same, and the nodes looked at to find out. */
interface ConstantSize {
  readonly nodes: number;
  readonly size: number | undefined;
}

function measure(layout: ValueLayout): ConstantSize {
  switch (layout.kind) {
    case "Bool":
      return { nodes: 1, size: 1 };
    case "Address":
      return { nodes: 1, size: 32 };
    case "Vector":
    case "Signer":
    case "Enum":
    case "Function":
      return { nodes: 1, size: undefined };
    case "Struct": {
      let nodes = 1;
      let size = 0;
      for (const field of layout.fields) {
        const part = measure(field.layout);
        nodes += part.nodes;
        if (part.size === undefined) return { nodes, size: undefined };
        size += part.size;
      }
      return { nodes, size };
    }
    default:
      return { nodes: 1, size: integerRanges[layout.kind].bits / 8 };
  }
}

function constantSerializedSize(call: NativeCall): ReturnType<NativeFunction> {
  call.charge("move_stdlib.bcs.constant_serialized_size.base");
  return whenReady(call.session.layout(call.typeArgs[0]!), (layout) => {
    const { nodes, size } = measure(layout);
    call.charge("move_stdlib.bcs.constant_serialized_size.per_type_node", nodes);
    return optionValue(call, size);
  });
}

/** `0x1::bcs`. */
export const bcsNatives: Readonly<Record<string, NativeFunction>> = {
  "0x1::bcs::to_bytes": toBytes,
  "0x1::bcs::serialized_size": serializedSize,
  "0x1::bcs::constant_serialized_size": constantSerializedSize,
};
