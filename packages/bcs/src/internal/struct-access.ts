// Made by scripts/generated/struct-access.ts: change that, then run `pnpm --filter @ledger/bcs generate`.
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

type Unrolled<T> = readonly [T, T, T, T, T, T, T, T];

/** Lets a function be called with `new`, to make objects that are as plain as literals. */
function toConstructor(fill: (this: Members, reader: Reader) => void): new (reader: Reader) => Members {
  fill.prototype = Object.prototype;
  // The language allows this, its types do not.
  return fill as unknown as new (
    reader: Reader,
  ) => Members;
}

function makeAccess0(keys: readonly string[], codecs: readonly AnyCodec[]): FieldAccess {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<AnyCodec["read"]>;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes as unknown as Unrolled<AnyCodec["write"]>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i]!(writer, members[keys[i]!]);
      } catch (error) {
        throw BcsError.within(error, keys[i]!);
      }
    },
  };
}

function makeAccess1(keys: readonly string[], codecs: readonly AnyCodec[]): FieldAccess {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<AnyCodec["read"]>;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes as unknown as Unrolled<AnyCodec["write"]>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i]!(writer, members[keys[i]!]);
      } catch (error) {
        throw BcsError.within(error, keys[i]!);
      }
    },
  };
}

function makeAccess2(keys: readonly string[], codecs: readonly AnyCodec[]): FieldAccess {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<AnyCodec["read"]>;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes as unknown as Unrolled<AnyCodec["write"]>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i]!(writer, members[keys[i]!]);
      } catch (error) {
        throw BcsError.within(error, keys[i]!);
      }
    },
  };
}

function makeAccess3(keys: readonly string[], codecs: readonly AnyCodec[]): FieldAccess {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<AnyCodec["read"]>;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes as unknown as Unrolled<AnyCodec["write"]>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i]!(writer, members[keys[i]!]);
      } catch (error) {
        throw BcsError.within(error, keys[i]!);
      }
    },
  };
}

function makeAccess4(keys: readonly string[], codecs: readonly AnyCodec[]): FieldAccess {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<AnyCodec["read"]>;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes as unknown as Unrolled<AnyCodec["write"]>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i]!(writer, members[keys[i]!]);
      } catch (error) {
        throw BcsError.within(error, keys[i]!);
      }
    },
  };
}

function makeAccess5(keys: readonly string[], codecs: readonly AnyCodec[]): FieldAccess {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<AnyCodec["read"]>;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes as unknown as Unrolled<AnyCodec["write"]>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i]!(writer, members[keys[i]!]);
      } catch (error) {
        throw BcsError.within(error, keys[i]!);
      }
    },
  };
}

function makeAccess6(keys: readonly string[], codecs: readonly AnyCodec[]): FieldAccess {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<AnyCodec["read"]>;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes as unknown as Unrolled<AnyCodec["write"]>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i]!(writer, members[keys[i]!]);
      } catch (error) {
        throw BcsError.within(error, keys[i]!);
      }
    },
  };
}

function makeAccess7(keys: readonly string[], codecs: readonly AnyCodec[]): FieldAccess {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<AnyCodec["read"]>;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes as unknown as Unrolled<AnyCodec["write"]>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i]!(writer, members[keys[i]!]);
      } catch (error) {
        throw BcsError.within(error, keys[i]!);
      }
    },
  };
}

function makeAccess8(keys: readonly string[], codecs: readonly AnyCodec[]): FieldAccess {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<AnyCodec["read"]>;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes as unknown as Unrolled<AnyCodec["write"]>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i]!(writer, members[keys[i]!]);
      } catch (error) {
        throw BcsError.within(error, keys[i]!);
      }
    },
  };
}

function makeAccess9(keys: readonly string[], codecs: readonly AnyCodec[]): FieldAccess {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<AnyCodec["read"]>;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes as unknown as Unrolled<AnyCodec["write"]>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i]!(writer, members[keys[i]!]);
      } catch (error) {
        throw BcsError.within(error, keys[i]!);
      }
    },
  };
}

function makeAccess10(keys: readonly string[], codecs: readonly AnyCodec[]): FieldAccess {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<AnyCodec["read"]>;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes as unknown as Unrolled<AnyCodec["write"]>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i]!(writer, members[keys[i]!]);
      } catch (error) {
        throw BcsError.within(error, keys[i]!);
      }
    },
  };
}

