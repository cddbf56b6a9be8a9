const copies = 16;
const unrolled = 8;

const each = (make: (i: number) => string, separator: string): string =>
  Array.from({ length: unrolled }, (_, i) => make(i)).join(separator);

const head = `// Made by scripts/generated/struct-access.ts: change that, then run \`pnpm --filter @ledger/bcs generate\`.
//
// The engine optimises a function for the names and the calls it has seen in that function, wherever it was called from. One
// function that reads all structs sees them all, and settles for a look-up per field; so does one that writes them all. A copy
// per struct sees one shape: fields become plain loads and stores and the calls are inlined, which makes structs about a third
// faster. Copies of the source are the only way to have that without generating code at run time, which strict pages forbid;
// compressed they take next to nothing.
import type { AnyCodec } from "../codec.ts";
import { BcsError } from "../errors.ts";
import type { Reader } from "../reader.ts";
import type { Writer } from "../writer.ts";

/** A struct's fields, by name. */
export type Members = Record<string, unknown>;

/** Reads and writes the fields of one struct. */
export interface FieldAccess {
  readonly read: (reader: Reader) => Members;
  readonly write: (writer: Writer, members: Members) => void;
}

type Unrolled<T> = readonly [${each(() => "T", ", ")}];

/** Lets a function be called with \`new\`, to make objects that are as plain as literals. */
function toConstructor(fill: (this: Members, reader: Reader) => void): new (reader: Reader) => Members {
  fill.prototype = Object.prototype;
  // The language allows this, its types do not.
  return fill as unknown as new (
    reader: Reader,
  ) => Members;
}
`;

const access = (copy: number): string => `
function makeAccess${copy}(keys: readonly string[], codecs: readonly AnyCodec[]): FieldAccess {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [${each((i) => `k${i}`, ", ")}] = keys as unknown as Unrolled<string>;
  const [${each((i) => `r${i}`, ", ")}] = reads as unknown as Unrolled<AnyCodec["read"]>;
  const [${each((i) => `w${i}`, ", ")}] = writes as unknown as Unrolled<AnyCodec["write"]>;
  const Struct = toConstructor(function (reader) {
    try {
${each((i) => `      if (length > ${i}) this[k${i}] = r${i}(reader);`, "\n")}
      for (let i = ${unrolled}; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
${each((i) => `        if (${i === 0 ? "i" : "++i"} < length) w${i}(writer, members[k${i}]);`, "\n")}
        while (++i < length) writes[i]!(writer, members[keys[i]!]);
      } catch (error) {
        throw BcsError.within(error, keys[i]!);
      }
    },
  };
}
`;

const tail = `
const own = [
${Array.from({ length: copies - 1 }, (_, i) => `  makeAccess${i + 1},`).join("\n")}
];

/** Makes functions that read a struct's fields into an object and write them, by code that all structs share. */
export const makeSharedAccess: typeof makeAccess0 = makeAccess0;

/** The same by code of its own, while there are copies left. */
export function makeOwnAccess(keys: readonly string[], codecs: readonly AnyCodec[]): FieldAccess | undefined {
  return own.pop()?.(keys, codecs);
}
`;

/** Text of `src/internal/struct-access.ts`. */
export const structAccess: string = head + Array.from({ length: copies }, (_, i) => access(i)).join("") + tail;