function makeAccess11(keys: readonly string[], codecs: readonly AnyCodec[]): FieldAccess {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<AnyCodec["read"]>;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes as unknown as Unrolled<AnyCodec["write"]>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i]!(writer, members[keys[i]!]);
      } catch (error) {
        throw BcsError.within(error, keys[i]!);
      }
    },
  };
}

function makeAccess12(keys: readonly string[], codecs: readonly AnyCodec[]): FieldAccess {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<AnyCodec["read"]>;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes as unknown as Unrolled<AnyCodec["write"]>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i]!(writer, members[keys[i]!]);
      } catch (error) {
        throw BcsError.within(error, keys[i]!);
      }
    },
  };
}

function makeAccess13(keys: readonly string[], codecs: readonly AnyCodec[]): FieldAccess {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<AnyCodec["read"]>;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes as unknown as Unrolled<AnyCodec["write"]>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i]!(writer, members[keys[i]!]);
      } catch (error) {
        throw BcsError.within(error, keys[i]!);
      }
    },
  };
}

function makeAccess14(keys: readonly string[], codecs: readonly AnyCodec[]): FieldAccess {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<AnyCodec["read"]>;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes as unknown as Unrolled<AnyCodec["write"]>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i]!(writer, members[keys[i]!]);
      } catch (error) {
        throw BcsError.within(error, keys[i]!);
      }
    },
  };
}

function makeAccess15(keys: readonly string[], codecs: readonly AnyCodec[]): FieldAccess {
  const { length } = keys;
  const reads = codecs.map((codec) => codec.read);
  const writes = codecs.map((codec) => codec.write);
  const [k0, k1, k2, k3, k4, k5, k6, k7] = keys as unknown as Unrolled<string>;
  const [r0, r1, r2, r3, r4, r5, r6, r7] = reads as unknown as Unrolled<AnyCodec["read"]>;
  const [w0, w1, w2, w3, w4, w5, w6, w7] = writes as unknown as Unrolled<AnyCodec["write"]>;
  const Struct = toConstructor(function (reader) {
    try {
      if (length > 0) this[k0] = r0(reader);
      if (length > 1) this[k1] = r1(reader);
      if (length > 2) this[k2] = r2(reader);
      if (length > 3) this[k3] = r3(reader);
      if (length > 4) this[k4] = r4(reader);
      if (length > 5) this[k5] = r5(reader);
      if (length > 6) this[k6] = r6(reader);
      if (length > 7) this[k7] = r7(reader);
      for (let i = 8; i < length; i++) this[keys[i]!] = reads[i]!(reader);
    } catch (error) {
      throw BcsError.within(error, keys[Object.keys(this).length]!);
    }
  });
  return {
    read: (reader) => new Struct(reader),
    write(writer, members) {
      let i = 0;
      try {
        if (i < length) w0(writer, members[k0]);
        if (++i < length) w1(writer, members[k1]);
        if (++i < length) w2(writer, members[k2]);
        if (++i < length) w3(writer, members[k3]);
        if (++i < length) w4(writer, members[k4]);
        if (++i < length) w5(writer, members[k5]);
        if (++i < length) w6(writer, members[k6]);
        if (++i < length) w7(writer, members[k7]);
        while (++i < length) writes[i]!(writer, members[keys[i]!]);
      } catch (error) {
        throw BcsError.within(error, keys[i]!);
      }
    },
  };
}

const own = [
  makeAccess1,
  makeAccess2,
  makeAccess3,
  makeAccess4,
  makeAccess5,
  makeAccess6,
  makeAccess7,
  makeAccess8,
  makeAccess9,
  makeAccess10,
  makeAccess11,
  makeAccess12,
  makeAccess13,
  makeAccess14,
  makeAccess15,
];

/** Makes functions that read a struct's fields into an object and write them, by code that all structs share. */
export const makeSharedAccess: typeof makeAccess0 = makeAccess0;

/** The same by code of its own, while there are copies left. */
export function makeOwnAccess(keys: readonly string[], codecs: readonly AnyCodec[]): FieldAccess | undefined {
  return own.pop()?.(keys, codecs);
}
