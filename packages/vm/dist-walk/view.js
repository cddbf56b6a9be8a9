import { createRequire as nodeRequire } from "node:module"; const require = nodeRequire(import.meta.url); globalThis.__log ??= []; globalThis.__seen ??= new Set(); globalThis.__walk ??= (f,n,l) => { if (!globalThis.__on) return; const k=f+":"+l; if (globalThis.__seen.has(k)) return; globalThis.__seen.add(k); globalThis.__log.push([f,n]); };
import {
  integer,
  integerRanges
} from "./chunk-ME7GRUBL.js";
import {
  Dispatch,
  NativeCall,
  Results
} from "./chunk-A3GLVXIS.js";
import {
  now,
  utf8Decoder,
  utf8Encoder
} from "./chunk-3OUV4NPU.js";
import {
  BcsError,
  ChainIdResource,
  Configuration,
  FeaturesResource,
  GasScheduleV1,
  GasScheduleV2,
  Reader,
  ResourceGroup,
  StorageGas,
  StructTag,
  TypeTag,
  TypesError,
  at,
  bool,
  bytesEqual,
  bytesToAddress,
  bytesToHex,
  compareBytes,
  concatBytes,
  decodeStateKey,
  deriveGenesis,
  derivedObjectAddress,
  enumeration,
  formatAddress,
  formatAddressLong,
  formatCanonicalStructTag,
  frameworkKey,
  hashSession,
  isIdentifier,
  map,
  mapKey,
  moduleKey,
  option,
  parseAddress,
  parseStructTag,
  parseTypeTag,
  primitiveWords,
  resourceGroupKey,
  resourceKey,
  sha3_256,
  string,
  struct,
  tableItemKey,
  u32,
  u64,
  u8,
  uniqueAddress,
  unit,
  vector,
  whenReady
} from "./chunk-2XSFZ6XN.js";
import {
  keccak_256
} from "./chunk-RBDAKBAQ.js";
import {
  littleEndian,
  toBigEndian,
  toLittleEndian
} from "./chunk-7I2P44JX.js";
import {
  ByteVector,
  Closure,
  Reference,
  VmError,
  abortError,
  addressOf,
  boolOf,
  bytesBehind,
  bytesOf,
  integerOf,
  partsBehind,
  partsOf,
  referenceOf,
  sha256,
  signerValue,
  textBytesOf
} from "./chunk-FJ3JFEMO.js";
import {
  __export
} from "./chunk-V4L7RYGF.js";

// packages/vm/src/address.ts
function shortAddress(address) {
  globalThis.__walk?.("packages/vm/src/address.ts", "shortAddress", 5);
  let first = 2;
  while (first < address.length - 1 && address.charCodeAt(first) === 48) first++;
  return first === 2 ? address : `0x${address.slice(first)}`;
}
function moduleKey2(address, name) {
  globalThis.__walk?.("packages/vm/src/address.ts", "moduleKey", 12);
  return `${shortAddress(address)}::${name}`;
}
function isSpecialAddress(address) {
  globalThis.__walk?.("packages/vm/src/address.ts", "isSpecialAddress", 17);
  return address.startsWith("0x000000000000000000000000000000000000000000000000000000000000000");
}

// packages/move/src/abi/metadata.ts
var attributeKinds = {
  legacyView: 0,
  view: 1,
  /** Container of a resource group; its argument is the scope. */
  resourceGroup: 2,
  /** Member of a resource group; its argument is the container's struct tag. */
  resourceGroupMember: 3,
  event: 4,
  randomness: 5
};
var metadataKeyV1 = "aptos::metadata_v1";
var metadataKeyV0 = "aptos::metadata_v0";
var errorMap = map(u64, struct("ErrorDescription", { codeName: string, codeDescription: string }));
var attributeMap = map(string, vector(struct("KnownAttribute", { kind: u8, args: vector(string) })));
var metadataV1 = struct("RuntimeModuleMetadataV1", {
  errorMap,
  structAttributes: attributeMap,
  functionAttributes: attributeMap
});
var compilationMetadataKey = "compilation_metadata";
var compilationMetadata = struct("CompilationMetadata", {
  /** True if the code uses what the compiler may still change. */
  unstable: bool,
  compilerVersion: string,
  languageVersion: string
});
var metadataForms = {
  [metadataKeyV0]: errorMap,
  [metadataKeyV1]: metadataV1,
  [compilationMetadataKey]: compilationMetadata
};
var empty = { errorMap: /* @__PURE__ */ new Map(), structAttributes: /* @__PURE__ */ new Map(), functionAttributes: /* @__PURE__ */ new Map() };
function moduleMetadata(module) {
  return readModuleMetadata(module) ?? empty;
}
function readModuleMetadata(module) {
  const v1 = findMetadata(module, metadataKeyV1);
  try {
    if (v1 !== void 0) {
      const decoded = metadataV1.decode(v1);
      return module.version <= 5 ? { ...empty, errorMap: decoded.errorMap } : decoded;
    }
    const v0 = findMetadata(module, metadataKeyV0);
    return v0 === void 0 ? void 0 : { ...empty, errorMap: errorMap.decode(v0) };
  } catch (error) {
    if (error instanceof BcsError) return void 0;
    throw error;
  }
}
function findMetadata(module, key3) {
  return module.metadata.find((entry2) => hasText(entry2.key, key3))?.value;
}
function hasText(bytes, text) {
  return bytes.length === text.length && bytes.every((byte, i) => byte === text.charCodeAt(i));
}

// packages/move/src/binary/abilities.ts
var abilities = ["copy", "drop", "store", "key"];
var allAbilities = 15;
function listAbilities(set) {
  return abilities.filter((_, bit) => (set & 1 << bit) !== 0);
}
function abilitySet(list) {
  let set = 0;
  for (const ability of list) set |= 1 << abilities.indexOf(ability);
  return set;
}

// packages/move/src/errors.ts
var MoveError = class extends Error {
  name = "MoveError";
  code;
  /** The fault in plain words, without the place. */
  reason;
  offset;
  path;
  subject;
  argument;
  expected;
  actual;
  constructor(code, reason, details = {}, options) {
    super(`${reason}${describePlace(details)}`, options);
    this.code = code;
    this.reason = reason;
    this.offset = details.offset;
    this.path = details.path;
    this.subject = details.subject;
    this.argument = details.argument;
    this.expected = details.expected;
    this.actual = details.actual;
  }
};
function describePlace(details) {
  const places = [];
  if (details.path !== void 0 && details.path.length > 0) places.push(`in ${details.path.join(".")}`);
  if (details.offset !== void 0) places.push(`at byte ${details.offset}`);
  return places.length === 0 ? "" : ` (${places.join(", ")})`;
}

// packages/move/src/binary/check-bounds.ts
function checkModule(module) {
  checkCommonTables(module);
  if (module.moduleHandles.length === 0) throw indexError("a module without module handles");
  checkIndex(module.self, module.moduleHandles, "the module's own handle");
  for (const friend of module.friends) {
    checkIndex(friend.address, module.addresses, "a friend's address");
    checkIndex(friend.name, module.identifiers, "a friend's name");
  }
  checkStructDefinitions(module);
  for (const definition of module.functionDefinitions) {
    checkIndex(definition.handle, module.functionHandles, "a function's handle");
    for (const struct2 of definition.acquires) checkIndex(struct2, module.structDefinitions, "an acquired struct");
    if (definition.code !== void 0) checkIndex(definition.code.locals, module.signatures, "a function's locals");
  }
  checkDefinitionHandles(module);
}
function checkScript(script) {
  const bounds = checkCommonTables(script);
  checkIndex(script.params, script.signatures, "the script's parameters");
  checkIndex(script.code.locals, script.signatures, "the script's locals");
  if (bounds[script.params] > script.typeParameters.length) {
    throw indexError("a type parameter of the script");
  }
  checkAccess(script, script.accessSpecifiers);
}
function checkCommonTables(tables2) {
  const { addresses, identifiers, moduleHandles, signatures } = tables2;
  for (const handle of moduleHandles) {
    checkIndex(handle.address, addresses, "a module's address");
    checkIndex(handle.name, identifiers, "a module's name");
  }
  for (const handle of tables2.structHandles) {
    checkIndex(handle.module, moduleHandles, "a struct's module");
    checkIndex(handle.name, identifiers, "a struct's name");
  }
  const bounds = signatures.map(
    (tokens) => tokens.reduce((bound, token) => Math.max(bound, checkToken(tables2, token)), 0)
  );
  for (const handle of tables2.functionHandles) checkFunctionHandle(tables2, handle, bounds);
  for (const constant2 of tables2.constants) checkToken(tables2, constant2.type);
  checkInstantiations(tables2, tables2.functionInstantiations, tables2.functionHandles, "a generic function");
  return bounds;
}
function checkFunctionHandle(tables2, handle, bounds) {
  checkIndex(handle.module, tables2.moduleHandles, "a function's module");
  checkIndex(handle.name, tables2.identifiers, "a function's name");
  checkIndex(handle.params, tables2.signatures, "a function's parameters");
  checkIndex(handle.returns, tables2.signatures, "a function's results");
  if (Math.max(bounds[handle.params], bounds[handle.returns]) > handle.typeParameters.length) {
    throw indexError("a type parameter of a function");
  }
  checkAccess(tables2, handle.accessSpecifiers);
}
function checkAccess(tables2, specifiers) {
  for (const { resource, address } of specifiers ?? []) {
    if (resource.kind === "at_address") checkIndex(resource.address, tables2.addresses, "an access address");
    else if (resource.kind === "in_module") checkIndex(resource.module, tables2.moduleHandles, "an access module");
    else if (resource.kind !== "any") {
      checkIndex(resource.struct, tables2.structHandles, "an access struct");
      if (resource.kind === "instantiation") checkIndex(resource.typeArgs, tables2.signatures, "access type arguments");
    }
    if (address.kind === "literal") checkIndex(address.address, tables2.addresses, "an access address");
    if (address.kind === "parameter" && address.derivedBy !== void 0) {
      checkIndex(address.derivedBy, tables2.functionInstantiations, "an access function");
    }
  }
}
function checkStructDefinitions(module) {
  for (const { handle, content } of module.structDefinitions) {
    checkIndex(handle, module.structHandles, "a struct's handle");
    const parameters = module.structHandles[handle].typeParameters.length;
    if (content.kind === "struct") checkFields(module, content.fields, parameters);
    if (content.kind !== "enum") continue;
    if (content.variants.length === 0) throw new MoveError("bad_table", "an enum has no variants");
    for (const variant of content.variants) {
      checkIndex(variant.name, module.identifiers, "a variant's name");
      checkFields(module, variant.fields, parameters);
    }
  }
}
function checkFields(module, fields, parameters) {
  for (const field2 of fields) {
    checkIndex(field2.name, module.identifiers, "a field's name");
    if (checkToken(module, field2.type) > parameters) throw indexError("a type parameter of a struct");
  }
}
function checkDefinitionHandles(module) {
  const { structDefinitions } = module;
  for (const { struct: struct2 } of module.fieldHandles) checkIndex(struct2, structDefinitions, "a field's struct");
  for (const { struct: struct2 } of module.variantFieldHandles) checkIndex(struct2, structDefinitions, "a field's struct");
  for (const { struct: struct2 } of module.variantHandles) checkIndex(struct2, structDefinitions, "a variant's struct");
  checkInstantiations(module, module.structInstantiations, structDefinitions, "a generic struct");
  checkInstantiations(module, module.fieldInstantiations, module.fieldHandles, "a generic field");
  checkInstantiations(module, module.variantFieldInstantiations, module.variantFieldHandles, "a generic variant field");
  checkInstantiations(module, module.variantInstantiations, module.variantHandles, "a generic variant");
}
function checkInstantiations(tables2, entries, targets, what) {
  for (const { target: target2, typeArgs } of entries) {
    checkIndex(target2, targets, what);
    checkIndex(typeArgs, tables2.signatures, `type arguments of ${what}`);
  }
}
function checkToken(tables2, token) {
  switch (token.kind) {
    case "Vector":
    case "Reference":
    case "MutableReference":
      return checkToken(tables2, token.value);
    case "TypeParameter":
      return token.index + 1;
    case "Function":
      return Math.max(checkTokens(tables2, token.args), checkTokens(tables2, token.results));
    case "Struct": {
      checkIndex(token.handle, tables2.structHandles, "a type's struct");
      if (tables2.structHandles[token.handle].typeParameters.length !== token.typeArgs.length) {
        throw new MoveError("type_arity", "a struct has the wrong number of type arguments");
      }
      return checkTokens(tables2, token.typeArgs);
    }
    default:
      return 0;
  }
}
function checkTokens(tables2, tokens) {
  let bound = 0;
  for (const token of tokens) bound = Math.max(bound, checkToken(tables2, token));
  return bound;
}
function checkIndex(index, table, what) {
  if (index >= table.length) throw indexError(what);
}
function indexError(what) {
  return new MoveError("bad_index", `${what} is out of range`);
}

// packages/move/src/binary/limits.ts
var binaryLimits = {
  /** Bytes of an identifier. */
  identifier: 255,
  /** Any index into a table, and instructions of one function. */
  tableIndex: 65535,
  /** Bytes of a constant or of a metadata value. */
  blob: 65535,
  /** Bytes of a metadata key. */
  metadataKey: 1023,
  /** Tokens of a signature; type parameters, type arguments; fields; acquired structs; locals. */
  count: 255,
  /** Variants of an enum. */
  variants: 127,
  /** Type constructors around one token. */
  tokenDepth: 256,
  accessSpecifiers: 64,
  functionAttributes: 16
};
var minBinaryVersion = 3;
var maxBinaryVersion = 10;
var versionFlavor = 167772160;

// packages/move/src/binary/binary-reader.ts
var BinaryReader = class {
  bytes;
  /** Offset of the next byte from the start of the module. */
  position;
  /** Offset after the span's last byte. */
  end;
  constructor(bytes, start = 0, end = bytes.length) {
    this.bytes = bytes;
    this.position = start;
    this.end = end;
  }
  get done() {
    return this.position >= this.end;
  }
  error(code, reason, offset = this.position) {
    return new MoveError(code, reason, { offset });
  }
  u8() {
    if (this.position >= this.end) throw this.error("unexpected_end", "the input ends inside an entry");
    return this.bytes[this.position++];
  }
  /** Moves over `count` bytes and returns where they start. */
  skip(count) {
    const start = this.position;
    if (count > this.end - start) throw this.error("unexpected_end", "the input ends inside an entry");
    this.position = start + count;
    return start;
  }
  /** A view of the next `count` bytes. */
  take(count) {
    const start = this.skip(count);
    return this.bytes.subarray(start, start + count);
  }
  u16() {
    const at3 = this.skip(2);
    return this.bytes[at3] | this.bytes[at3 + 1] << 8;
  }
  u32() {
    const at3 = this.skip(4);
    const { bytes } = this;
    return (bytes[at3] | bytes[at3 + 1] << 8 | bytes[at3 + 2] << 16 | bytes[at3 + 3] << 24) >>> 0;
  }
  /** Little-endian unsigned number of `size` bytes. */
  unsigned(size) {
    const at3 = this.skip(size);
    let value = 0n;
    for (let i = size - 1; i >= 0; i--) value = value << 8n | BigInt(this.bytes[at3 + i]);
    return value;
  }
  /** Minimal LEB128 of at most 64 bits, at most `max` (below 2^53). */
  uleb(max) {
    const start = this.position;
    const first = this.u8();
    if (first < 128) {
      if (first > max) throw this.error("limit_exceeded", `a number is above ${max}`, start);
      return first;
    }
    const second = this.u8();
    const short = second < 128 && second > 0;
    const value = short ? first & 127 | second << 7 : Number(this.#longUleb(first, start));
    if (value > max) throw this.error("limit_exceeded", `a number is above ${max}`, start);
    return value;
  }
  /** Minimal LEB128 of at most 64 bits. */
  uleb64() {
    const start = this.position;
    return this.#longUleb(this.u8(), start);
  }
  #longUleb(first, start) {
    this.position = start + 1;
    let value = BigInt(first & 127);
    let byte = first;
    for (let shift3 = 7n; byte >= 128; shift3 += 7n) {
      byte = this.u8();
      if (shift3 === 63n && byte > 1) throw this.error("malformed_uleb", "a LEB128 number has more than 64 bits", start);
      if (byte === 0) throw this.error("malformed_uleb", "a LEB128 number is not in its shortest form", start);
      value |= BigInt(byte & 127) << shift3;
    }
    return value;
  }
  /** `01` false, `02` true: the format's own boolean and option marker. */
  marker() {
    const byte = this.u8();
    if (byte === 1) return false;
    if (byte === 2) return true;
    throw this.error("bad_tag", "a marker is neither 1 nor 2", this.position - 1);
  }
};

// packages/move/src/binary/opcodes.ts
var literalSizes = {
  u8: 1,
  u16: 2,
  u32: 4,
  u64: 8,
  u128: 16,
  u256: 32,
  i8: 1,
  i16: 2,
  i32: 4,
  i64: 8,
  i128: 16,
  i256: 32
};
var names = [
  [1, "none", 1, "pop ret"],
  [3, "branch", 1, "br_true br_false branch"],
  [6, "u64", 1, "ld_u64"],
  [7, "index", 1, "ld_const"],
  [8, "none", 1, "ld_true ld_false"],
  [10, "local", 1, "copy_loc move_loc st_loc mut_borrow_loc imm_borrow_loc"],
  [15, "index", 1, "mut_borrow_field imm_borrow_field call pack unpack"],
  [
    20,
    "none",
    1,
    "read_ref write_ref add sub mul mod div bit_or bit_and xor or and not eq neq lt gt le ge abort nop"
  ],
  [41, "index", 1, "exists mut_borrow_global imm_borrow_global move_from move_to"],
  [46, "none", 1, "freeze_ref shl shr"],
  [49, "u8", 1, "ld_u8"],
  [50, "u128", 1, "ld_u128"],
  [51, "none", 1, "cast_u8 cast_u64 cast_u128"],
  [
    54,
    "index",
    1,
    "mut_borrow_field_generic imm_borrow_field_generic call_generic pack_generic unpack_generic exists_generic mut_borrow_global_generic imm_borrow_global_generic move_from_generic move_to_generic"
  ],
  [64, "index_count", 4, "vec_pack"],
  [65, "index", 4, "vec_len vec_imm_borrow vec_mut_borrow vec_push_back vec_pop_back"],
  [70, "index_count", 4, "vec_unpack"],
  [71, "index", 4, "vec_swap"],
  [72, "u16", 6, "ld_u16"],
  [73, "u32", 6, "ld_u32"],
  [74, "u256", 6, "ld_u256"],
  [75, "none", 6, "cast_u16 cast_u32 cast_u256"],
  [
    78,
    "index",
    7,
    "imm_borrow_variant_field mut_borrow_variant_field imm_borrow_variant_field_generic mut_borrow_variant_field_generic pack_variant pack_variant_generic unpack_variant unpack_variant_generic test_variant test_variant_generic"
  ],
  [88, "index_mask", 8, "pack_closure pack_closure_generic"],
  [90, "index", 8, "call_closure"],
  [91, "i8", 9, "ld_i8"],
  [92, "i16", 9, "ld_i16"],
  [93, "i32", 9, "ld_i32"],
  [94, "i64", 9, "ld_i64"],
  [95, "i128", 9, "ld_i128"],
  [96, "i256", 9, "ld_i256"],
  [97, "none", 9, "cast_i8 cast_i16 cast_i32 cast_i64 cast_i128 cast_i256 negate"],
  [104, "none", 10, "abort_msg"]
];
var opcodes = buildOpcodes();
function buildOpcodes() {
  const rows = Array.from({ length: 105 }, () => void 0);
  for (const [first, operands, since2, list] of names) {
    list.split(" ").forEach((name, i) => {
      rows[first + i] = {
        byte: first + i,
        name,
        operands,
        size: literalSizes[operands] ?? 0,
        since: since2
      };
    });
  }
  return rows;
}
var opcodesByName = new Map(
  opcodes.flatMap((row) => row === void 0 ? [] : [[row.name, row]])
);

// packages/move/src/binary/code.ts
function readCodeUnit(reader, version) {
  const locals = reader.uleb(binaryLimits.tableIndex);
  const instructionCount = reader.uleb(binaryLimits.tableIndex);
  const start = reader.position;
  for (let i = 0; i < instructionCount; i++) {
    const { operands, size } = readOpcode(reader, version);
    if (size > 0) reader.skip(size);
    else if (operands !== "none") skipOperands(reader, operands);
  }
  return { locals, instructionCount, code: reader.bytes.subarray(start, reader.position) };
}
function skipOperands(reader, shape) {
  reader.uleb(shape === "local" ? binaryLimits.count : binaryLimits.tableIndex);
  if (shape === "index_count") reader.skip(8);
  else if (shape === "index_mask") reader.uleb64();
}
function readOpcode(reader, version) {
  const row = opcodes[reader.u8()];
  if (row === void 0 || row.since > version) {
    throw reader.error("bad_tag", "an opcode is unknown in this version", reader.position - 1);
  }
  return row;
}
function decodeInstructions(unit2, version) {
  const reader = new BinaryReader(unit2.code);
  const instructions = [];
  for (let i = 0; i < unit2.instructionCount; i++) {
    const { name, operands } = readOpcode(reader, version);
    instructions.push([name, ...readOperands(reader, operands)]);
  }
  if (!reader.done) throw reader.error("limit_exceeded", "bytes are left after the last instruction");
  return instructions;
}
function readOperands(reader, shape) {
  switch (shape) {
    case "none":
      return [];
    case "branch":
    case "index":
      return [reader.uleb(binaryLimits.tableIndex)];
    case "local":
      return [reader.uleb(binaryLimits.count)];
    case "index_count":
      return [reader.uleb(binaryLimits.tableIndex), reader.unsigned(8)];
    case "index_mask":
      return [reader.uleb(binaryLimits.tableIndex), reader.uleb64()];
    default: {
      const size = literalSizes[shape];
      const unsigned = reader.unsigned(size);
      const value = shape.startsWith("i") ? BigInt.asIntN(8 * size, unsigned) : unsigned;
      return [size <= 4 ? Number(value) : value];
    }
  }
}

// packages/move/src/binary/function-attribute.ts
var functionAttributeRows = [
  void 0,
  { kind: "persistent", hasOperand: false, since: 8 },
  { kind: "module_lock", hasOperand: false, since: 8 },
  { kind: "pack", hasOperand: false, since: 10 },
  { kind: "pack_variant", hasOperand: true, since: 10 },
  { kind: "unpack", hasOperand: false, since: 10 },
  { kind: "unpack_variant", hasOperand: true, since: 10 },
  { kind: "test_variant", hasOperand: true, since: 10 },
  { kind: "borrow_field", hasOperand: true, since: 10 },
  { kind: "borrow_field_mut", hasOperand: true, since: 10 }
];

// packages/move/src/binary/read-handles.ts
function readIndex(reader) {
  return reader.uleb(binaryLimits.tableIndex);
}
function readStructHandle(reader) {
  const module = readIndex(reader);
  const name = readIndex(reader);
  const abilities2 = reader.uleb(allAbilities);
  const typeParameters = [];
  for (let count = reader.uleb(binaryLimits.count); count > 0; count--) {
    typeParameters.push({ constraints: reader.uleb(allAbilities), phantom: reader.uleb(1) === 1 });
  }
  return { module, name, abilities: abilities2, typeParameters };
}
function readConstraints(reader) {
  const constraints = [];
  for (let count = reader.uleb(binaryLimits.count); count > 0; count--) constraints.push(reader.uleb(allAbilities));
  return constraints;
}
function readFunctionHandle(reader, version) {
  return {
    module: readIndex(reader),
    name: readIndex(reader),
    params: readIndex(reader),
    returns: readIndex(reader),
    typeParameters: readConstraints(reader),
    accessSpecifiers: version >= 7 ? readAccessSpecifiers(reader) : void 0,
    attributes: version >= 8 ? readFunctionAttributes(reader, version) : []
  };
}
function readAccessSpecifiers(reader) {
  if (!reader.marker()) return void 0;
  const specifiers = [];
  for (let count = reader.uleb(binaryLimits.accessSpecifiers); count > 0; count--) {
    const access = reader.u8();
    if (access !== 1 && access !== 2) throw reader.error("bad_tag", "an access kind is unknown", reader.position - 1);
    specifiers.push({
      access: access === 1 ? "reads" : "writes",
      negated: reader.marker(),
      resource: readResourceSpecifier(reader),
      address: readAddressSpecifier(reader)
    });
  }
  return specifiers;
}
function readResourceSpecifier(reader) {
  const kind = reader.u8();
  switch (kind) {
    case 1:
      return { kind: "any" };
    case 2:
      return { kind: "at_address", address: readIndex(reader) };
    case 3:
      return { kind: "in_module", module: readIndex(reader) };
    case 4:
      return { kind: "resource", struct: readIndex(reader) };
    case 5:
      return { kind: "instantiation", struct: readIndex(reader), typeArgs: readIndex(reader) };
    default:
      throw reader.error("bad_tag", "a resource specifier is unknown", reader.position - 1);
  }
}
function readAddressSpecifier(reader) {
  const kind = reader.u8();
  switch (kind) {
    case 1:
      return { kind: "any" };
    case 2:
      return { kind: "literal", address: readIndex(reader) };
    case 3:
      return {
        kind: "parameter",
        parameter: reader.uleb(binaryLimits.count),
        derivedBy: reader.marker() ? readIndex(reader) : void 0
      };
    default:
      throw reader.error("bad_tag", "an address specifier is unknown", reader.position - 1);
  }
}
function readFunctionAttributes(reader, version) {
  const attributes = [];
  for (let count = reader.uleb(binaryLimits.functionAttributes); count > 0; count--) {
    const row = functionAttributeRows[reader.u8()];
    if (row === void 0 || row.since > version) {
      throw reader.error("bad_tag", "a function attribute is unknown in this version", reader.position - 1);
    }
    attributes.push(row.hasOperand ? { kind: row.kind, operand: reader.u16() } : { kind: row.kind });
  }
  return attributes;
}

// packages/move/src/binary/signature-token.ts
var primitiveRows = [
  { byte: 1, kind: "Bool", since: 1 },
  { byte: 2, kind: "U8", since: 1 },
  { byte: 3, kind: "U64", since: 1 },
  { byte: 4, kind: "U128", since: 1 },
  { byte: 5, kind: "Address", since: 1 },
  { byte: 12, kind: "Signer", since: 1 },
  { byte: 13, kind: "U16", since: 6 },
  { byte: 14, kind: "U32", since: 6 },
  { byte: 15, kind: "U256", since: 6 },
  { byte: 17, kind: "I8", since: 9 },
  { byte: 18, kind: "I16", since: 9 },
  { byte: 19, kind: "I32", since: 9 },
  { byte: 20, kind: "I64", since: 9 },
  { byte: 21, kind: "I128", since: 9 },
  { byte: 22, kind: "I256", since: 9 }
];
var primitives = Array.from(
  { length: 23 },
  (_, byte) => {
    const row = primitiveRows.find((candidate) => candidate.byte === byte);
    return row && { since: row.since, token: { kind: row.kind } };
  }
);
var primitiveBytes = new Map(primitiveRows.map((row) => [row.kind, row.byte]));
var primitiveSince = new Map(primitiveRows.map((row) => [row.kind, row.since]));
var referenceToken = 6;
var mutableReferenceToken = 7;
var structToken = 8;
var typeParameterToken = 9;
var vectorToken = 10;
var structInstanceToken = 11;
var functionToken = 16;
var functionsSince = 8;
function readToken(reader, version, depth = 0) {
  const at3 = reader.position;
  const byte = reader.u8();
  const primitive = primitives[byte];
  if (primitive !== void 0) {
    if (version < primitive.since) throw reader.error("bad_tag", `a type needs version ${primitive.since}`, at3);
    return primitive.token;
  }
  if (byte === structToken) return { kind: "Struct", handle: reader.uleb(binaryLimits.tableIndex), typeArgs: [] };
  if (byte === typeParameterToken) return { kind: "TypeParameter", index: reader.uleb(binaryLimits.tableIndex) };
  if (depth >= binaryLimits.tokenDepth) throw reader.error("nesting_too_deep", "a type is nested too deeply", at3);
  switch (byte) {
    case referenceToken:
      return { kind: "Reference", value: readToken(reader, version, depth + 1) };
    case mutableReferenceToken:
      return { kind: "MutableReference", value: readToken(reader, version, depth + 1) };
    case vectorToken:
      return { kind: "Vector", value: readToken(reader, version, depth + 1) };
    case structInstanceToken: {
      const handle = reader.uleb(binaryLimits.tableIndex);
      const count = reader.uleb(binaryLimits.count);
      if (count === 0) throw reader.error("type_arity", "a struct instance has no type arguments", at3);
      return { kind: "Struct", handle, typeArgs: readTokens(reader, version, count, depth + 1) };
    }
    case functionToken: {
      if (version < functionsSince) throw reader.error("bad_tag", `a type needs version ${functionsSince}`, at3);
      const abilities2 = reader.uleb(allAbilities);
      const argCount = reader.uleb(binaryLimits.count);
      const resultCount = reader.uleb(binaryLimits.count);
      const args = readTokens(reader, version, argCount, depth + 1);
      return { kind: "Function", abilities: abilities2, args, results: readTokens(reader, version, resultCount, depth + 1) };
    }
    default:
      throw reader.error("bad_tag", "a type token is unknown", at3);
  }
}
function readTokens(reader, version, count, depth) {
  const tokens = [];
  for (let i = 0; i < count; i++) tokens.push(readToken(reader, version, depth));
  return tokens;
}

// packages/move/src/binary/read-definitions.ts
var native = 2;
var entry = 4;
function readStructDefinition(reader, version) {
  return { handle: readIndex(reader), content: readContent(reader, version) };
}
function readContent(reader, version) {
  const flag = reader.u8();
  if (flag === 1) return { kind: "native" };
  if (flag === 2) return { kind: "struct", fields: readFields(reader, version) };
  if (flag !== 3 || version < 7) throw reader.error("bad_tag", "a struct flag is unknown", reader.position - 1);
  const variants = [];
  for (let count = reader.uleb(binaryLimits.variants); count > 0; count--) {
    variants.push({ name: readIndex(reader), fields: readFields(reader, version) });
  }
  return { kind: "enum", variants };
}
function readFields(reader, version) {
  const fields = [];
  for (let count = reader.uleb(binaryLimits.count); count > 0; count--) {
    fields.push({ name: readIndex(reader), type: readToken(reader, version) });
  }
  return fields;
}
function readFunctionDefinition(reader, version) {
  const handle = readIndex(reader);
  const visibility = readVisibility(reader, version);
  const flags = reader.u8();
  const known = version < 5 ? native : native | entry;
  if ((flags & ~known) !== 0) throw reader.error("bad_tag", "a function flag is unknown", reader.position - 1);
  const acquires2 = [];
  for (let count = reader.uleb(binaryLimits.count); count > 0; count--) acquires2.push(readIndex(reader));
  return {
    handle,
    visibility,
    isEntry: (flags & entry) !== 0 || visibility === "script",
    acquires: acquires2,
    code: (flags & native) === 0 ? readCodeUnit(reader, version) : void 0
  };
}
function readVisibility(reader, version) {
  const byte = reader.u8();
  if (byte === 0) return "private";
  if (byte === 1) return "public";
  if (byte === 3) return "friend";
  if (byte === 2 && version < 5) return "script";
  throw reader.error("bad_tag", "a visibility is unknown", reader.position - 1);
}

// packages/move/src/binary/identifier.ts
var letter = 1;
var rest = 2;
var mark = 4;
var classes = new Uint8Array(256);
for (let byte = 0; byte < 256; byte++) {
  const character = String.fromCharCode(byte);
  if (/[A-Za-z]/.test(character)) classes[byte] = letter | rest;
  else if (/[0-9]/.test(character)) classes[byte] = rest;
  else if (character === "_") classes[byte] = rest | mark;
  else if (character === "$") classes[byte] = rest | mark;
}
function identifierText(bytes, start, end, version) {
  if (start >= end) return void 0;
  const first = classes[bytes[start]];
  if (first === 0) return legacySelf(bytes, start, end);
  if ((first & letter) === 0 && ((first & mark) === 0 || start + 1 === end)) return void 0;
  for (let i = start; i < end; i++) {
    const byte = bytes[i];
    if ((classes[byte] & rest) === 0 || byte === 36 && version < 9) return void 0;
  }
  return asciiText(bytes, start, end);
}
function legacySelf(bytes, start, end) {
  const text = asciiText(bytes, start, end);
  return /^<SELF>(?:_[0-9]+)?$/.test(text) ? text : void 0;
}
function asciiText(bytes, start, end) {
  let text = "";
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i]);
  return text;
}

// packages/move/src/binary/table-kind.ts
var tableKinds = {
  moduleHandles: 1,
  structHandles: 2,
  functionHandles: 3,
  functionInstantiations: 4,
  signatures: 5,
  identifiers: 7,
  addresses: 8,
  constants: 6,
  metadata: 16,
  structDefinitions: 10,
  structInstantiations: 11,
  functionDefinitions: 12,
  fieldHandles: 13,
  fieldInstantiations: 14,
  friends: 15,
  variantFieldHandles: 17,
  variantFieldInstantiations: 18,
  variantHandles: 19,
  variantInstantiations: 20
};
function tableSince(name) {
  if (name.startsWith("variant")) return 7;
  return name === "metadata" ? 5 : 1;
}
var definitionTables = /* @__PURE__ */ new Set([
  "structDefinitions",
  "structInstantiations",
  "functionDefinitions",
  "fieldHandles",
  "fieldInstantiations",
  "friends",
  "variantFieldHandles",
  "variantFieldInstantiations",
  "variantHandles",
  "variantInstantiations"
]);
function isModuleOnly(name) {
  return definitionTables.has(name);
}
var namesByKind = new Map(
  Object.keys(tableKinds).map((name) => [tableKinds[name], name])
);
function tableOfKind(kind) {
  return namesByKind.get(kind);
}

// packages/move/src/binary/read-tables.ts
var magic = [161, 28, 235, 11];
var addressLength = 32;
function readDirectory(bytes, form) {
  const reader = new BinaryReader(bytes);
  for (let i = 0; i < magic.length; i++) {
    if (bytes[i] !== magic[i]) throw reader.error("bad_magic", "the input is not a Move binary", 0);
  }
  reader.skip(magic.length);
  const versionWord = reader.u32();
  const version = (versionWord & ~versionFlavor) >>> 0;
  if (version < minBinaryVersion || version > maxBinaryVersion) {
    throw reader.error("unsupported_version", "the binary's version is not supported", magic.length);
  }
  const headers = [];
  const seen = /* @__PURE__ */ new Set();
  for (let count = reader.uleb(255); count > 0; count--) {
    const at3 = reader.position;
    const name = tableOfKind(reader.u8());
    if (name === void 0 || version < tableSince(name)) throw reader.error("bad_table", "a table is unknown", at3);
    if (form === "script" && isModuleOnly(name)) throw reader.error("bad_table", "a script cannot have this table", at3);
    if (seen.has(name)) throw reader.error("bad_table", "a table occurs twice", at3);
    seen.add(name);
    const offset = reader.uleb(4294967295);
    const length = reader.uleb(4294967295);
    if (length === 0) throw reader.error("bad_table", "a table is empty", at3);
    headers.push({ name, offset, length });
  }
  const contents = reader.position;
  const spans = /* @__PURE__ */ new Map();
  let next = 0;
  for (const { name, offset, length } of headers.sort((a, b) => a.offset - b.offset)) {
    if (offset !== next) throw reader.error("bad_table", "tables overlap or leave a gap", contents);
    next += length;
    if (next > bytes.length - contents) throw reader.error("unexpected_end", "a table ends after the input", contents);
    spans.set(name, { start: contents + offset, end: contents + next });
  }
  return { version, versionWord, spans, tail: new BinaryReader(bytes, contents + next) };
}
function readTable(directory, name, readEntry) {
  const span = directory.spans.get(name);
  if (span === void 0) return [];
  const reader = new BinaryReader(directory.tail.bytes, span.start, span.end);
  const entries = [];
  while (!reader.done) entries.push(readEntry(reader, directory.version));
  return entries;
}
function readCommonTables(directory) {
  return {
    version: directory.version,
    versionWord: directory.versionWord,
    moduleHandles: readTable(directory, "moduleHandles", readModuleHandle),
    structHandles: readTable(directory, "structHandles", readStructHandle),
    functionHandles: readTable(directory, "functionHandles", readFunctionHandle),
    functionInstantiations: readTable(directory, "functionInstantiations", readInstantiation),
    signatures: readTable(directory, "signatures", readSignature),
    identifiers: readTable(directory, "identifiers", readIdentifier),
    addresses: readTable(directory, "addresses", (reader) => reader.take(addressLength)),
    constants: readTable(directory, "constants", readConstant),
    metadata: readTable(directory, "metadata", readMetadataEntry)
  };
}
function readModuleHandle(reader) {
  return { address: readIndex(reader), name: readIndex(reader) };
}
function readInstantiation(reader) {
  return { target: readIndex(reader), typeArgs: readIndex(reader) };
}
function readSignature(reader, version) {
  const tokens = [];
  for (let count = reader.uleb(binaryLimits.count); count > 0; count--) tokens.push(readToken(reader, version));
  return tokens;
}
function readIdentifier(reader, version) {
  const at3 = reader.position;
  const start = reader.skip(reader.uleb(binaryLimits.identifier));
  const name = identifierText(reader.bytes, start, reader.position, version);
  if (name === void 0) throw reader.error("bad_identifier", "an identifier is malformed", at3);
  return name;
}
function readConstant(reader, version) {
  return { type: readToken(reader, version), data: reader.take(reader.uleb(binaryLimits.blob)) };
}
function readMetadataEntry(reader) {
  return {
    key: reader.take(reader.uleb(binaryLimits.metadataKey)),
    value: reader.take(reader.uleb(binaryLimits.blob))
  };
}

// packages/move/src/binary/module.ts
function decodeModule(bytes) {
  const directory = readDirectory(bytes, "module");
  const module = {
    ...readCommonTables(directory),
    structDefinitions: readTable(directory, "structDefinitions", readStructDefinition),
    structInstantiations: readTable(directory, "structInstantiations", readInstantiation),
    functionDefinitions: readTable(directory, "functionDefinitions", readFunctionDefinition),
    fieldHandles: readTable(directory, "fieldHandles", (reader) => ({
      struct: readIndex(reader),
      field: reader.uleb(binaryLimits.count)
    })),
    fieldInstantiations: readTable(directory, "fieldInstantiations", readInstantiation),
    friends: readTable(directory, "friends", readModuleHandle),
    variantFieldHandles: readTable(directory, "variantFieldHandles", (reader) => {
      const struct2 = readIndex(reader);
      const field2 = reader.uleb(binaryLimits.count);
      const variants = [];
      for (let count = reader.uleb(binaryLimits.variants); count > 0; count--) {
        variants.push(reader.uleb(binaryLimits.variants));
      }
      return { struct: struct2, field: field2, variants };
    }),
    variantFieldInstantiations: readTable(directory, "variantFieldInstantiations", readInstantiation),
    variantHandles: readTable(directory, "variantHandles", (reader) => ({
      struct: readIndex(reader),
      variant: reader.uleb(binaryLimits.variants)
    })),
    variantInstantiations: readTable(directory, "variantInstantiations", readInstantiation),
    self: readIndex(directory.tail)
  };
  checkModule(module);
  return module;
}

// packages/move/src/binary/script.ts
function decodeScript(bytes) {
  const directory = readDirectory(bytes, "script");
  const { tail, version } = directory;
  const script = {
    ...readCommonTables(directory),
    typeParameters: readConstraints(tail),
    params: readIndex(tail),
    accessSpecifiers: version >= 8 ? readAccessSpecifiers(tail) : void 0,
    code: readCodeUnit(tail, version)
  };
  checkScript(script);
  return script;
}

// packages/move/src/value/utf8.ts
function isUtf8(bytes, start, end) {
  let at3 = start;
  while (at3 < end) {
    const lead = bytes[at3];
    if (lead < 128) {
      at3++;
      continue;
    }
    const length = lead < 194 ? 0 : lead < 224 ? 2 : lead < 240 ? 3 : lead < 245 ? 4 : 0;
    if (length === 0 || at3 + length > end || !isSecondByte(lead, bytes[at3 + 1])) return false;
    for (let i = 2; i < length; i++) if ((bytes[at3 + i] & 192) !== 128) return false;
    at3 += length;
  }
  return true;
}
function isSecondByte(lead, byte) {
  const min = lead === 224 ? 160 : lead === 240 ? 144 : 128;
  const max = lead === 237 ? 159 : lead === 244 ? 143 : 191;
  return byte >= min && byte <= max;
}

// packages/move/src/layout/captured-kinds.ts
var capturedKinds = {
  Bool: 0,
  U8: 1,
  U64: 2,
  U128: 3,
  Address: 4,
  Vector: 5,
  Struct: 6,
  Signer: 7,
  U16: 8,
  U32: 9,
  U256: 10,
  Function: 12,
  I8: 13,
  I16: 14,
  I32: 15,
  I64: 16,
  I128: 17,
  I256: 18
};

// packages/move/src/layout/lru-cache.ts
var LruCache = class {
  #entries = /* @__PURE__ */ new Map();
  #limit;
  #weight = 0;
  /** @param limit - most weight of all entries together */
  constructor(limit) {
    this.#limit = limit;
  }
  get size() {
    return this.#entries.size;
  }
  /** Weight of all entries together. */
  get weight() {
    return this.#weight;
  }
  get(key3) {
    const entry2 = this.#entries.get(key3);
    if (entry2 === void 0) return void 0;
    if (this.#weight > this.#limit / 2) {
      this.#entries.delete(key3);
      this.#entries.set(key3, entry2);
    }
    return entry2.value;
  }
  /** Sets an entry, which weighs 1 unless stated. One that is heavier than the limit is not kept. */
  set(key3, value, weight = 1) {
    this.delete(key3);
    if (weight > this.#limit) return;
    this.#entries.set(key3, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#limit) break;
      this.delete(oldest);
    }
  }
  delete(key3) {
    const entry2 = this.#entries.get(key3);
    if (entry2 === void 0) return;
    this.#entries.delete(key3);
    this.#weight -= entry2.weight;
  }
};

// packages/move/src/layout/module-code.ts
var ModuleCode = class {
  bytecode;
  module;
  #structs = /* @__PURE__ */ new Map();
  #functions = /* @__PURE__ */ new Map();
  #groups = /* @__PURE__ */ new Map();
  #metadata;
  /** @throws {@link MoveError} as {@link decodeModule} */
  constructor(bytecode) {
    this.bytecode = bytecode;
    const module = decodeModule(bytecode);
    this.module = module;
    for (const definition of module.structDefinitions) {
      setFirst(this.#structs, module.identifiers[module.structHandles[definition.handle].name], definition);
    }
    for (const definition of module.functionDefinitions) {
      setFirst(this.#functions, module.identifiers[module.functionHandles[definition.handle].name], definition);
    }
  }
  /** `0x1::coin`, as the module itself says. */
  get id() {
    const { moduleHandles, addresses, identifiers, self } = this.module;
    const { address, name } = moduleHandles[self];
    return `${formatAddress(addresses[address])}::${identifiers[name]}`;
  }
  get metadata() {
    this.#metadata ??= moduleMetadata(this.module);
    return this.#metadata;
  }
  findStruct(name) {
    return this.#structs.get(name);
  }
  findFunction(name) {
    return this.#functions.get(name);
  }
  /**
   * The container of the resource group that a struct is a member of.
   *
   * @throws {@link MoveError} `malformed_metadata` when the attribute names no struct
   */
  resourceGroupOf(structName) {
    const known = this.#groups.get(structName);
    if (known !== void 0 || this.#groups.has(structName)) return known;
    const group2 = this.#parseGroup(structName);
    if (this.#structs.has(structName)) this.#groups.set(structName, group2);
    return group2;
  }
  #parseGroup(structName) {
    const attribute = this.#structAttribute(structName, attributeKinds.resourceGroupMember);
    if (attribute === void 0) return void 0;
    try {
      return parseStructTag(attribute.args[0] ?? "");
    } catch (cause) {
      if (!(cause instanceof TypesError)) throw cause;
      throw new MoveError("malformed_metadata", "a resource group is not named by a struct tag", {}, { cause });
    }
  }
  /** True if a struct is the container of a resource group. */
  isResourceGroup(structName) {
    return this.#structAttribute(structName, attributeKinds.resourceGroup) !== void 0;
  }
  #structAttribute(structName, kind) {
    return this.metadata.structAttributes.get(structName)?.find((attribute) => attribute.kind === kind);
  }
};
function setFirst(map2, name, value) {
  if (!map2.has(name)) map2.set(name, value);
}

// packages/move/src/layout/module-cache.ts
var samples = 64;
var maxCollisions = 4;
var ModuleCache = class {
  #byHash;
  #byIdentity = /* @__PURE__ */ new WeakMap();
  /** @param maxBytes - most bytecode kept */
  constructor(maxBytes2) {
    this.#byHash = new LruCache(maxBytes2);
  }
  /**
   * The parsed form of a module.
   *
   * @throws {@link MoveError} as {@link decodeModule}
   */
  module(bytecode) {
    const seen = this.#byIdentity.get(bytecode);
    if (seen !== void 0) return seen;
    const key3 = quickHash(bytecode);
    const candidates = this.#byHash.get(key3) ?? [];
    let code = candidates.find((candidate) => bytesEqual(candidate.bytecode, bytecode));
    if (code === void 0) {
      code = new ModuleCode(bytecode.slice());
      const kept = [code, ...candidates].slice(0, maxCollisions);
      this.#byHash.set(key3, kept, kept.length * bytecode.length);
    }
    this.#byIdentity.set(bytecode, code);
    return code;
  }
};
function quickHash(bytes) {
  const { length } = bytes;
  const step = Math.max(1, Math.floor(length / samples));
  let hash = 2166136261;
  for (let i = 0; i < length; i += step) hash = Math.imul(hash ^ bytes[i], 16777619);
  return `${length}/${hash}`;
}

// packages/move/src/layout/move-cache.ts
var maxEras = 4;
var maxLayouts = 16384;
var maxModulesPerEra = 16384;
var maxEntriesPerType = 4;
var MoveCache = class {
  #modules;
  #layouts = new LruCache(maxLayouts);
  #eras = new LruCache(maxEras);
  constructor(options = {}) {
    this.#modules = new ModuleCache(options.maxModuleBytes ?? 32 * 1024 * 1024);
  }
  /**
   * The parsed form of a module.
   *
   * @throws {@link MoveError} as {@link decodeModule}
   */
  module(bytecode) {
    return this.#modules.module(bytecode);
  }
  /** The known code of the state that a token identifies; an empty one when there is no token. */
  era(token) {
    let era = token === void 0 ? void 0 : this.#eras.get(token);
    if (era === void 0) {
      era = { modules: new LruCache(maxModulesPerEra), layouts: new LruCache(maxLayouts) };
      if (token !== void 0) this.#eras.set(token, era);
    }
    return era;
  }
  /** Layouts that were built for a type, each from other modules. */
  layoutsOf(type) {
    return this.#layouts.get(type) ?? [];
  }
  /** Remembers a layout. */
  addLayout(type, entry2) {
    const entries = [entry2, ...this.layoutsOf(type)].slice(0, maxEntriesPerType);
    this.#layouts.set(type, entries, entries.length);
  }
};
function createMoveCache(options) {
  return new MoveCache(options);
}

// packages/vm/src/type/type-table.ts
var kinds = Object.keys(primitiveWords);
var primitiveTypes = Object.fromEntries(
  kinds.map((kind) => (globalThis.__walk?.("packages/vm/src/type/type-table.ts", "primitiveTypes", 29), [kind, { kind, text: primitiveWords[kind], nodes: 1, depth: 1, generic: false }]))
);
var maxNodes = 4096;
var TypeTable = class {
  #types = /* @__PURE__ */ new Map();
  #parameters = [];
  /** Types made so far, beyond those without parts. */
  get size() {
    globalThis.__walk?.("packages/vm/src/type/type-table.ts", "size", 41);
    return this.#types.size;
  }
  vector(element) {
    globalThis.__walk?.("packages/vm/src/type/type-table.ts", "vector", 45);
    checkNodes(element.nodes + 1);
    const text = `vector<${element.text}>`;
    return this.#intern(text, () => (globalThis.__walk?.("packages/vm/src/type/type-table.ts", "vector", 48), {
      kind: "Vector",
      element,
      text,
      nodes: element.nodes + 1,
      depth: element.depth + 1,
      generic: element.generic
    }));
  }
  struct(address, module, name, typeArgs) {
    globalThis.__walk?.("packages/vm/src/type/type-table.ts", "struct", 58);
    checkNodes(countNodes(typeArgs));
    const head = `${shortAddress(address)}::${module}::${name}`;
    const text = typeArgs.length === 0 ? head : `${head}<${typeArgs.map((type) => (globalThis.__walk?.("packages/vm/src/type/type-table.ts", "text", 61), type.text)).join(", ")}>`;
    return this.#intern(text, () => (globalThis.__walk?.("packages/vm/src/type/type-table.ts", "struct", 62), {
      kind: "Struct",
      address,
      module,
      name,
      typeArgs,
      text,
      ...measure(typeArgs)
    }));
  }
  reference(mutable2, target2) {
    globalThis.__walk?.("packages/vm/src/type/type-table.ts", "reference", 73);
    checkNodes(target2.nodes + 1);
    const text = mutable2 ? `&mut ${target2.text}` : `&${target2.text}`;
    return this.#intern(text, () => (globalThis.__walk?.("packages/vm/src/type/type-table.ts", "reference", 76), {
      kind: "Reference",
      mutable: mutable2,
      target: target2,
      text,
      nodes: target2.nodes + 1,
      depth: target2.depth + 1,
      generic: target2.generic
    }));
  }
  function(args, results, abilities2) {
    globalThis.__walk?.("packages/vm/src/type/type-table.ts", "function", 87);
    checkNodes(countNodes(args) + countNodes(results));
    const suffix = abilities2 === 0 ? "" : ` has ${listAbilities(abilities2).join(" + ")}`;
    const text = `|${args.map((type) => (globalThis.__walk?.("packages/vm/src/type/type-table.ts", "text", 90), type.text)).join(", ")}|(${results.map((type) => (globalThis.__walk?.("packages/vm/src/type/type-table.ts", "text", 90), type.text)).join(", ")})${suffix}`;
    return this.#intern(text, () => (globalThis.__walk?.("packages/vm/src/type/type-table.ts", "function", 91), {
      kind: "Function",
      args,
      results,
      abilities: abilities2,
      text,
      ...measure([...args, ...results])
    }));
  }
  parameter(index) {
    globalThis.__walk?.("packages/vm/src/type/type-table.ts", "parameter", 101);
    this.#parameters[index] ??= { kind: "TypeParameter", index, text: `T${index}`, nodes: 1, depth: 1, generic: true };
    return this.#parameters[index];
  }
  /** The type with its parameters replaced; itself when it has none. */
  substitute(type, typeArgs) {
    globalThis.__walk?.("packages/vm/src/type/type-table.ts", "substitute", 107);
    if (!type.generic) return type;
    switch (type.kind) {
      case "TypeParameter":
        return typeArgs[type.index];
      case "Vector":
        return this.vector(this.substitute(type.element, typeArgs));
      case "Reference":
        return this.reference(type.mutable, this.substitute(type.target, typeArgs));
      case "Struct":
        return this.struct(type.address, type.module, type.name, this.#substituteAll(type.typeArgs, typeArgs));
      case "Function":
        return this.function(
          this.#substituteAll(type.args, typeArgs),
          this.#substituteAll(type.results, typeArgs),
          type.abilities
        );
      default:
        return type;
    }
  }
  #substituteAll(types, typeArgs) {
    globalThis.__walk?.("packages/vm/src/type/type-table.ts", "substituteAll", 129);
    return types.map((type) => (globalThis.__walk?.("packages/vm/src/type/type-table.ts", "substituteAll", 130), this.substitute(type, typeArgs)));
  }
  /** The type of a token of a module or script. */
  ofToken(tables2, token) {
    globalThis.__walk?.("packages/vm/src/type/type-table.ts", "ofToken", 134);
    switch (token.kind) {
      case "Vector":
        return this.vector(this.ofToken(tables2, token.value));
      case "Reference":
      case "MutableReference":
        return this.reference(token.kind === "MutableReference", this.ofToken(tables2, token.value));
      case "TypeParameter":
        return this.parameter(token.index);
      case "Struct": {
        const { module, name } = tables2.structHandles[token.handle];
        const owner = tables2.moduleHandles[module];
        return this.struct(
          formatAddressLong(tables2.addresses[owner.address]),
          tables2.identifiers[owner.name],
          tables2.identifiers[name],
          token.typeArgs.map((argument) => (globalThis.__walk?.("packages/vm/src/type/type-table.ts", "ofToken", 150), this.ofToken(tables2, argument)))
        );
      }
      case "Function":
        return this.function(
          token.args.map((argument) => (globalThis.__walk?.("packages/vm/src/type/type-table.ts", "ofToken", 155), this.ofToken(tables2, argument))),
          token.results.map((result) => (globalThis.__walk?.("packages/vm/src/type/type-table.ts", "ofToken", 156), this.ofToken(tables2, result))),
          token.abilities
        );
      default:
        return primitiveTypes[token.kind];
    }
  }
  /** The type that a tag names. */
  ofTag(tag) {
    globalThis.__walk?.("packages/vm/src/type/type-table.ts", "ofTag", 165);
    switch (tag.kind) {
      case "Vector":
        return this.vector(this.ofTag(tag.value));
      case "Struct":
        return this.ofStructTag(tag.value);
      case "Function":
        return this.function(
          tag.value.args.map((param) => (globalThis.__walk?.("packages/vm/src/type/type-table.ts", "ofTag", 173), this.#ofParam(param))),
          tag.value.results.map((param) => (globalThis.__walk?.("packages/vm/src/type/type-table.ts", "ofTag", 174), this.#ofParam(param))),
          tag.value.abilities
        );
      default:
        return primitiveTypes[tag.kind];
    }
  }
  /** The struct type that a tag names. */
  ofStructTag(tag) {
    globalThis.__walk?.("packages/vm/src/type/type-table.ts", "ofStructTag", 183);
    const typeArgs = tag.typeArgs.map((argument) => (globalThis.__walk?.("packages/vm/src/type/type-table.ts", "typeArgs", 184), this.ofTag(argument)));
    return this.struct(formatAddressLong(tag.address), tag.module, tag.name, typeArgs);
  }
  #ofParam(param) {
    globalThis.__walk?.("packages/vm/src/type/type-table.ts", "ofParam", 188);
    const type = this.ofTag(param.value);
    return param.kind === "Value" ? type : this.reference(param.kind === "MutableReference", type);
  }
  #intern(text, make) {
    globalThis.__walk?.("packages/vm/src/type/type-table.ts", "intern", 193);
    let type = this.#types.get(text);
    if (type === void 0) {
      type = make();
      this.#types.set(text, type);
    }
    return type;
  }
};
function countNodes(parts) {
  globalThis.__walk?.("packages/vm/src/type/type-table.ts", "countNodes", 204);
  return parts.reduce((sum2, part) => (globalThis.__walk?.("packages/vm/src/type/type-table.ts", "countNodes", 205), sum2 + part.nodes), 1);
}
function checkNodes(nodes) {
  globalThis.__walk?.("packages/vm/src/type/type-table.ts", "checkNodes", 208);
  if (nodes > maxNodes) throw new VmError("TOO_MANY_TYPE_NODES", "a type is too large");
}
function measure(parts) {
  globalThis.__walk?.("packages/vm/src/type/type-table.ts", "measure", 212);
  let nodes = 1;
  let depth = 0;
  let generic2 = false;
  for (const part of parts) {
    nodes += part.nodes;
    depth = Math.max(depth, part.depth);
    generic2 ||= part.generic;
  }
  return { nodes, depth: depth + 1, generic: generic2 };
}
function typeToTag(type) {
  globalThis.__walk?.("packages/vm/src/type/type-table.ts", "typeToTag", 225);
  switch (type.kind) {
    case "Vector":
      return { kind: "Vector", value: typeToTag(type.element) };
    case "Struct":
      return { kind: "Struct", value: structToTag(type) };
    case "Function":
      return {
        kind: "Function",
        value: { args: type.args.map(toParam), results: type.results.map(toParam), abilities: type.abilities }
      };
    case "Reference":
    case "TypeParameter":
      throw new TypeError(`${type.text} has no tag`);
    default:
      return { kind: type.kind };
  }
}
var structTags = /* @__PURE__ */ new WeakMap();
function structToTag(type) {
  globalThis.__walk?.("packages/vm/src/type/type-table.ts", "structToTag", 247);
  let tag = structTags.get(type);
  if (tag === void 0) {
    tag = {
      address: parseAddress(type.address),
      module: type.module,
      name: type.name,
      typeArgs: type.typeArgs.map(typeToTag)
    };
    structTags.set(type, tag);
  }
  return tag;
}
function toParam(type) {
  globalThis.__walk?.("packages/vm/src/type/type-table.ts", "toParam", 261);
  if (type.kind !== "Reference") return { kind: "Value", value: typeToTag(type) };
  return { kind: type.mutable ? "MutableReference" : "Reference", value: typeToTag(type.target) };
}

// packages/vm/src/value/captured-layout.ts
var leaves = new Map(
  Object.values(primitiveTypes).filter(({ kind }) => (globalThis.__walk?.("packages/vm/src/value/captured-layout.ts", "leaves", 9), kind !== "Signer")).map(({ kind }) => (globalThis.__walk?.("packages/vm/src/value/captured-layout.ts", "leaves", 10), [capturedKinds[kind], kind]))
);
function writeCapturedLayout(sink, layout) {
  globalThis.__walk?.("packages/vm/src/value/captured-layout.ts", "writeCapturedLayout", 14);
  switch (layout.kind) {
    case "Vector":
      sink.byte(capturedKinds.Vector);
      writeCapturedLayout(sink, layout.element);
      return;
    case "Struct":
      sink.byte(capturedKinds.Struct);
      sink.byte(0);
      writeFields(sink, layout.fields);
      return;
    case "Enum":
      sink.byte(capturedKinds.Struct);
      sink.byte(1);
      sink.uleb(layout.variants.length);
      for (const variant of layout.variants) writeFields(sink, variant.fields);
      return;
    case "Function":
      sink.byte(capturedKinds.Function);
      return;
    default:
      sink.byte(capturedKinds[layout.kind]);
  }
}
function writeFields(sink, fields) {
  globalThis.__walk?.("packages/vm/src/value/captured-layout.ts", "writeFields", 39);
  sink.uleb(fields.length);
  for (const field2 of fields) writeCapturedLayout(sink, field2.layout);
}
var maxNodes2 = 4096;
var maxDepth = 128;
function readCapturedLayout(source) {
  globalThis.__walk?.("packages/vm/src/value/captured-layout.ts", "readCapturedLayout", 57);
  return readNode(source, { left: maxNodes2 }, 0);
}
function readNode(source, nodes, depth) {
  globalThis.__walk?.("packages/vm/src/value/captured-layout.ts", "readNode", 61);
  if (--nodes.left < 0 || depth > maxDepth) source.fail();
  const number = source.byte();
  const kind = leaves.get(number);
  if (kind !== void 0) return { kind };
  if (number === capturedKinds.Vector) return { kind: "Vector", element: readNode(source, nodes, depth + 1) };
  if (number === capturedKinds.Function) return { kind: "Function" };
  if (number !== capturedKinds.Struct) source.fail();
  const form = source.byte();
  if (form === 0) return { kind: "Struct", type: void 0, fields: readFields2(source, nodes, depth) };
  if (form !== 1) source.fail();
  const variants = [];
  for (let count = source.count(); count > 0; count--) {
    if (--nodes.left < 0) source.fail();
    variants.push({ name: `${variants.length}`, fields: readFields2(source, nodes, depth, true) });
  }
  return { kind: "Enum", type: void 0, variants };
}
function readFields2(source, nodes, depth, mayBeEmpty = false) {
  globalThis.__walk?.("packages/vm/src/value/captured-layout.ts", "readFields", 80);
  const fields = [];
  for (let count = source.count(); count > 0; count--) {
    fields.push({ name: `_${fields.length}`, layout: readNode(source, nodes, depth + 1) });
  }
  if (fields.length === 0 && !mayBeEmpty) source.fail();
  return fields;
}

// packages/vm/src/value/deserialize.ts
var Malformed = class extends Error {
};
var maxDepth2 = 500;
function deserializeValue(bytes, layout, types) {
  globalThis.__walk?.("packages/vm/src/value/deserialize.ts", "deserializeValue", 22);
  const source = new ByteSource(bytes, types);
  try {
    const value = source.value(layout, 0);
    return source.position === bytes.length ? value : void 0;
  } catch (error) {
    if (error instanceof Malformed) return void 0;
    throw error;
  }
}
var ByteSource = class {
  bytes;
  types;
  position = 0;
  constructor(bytes, types) {
    globalThis.__walk?.("packages/vm/src/value/deserialize.ts", "constructor", 38);
    this.bytes = bytes;
    this.types = types;
  }
  fail() {
    globalThis.__walk?.("packages/vm/src/value/deserialize.ts", "fail", 43);
    throw new Malformed("not a value of its type");
  }
  value(layout, depth) {
    globalThis.__walk?.("packages/vm/src/value/deserialize.ts", "value", 47);
    switch (layout.kind) {
      case "Bool": {
        const byte = this.byte();
        return byte > 1 ? this.fail() : byte === 1;
      }
      case "Address":
        return formatAddressLong(this.take(32));
      case "Signer":
        return this.fail();
      case "Vector": {
        const count = this.count();
        if (layout.element.kind === "U8") return new ByteVector(this.take(count).slice());
        const items = [];
        for (let i = 0; i < count; i++) items.push(this.value(layout.element, depth + 1));
        return items;
      }
      case "Struct":
        return this.#fields([], layout.fields, depth);
      case "Enum": {
        const tag = this.uleb();
        const variant = layout.variants[tag];
        return variant === void 0 ? this.fail() : this.#fields([tag], variant.fields, depth);
      }
      case "Function":
        return depth > maxDepth2 ? this.fail() : this.#closure(depth);
      default:
        return this.integer(layout.kind);
    }
  }
  #fields(into, fields, depth) {
    globalThis.__walk?.("packages/vm/src/value/deserialize.ts", "fields", 78);
    for (const field2 of fields) into.push(this.value(field2.layout, depth + 1));
    return into;
  }
  integer(kind) {
    globalThis.__walk?.("packages/vm/src/value/deserialize.ts", "integer", 83);
    const { bits: bits2, signed } = integerRanges[kind];
    const start = this.position;
    this.take(bits2 / 8);
    const { bytes } = this;
    if (bits2 <= 32) {
      let value = 0;
      for (let i = bits2 / 8 - 1; i >= 0; i--) value = value * 256 + bytes[start + i];
      return signed && value >= 2 ** (bits2 - 1) ? value - 2 ** bits2 : value;
    }
    let wide = 0n;
    for (let i = bits2 / 8 - 4; i >= 0; i -= 4) wide = wide << 32n | BigInt(this.#word(start + i));
    return integer(signed ? BigInt.asIntN(bits2, wide) : wide);
  }
  #word(at3) {
    globalThis.__walk?.("packages/vm/src/value/deserialize.ts", "word", 98);
    const { bytes } = this;
    return (bytes[at3] | bytes[at3 + 1] << 8 | bytes[at3 + 2] << 16 | bytes[at3 + 3] << 24) >>> 0;
  }
  byte() {
    globalThis.__walk?.("packages/vm/src/value/deserialize.ts", "byte", 103);
    if (this.position >= this.bytes.length) this.fail();
    return this.bytes[this.position++];
  }
  take(length) {
    globalThis.__walk?.("packages/vm/src/value/deserialize.ts", "take", 108);
    const start = this.position;
    if (length > this.bytes.length - start) this.fail();
    this.position = start + length;
    return this.bytes.subarray(start, this.position);
  }
  uleb() {
    globalThis.__walk?.("packages/vm/src/value/deserialize.ts", "uleb", 115);
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) {
        if (byte === 0 && scale > 1 || value > 4294967295) this.fail();
        return value;
      }
      if (scale > 268435456 - 1) this.fail();
    }
  }
  /** A number of items, each of at least one byte. */
  count() {
    globalThis.__walk?.("packages/vm/src/value/deserialize.ts", "count", 129);
    const count = this.uleb();
    return count > this.bytes.length - this.position ? this.fail() : count;
  }
  #text() {
    globalThis.__walk?.("packages/vm/src/value/deserialize.ts", "text", 134);
    const bytes = this.take(this.count());
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    return isIdentifier(text) ? text : this.fail();
  }
  #closure(depth) {
    globalThis.__walk?.("packages/vm/src/value/deserialize.ts", "closure", 141);
    const parts = this.uleb();
    if (this.integer("U16") !== 1) this.fail();
    const address = formatAddressLong(this.take(32));
    const module = this.#text();
    const name = this.#text();
    const typeArgs = [];
    for (let count = this.count(); count > 0; count--) typeArgs.push(this.types.ofTag(this.#tag()));
    const mask = BigInt(this.integer("U64"));
    let ones = 0;
    for (let rest2 = mask; rest2 > 0n; rest2 >>= 1n) ones += Number(rest2 & 1n);
    if (parts !== 5 + 2 * ones) this.fail();
    const captured = [];
    const layouts2 = [];
    for (let i = 0; i < ones; i++) {
      const layout = readCapturedLayout(this);
      layouts2.push(layout);
      captured.push(this.value(layout, depth + 1));
    }
    return new Closure({ address, module, name, typeArgs }, mask, captured, layouts2);
  }
  #tag() {
    globalThis.__walk?.("packages/vm/src/value/deserialize.ts", "tag", 163);
    const reader = new Reader(this.bytes.subarray(this.position));
    try {
      const tag = TypeTag.read(reader);
      this.position += reader.position;
      return tag;
    } catch {
      return this.fail();
    }
  }
};

// packages/vm/src/entry/argument-cursor.ts
var maxBytes = 1e6;
var fixedSizes = {
  Bool: 1,
  U8: 1,
  U16: 2,
  U32: 4,
  U64: 8,
  U128: 16,
  U256: 32,
  I8: 1,
  I16: 2,
  I32: 4,
  I64: 8,
  I128: 16,
  I256: 32,
  Address: 32
};
var ArgumentCursor = class {
  bytes;
  #types;
  position = 0;
  /** A boolean was neither 0 nor 1. Calls of constructors refuse it at once, the function itself only when it is called. */
  hasBadBool = false;
  /** Bytes read since the last constructor was entered. */
  #read = 0;
  constructor(bytes, types) {
    globalThis.__walk?.("packages/vm/src/entry/argument-cursor.ts", "constructor", 40);
    this.bytes = bytes;
    this.#types = types;
  }
  get isAtEnd() {
    globalThis.__walk?.("packages/vm/src/entry/argument-cursor.ts", "isAtEnd", 45);
    return this.position === this.bytes.length;
  }
  /** Reads what a constructor takes: bytes count apart there. */
  async apart(work) {
    globalThis.__walk?.("packages/vm/src/entry/argument-cursor.ts", "apart", 50);
    const outside = this.#read;
    this.#read = 0;
    const start = this.position;
    const result = await work();
    this.#read = outside + this.position - start;
    return result;
  }
  /** The length of a vector, or the number of a variant. */
  uleb() {
    globalThis.__walk?.("packages/vm/src/entry/argument-cursor.ts", "uleb", 60);
    let value = 0;
    for (let factor = 1, i = 0; i < 5; factor *= 128, i++) {
      const byte = this.bytes[this.position++];
      if (byte === void 0) break;
      value += (byte & 127) * factor;
      if (byte < 128) {
        if (value > 4294967295 || byte === 0 && i > 0) break;
        this.#read += i + 1;
        return value;
      }
    }
    throw badArgument("a length does not decode");
  }
  /** A value of a type without parts; undefined for a type whose values are no arguments. */
  primitive(type) {
    globalThis.__walk?.("packages/vm/src/entry/argument-cursor.ts", "primitive", 76);
    const size = fixedSizes[type.kind];
    if (size === void 0) return void 0;
    const bytes = this.take(size);
    if (type.kind === "Bool" && bytes[0] > 1) {
      this.hasBadBool = true;
      return false;
    }
    return deserializeValue(bytes, { kind: type.kind }, this.#types);
  }
  /** The elements of a `vector<u8>`. */
  byteVector() {
    globalThis.__walk?.("packages/vm/src/entry/argument-cursor.ts", "byteVector", 88);
    return new ByteVector(this.take(this.uleb()).slice());
  }
  /** The bytes of a `String`; undefined when they are not UTF-8. */
  text() {
    globalThis.__walk?.("packages/vm/src/entry/argument-cursor.ts", "text", 93);
    const outside = this.#read;
    this.#read = 0;
    const start = this.position;
    const text = this.byteVector();
    this.#read = outside + this.position - start;
    return isUtf8(text.bytes, 0, text.bytes.length) ? text : void 0;
  }
  take(size) {
    globalThis.__walk?.("packages/vm/src/entry/argument-cursor.ts", "take", 102);
    const end = this.position + size;
    if (end > this.bytes.length) throw badArgument("the argument ends too early");
    if (this.#read + size > maxBytes) throw badArgument(`an argument holds at most ${maxBytes} bytes`);
    const taken = this.bytes.subarray(this.position, end);
    this.position = end;
    this.#read += size;
    return taken;
  }
};
function badArgument(reason) {
  globalThis.__walk?.("packages/vm/src/entry/argument-cursor.ts", "badArgument", 114);
  return new VmError("FAILED_TO_DESERIALIZE_ARGUMENT", reason);
}
function badSignature(reason) {
  globalThis.__walk?.("packages/vm/src/entry/argument-cursor.ts", "badSignature", 119);
  return new VmError("INVALID_MAIN_FUNCTION_SIGNATURE", reason);
}

// packages/vm/src/value/byte-sink.ts
var word = 4294967296;
var ByteSink = class {
  #data = new Uint8Array(64);
  #length = 0;
  /** The bytes written. */
  finish() {
    globalThis.__walk?.("packages/vm/src/value/byte-sink.ts", "finish", 11);
    return this.#data.slice(0, this.#length);
  }
  byte(value) {
    globalThis.__walk?.("packages/vm/src/value/byte-sink.ts", "byte", 15);
    this.#reserve(1);
    this.#data[this.#length++] = value;
  }
  bytes(value) {
    globalThis.__walk?.("packages/vm/src/value/byte-sink.ts", "bytes", 20);
    this.#reserve(value.length);
    this.#data.set(value, this.#length);
    this.#length += value.length;
  }
  uleb(value) {
    globalThis.__walk?.("packages/vm/src/value/byte-sink.ts", "uleb", 26);
    let rest2 = value;
    while (rest2 > 127) {
      this.byte(rest2 & 127 | 128);
      rest2 = Math.floor(rest2 / 128);
    }
    this.byte(rest2);
  }
  /** An integer of a width, little endian, negative ones as two's complement. */
  integer(value, size) {
    globalThis.__walk?.("packages/vm/src/value/byte-sink.ts", "integer", 36);
    this.#reserve(size);
    const data = this.#data;
    let at3 = this.#length;
    this.#length += size;
    if (typeof value === "bigint") {
      let rest2 = value;
      for (const end = at3 + size; at3 < end; at3++) {
        data[at3] = Number(rest2 & 0xffn);
        rest2 >>= 8n;
      }
      return;
    }
    let low = value | 0;
    let high = Math.floor(value / word) | 0;
    for (const end = at3 + size; at3 < end; at3++) {
      data[at3] = low;
      low = low >>> 8 | high << 24;
      high >>= 8;
    }
  }
  /** An address by its text. */
  address(text) {
    globalThis.__walk?.("packages/vm/src/value/byte-sink.ts", "address", 59);
    this.#reserve(32);
    for (let i = 2; i < 66; i += 2) {
      this.#data[this.#length++] = digit(text.charCodeAt(i)) << 4 | digit(text.charCodeAt(i + 1));
    }
  }
  #reserve(size) {
    globalThis.__walk?.("packages/vm/src/value/byte-sink.ts", "reserve", 66);
    const needed = this.#length + size;
    if (needed <= this.#data.length) return;
    const grown = new Uint8Array(Math.max(needed, 2 * this.#data.length));
    grown.set(this.#data.subarray(0, this.#length));
    this.#data = grown;
  }
};
function digit(code) {
  globalThis.__walk?.("packages/vm/src/value/byte-sink.ts", "digit", 75);
  return code < 58 ? code - 48 : code - 87;
}

// packages/vm/src/value/copy.ts
var maxValueDepth = 128;
function tooDeep() {
  globalThis.__walk?.("packages/vm/src/value/copy.ts", "tooDeep", 9);
  return new VmError("VM_MAX_VALUE_DEPTH_REACHED", `a value is nested more than ${maxValueDepth} levels deep`);
}
function copyValue(value) {
  globalThis.__walk?.("packages/vm/src/value/copy.ts", "copyValue", 18);
  return typeof value === "object" ? copyContainer(value, 1) : value;
}
function copyContainer(value, depth) {
  globalThis.__walk?.("packages/vm/src/value/copy.ts", "copyContainer", 22);
  if (Array.isArray(value)) {
    if (depth > maxValueDepth) throw tooDeep();
    const copy3 = value.slice();
    for (let i = 0; i < copy3.length; i++) {
      const item = copy3[i];
      if (typeof item === "object") copy3[i] = copyContainer(item, depth + 1);
    }
    return copy3;
  }
  if (value instanceof ByteVector) return value.copy();
  if (!(value instanceof Closure)) return value;
  if (depth > maxValueDepth) throw tooDeep();
  const captured = value.captured.map((item) => (globalThis.__walk?.("packages/vm/src/value/copy.ts", "captured", 35), typeof item === "object" ? copyContainer(item, depth + 1) : item));
  return new Closure(value.target, value.mask, captured, value.capturedLayouts, value.capturedTypes);
}

// packages/vm/src/value/serialize.ts
function serializeValue(value, layout) {
  globalThis.__walk?.("packages/vm/src/value/serialize.ts", "serializeValue", 18);
  const sink = new ByteSink();
  write(sink, value, layout, 1);
  return sink.finish();
}
function write(sink, value, layout, depth) {
  globalThis.__walk?.("packages/vm/src/value/serialize.ts", "write", 24);
  switch (layout.kind) {
    case "Bool":
      sink.byte(value === true ? 1 : 0);
      return;
    case "Address":
      sink.address(value);
      return;
    case "Signer":
      sink.address(value[1]);
      return;
    case "Vector":
      writeVector(sink, value, layout.element, depth);
      return;
    case "Struct":
      if (depth > maxValueDepth) throw tooDeep();
      writeFields2(sink, value, 0, layout.fields, depth);
      return;
    case "Enum": {
      if (depth > maxValueDepth) throw tooDeep();
      const variant = value[0];
      sink.uleb(variant);
      writeFields2(sink, value, 1, layout.variants[variant].fields, depth);
      return;
    }
    case "Function":
      if (depth > maxValueDepth) throw tooDeep();
      writeClosure(sink, value, depth);
      return;
    default:
      sink.integer(value, integerRanges[layout.kind].bits / 8);
  }
}
function writeVector(sink, value, element, depth) {
  globalThis.__walk?.("packages/vm/src/value/serialize.ts", "writeVector", 59);
  if (element.kind === "U8") {
    const { bytes } = value;
    sink.uleb(bytes.length);
    sink.bytes(bytes);
    return;
  }
  if (depth > maxValueDepth) throw tooDeep();
  const items = value;
  sink.uleb(items.length);
  for (const item of items) write(sink, item, element, depth + 1);
}
function writeFields2(sink, value, from, fields, depth) {
  globalThis.__walk?.("packages/vm/src/value/serialize.ts", "writeFields", 72);
  for (let i = 0; i < fields.length; i++) write(sink, value[from + i], fields[i].layout, depth + 1);
}
function writeClosure(sink, closure, depth) {
  globalThis.__walk?.("packages/vm/src/value/serialize.ts", "writeClosure", 82);
  const { target: target2, mask, captured, capturedLayouts } = closure;
  if (capturedLayouts === void 0) {
    throw new VmError(
      "VALUE_SERIALIZATION_ERROR",
      "a function value may not be stored: its function is not persistent"
    );
  }
  sink.uleb(5 + 2 * captured.length);
  sink.integer(1, 2);
  sink.bytes(
    StructTag.encode({
      address: parseAddress(target2.address),
      module: target2.module,
      name: target2.name,
      typeArgs: []
    }).slice(0, -1)
  );
  sink.uleb(target2.typeArgs.length);
  for (const type of target2.typeArgs) sink.bytes(TypeTag.encode(typeToTag(type)));
  sink.integer(mask, 8);
  for (let i = 0; i < captured.length; i++) {
    writeCapturedLayout(sink, capturedLayouts[i]);
    write(sink, captured[i], capturedLayouts[i], depth + 1);
  }
}

// packages/vm/src/entry/finish-call.ts
async function toOutcome(work) {
  globalThis.__walk?.("packages/vm/src/entry/finish-call.ts", "toOutcome", 9);
  try {
    return await work();
  } catch (error) {
    if (error instanceof VmError) return { kind: "failed", error };
    throw error;
  }
}
async function finishCall(session2, outcome, resultTypes, mutable2 = []) {
  globalThis.__walk?.("packages/vm/src/entry/finish-call.ts", "finishCall", 19);
  if (outcome.kind === "failed") return outcome;
  const results = [];
  for (const [i, type] of resultTypes.entries()) results.push(await toBytes(session2, type, outcome.results[i]));
  const mutated = [];
  for (const { type, reference } of mutable2) mutated.push(await toBytes(session2, type, reference.target));
  return { kind: "returned", results, mutated };
}
async function toBytes(session2, type, value) {
  globalThis.__walk?.("packages/vm/src/entry/finish-call.ts", "toBytes", 33);
  if (type.kind === "Reference") return toBytes(session2, type.target, value.target);
  return { type, bytes: serializeValue(value, await session2.layout(type)) };
}

// packages/vm/src/entry/resolve-function.ts
async function resolveFunction(session2, id, typeArgs) {
  globalThis.__walk?.("packages/vm/src/entry/resolve-function.ts", "resolveFunction", 22);
  const address = formatAddressLong(id.address);
  const signature = await session2.signature(address, id.module, id.name);
  const types = await resolveTypeArguments(session2, typeArgs, signature.typeParameters);
  const substitute = (type) => (globalThis.__walk?.("packages/vm/src/entry/resolve-function.ts", "substitute", 30), session2.types.substitute(type, types));
  return {
    target: { address, module: id.module, name: id.name, typeArgs: types },
    signature,
    params: signature.params.map(substitute),
    results: signature.results.map(substitute)
  };
}
async function resolveTypeArguments(session2, typeArgs, constraints) {
  globalThis.__walk?.("packages/vm/src/entry/resolve-function.ts", "resolveTypeArguments", 45);
  const types = typeArgs.map((tag) => (globalThis.__walk?.("packages/vm/src/entry/resolve-function.ts", "types", 50), session2.types.ofTag(tag)));
  const abilities2 = [];
  for (const type of types) abilities2.push(await session2.abilitiesOf(type));
  if (types.length !== constraints.length) {
    const reason = `expected ${constraints.length} type arguments, got ${types.length}`;
    throw new VmError("NUMBER_OF_TYPE_ARGUMENTS_MISMATCH", reason);
  }
  constraints.forEach((constraint, i) => {
    globalThis.__walk?.("packages/vm/src/entry/resolve-function.ts", "resolveTypeArguments", 57);
    if ((abilities2[i] & constraint) !== constraint) {
      throw new VmError(
        "CONSTRAINT_NOT_SATISFIED",
        `type argument ${i} lacks an ability that its type parameter requires`
      );
    }
  });
  return types;
}

// packages/vm/src/entry/argument-builder.ts
var framework = `0x${"1".padStart(64, "0")}`;
var copy = /* @__PURE__ */ abilitySet(["copy"]);
var key = /* @__PURE__ */ abilitySet(["key"]);
var constructors = {
  "object::Object": { module: "object", name: "address_to_object" },
  "option::Option": { module: "option", name: "from_vec" },
  "fixed_point32::FixedPoint32": { module: "fixed_point32", name: "create_from_raw_value" },
  "fixed_point64::FixedPoint64": { module: "fixed_point64", name: "create_from_raw_value" }
};
var ArgumentBuilder = class {
  #session;
  #makesStructs;
  #makesPublicStructs;
  constructor(session2) {
    globalThis.__walk?.("packages/vm/src/entry/argument-builder.ts", "constructor", 39);
    const { rules } = session2.environment;
    this.#session = session2;
    this.#makesStructs = rules.structConstructors;
    this.#makesPublicStructs = rules.publicStructArguments;
  }
  /** True if bytes from outside can make values of a type. */
  async isConstructible(type) {
    globalThis.__walk?.("packages/vm/src/entry/argument-builder.ts", "isConstructible", 47);
    switch (type.kind) {
      case "Vector":
        return this.isConstructible(type.element);
      case "Struct":
        return isString(type) || this.#constructorOf(type) !== void 0 || this.#isPublicStruct(type);
      case "Signer":
      case "Reference":
      case "Function":
      case "TypeParameter":
        return false;
      default:
        return true;
    }
  }
  /**
   * Makes an argument. Constructors run now, so their failures come before those of {@link BuiltArgument.finish}.
   *
   * @throws {@link VmError} `FAILED_TO_DESERIALIZE_ARGUMENT`, `INVALID_MAIN_FUNCTION_SIGNATURE` for a type that no argument can
   * have, and whatever a constructor fails with
   */
  async build(type, bytes) {
    globalThis.__walk?.("packages/vm/src/entry/argument-builder.ts", "build", 69);
    const cursor = new ArgumentCursor(bytes, this.#session.types);
    if (type.kind !== "Vector" && type.kind !== "Struct") {
      if (!await this.isConstructible(type))
        throw badSignature(`a parameter of type ${type.text} cannot be given an argument`);
      return { finish: () => (globalThis.__walk?.("packages/vm/src/entry/argument-builder.ts", "finish", 74), finished(cursor, cursor.primitive(type))) };
    }
    const value = await this.#read(type, cursor, { left: this.#makesPublicStructs ? 32 : 10 });
    if (!cursor.isAtEnd) throw badArgument("the argument has bytes left over");
    return { finish: () => (globalThis.__walk?.("packages/vm/src/entry/argument-builder.ts", "finish", 78), finished(cursor, value)) };
  }
  #read(type, cursor, calls) {
    globalThis.__walk?.("packages/vm/src/entry/argument-builder.ts", "read", 81);
    if (type.kind === "Vector") return this.#readVector(type.element, cursor, calls);
    if (type.kind !== "Struct") {
      const value = cursor.primitive(type);
      if (value === void 0) throw badSignature(`a parameter of type ${type.text} cannot be given an argument`);
      return value;
    }
    if (!isString(type)) return this.#readStruct(type, cursor, calls);
    if (calls.left === 0) throw tooManyCalls();
    const text = cursor.text();
    if (text === void 0) throw this.#makesStructs ? brokenText() : badArgument("a string is not UTF-8");
    return whenReady(this.#session.layout(type), () => (globalThis.__walk?.("packages/vm/src/entry/argument-builder.ts", "read", 93), [text]));
  }
  async #readVectorSlowly(element, from, count, cursor, calls) {
    globalThis.__walk?.("packages/vm/src/entry/argument-builder.ts", "readVectorSlowly", 96);
    while (from.length < count) from.push(await this.#read(element, cursor, calls));
    return from;
  }
  #readVector(element, cursor, calls) {
    globalThis.__walk?.("packages/vm/src/entry/argument-builder.ts", "readVector", 101);
    if (element.kind === "U8") return cursor.byteVector();
    const count = cursor.uleb();
    const items = [];
    while (items.length < count) {
      const item = this.#read(element, cursor, calls);
      if (item instanceof Promise) {
        return item.then((first) => {
          globalThis.__walk?.("packages/vm/src/entry/argument-builder.ts", "readVector", 108);
          items.push(first);
          return this.#readVectorSlowly(element, items, count, cursor, calls);
        });
      }
      items.push(item);
    }
    return items;
  }
  async #readStruct(type, cursor, calls) {
    globalThis.__walk?.("packages/vm/src/entry/argument-builder.ts", "readStruct", 118);
    const target2 = this.#constructorOf(type) ?? await this.#packFunction(type, cursor);
    if (target2 === void 0) throw badSignature(`a parameter of type ${type.text} cannot be given an argument`);
    if (calls.left === 0) throw tooManyCalls();
    calls.left--;
    const args = await cursor.apart(async () => {
      globalThis.__walk?.("packages/vm/src/entry/argument-builder.ts", "args", 123);
      const values2 = [];
      const { params } = await this.#session.signature(target2.address, target2.module, target2.name);
      for (const param of params) {
        const concrete = this.#session.types.substitute(param, target2.typeArgs);
        values2.push(await this.#read(concrete, cursor, calls));
        if (cursor.hasBadBool) throw badArgument("a boolean is neither 0 nor 1");
      }
      return values2;
    });
    return this.#callConstructor(target2, args);
  }
  async #callConstructor(target2, args) {
    globalThis.__walk?.("packages/vm/src/entry/argument-builder.ts", "callConstructor", 136);
    const { meter, environment } = this.#session;
    const isFree = !environment.rules.lazyLoading;
    if (isFree) meter.suspend();
    try {
      const outcome = await this.#session.call(target2, args);
      if (outcome.kind === "failed") throw outcome.error;
      return outcome.results[0];
    } finally {
      if (isFree) meter.resume();
    }
  }
  #constructorOf(type) {
    globalThis.__walk?.("packages/vm/src/entry/argument-builder.ts", "constructorOf", 149);
    if (!this.#makesStructs || type.address !== framework) return void 0;
    const found = constructors[`${type.module}::${type.name}`];
    return found && { address: framework, ...found, typeArgs: type.typeArgs };
  }
  /** True if callers may make a struct or enum: it is `copy`, not `key`, and its module has functions that pack it. */
  async #isPublicStruct(type) {
    globalThis.__walk?.("packages/vm/src/entry/argument-builder.ts", "isPublicStruct", 156);
    if (!this.#makesPublicStructs) return false;
    const has = await this.#session.abilitiesOf(type);
    if ((has & copy) === 0 || (has & key) !== 0) return false;
    const layout = await this.#session.layout(type);
    const names2 = layout.kind === "Enum" ? layout.variants.map((variant) => (globalThis.__walk?.("packages/vm/src/entry/argument-builder.ts", "names", 163), `pack$${type.name}$${variant.name}`)) : [`pack$${type.name}`];
    for (const name of names2) {
      if (!await this.#isPublicFunction(type, name)) return false;
    }
    return true;
  }
  async #packFunction(type, cursor) {
    globalThis.__walk?.("packages/vm/src/entry/argument-builder.ts", "packFunction", 171);
    if (!await this.#isPublicStruct(type)) return void 0;
    const { address, module, typeArgs } = type;
    const layout = await this.#session.layout(type);
    if (layout.kind !== "Enum") return { address, module, name: `pack$${type.name}`, typeArgs };
    const variant = layout.variants[cursor.uleb()];
    if (variant === void 0) throw badArgument(`${type.text} has no variant with that index`);
    return { address, module, name: `pack$${type.name}$${variant.name}`, typeArgs };
  }
  async #isPublicFunction({ address, module }, name) {
    globalThis.__walk?.("packages/vm/src/entry/argument-builder.ts", "isPublicFunction", 181);
    try {
      return (await this.#session.signature(address, module, name)).visibility === "public";
    } catch (error) {
      if (error instanceof VmError && error.status === "FUNCTION_RESOLUTION_FAILURE") return false;
      throw error;
    }
  }
};
function finished(cursor, value) {
  globalThis.__walk?.("packages/vm/src/entry/argument-builder.ts", "finished", 196);
  if (cursor.hasBadBool) throw badArgument("a boolean is neither 0 nor 1");
  if (!cursor.isAtEnd) throw badArgument("the argument has bytes left over");
  return value;
}
function isString(type) {
  globalThis.__walk?.("packages/vm/src/entry/argument-builder.ts", "isString", 202);
  return type.address === framework && type.module === "string" && type.name === "String";
}
function tooManyCalls() {
  globalThis.__walk?.("packages/vm/src/entry/argument-builder.ts", "tooManyCalls", 206);
  return badArgument("an argument needs too many constructors");
}
function brokenText() {
  globalThis.__walk?.("packages/vm/src/entry/argument-builder.ts", "brokenText", 211);
  const error = abortError(1);
  error.module = { address: framework, name: "string" };
  return error;
}

// packages/vm/src/entry/view-function.ts
var signerLength = 33;
function callViewFunction(session2, id, typeArgs, args) {
  globalThis.__walk?.("packages/vm/src/entry/view-function.ts", "callViewFunction", 22);
  return toOutcome(async () => {
    globalThis.__walk?.("packages/vm/src/entry/view-function.ts", "callViewFunction", 28);
    const { target: target2, signature, params, results } = await resolveFunction(session2, id, typeArgs);
    if (!signature.isView) throw badSignature("function not marked as view function");
    if (results.length === 0) throw badSignature("a view function must return at least one value");
    if (params.length !== args.length) throw badSignature(`expected ${params.length} arguments, got ${args.length}`);
    const builder = new ArgumentBuilder(session2);
    const built = [];
    for (const [i, param] of params.entries()) built.push(await build(builder, param, args[i]));
    const values2 = built.map((argument) => (globalThis.__walk?.("packages/vm/src/entry/view-function.ts", "values", 36), argument.finish()));
    return finishCall(session2, await session2.call(target2, values2), results);
  });
}
async function build(builder, param, bytes) {
  globalThis.__walk?.("packages/vm/src/entry/view-function.ts", "build", 41);
  if (param.kind === "Signer") return { finish: () => (globalThis.__walk?.("packages/vm/src/entry/view-function.ts", "finish", 42), signerValue(formatAddressLong(readSigner(bytes)))) };
  try {
    return await builder.build(param, bytes);
  } catch (error) {
    if (error instanceof VmError) throw new VmError(error.status, error.message);
    throw error;
  }
}
function readSigner(bytes) {
  globalThis.__walk?.("packages/vm/src/entry/view-function.ts", "readSigner", 52);
  if (bytes.length !== signerLength || bytes[0] !== 0) throw badArgument("the bytes are not a signer");
  return bytesToAddress(bytes.subarray(1));
}

// packages/vm/src/features/feature.ts
var feature = {
  codeDependencyCheck: 1,
  treatFriendAsPrivate: 2,
  binaryFormat6: 5,
  resourceGroups: 9,
  algebraNatives: 12,
  bls12381Structures: 13,
  ed25519WrongLength: 14,
  structConstructors: 15,
  storageSlotMetadata: 19,
  chargeInvariantViolation: 20,
  signerNativeFormat: 25,
  moduleEvent: 26,
  emitFeeStatement: 27,
  storageDeletionRefund: 28,
  saferResourceGroups: 31,
  singleSenderAuthenticator: 33,
  sponsoredAccountCreation: 34,
  delayedFields: 36,
  limitIdentifierLength: 38,
  binaryFormat7: 40,
  splitResourceGroups: 41,
  bn254Structures: 43,
  webAuthn: 44,
  keyless: 46,
  zklessKeyless: 47,
  refundableBytes: 51,
  keylessPasskeys: 54,
  abortOnMultisigPayloadMismatch: 70,
  serializedScriptArguments: 72,
  enumTypes: 74,
  resourceAccessControl: 75,
  federatedKeyless: 77,
  simulationEnhancement: 78,
  callTreeCache: 83,
  permissionedSigner: 84,
  accountAbstraction: 85,
  binaryFormat8: 86,
  derivableAccountAbstraction: 88,
  functionValues: 89,
  newAccountsDefaultToFungibleStore: 90,
  defaultAccountResource: 91,
  transactionPayloadV2: 93,
  orderlessTransactions: 94,
  lazyLoading: 95,
  calculateFeeForDistribution: 96,
  trustedCode: 100,
  enumOption: 101,
  binaryFormat9: 102,
  frameworkOption: 103,
  binaryFormat10: 106,
  slhDsa: 107,
  encryptedTransactions: 108,
  publicStructArguments: 109,
  multisigScript: 110,
  transactionLimits: 111,
  versionedTransactionValidation: 112
};

// packages/vm/src/features/features.ts
var Features = class _Features {
  #bits;
  /** @param bits - as in `0x1::features::Features`: bit n is feature n, the lowest bit of a byte first */
  constructor(bits2) {
    globalThis.__walk?.("packages/vm/src/features/features.ts", "constructor", 8);
    this.#bits = bits2;
  }
  /** The given flags and no other. */
  static of(flags) {
    globalThis.__walk?.("packages/vm/src/features/features.ts", "of", 13);
    const all = [...flags];
    const bits2 = new Uint8Array((Math.max(-1, ...all) >> 3) + 1);
    for (const flag of all) bits2[flag >> 3] |= 1 << (flag & 7);
    return new _Features(bits2);
  }
  /** True if a flag is on; `features.has(feature.lazyLoading)`. */
  has(flag) {
    globalThis.__walk?.("packages/vm/src/features/features.ts", "has", 21);
    return ((this.#bits[flag >> 3] ?? 0) >> (flag & 7) & 1) === 1;
  }
  /**
   * Newest version of the binary format that publishing and scripts may use.
   *
   * @see Ledger specification, execution §1.2
   */
  get maxBinaryVersion() {
    globalThis.__walk?.("packages/vm/src/features/features.ts", "maxBinaryVersion", 30);
    if (this.has(feature.binaryFormat10)) return 10;
    if (this.has(feature.binaryFormat9)) return 9;
    if (this.has(feature.binaryFormat8)) return 8;
    if (this.has(feature.binaryFormat7)) return 7;
    return this.has(feature.binaryFormat6) ? 6 : 5;
  }
};

// packages/vm/src/features/timed-features.ts
var mainnetChainId = 1;
var testnetChainId = 2;
var testingChainId = 4;
var standardTime = "-08:00";
var daylightTime = "-07:00";
var at2 = (day, hour, offset) => (globalThis.__walk?.("packages/vm/src/features/timed-features.ts", "at", 17), Date.parse(`${day}T${hour}:00${offset}`) * 1e3);
var activations = {
  LimitModuleComplexity: {
    testnet: at2("2024-06-25", "16:00", daylightTime),
    mainnet: at2("2024-07-03", "12:00", daylightTime)
  },
  EntryCompatibility: {
    testnet: at2("2024-11-06", "12:00", standardTime),
    mainnet: at2("2024-11-12", "12:00", standardTime)
  },
  ChargeBytesForPrints: {
    testnet: at2("2025-03-07", "12:00", standardTime),
    mainnet: at2("2025-03-11", "17:00", daylightTime)
  },
  FixMemoryUsageTracking: {
    testnet: at2("2025-03-07", "12:00", standardTime),
    mainnet: at2("2025-03-11", "17:00", daylightTime),
    testing: at2("1970-01-01", "01:00", "Z")
  },
  FixTableNativesMemoryDoubleCounting: {
    testnet: at2("2025-10-16", "17:00", daylightTime),
    mainnet: at2("2025-10-21", "10:00", daylightTime)
  },
  ClosureDepthCheck: {
    testnet: at2("2026-02-02", "22:00", standardTime),
    mainnet: at2("2026-02-09", "12:00", standardTime)
  },
  FixCryptoAlgebraNativesResultHandling: {
    testnet: at2("2026-02-02", "22:00", standardTime),
    mainnet: at2("2026-02-09", "12:00", standardTime),
    testing: at2("1970-01-01", "01:00", "Z")
  },
  UseFullTransactionSizeForGasCheck: {
    testnet: at2("2026-02-02", "22:00", standardTime),
    mainnet: at2("2026-02-09", "12:00", standardTime),
    testing: at2("2026-02-16", "10:00", standardTime)
  },
  EnableStrictBounds: {
    testnet: at2("2026-02-25", "10:00", standardTime),
    mainnet: at2("2026-02-27", "10:00", standardTime)
  },
  RevisedBounds: {
    testnet: at2("2026-03-03", "21:00", standardTime),
    mainnet: at2("2026-03-05", "10:00", standardTime)
  },
  ConstantSerializedSizeLocalCache: {
    testnet: at2("2026-03-11", "21:00", daylightTime),
    mainnet: at2("2026-03-13", "10:00", daylightTime)
  }
};
var timedFeatureNames = Object.keys(activations);
var TimedFeatures = class {
  #chainId;
  #time;
  /**
   * @param chainId - of the network
   * @param lastReconfigurationTime - microseconds, from `0x1::reconfiguration::Configuration` before the block
   */
  constructor(chainId, lastReconfigurationTime) {
    globalThis.__walk?.("packages/vm/src/features/timed-features.ts", "constructor", 89);
    this.#chainId = chainId;
    this.#time = lastReconfigurationTime;
  }
  /** Equal for networks and times at which the same features are on. */
  get signature() {
    globalThis.__walk?.("packages/vm/src/features/timed-features.ts", "signature", 95);
    return timedFeatureNames.map((name) => (globalThis.__walk?.("packages/vm/src/features/timed-features.ts", "signature", 96), Number(this.has(name)))).join("");
  }
  /** True if a feature is on. */
  has(name) {
    globalThis.__walk?.("packages/vm/src/features/timed-features.ts", "has", 100);
    const { testnet, mainnet, testing = 0 } = activations[name];
    switch (this.#chainId) {
      case mainnetChainId:
        return this.#time >= mainnet;
      case testnetChainId:
        return this.#time >= testnet;
      case testingChainId:
        return this.#time >= testing;
      default:
        return true;
    }
  }
};

// packages/vm/src/features/rules.ts
var since = {
  /** The payload has a session of its own, and loads again what the prologue loaded. */
  separatesPayload: 1,
  /** State access costs what `0x1::storage_gas` says, where the ledger has it. */
  storageGas: 1,
  /** Loads of table items cost what `0x1::storage_gas` says. */
  storageGasOfTables: 2,
  /** Memory is counted. */
  memory: 3,
  /** Calls pay for the locals of the callee. Older schedules may name the prices. */
  paysLocals: 3,
  /** Vectors of all primitive types have a size of their own besides their elements. */
  sizedVectors: 3,
  /** Changes of a transaction are limited. */
  changeLimits: 3,
  /** Writes pay for the bytes beyond a free quota. */
  freeWriteBytes: 3,
  /** Writes of resources distinguish creation from modification. */
  createsResources: 3,
  /** Natives of `0x1::event` keep the memory of their arguments. */
  eventsKeepArguments: 4,
  /** The schedule says the limits of changes, and how many bytes of a write are free. */
  scheduledChangeLimits: 5,
  /** Storage costs octas. */
  storageFees: 7,
  /** The schedule limits the gas of execution, of state access and of storage. */
  gasLimits: 7,
  /** Only the first load of a table item pays for the slot. */
  newTableItems: 7,
  /** Resource groups count with their first member. */
  countsGroups: 9,
  /** State access has flat prices in the schedule. */
  flatIo: 10,
  /** The number of writes of a transaction is limited. */
  writeCountLimit: 11,
  /** State access is paid by pages, and charges that fail count as used. */
  ioInPages: 12,
  countsFailedCharges: 12,
  /** Storage fees are deposits, where the flag for refundable bytes is on. */
  deposits: 13,
  /** Making types costs gas. */
  paysTypes: 14,
  /** Modules outside the special addresses cost gas and are limited. */
  paysModules: 15,
  /** Transactions and events pay for being written. */
  paysEvents: 16,
  /** Scripts that governance approved have limits and a size of their own in the schedule. */
  approvedScriptLimits: 18,
  /** Points are brought into the form that is written for a price. */
  paysNormalizing: 21,
  /** Modules of type arguments cost gas. */
  paysTypeArguments: 31,
  largerLayouts: 34,
  /** A function called `init_module` has to be an initialiser; before, others are not run. */
  strictInitialisers: 35,
  /** Natives pay piece by piece. */
  nativesPayAtOnce: 36,
  /** The limit of dependencies keeps its status inside of running code. */
  keepsDependencyLimit: 42,
  /** A full memory has a status of its own. */
  memoryStatus: 42,
  /** Types of a generic frame's locals are checked. */
  checksLocals: 45,
  /** A type that occurs again counts once in a layout. */
  countsLayoutsOnce: 45,
  /** References do not count in the limits of types. */
  freeReferences: 46,
  /** Closures with different masks differ. */
  comparesMasks: 49,
  /** `object::exists_at` aborts for a type that cannot be a resource. */
  abortsWithoutResource: 50,
  /**
   * The prologue learns whether a fee payer has to prove its key. Devnet's framework of July 2026 (version 54) has that field, the
   * newest published rules (50) do not; where between them it came is not known.
   */
  feePayerCheck: 51
};
function gasRules(featureVersion) {
  globalThis.__walk?.("packages/vm/src/features/rules.ts", "gasRules", 98);
  return record(since, (first) => (globalThis.__walk?.("packages/vm/src/features/rules.ts", "gasRules", 99), featureVersion >= first));
}
function allRules(gas, features, timedFeatures) {
  globalThis.__walk?.("packages/vm/src/features/rules.ts", "allRules", 103);
  const timed = timedFeatureNames.map((name) => (globalThis.__walk?.("packages/vm/src/features/rules.ts", "timed", 104), [uncapitalize(name), timedFeatures.has(name)]));
  return {
    ...gas,
    ...record(feature, (flag) => (globalThis.__walk?.("packages/vm/src/features/rules.ts", "allRules", 107), features.has(flag))),
    ...Object.fromEntries(timed)
  };
}
function record(table, holds) {
  globalThis.__walk?.("packages/vm/src/features/rules.ts", "record", 112);
  const entries = Object.entries(table);
  return Object.fromEntries(entries.map(([name, value]) => (globalThis.__walk?.("packages/vm/src/features/rules.ts", "record", 117), [name, holds(value)])));
}
function uncapitalize(name) {
  globalThis.__walk?.("packages/vm/src/features/rules.ts", "uncapitalize", 120);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

// packages/vm/src/gas/io-pricing.ts
var page = 4096;
function ioPricing(prices, storageGas) {
  globalThis.__walk?.("packages/vm/src/gas/io-pricing.ts", "ioPricing", 35);
  const { rules } = prices;
  if (rules.flatIo) return flatPricing(prices);
  if (!rules.storageGas || storageGas === void 0) return legacyPricing(prices);
  return storageGasPricing(rules, storageGas);
}
function legacyPricing(prices) {
  globalThis.__walk?.("packages/vm/src/gas/io-pricing.ts", "legacyPricing", 42);
  const base = prices.parameter("txn.storage_io_per_state_slot_read");
  const perByte = prices.parameter("txn.storage_io_per_state_byte_read");
  const failure = prices.parameter("txn.load_data.failure");
  return {
    version: 1,
    read: (exists, bytes) => (globalThis.__walk?.("packages/vm/src/gas/io-pricing.ts", "read", 48), base + (exists ? perByte * bytes : failure)),
    tableBytes: (bytes) => (globalThis.__walk?.("packages/vm/src/gas/io-pricing.ts", "tableBytes", 49), bytes),
    tableLoad: {}
  };
}
function storageGasPricing(rules, storageGas) {
  globalThis.__walk?.("packages/vm/src/gas/io-pricing.ts", "storageGasPricing", 54);
  const perItem = Number(storageGas.perItemRead);
  const perByte = Number(storageGas.perByteRead);
  const base = rules.newTableItems ? { "table.common.load.base": 0, "table.common.load.base_new": perItem } : { "table.common.load.base": perItem, "table.common.load.base_new": 0 };
  return {
    version: 2,
    read: (_exists, bytes) => (globalThis.__walk?.("packages/vm/src/gas/io-pricing.ts", "read", 62), perItem + perByte * bytes),
    tableBytes: (bytes) => (globalThis.__walk?.("packages/vm/src/gas/io-pricing.ts", "tableBytes", 63), bytes),
    tableLoad: rules.storageGasOfTables ? { ...base, "table.common.load.per_byte": perByte, "table.common.load.failure": 0 } : {}
  };
}
function flatPricing(prices) {
  globalThis.__walk?.("packages/vm/src/gas/io-pricing.ts", "flatPricing", 70);
  const slot = prices.parameter("txn.storage_io_per_state_slot_read");
  const perByte = prices.parameter("txn.storage_io_per_state_byte_read");
  const inPages = prices.rules.ioInPages;
  const charged = (bytes) => (globalThis.__walk?.("packages/vm/src/gas/io-pricing.ts", "charged", 74), inPages ? Math.ceil(bytes / page) * page : bytes);
  return {
    version: inPages ? 4 : 3,
    read: (_exists, bytes) => (globalThis.__walk?.("packages/vm/src/gas/io-pricing.ts", "read", 77), slot + perByte * charged(bytes)),
    tableBytes: charged,
    tableLoad: {
      "table.common.load.base": 0,
      "table.common.load.base_new": slot,
      "table.common.load.per_byte": perByte,
      "table.common.load.failure": 0
    }
  };
}

// packages/vm/src/gas/keys/group.ts
function group(prefix, from, names2, until) {
  globalThis.__walk?.("packages/vm/src/gas/keys/group.ts", "group", 12);
  return { prefix, names: names2, from, until };
}

// packages/vm/src/gas/keys/abstract-sizes.ts
var abstractSizeKeys = [
  group("misc.abs_val.", 0, [
    "u8",
    "u64",
    "u128",
    "bool",
    "address",
    "struct",
    "vector",
    "reference",
    "per_u8_packed",
    "per_u64_packed",
    "per_u128_packed",
    "per_bool_packed",
    "per_address_packed"
  ]),
  group("misc.abs_val.", 5, ["u16", "u32", "u256", "per_u16_packed", "per_u32_packed", "per_u256_packed"]),
  group("misc.abs_val.", 37, ["closure"]),
  group("misc.abs_val.", 42, [
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "i256",
    "per_i8_packed",
    "per_i16_packed",
    "per_i32_packed",
    "per_i64_packed",
    "per_i128_packed",
    "per_i256_packed"
  ])
];

// packages/vm/src/gas/keys/algebra.ts
var field = [
  "add",
  "deser",
  "div",
  "eq",
  "from_u64",
  "inv",
  "mul",
  "neg",
  "one",
  "serialize",
  "square",
  "sub",
  "zero"
];
var largeField = [...field, "clone", "pow_u256"];
var curveGroup = [
  "affine_deser_comp",
  "affine_deser_uncomp",
  "affine_serialize_comp",
  "affine_serialize_uncomp",
  "proj_add",
  "proj_double",
  "proj_eq",
  "proj_generator",
  "proj_infinity",
  "proj_neg",
  "proj_scalar_mul",
  "proj_sub",
  "proj_to_affine"
];
var pairing = ["multi_pairing_base", "multi_pairing_per_pair", "pairing"];
var hashing = ["base", "per_msg_byte"];
var algebraKeys = [
  group("aptos_framework.algebra.ark_bls12_381_fr_", 8, field),
  group("aptos_framework.algebra.ark_bls12_381_fq12_", 8, largeField),
  group("aptos_framework.algebra.ark_bls12_381_g1_", 8, curveGroup),
  group("aptos_framework.algebra.ark_bls12_381_g2_", 8, curveGroup),
  group("aptos_framework.algebra.ark_bls12_381_", 8, pairing),
  group("aptos_framework.algebra.ark_h2c_bls12381g1_xmd_sha256_sswu_", 8, hashing),
  group("aptos_framework.algebra.ark_h2c_bls12381g2_xmd_sha256_sswu_", 8, hashing),
  group("aptos_framework.algebra.ark_bn254_fr_", 12, field),
  group("aptos_framework.algebra.ark_bn254_fq_", 12, largeField),
  group("aptos_framework.algebra.ark_bn254_fq12_", 12, largeField),
  group("aptos_framework.algebra.ark_bn254_g1_", 12, curveGroup),
  group("aptos_framework.algebra.ark_bn254_g2_", 12, curveGroup),
  group("aptos_framework.algebra.ark_bn254_", 12, pairing)
];

// packages/vm/src/instructions/table.ts
var values = "values";
var mismatch = (type, ability) => (globalThis.__walk?.("packages/vm/src/instructions/table.ts", "mismatch", 12), {
  refusals: ability === void 0 ? { type } : { type, ability }
});
var others = mismatch("TYPE_MISMATCH");
var integers = mismatch("INTEGER_OP_TYPE_MISMATCH_ERROR");
var booleans = mismatch("BOOLEAN_OP_TYPE_MISMATCH_ERROR");
var flat = { since: 0, base: "" };
var flatSince = (since2) => (globalThis.__walk?.("packages/vm/src/instructions/table.ts", "flatSince", 21), { since: since2, base: "" });
var based = { since: 0, base: ".base" };
var byValue = { ...based, unit: ".per_abs_val_unit" };
var load = { takes: 0, gives: 1, references: values, price: flat, ...others };
var cast = { takes: 1, gives: 1, references: values, price: flat, ...integers };
var integerPair = { takes: 2, gives: 1, references: values, price: flat, ...integers };
var compare = {
  takes: 2,
  gives: 1,
  weighs: "compared",
  references: "read",
  price: byValue,
  ...mismatch("EQUALITY_OP_TYPE_MISMATCH_ERROR")
};
var jump = {
  takes: 1,
  gives: 0,
  ends: "branch",
  references: values,
  price: flat,
  ...mismatch("BR_TYPE_MISMATCH_ERROR")
};
var abort = { gives: 0, ends: "abort", references: values, ...mismatch("ABORT_TYPE_MISMATCH_ERROR") };
var borrowLocal = { takes: 0, gives: 1, references: "borrow local", price: flat, ...others };
var borrowField = {
  takes: 1,
  gives: 1,
  references: "borrow field",
  price: flat,
  ...mismatch("BORROWFIELD_TYPE_MISMATCH_ERROR")
};
var pack = {
  takes: "fields",
  gives: 1,
  references: values,
  price: { ...based, key: "pack", unit: ".per_field" },
  ...mismatch("PACK_TYPE_MISMATCH_ERROR")
};
var unpack = {
  takes: 1,
  gives: "fields",
  references: values,
  price: { ...based, key: "unpack", unit: ".per_field" },
  ...mismatch("UNPACK_TYPE_MISMATCH_ERROR")
};
var call = {
  gives: "results",
  reaches: "code",
  references: "call",
  price: "call",
  ...mismatch("CALL_TYPE_MISMATCH_ERROR")
};
var onState = { names: "struct", reaches: "state", price: based };
var borrowGlobal = {
  ...onState,
  takes: 1,
  gives: 1,
  references: "borrow global",
  ...mismatch("BORROWGLOBAL_TYPE_MISMATCH_ERROR", "BORROWGLOBAL_WITHOUT_KEY_ABILITY")
};
var onVector = { names: "signature", price: based, ...others };
var mutable = true;
var effects = {
  pop: { takes: 1, gives: 0, references: values, price: flat, ...mismatch("POP_WITHOUT_DROP_ABILITY") },
  ret: {
    takes: "returned",
    gives: 0,
    ends: "return",
    references: "return",
    price: flat,
    ...mismatch("RET_TYPE_MISMATCH_ERROR")
  },
  br_true: jump,
  br_false: jump,
  branch: { takes: 0, gives: 0, ends: "jump", references: values, price: flat, ...others },
  ld_u64: load,
  ld_const: { ...load, names: "constant", price: { ...based, unit: ".per_byte" } },
  ld_true: load,
  ld_false: load,
  copy_loc: {
    takes: 0,
    gives: 1,
    weighs: "copied",
    references: "copy local",
    price: byValue,
    unavailable: "COPYLOC_UNAVAILABLE_ERROR",
    ...mismatch("COPYLOC_WITHOUT_COPY_ABILITY")
  },
  move_loc: {
    takes: 0,
    gives: 1,
    references: "move local",
    price: based,
    unavailable: "MOVELOC_UNAVAILABLE_ERROR",
    ...others
  },
  st_loc: { takes: 1, gives: 0, references: "store local", price: based, ...mismatch("STLOC_TYPE_MISMATCH_ERROR") },
  mut_borrow_loc: { ...borrowLocal, mutable, unavailable: "BORROWLOC_UNAVAILABLE_ERROR" },
  imm_borrow_loc: { ...borrowLocal, unavailable: "BORROWLOC_UNAVAILABLE_ERROR" },
  mut_borrow_field: { ...borrowField, names: "field", mutable },
  imm_borrow_field: { ...borrowField, names: "field" },
  call: { ...call, takes: "parameters", names: "function" },
  pack: { ...pack, names: "struct" },
  unpack: { ...unpack, names: "struct" },
  read_ref: {
    takes: 1,
    gives: 1,
    weighs: "copied",
    references: "read",
    price: byValue,
    ...mismatch("READREF_TYPE_MISMATCH_ERROR", "READREF_WITHOUT_COPY_ABILITY")
  },
  write_ref: {
    takes: 2,
    gives: 0,
    references: "write",
    price: based,
    mutable,
    refusals: {
      type: "WRITEREF_TYPE_MISMATCH_ERROR",
      ability: "WRITEREF_WITHOUT_DROP_ABILITY",
      mutable: "WRITEREF_NO_MUTABLE_REFERENCE_ERROR"
    }
  },
  add: integerPair,
  sub: integerPair,
  mul: integerPair,
  mod: integerPair,
  div: integerPair,
  bit_or: integerPair,
  bit_and: integerPair,
  xor: { ...integerPair, price: { ...flat, key: "bit_xor" } },
  or: { takes: 2, gives: 1, references: values, price: flat, ...booleans },
  and: { takes: 2, gives: 1, references: values, price: flat, ...booleans },
  not: { takes: 1, gives: 1, references: values, price: flat, ...booleans },
  eq: compare,
  neq: compare,
  lt: integerPair,
  gt: integerPair,
  le: integerPair,
  ge: integerPair,
  abort: { ...abort, takes: 1, price: flat },
  nop: { takes: 0, gives: 0, references: values, price: flat, ...others },
  exists: {
    ...onState,
    takes: 1,
    gives: 1,
    references: values,
    ...mismatch("EXISTS_WITHOUT_KEY_ABILITY_OR_BAD_ARGUMENT")
  },
  mut_borrow_global: { ...borrowGlobal, mutable },
  imm_borrow_global: borrowGlobal,
  move_from: {
    ...onState,
    takes: 1,
    gives: 1,
    references: "take global",
    ...mismatch("MOVEFROM_TYPE_MISMATCH_ERROR", "MOVEFROM_WITHOUT_KEY_ABILITY")
  },
  move_to: {
    ...onState,
    takes: 2,
    gives: 0,
    references: values,
    ...mismatch("MOVETO_TYPE_MISMATCH_ERROR", "MOVETO_WITHOUT_KEY_ABILITY")
  },
  freeze_ref: { takes: 1, gives: 1, references: "freeze", price: flat, ...mismatch("FREEZEREF_TYPE_MISMATCH_ERROR") },
  shl: { ...integerPair, price: { ...flat, key: "bit_shl" } },
  shr: { ...integerPair, price: { ...flat, key: "bit_shr" } },
  ld_u8: load,
  ld_u128: load,
  cast_u8: cast,
  cast_u64: cast,
  cast_u128: cast,
  vec_pack: { ...onVector, takes: "elements", gives: 1, references: values, price: { ...based, unit: ".per_elem" } },
  vec_len: { ...onVector, takes: 1, gives: 1, references: values },
  vec_imm_borrow: { ...onVector, takes: 2, gives: 1, references: "borrow element" },
  vec_mut_borrow: { ...onVector, takes: 2, gives: 1, references: "borrow element", mutable },
  vec_push_back: { ...onVector, takes: 2, gives: 0, references: "change vector", mutable },
  vec_pop_back: { ...onVector, takes: 1, gives: 1, references: "change vector", mutable },
  vec_unpack: {
    ...onVector,
    takes: 1,
    gives: "elements",
    references: values,
    price: { ...based, unit: ".per_expected_elem" }
  },
  vec_swap: { ...onVector, takes: 3, gives: 0, references: "change vector", mutable },
  ld_u16: { ...load, price: flatSince(5) },
  ld_u32: { ...load, price: flatSince(5) },
  ld_u256: { ...load, price: flatSince(5) },
  cast_u16: { ...cast, price: flatSince(5) },
  cast_u32: { ...cast, price: flatSince(5) },
  cast_u256: { ...cast, price: flatSince(5) },
  imm_borrow_variant_field: { ...borrowField, names: "variantField", price: flatSince(22) },
  mut_borrow_variant_field: { ...borrowField, names: "variantField", price: flatSince(22), mutable },
  pack_variant: { ...pack, names: "variant" },
  unpack_variant: { ...unpack, names: "variant", price: { ...unpack.price, countsTag: true } },
  test_variant: {
    takes: 1,
    gives: 1,
    names: "variant",
    references: "read",
    price: flatSince(22),
    ...mismatch("TEST_VARIANT_TYPE_MISMATCH_ERROR")
  },
  pack_closure: {
    ...pack,
    takes: "captured",
    reaches: "code",
    names: "function",
    price: { since: 37, base: ".base", unit: ".per_arg", plainUnit: "pack.closure.per_arg" },
    feature: "functionValues"
  },
  call_closure: { ...call, takes: "closure", names: "signature", feature: "functionValues" },
  ld_i8: { ...load, price: flatSince(42) },
  ld_i16: { ...load, price: flatSince(42) },
  ld_i32: { ...load, price: flatSince(42) },
  ld_i64: { ...load, price: flatSince(42) },
  ld_i128: { ...load, price: flatSince(42) },
  ld_i256: { ...load, price: flatSince(42) },
  cast_i8: { ...cast, price: flatSince(42) },
  cast_i16: { ...cast, price: flatSince(42) },
  cast_i32: { ...cast, price: flatSince(42) },
  cast_i64: { ...cast, price: flatSince(42) },
  cast_i128: { ...cast, price: flatSince(42) },
  cast_i256: { ...cast, price: flatSince(42) },
  negate: { ...cast, price: flatSince(42) },
  abort_msg: { ...abort, takes: 2, price: { since: 44, base: ".base", unit: ".per_byte" } }
};

// packages/vm/src/instructions/names.ts
var generic = "_generic";
function isGeneric(name) {
  globalThis.__walk?.("packages/vm/src/instructions/names.ts", "isGeneric", 8);
  return name.endsWith(generic);
}
function plainName(name) {
  globalThis.__walk?.("packages/vm/src/instructions/names.ts", "plainName", 13);
  return isGeneric(name) ? name.slice(0, -generic.length) : name;
}
function effectOf(name) {
  globalThis.__walk?.("packages/vm/src/instructions/names.ts", "effectOf", 18);
  return effects[plainName(name)];
}
function acquires(name) {
  globalThis.__walk?.("packages/vm/src/instructions/names.ts", "acquires", 23);
  const { references } = effectOf(name);
  return references === "borrow global" || references === "take global";
}
var opcodeOf = Object.fromEntries(
  opcodes.flatMap((row) => (globalThis.__walk?.("packages/vm/src/instructions/names.ts", "opcodeOf", 30), row === void 0 ? [] : [[row.name, row.byte]]))
);
var nameOf = opcodes.map((row) => (globalThis.__walk?.("packages/vm/src/instructions/names.ts", "nameOf", 34), row && plainName(row.name)));

// packages/vm/src/gas/keys/instructions.ts
function priceOf(form) {
  globalThis.__walk?.("packages/vm/src/gas/keys/instructions.ts", "priceOf", 41);
  const { price } = effectOf(form);
  if (price === "call") return void 0;
  const { since: since2, base, unit: unit2, plainUnit, countsTag = false } = price;
  const key3 = `${price.key ?? plainName(form)}${isGeneric(form) ? "_generic" : ""}`;
  const regular = unit2 && `${key3}${unit2}`;
  return {
    since: since2,
    base: `${key3}${base}`,
    unit: isGeneric(form) ? regular : plainUnit ?? regular,
    countsTag
  };
}
function entryGroups() {
  globalThis.__walk?.("packages/vm/src/gas/keys/instructions.ts", "entryGroups", 55);
  const since2 = /* @__PURE__ */ new Map();
  for (const row of opcodes) {
    const price = row && priceOf(row.name);
    if (price === void 0) continue;
    since2.set(price.base, price.since);
    if (price.unit !== void 0) since2.set(price.unit, price.since);
  }
  return [...since2].map(([entry2, from]) => (globalThis.__walk?.("packages/vm/src/gas/keys/instructions.ts", "entryGroups", 63), group("instr.", from, [entry2])));
}
var instructionKeys = [
  ...entryGroups(),
  group("instr.", 0, [
    "call.base",
    "call.per_arg",
    "call_generic.base",
    "call_generic.per_ty_arg",
    "call_generic.per_arg"
  ]),
  group("instr.", 1, ["call.per_local", "call_generic.per_local"]),
  group("instr.", 14, ["subst_ty_per_node"])
];

// packages/vm/src/gas/keys/natives.ts
var nativeKeys = [
  group("move_stdlib.", 0, [
    "bcs.to_bytes.per_byte_serialized",
    "bcs.to_bytes.failure",
    "hash.sha2_256.base",
    "hash.sha2_256.per_byte",
    "hash.sha3_256.base",
    "hash.sha3_256.per_byte",
    "signer.borrow_address.base",
    "string.check_utf8.base",
    "string.check_utf8.per_byte",
    "string.is_char_boundary.base",
    "string.sub_string.base",
    "string.sub_string.per_byte",
    "string.index_of.base",
    "string.index_of.per_byte_pattern",
    "string.index_of.per_byte_searched"
  ]),
  group("move_stdlib.", 22, [
    "bcs.serialized_size.base",
    "bcs.serialized_size.per_byte_serialized",
    "bcs.serialized_size.failure"
  ]),
  group("move_stdlib.", 28, [
    "bcs.constant_serialized_size.base",
    "bcs.constant_serialized_size.per_type_node",
    "cmp.compare.base",
    "cmp.compare.per_abs_val_unit",
    "vector.move_range.base",
    "vector.move_range.per_index_moved",
    "mem.swap.base"
  ]),
  group("table.", 0, [
    "common.load.base",
    "common.load.per_byte",
    "common.load.failure",
    "new_table_handle.base",
    "add_box.base",
    "add_box.per_byte_serialized",
    "borrow_box.base",
    "borrow_box.per_byte_serialized",
    "contains_box.base",
    "contains_box.per_byte_serialized",
    "remove_box.base",
    "remove_box.per_byte_serialized",
    "destroy_empty_box.base",
    "drop_unchecked_box.base"
  ]),
  group("table.", 7, ["common.load.base_new"]),
  group("aptos_framework.account.", 0, ["create_address.base", "create_signer.base"]),
  group("aptos_framework.bls12381.", 0, [
    "base",
    "per_pubkey_deserialize",
    "per_pubkey_aggregate",
    "per_pubkey_subgroup_check",
    "per_sig_deserialize",
    "per_sig_aggregate",
    "per_sig_subgroup_check",
    "per_sig_verify",
    "per_pop_verify",
    "per_pairing",
    "per_msg_hashing",
    "per_byte_hashing"
  ]),
  group("aptos_framework.signature.", 0, [
    "base",
    "per_pubkey_deserialize",
    "per_pubkey_small_order_check",
    "per_sig_deserialize",
    "per_sig_strict_verify",
    "per_msg_hashing_base",
    "per_msg_byte_hashing"
  ]),
  group("aptos_framework.secp256k1.", 0, ["base", "ecdsa_recover"]),
  group("aptos_framework.ristretto255.", 0, [
    "basepoint_mul",
    "basepoint_double_mul",
    "point_add",
    "point_compress",
    "point_decompress",
    "point_equals",
    "point_from_64_uniform_bytes",
    "point_identity",
    "point_mul",
    "point_neg",
    "point_sub",
    "point_parse_arg",
    "scalar_sha512_per_byte",
    "scalar_sha512_per_hash",
    "scalar_add",
    "scalar_reduced_from_32_bytes",
    "scalar_uniform_from_64_bytes",
    "scalar_from_u128",
    "scalar_from_u64",
    "scalar_invert",
    "scalar_is_canonical",
    "scalar_mul",
    "scalar_neg",
    "scalar_sub",
    "scalar_parse_arg"
  ]),
  group("aptos_framework.ristretto255.", 11, ["point_clone", "point_double_mul"]),
  group("aptos_framework.hash.", 0, ["sip_hash.base", "sip_hash.per_byte"]),
  group("aptos_framework.hash.", 1, ["keccak256.base", "keccak256.per_byte"]),
  group("aptos_framework.hash.", 4, [
    "sha2_512.base",
    "sha2_512.per_byte",
    "sha3_512.base",
    "sha3_512.per_byte",
    "ripemd160.base",
    "ripemd160.per_byte"
  ]),
  group("aptos_framework.hash.", 6, ["blake2b_256.base", "blake2b_256.per_byte"]),
  group("aptos_framework.bulletproofs.", 11, ["base", "per_bit_rangeproof_verify", "per_byte_rangeproof_deserialize"]),
  group("aptos_framework.bulletproofs.", 32, [
    "verify.base_batch_1_bits_8",
    "verify.base_batch_1_bits_16",
    "verify.base_batch_1_bits_32",
    "verify.base_batch_1_bits_64",
    "verify.base_batch_2_bits_8",
    "verify.base_batch_2_bits_16",
    "verify.base_batch_2_bits_32",
    "verify.base_batch_2_bits_64",
    "verify.base_batch_4_bits_8",
    "verify.base_batch_4_bits_16",
    "verify.base_batch_4_bits_32",
    "verify.base_batch_4_bits_64",
    "verify.base_batch_8_bits_8",
    "verify.base_batch_8_bits_16",
    "verify.base_batch_8_bits_32",
    "verify.base_batch_8_bits_64",
    "verify.base_batch_16_bits_8",
    "verify.base_batch_16_bits_16",
    "verify.base_batch_16_bits_32",
    "verify.base_batch_16_bits_64"
  ]),
  group("aptos_framework.type_info.", 0, [
    "type_of.base",
    "type_of.per_abstract_memory_unit",
    "type_name.base",
    "type_name.per_abstract_memory_unit"
  ]),
  group("aptos_framework.type_info.", 4, ["chain_id.base"]),
  group("aptos_framework.function_info.", 18, [
    "is_identifier.base",
    "is_identifier.per_byte",
    "check_dispatch_type_compatibility_impl.base",
    "load_function.base"
  ]),
  group("aptos_framework.dispatchable_fungible_asset.", 18, ["dispatch.base"]),
  group("aptos_framework.dispatchable_authenticate.", 30, ["dispatch.base"]),
  group("aptos_framework.util.", 0, ["from_bytes.base", "from_bytes.per_byte"]),
  group("aptos_framework.transaction_context.", 0, ["get_script_hash.base"]),
  group("aptos_framework.transaction_context.", 10, ["get_txn_hash.base", "generate_unique_address.base"]),
  group("aptos_framework.transaction_context.", 17, [
    "sender.base",
    "secondary_signers.base",
    "secondary_signers.per_signer",
    "fee_payer.base",
    "max_gas_amount.base",
    "gas_unit_price.base",
    "chain_id.base",
    "entry_function_payload.base",
    "entry_function_payload.per_abstract_memory_unit",
    "multisig_payload.base",
    "multisig_payload.per_abstract_memory_unit"
  ]),
  group("aptos_framework.transaction_context.", 40, ["monotonically_increasing_counter.base"]),
  group("aptos_framework.transaction_context.", 49, ["is_encrypted_txn.base"]),
  group("aptos_framework.code.", 0, ["request_publish.base", "request_publish.per_byte"]),
  group("aptos_framework.event.", 0, ["write_to_event_store.base", "write_to_event_store.per_abstract_memory_unit"]),
  group("aptos_framework.state_storage.", 0, ["get_usage.base"]),
  group("aptos_framework.aggregator.", 0, ["add.base", "read.base", "sub.base", "destroy.base"]),
  group("aptos_framework.aggregator_factory.", 0, ["new_aggregator.base"]),
  group("aptos_framework.aggregator_v2.", 11, [
    "create_snapshot.base",
    "copy_snapshot.base",
    "read_snapshot.base",
    "string_concat.base"
  ]),
  group("aptos_framework.aggregator_v2.", 12, [
    "create_aggregator.base",
    "try_add.base",
    "try_sub.base",
    "read.base",
    "snapshot.base",
    "create_snapshot.per_byte",
    "string_concat.per_byte"
  ]),
  group("aptos_framework.aggregator_v2.", 19, ["is_at_least.base"]),
  group("aptos_framework.object.", 7, ["exists_at.base", "exists_at.per_byte_loaded", "exists_at.per_item_loaded"]),
  group("aptos_framework.object.", 17, ["user_derived_address.base"]),
  group("aptos_framework.string_utils.", 8, ["format.base", "format.per_byte"]),
  group("aptos_framework.randomness.", 27, ["fetch_and_inc_counter"]),
  group("aptos_framework.reflect.", 43, ["resolve_base"]),
  group("aptos_framework.storage_slot.", 50, [
    "borrow.base",
    "borrow.per_byte_loaded",
    "borrow_mut.base",
    "borrow_mut.per_byte_loaded"
  ]),
  group(
    "aptos_framework.permissioned_signer.",
    30,
    ["permission_address.base", "is_permissioned_signer.base", "signer_from_permissioned_handle.base"],
    30
  )
];

// packages/vm/src/gas/keys/renamed.ts
var renamedKeys = {
  "txn.storage_io_per_state_slot_read": [
    [0, 9, "txn.load_data.base"],
    [10, void 0, "txn.storage_io_per_state_slot_read"]
  ],
  "txn.storage_io_per_state_byte_read": [
    [0, 9, "txn.load_data.per_byte"],
    [10, void 0, "txn.storage_io_per_state_byte_read"]
  ],
  "txn.storage_io_per_state_slot_write": [
    [0, 9, "txn.write_data.per_op"],
    [10, void 0, "txn.storage_io_per_state_slot_write"]
  ],
  "txn.legacy_write_data_per_new_item": [[0, 9, "txn.write_data.new_item"]],
  "txn.storage_io_per_state_byte_write": [
    [0, 9, "txn.write_data.per_byte_in_key"],
    [10, void 0, "txn.storage_io_per_state_byte_write"]
  ],
  "txn.legacy_write_data_per_byte_in_val": [[0, 9, "txn.write_data.per_byte_in_val"]],
  "txn.legacy_free_event_bytes_quota": [
    [7, 13, "txn.free_event_bytes_quota"],
    [14, void 0, "txn.legacy_free_event_bytes_quota"]
  ],
  "txn.legacy_storage_fee_per_state_slot_create": [
    [7, 13, "txn.storage_fee_per_state_slot_create"],
    [14, void 0, "txn.legacy_storage_fee_per_state_slot_create"]
  ],
  "txn.legacy_storage_fee_per_excess_state_byte": [
    [7, 13, "txn.storage_fee_per_excess_state_byte"],
    [14, void 0, "txn.legacy_storage_fee_per_excess_state_byte"]
  ],
  "txn.legacy_storage_fee_per_event_byte": [
    [7, 13, "txn.storage_fee_per_event_byte"],
    [14, void 0, "txn.legacy_storage_fee_per_event_byte"]
  ],
  "txn.legacy_storage_fee_per_transaction_byte": [
    [7, 13, "txn.storage_fee_per_transaction_byte"],
    [14, void 0, "txn.legacy_storage_fee_per_transaction_byte"]
  ]
};

// packages/vm/src/gas/keys/transaction.ts
var transactionKeys = [
  group("txn.", 0, [
    "min_transaction_gas_units",
    "large_transaction_cutoff",
    "intrinsic_gas_per_byte",
    "maximum_number_of_gas_units",
    "min_price_per_gas_unit",
    "max_price_per_gas_unit",
    "max_transaction_size_in_bytes",
    "gas_unit_scaling_factor",
    "load_data.failure"
  ]),
  group("txn.", 1, ["memory_quota"]),
  group("txn.", 5, [
    "free_write_bytes_quota",
    "max_bytes_per_write_op",
    "max_bytes_all_write_ops_per_transaction",
    "max_bytes_per_event",
    "max_bytes_all_events_per_transaction"
  ]),
  group("txn.", 7, ["max_execution_gas", "max_io_gas", "max_storage_fee"]),
  group("txn.", 11, ["max_write_ops_per_transaction"]),
  group("txn.", 14, ["storage_fee_per_state_slot", "storage_fee_per_state_byte"]),
  group("txn.", 15, [
    "dependency_per_module",
    "dependency_per_byte",
    "max_num_dependencies",
    "max_total_dependency_size"
  ]),
  group("txn.", 16, ["storage_io_per_event_byte_write", "storage_io_per_transaction_byte_write"]),
  group("txn.", 17, ["keyless.base"]),
  group("txn.", 18, [
    "max_transaction_size_in_bytes.gov",
    "max_execution_gas.gov",
    "max_io_gas.gov",
    "max_storage_fee.gov"
  ]),
  group("txn.", 20, ["max_ty_size", "max_ty_depth"]),
  group("txn.", 30, ["max_aa_gas"]),
  group("txn.", 45, ["slh_dsa_sha2_128s.base"]),
  group("txn.", 49, [
    "high_limit_txn_min_price_per_gas_unit",
    "encrypted_txn_decryption.base",
    "encrypted_txn_min_price_per_gas_unit"
  ])
];

// packages/vm/src/gas/keys/index.ts
var groups = [
  instructionKeys,
  abstractSizeKeys,
  transactionKeys,
  nativeKeys,
  algebraKeys
];
function* keysAt(featureVersion) {
  globalThis.__walk?.("packages/vm/src/gas/keys/index.ts", "keysAt", 40);
  for (const { prefix, names: names2, from, until } of groups.flat()) {
    if (featureVersion < from || featureVersion > (until ?? Infinity)) continue;
    for (const name of names2) {
      const key3 = `${prefix}${name}`;
      yield { parameter: key3, key: key3 };
    }
  }
  for (const [parameter, names2] of Object.entries(renamedKeys)) {
    for (const [from, until, key3] of names2) {
      if (featureVersion >= from && featureVersion <= (until ?? Infinity))
        yield { parameter, key: key3 };
    }
  }
}

// packages/vm/src/gas/schedule.ts
var newestFeatureVersion = 50;
var perLocalKeys = ["instr.call.per_local", "instr.call_generic.per_local"];
var GasSchedule = class {
  /** Gas feature version: which rules of charging are in force. */
  featureVersion;
  /** The same, rule by rule. */
  rules;
  /** Parameters that this version needs and the ledger does not have, by their keys on chain; they count as 0. */
  missing;
  /** Prices of state access at versions 1 to 9, where the ledger has them. */
  storageGas;
  /** True if it stands for one that the ledger does not have: the reference executes no transactions there. */
  isAbsent = false;
  /** How reads of state are priced. */
  io;
  #values = /* @__PURE__ */ new Map();
  constructor({ featureVersion, entries, storageGas }) {
    globalThis.__walk?.("packages/vm/src/gas/schedule.ts", "constructor", 40);
    this.featureVersion = toNumber(featureVersion);
    this.rules = gasRules(this.featureVersion);
    const onChain = new Map(entries.map(({ key: key3, value }) => (globalThis.__walk?.("packages/vm/src/gas/schedule.ts", "onChain", 43), [key3, toNumber(value)])));
    const missing2 = [];
    for (const { parameter, key: key3 } of keysAt(this.featureVersion)) {
      const value = onChain.get(key3);
      if (value === void 0) missing2.push(key3);
      else this.#values.set(parameter, value);
    }
    this.missing = missing2;
    this.storageGas = storageGas;
    this.io = ioPricing(this, storageGas);
    for (const [key3, price] of Object.entries(this.io.tableLoad)) this.#values.set(key3, price);
    if (!this.rules.paysLocals) for (const key3 of perLocalKeys) this.#values.delete(key3);
  }
  /** A schedule by which nothing costs anything, with the newest rules. */
  static free() {
    globalThis.__walk?.("packages/vm/src/gas/schedule.ts", "free", 58);
    return new AbsentSchedule({ featureVersion: newestFeatureVersion, entries: [] });
  }
  /** Value of a parameter: 0 when this gas feature version or this ledger does not have it. */
  parameter(key3) {
    globalThis.__walk?.("packages/vm/src/gas/schedule.ts", "parameter", 63);
    return this.#values.get(key3) ?? 0;
  }
  /** Value of a limit; undefined when this gas feature version or this ledger does not have it. */
  limit(key3) {
    globalThis.__walk?.("packages/vm/src/gas/schedule.ts", "limit", 68);
    return this.#values.get(key3);
  }
};
var AbsentSchedule = class extends GasSchedule {
  isAbsent = true;
};
function toNumber(value) {
  globalThis.__walk?.("packages/vm/src/gas/schedule.ts", "toNumber", 77);
  return Math.min(Number(value), Number.MAX_SAFE_INTEGER);
}

// packages/vm/src/environment/read-environment.ts
var keptEnvironments = 8;
var defaultTypeSize = 128;
var defaultTypeDepth = 20;
var testingChainId2 = 4;
var environmentKeys = {
  features: frameworkKey("features", "Features"),
  chainId: frameworkKey("chain_id", "ChainId"),
  configuration: frameworkKey("reconfiguration", "Configuration"),
  gasScheduleV2: frameworkKey("gas_schedule", "GasScheduleV2"),
  gasScheduleV1: frameworkKey("gas_schedule", "GasSchedule"),
  storageGas: frameworkKey("storage_gas", "StorageGas")
};
async function readEnvironment(state2) {
  globalThis.__walk?.("packages/vm/src/environment/read-environment.ts", "readEnvironment", 47);
  const [featureBits, chainId, configuration, scheduleV2, scheduleV1, storageGas] = await Promise.all([
    find3(FeaturesResource, environmentKeys.features),
    find3(ChainIdResource, environmentKeys.chainId),
    find3(Configuration, environmentKeys.configuration),
    find3(GasScheduleV2, environmentKeys.gasScheduleV2),
    find3(GasScheduleV1, environmentKeys.gasScheduleV1),
    find3(StorageGas, environmentKeys.storageGas)
  ]);
  async function find3(codec, key3) {
    globalThis.__walk?.("packages/vm/src/environment/read-environment.ts", "find", 56);
    const item = await state2.get(key3);
    return item === void 0 ? void 0 : codec.decode(item.bytes);
  }
  const schedule = scheduleV2 ?? (scheduleV1 && { featureVersion: 0, entries: scheduleV1.entries });
  return createEnvironment({
    chainId: chainId?.id,
    lastReconfigurationTime: configuration?.lastReconfigurationTime,
    features: featureBits && new Features(featureBits.features),
    gas: schedule && new GasSchedule({ ...schedule, storageGas })
  });
}
var EnvironmentCache = class {
  #environments = new LruCache(keptEnvironments);
  /** As {@link readEnvironment}. */
  async read(state2) {
    globalThis.__walk?.("packages/vm/src/environment/read-environment.ts", "read", 78);
    const items = /* @__PURE__ */ new Map();
    for (const key3 of Object.values(environmentKeys)) items.set(bytesToHex(key3), await state2.get(key3));
    const made = await readEnvironment({ get: (key3) => (globalThis.__walk?.("packages/vm/src/environment/read-environment.ts", "get", 81), items.get(bytesToHex(key3))) });
    items.set(bytesToHex(environmentKeys.configuration), void 0);
    const contents = [...items.values()].map((item) => (globalThis.__walk?.("packages/vm/src/environment/read-environment.ts", "contents", 84), item && bytesToHex(sha3_256(item.bytes))));
    const id = [...contents, made.timedFeatures.signature].join();
    const known = this.#environments.get(id);
    if (known !== void 0) return known;
    this.#environments.set(id, made);
    return made;
  }
};
function createEnvironment(input) {
  globalThis.__walk?.("packages/vm/src/environment/read-environment.ts", "createEnvironment", 105);
  const { chainId = testingChainId2, lastReconfigurationTime = 0n, gas = GasSchedule.free() } = input;
  const features = input.features ?? Features.of([]);
  const timedFeatures = new TimedFeatures(chainId, lastReconfigurationTime);
  const rules = allRules(gas.rules, features, timedFeatures);
  return {
    chainId,
    features,
    timedFeatures,
    gas,
    rules,
    limits: {
      typeSize: gas.limit("txn.max_ty_size") ?? defaultTypeSize,
      typeDepth: gas.limit("txn.max_ty_depth") ?? defaultTypeDepth,
      layoutSize: layoutSize(rules),
      layoutDepth: 128
    }
  };
}
function layoutSize({ largerLayouts, lazyLoading }) {
  globalThis.__walk?.("packages/vm/src/environment/read-environment.ts", "layoutSize", 126);
  const nodes = largerLayouts ? 512 : 256;
  return lazyLoading ? nodes : nodes + 1;
}

// packages/vm/src/gas/abstract-sizes.ts
var packedKinds = [
  "u8",
  "u16",
  "u32",
  "u64",
  "u128",
  "u256",
  "i8",
  "i16",
  "i32",
  "i64",
  "i128",
  "i256",
  "bool",
  "address"
];
var formerlyBare = /* @__PURE__ */ new Set(["u8", "u64", "u128", "bool", "address"]);
function abstractSizes(schedule) {
  globalThis.__walk?.("packages/vm/src/gas/abstract-sizes.ts", "abstractSizes", 64);
  const vector2 = schedule.parameter("misc.abs_val.vector");
  const struct2 = schedule.parameter("misc.abs_val.struct");
  const { sizedVectors } = schedule.rules;
  const each = (size) => (globalThis.__walk?.("packages/vm/src/gas/abstract-sizes.ts", "each", 68), Object.fromEntries(packedKinds.map((kind) => (globalThis.__walk?.("packages/vm/src/gas/abstract-sizes.ts", "each", 69), [kind, size(kind)]))));
  const primitive = each((kind) => (globalThis.__walk?.("packages/vm/src/gas/abstract-sizes.ts", "primitive", 70), schedule.parameter(`misc.abs_val.${kind}`)));
  return {
    primitive,
    packed: each((kind) => (globalThis.__walk?.("packages/vm/src/gas/abstract-sizes.ts", "packed", 73), schedule.parameter(`misc.abs_val.per_${kind}_packed`))),
    packedVector: each((kind) => (globalThis.__walk?.("packages/vm/src/gas/abstract-sizes.ts", "packedVector", 74), !sizedVectors && formerlyBare.has(kind) ? 0 : vector2)),
    struct: struct2,
    vector: vector2,
    closure: schedule.parameter("misc.abs_val.closure"),
    reference: schedule.parameter("misc.abs_val.reference"),
    signer: struct2 + primitive.u16 + primitive.address
  };
}

// packages/vm/src/gas/gas-meter.ts
function createUnmeteredGas() {
  globalThis.__walk?.("packages/vm/src/gas/gas-meter.ts", "createUnmeteredGas", 39);
  return {
    fuel: Number.POSITIVE_INFINITY,
    memory: Number.POSITIVE_INFINITY,
    charge() {
      globalThis.__walk?.("packages/vm/src/gas/gas-meter.ts", "charge", 43);
    },
    exhausted() {
      globalThis.__walk?.("packages/vm/src/gas/gas-meter.ts", "exhausted", 44);
      throw new Error("an endless meter is never exhausted");
    },
    chargeResourceLoad() {
      globalThis.__walk?.("packages/vm/src/gas/gas-meter.ts", "chargeResourceLoad", 47);
    },
    chargeDependency() {
      globalThis.__walk?.("packages/vm/src/gas/gas-meter.ts", "chargeDependency", 48);
    },
    suspend() {
      globalThis.__walk?.("packages/vm/src/gas/gas-meter.ts", "suspend", 49);
    },
    resume() {
      globalThis.__walk?.("packages/vm/src/gas/gas-meter.ts", "resume", 50);
    }
  };
}

// packages/vm/src/instructions/subjects.ts
var tables = {
  constant: ["constants", void 0],
  function: ["functionHandles", "functionInstantiations"],
  signature: ["signatures", void 0],
  struct: ["structDefinitions", "structInstantiations"],
  field: ["fieldHandles", "fieldInstantiations"],
  variantField: ["variantFieldHandles", "variantFieldInstantiations"],
  variant: ["variantHandles", "variantInstantiations"]
};
function subjectTable(source, subject) {
  globalThis.__walk?.("packages/vm/src/instructions/subjects.ts", "subjectTable", 19);
  return source[tables[subject][0]];
}
function instantiationTable(source, subject) {
  globalThis.__walk?.("packages/vm/src/instructions/subjects.ts", "instantiationTable", 24);
  const [, name] = tables[subject];
  return name && source[name];
}
function isOfModules(subject) {
  globalThis.__walk?.("packages/vm/src/instructions/subjects.ts", "isOfModules", 30);
  return subject !== "constant" && subject !== "function" && subject !== "signature";
}
function namedEntry(source, name, index) {
  globalThis.__walk?.("packages/vm/src/instructions/subjects.ts", "namedEntry", 39);
  if (!isGeneric(name)) return index;
  return instantiationTable(source, effectOf(name).names)?.[index]?.target;
}

// packages/vm/src/code/acquired-structs.ts
function acquiredStructs(module) {
  globalThis.__walk?.("packages/vm/src/code/acquired-structs.ts", "acquiredStructs", 11);
  const acquired = /* @__PURE__ */ new Map();
  const callers = /* @__PURE__ */ new Map();
  for (const { handle, code } of module.functionDefinitions) {
    if (code === void 0) continue;
    const name = module.identifiers[module.functionHandles[handle].name];
    const own = /* @__PURE__ */ new Set();
    acquired.set(name, own);
    for (const [op, operand] of decodeInstructions(code, module.version)) {
      const index = Number(operand);
      const callee = calledFunction(module, op, index);
      if (callee !== void 0) callers.set(callee, (callers.get(callee) ?? /* @__PURE__ */ new Set()).add(name));
      const struct2 = touchedStruct(module, op, index);
      if (struct2 !== void 0) own.add(struct2);
    }
  }
  const open = [...acquired.keys()];
  for (let name = open.pop(); name !== void 0; name = open.pop()) {
    for (const caller of callers.get(name) ?? []) {
      const known = acquired.get(caller);
      const { size } = known;
      for (const struct2 of acquired.get(name) ?? []) known.add(struct2);
      if (known.size > size) open.push(caller);
    }
  }
  return acquired;
}
function calledFunction(module, name, index) {
  globalThis.__walk?.("packages/vm/src/code/acquired-structs.ts", "calledFunction", 40);
  if (plainName(name) !== "call") return void 0;
  const called = module.functionHandles[namedEntry(module, name, index) ?? -1];
  return called?.module === module.self ? module.identifiers[called.name] : void 0;
}
function touchedStruct(module, name, index) {
  globalThis.__walk?.("packages/vm/src/code/acquired-structs.ts", "touchedStruct", 47);
  if (!acquires(name)) return void 0;
  const struct2 = module.structDefinitions[namedEntry(module, name, index) ?? -1];
  return struct2 && module.identifiers[module.structHandles[struct2.handle].name];
}

// packages/vm/src/type/abilities.ts
var copy2 = 1;
var drop = 2;
var store = 4;
var key2 = 8;
function abilitiesOf(type, parameters, declaration) {
  globalThis.__walk?.("packages/vm/src/type/abilities.ts", "abilitiesOf", 21);
  switch (type.kind) {
    case "Signer":
      return drop;
    case "Reference":
      return copy2 | drop;
    case "TypeParameter":
      return parameters[type.index] ?? 0;
    case "Function":
      return type.abilities;
    case "Vector":
      return (copy2 | drop | store) & abilitiesOf(type.element, parameters, declaration);
    case "Struct": {
      const { abilities: abilities2, typeParameters } = declaration(type);
      let result = abilities2;
      type.typeArgs.forEach((argument, i) => {
        globalThis.__walk?.("packages/vm/src/type/abilities.ts", "abilitiesOf", 40);
        if (typeParameters[i]?.phantom === true) return;
        const given = abilitiesOf(argument, parameters, declaration);
        result &= given & (copy2 | drop | store) | ((given & store) === 0 ? 0 : key2);
      });
      return result;
    }
    default:
      return copy2 | drop | store;
  }
}

// packages/vm/src/code/type-stack.ts
function illTyped(message, refusal) {
  globalThis.__walk?.("packages/vm/src/code/type-stack.ts", "illTyped", 13);
  return new VmError("UNEXPECTED_VERIFIER_ERROR", message, { refusal });
}
function isAssignable(wanted, given) {
  globalThis.__walk?.("packages/vm/src/code/type-stack.ts", "isAssignable", 18);
  if (wanted === given) return true;
  if (wanted.kind === "Function" && given.kind === "Function") {
    return (wanted.abilities & ~given.abilities) === 0 && sameTypes(wanted.args, given.args) && sameTypes(wanted.results, given.results);
  }
  return wanted.kind === "Reference" && given.kind === "Reference" && !wanted.mutable && !given.mutable && isAssignable(wanted.target, given.target);
}
function sameTypes(a, b) {
  globalThis.__walk?.("packages/vm/src/code/type-stack.ts", "sameTypes", 37);
  return a.length === b.length && a.every((type, i) => (globalThis.__walk?.("packages/vm/src/code/type-stack.ts", "sameTypes", 38), type === b[i]));
}
var TypeStack = class {
  /** Those of the instruction that is checked. */
  refusals = { type: "TYPE_MISMATCH" };
  #types = [];
  #abilities;
  constructor(abilities2) {
    globalThis.__walk?.("packages/vm/src/code/type-stack.ts", "constructor", 48);
    this.#abilities = abilities2;
  }
  get height() {
    globalThis.__walk?.("packages/vm/src/code/type-stack.ts", "height", 52);
    return this.#types.length;
  }
  push(type) {
    globalThis.__walk?.("packages/vm/src/code/type-stack.ts", "push", 56);
    this.#types.push(type);
  }
  pushAll(types) {
    globalThis.__walk?.("packages/vm/src/code/type-stack.ts", "pushAll", 60);
    for (const type of types) this.#types.push(type);
  }
  pop() {
    globalThis.__walk?.("packages/vm/src/code/type-stack.ts", "pop", 64);
    const type = this.#types.pop();
    if (type === void 0) {
      throw illTyped("an instruction has no operand in its block", "NEGATIVE_STACK_SIZE_WITHIN_BLOCK");
    }
    return type;
  }
  /** Pops an operand that must fit a type. */
  expect(wanted) {
    globalThis.__walk?.("packages/vm/src/code/type-stack.ts", "expect", 73);
    const given = this.pop();
    if (!isAssignable(wanted, given)) throw this.#mismatch(`expected ${wanted.text}, found ${given.text}`);
  }
  /** Pops several, the last one first. */
  expectAll(wanted) {
    globalThis.__walk?.("packages/vm/src/code/type-stack.ts", "expectAll", 79);
    for (let i = wanted.length - 1; i >= 0; i--) this.expect(wanted[i]);
  }
  /** Pops any integer. */
  integer() {
    globalThis.__walk?.("packages/vm/src/code/type-stack.ts", "integer", 84);
    const type = this.pop();
    if (!(type.kind in integerRanges)) throw this.#mismatch(`expected an integer, found ${type.text}`);
    return { type, kind: type.kind };
  }
  /** Pops a reference. */
  reference(mutable2 = false) {
    globalThis.__walk?.("packages/vm/src/code/type-stack.ts", "reference", 91);
    const type = this.pop();
    const { refusals } = this;
    if (type.kind !== "Reference") {
      throw illTyped(`expected a reference, found ${type.text}`, mutable2 && refusals.mutable || refusals.type);
    }
    if (mutable2 && !type.mutable) {
      throw illTyped(`expected a mutable reference, found ${type.text}`, refusals.mutable ?? refusals.type);
    }
    return type;
  }
  /** Pops a reference to a given type. */
  referenceTo(target2, mutable2) {
    globalThis.__walk?.("packages/vm/src/code/type-stack.ts", "referenceTo", 104);
    const type = this.reference(mutable2);
    if (type.target !== target2) throw this.#mismatch(`expected a reference to ${target2.text}, found ${type.text}`);
  }
  /** Demands abilities of a type. */
  require(type, wanted, refusal = this.refusals.ability ?? this.refusals.type) {
    globalThis.__walk?.("packages/vm/src/code/type-stack.ts", "require", 110);
    if ((wanted & ~this.#abilities(type)) !== 0) throw illTyped(`${type.text} lacks an ability`, refusal);
  }
  #mismatch(message) {
    globalThis.__walk?.("packages/vm/src/code/type-stack.ts", "mismatch", 114);
    return illTyped(message, this.refusals.type);
  }
};

// packages/vm/src/code/check-definitions.ts
function checkDefinitions(module, tables2) {
  globalThis.__walk?.("packages/vm/src/code/check-definitions.ts", "checkDefinitions", 14);
  checkNames(module, tables2);
  for (const { handle, content } of module.structDefinitions) {
    const struct2 = module.structHandles[handle];
    if (content.kind === "struct") checkFields2(struct2, content.fields, module, tables2);
    if (content.kind === "enum") {
      requireDistinct(content.variants.map(({ name }) => (globalThis.__walk?.("packages/vm/src/code/check-definitions.ts", "checkDefinitions", 20), module.identifiers[name])));
      for (const { fields } of content.variants) checkFields2(struct2, fields, module, tables2, true);
    }
  }
  checkRecursion(module, tables2);
}
function checkNames(module, tables2) {
  globalThis.__walk?.("packages/vm/src/code/check-definitions.ts", "checkNames", 28);
  const { identifiers, self, moduleHandles, structHandles, functionHandles } = module;
  requireDistinct(moduleHandles.map(({ address, name }) => (globalThis.__walk?.("packages/vm/src/code/check-definitions.ts", "checkNames", 30), `${tables2.addressOf(address)} ${identifiers[name]}`)));
  requireDistinct(structHandles.map((handle) => (globalThis.__walk?.("packages/vm/src/code/check-definitions.ts", "checkNames", 31), `${handle.module} ${identifiers[handle.name]}`)));
  requireDistinct(functionHandles.map((handle) => (globalThis.__walk?.("packages/vm/src/code/check-definitions.ts", "checkNames", 32), `${handle.module} ${identifiers[handle.name]}`)));
  for (const [definitions, handles] of [
    [module.structDefinitions, structHandles],
    [module.functionDefinitions, functionHandles]
  ]) {
    requireDistinct(definitions.map(({ handle }) => (globalThis.__walk?.("packages/vm/src/code/check-definitions.ts", "checkNames", 37), `${handle}`)));
    if (definitions.some(({ handle }) => (globalThis.__walk?.("packages/vm/src/code/check-definitions.ts", "checkNames", 38), handles[handle].module !== self))) {
      throw illTyped("a module defines a struct or function of another module", "INVALID_MODULE_HANDLE");
    }
    if (handles.filter((handle) => (globalThis.__walk?.("packages/vm/src/code/check-definitions.ts", "checkNames", 42), handle.module === self)).length !== definitions.length) {
      throw illTyped("a module names a struct or function of its own that it does not define", "UNIMPLEMENTED_HANDLE");
    }
  }
}
function requireDistinct(names2) {
  globalThis.__walk?.("packages/vm/src/code/check-definitions.ts", "requireDistinct", 48);
  if (new Set(names2).size < names2.length)
    throw illTyped("a module has two entries with the same name", "DUPLICATE_ELEMENT");
}
function neededOfFields(abilities2) {
  globalThis.__walk?.("packages/vm/src/code/check-definitions.ts", "neededOfFields", 54);
  return abilities2 & (copy2 | drop | store) | ((abilities2 & key2) === 0 ? 0 : store);
}
function checkFields2({ abilities: abilities2, typeParameters }, fields, module, tables2, mayBeEmpty = false) {
  globalThis.__walk?.("packages/vm/src/code/check-definitions.ts", "checkFields", 58);
  if (fields.length === 0 && !mayBeEmpty) throw illTyped("a struct has no fields", "ZERO_SIZED_STRUCT");
  requireDistinct(fields.map(({ name }) => (globalThis.__walk?.("packages/vm/src/code/check-definitions.ts", "checkFields", 66), module.identifiers[name])));
  const constraints = typeParameters.map((parameter) => (globalThis.__walk?.("packages/vm/src/code/check-definitions.ts", "constraints", 67), parameter.constraints));
  const anything2 = typeParameters.map(() => (globalThis.__walk?.("packages/vm/src/code/check-definitions.ts", "anything", 68), copy2 | drop | store | key2));
  for (const field2 of fields) {
    const type = tables2.types.ofToken(tables2.tables, field2.type);
    checkValueType(type, constraints, tables2);
    const given = abilitiesOf(type, anything2, (struct2) => (globalThis.__walk?.("packages/vm/src/code/check-definitions.ts", "given", 73), declarationOf(struct2, tables2)));
    if ((neededOfFields(abilities2) & ~given) !== 0) {
      throw illTyped("a struct has an ability that a field lacks", "FIELD_MISSING_TYPE_ABILITY");
    }
    checkPhantoms(type, typeParameters, tables2);
  }
}
function declarationOf(struct2, tables2) {
  globalThis.__walk?.("packages/vm/src/code/check-definitions.ts", "declarationOf", 81);
  const declaration = tables2.structDeclaration(struct2);
  if (declaration === void 0) throw illTyped(`${struct2.text} is not declared`);
  return declaration;
}
function checkValueType(type, constraints, tables2) {
  globalThis.__walk?.("packages/vm/src/code/check-definitions.ts", "checkValueType", 92);
  switch (type.kind) {
    case "Reference":
      throw illTyped("a reference is used inside another type", "INVALID_SIGNATURE_TOKEN");
    case "TypeParameter":
      if (type.index >= constraints.length) throw illTyped("a type parameter is out of range", "INDEX_OUT_OF_BOUNDS");
      return;
    case "Vector":
      checkValueType(type.element, constraints, tables2);
      return;
    case "Function":
      for (const part of [...type.args, ...type.results]) checkOperandType(part, constraints, tables2);
      return;
    case "Struct": {
      const { typeParameters } = declarationOf(type, tables2);
      if (typeParameters.length !== type.typeArgs.length)
        throw illTyped("the number of type arguments is wrong", "NUMBER_OF_TYPE_ARGUMENTS_MISMATCH");
      for (const [i, argument] of type.typeArgs.entries()) {
        checkValueType(argument, constraints, tables2);
        const given = abilitiesOf(argument, constraints, (struct2) => (globalThis.__walk?.("packages/vm/src/code/check-definitions.ts", "given", 111), declarationOf(struct2, tables2)));
        if ((typeParameters[i].constraints & ~given) !== 0) {
          throw illTyped(`${argument.text} lacks an ability that ${type.text} requires`, "CONSTRAINT_NOT_SATISFIED");
        }
      }
    }
  }
}
function checkOperandType(type, constraints, tables2) {
  globalThis.__walk?.("packages/vm/src/code/check-definitions.ts", "checkOperandType", 121);
  checkValueType(type.kind === "Reference" ? type.target : type, constraints, tables2);
}
function checkPhantoms(type, parameters, tables2) {
  globalThis.__walk?.("packages/vm/src/code/check-definitions.ts", "checkPhantoms", 126);
  switch (type.kind) {
    case "TypeParameter":
      if (parameters[type.index]?.phantom === true) {
        throw illTyped("a field uses a phantom type parameter", "INVALID_PHANTOM_TYPE_PARAM_POSITION");
      }
      return;
    case "Vector":
      checkPhantoms(type.element, parameters, tables2);
      return;
    case "Reference":
      checkPhantoms(type.target, parameters, tables2);
      return;
    case "Function":
      for (const part of [...type.args, ...type.results]) checkPhantoms(part, parameters, tables2);
      return;
    case "Struct": {
      const { typeParameters } = declarationOf(type, tables2);
      for (const [i, argument] of type.typeArgs.entries()) {
        const isPhantom = argument.kind === "TypeParameter" && typeParameters[i]?.phantom === true;
        if (!isPhantom) checkPhantoms(argument, parameters, tables2);
      }
    }
  }
}
function checkRecursion(module, tables2) {
  globalThis.__walk?.("packages/vm/src/code/check-definitions.ts", "checkRecursion", 153);
  const held = /* @__PURE__ */ new Map();
  for (const { handle, content } of module.structDefinitions) {
    const fields = content.kind === "struct" ? content.fields : content.kind === "enum" ? content.variants.flatMap((variant) => (globalThis.__walk?.("packages/vm/src/code/check-definitions.ts", "fields", 160), variant.fields)) : [];
    const names2 = /* @__PURE__ */ new Set();
    for (const field2 of fields) {
      collectOwn(tables2.types.ofToken(tables2.tables, field2.type), tables2.moduleName(module.self), names2);
    }
    held.set(module.identifiers[module.structHandles[handle].name], names2);
  }
  for (let before = -1; before !== held.size; ) {
    before = held.size;
    for (const [name, names2] of held) if (![...names2].some((other) => (globalThis.__walk?.("packages/vm/src/code/check-definitions.ts", "checkRecursion", 171), held.has(other)))) held.delete(name);
  }
  if (held.size > 0) throw illTyped("a struct contains itself", "RECURSIVE_STRUCT_DEFINITION");
}
function collectOwn(type, own, names2) {
  globalThis.__walk?.("packages/vm/src/code/check-definitions.ts", "collectOwn", 177);
  if (type.kind === "Vector") collectOwn(type.element, own, names2);
  if (type.kind !== "Struct") return;
  if (type.address === own.address && type.module === own.name) names2.add(type.name);
  for (const argument of type.typeArgs) collectOwn(argument, own, names2);
}

// packages/vm/src/code/code-tables.ts
var CodeTables = class {
  tables;
  types;
  #signatures = /* @__PURE__ */ new Map();
  #structs = /* @__PURE__ */ new Map();
  constructor(tables2, types) {
    globalThis.__walk?.("packages/vm/src/code/code-tables.ts", "constructor", 16);
    this.tables = tables2;
    this.types = types;
    for (const handle of tables2.structHandles) {
      const { address, name } = this.moduleName(handle.module);
      this.#structs.set(`${moduleKey2(address, name)}::${tables2.identifiers[handle.name]}`, handle);
    }
  }
  /** The types of a signature. */
  signature(index) {
    globalThis.__walk?.("packages/vm/src/code/code-tables.ts", "signature", 26);
    let types = this.#signatures.get(index);
    if (types === void 0) {
      types = this.tables.signatures[index].map((token) => (globalThis.__walk?.("packages/vm/src/code/code-tables.ts", "signature", 29), this.types.ofToken(this.tables, token)));
      this.#signatures.set(index, types);
    }
    return types;
  }
  /** An address of the pool. */
  addressOf(index) {
    globalThis.__walk?.("packages/vm/src/code/code-tables.ts", "addressOf", 36);
    return formatAddressLong(this.tables.addresses[index]);
  }
  /** The module that a handle names. */
  moduleName(handle) {
    globalThis.__walk?.("packages/vm/src/code/code-tables.ts", "moduleName", 41);
    const { address, name } = this.tables.moduleHandles[handle];
    return {
      address: this.addressOf(address),
      name: this.tables.identifiers[name]
    };
  }
  /** How the tables declare a struct that they mention. */
  structDeclaration(type) {
    globalThis.__walk?.("packages/vm/src/code/code-tables.ts", "structDeclaration", 50);
    return this.#structs.get(`${moduleKey2(type.address, type.module)}::${type.name}`);
  }
};

// packages/vm/src/code/instruction.ts
var Instruction = class {
  /** The opcode that runs: that of the plain form. */
  op;
  /** The opcode as stored, which has the price. */
  form;
  /** The local, the target of a branch, the slot of a field in its container, or the number of a variant. */
  at;
  /** Fields of a pack or unpack, elements of a vector, operands of a closure or its call, bytes of a constant. */
  count;
  /** The constant of a load; the mask of a closure. */
  value;
  /** The type that decides what happens: of the value copied or compared, of the resource, of a vector's elements. */
  type;
  /** The width of arithmetic, or of the source of a cast. */
  kind;
  /** Variants that a variant field may lie in. */
  variants;
  site;
  /** Types of a pack's or unpack's fields. */
  fields;
  /** Types that the instruction makes, which type creation gas counts. */
  created;
  /** Operands on the stack before the instruction, above those of the callers. */
  height;
  /** The segment that starts here; -1 inside of one. */
  segment = -1;
  constructor(parts) {
    globalThis.__walk?.("packages/vm/src/code/instruction.ts", "constructor", 52);
    this.op = parts.op;
    this.form = parts.form;
    this.at = parts.at ?? 0;
    this.count = parts.count ?? 0;
    this.value = parts.value;
    this.type = parts.type;
    this.kind = parts.kind;
    this.variants = parts.variants;
    this.site = parts.site;
    this.fields = parts.fields;
    this.created = parts.created ?? [];
    this.height = parts.height;
  }
  get name() {
    globalThis.__walk?.("packages/vm/src/code/instruction.ts", "name", 67);
    return nameOf[this.op];
  }
  /** The row of the instruction. */
  get effect() {
    globalThis.__walk?.("packages/vm/src/code/instruction.ts", "effect", 72);
    return effects[this.name];
  }
  /** Operands that the instruction takes from the stack; those of a return, which its function says, are not counted. */
  get takes() {
    globalThis.__walk?.("packages/vm/src/code/instruction.ts", "takes", 77);
    const { takes } = this.effect;
    switch (takes) {
      case "returned":
        return 0;
      case "parameters":
        return this.site.params.length;
      case "closure":
        return this.count + 1;
      default:
        return typeof takes === "number" ? takes : this.count;
    }
  }
  /** Operands that the instruction puts on the stack. */
  get gives() {
    globalThis.__walk?.("packages/vm/src/code/instruction.ts", "gives", 92);
    const { gives } = this.effect;
    if (typeof gives === "number") return gives;
    return gives === "results" ? this.results.length : this.count;
  }
  /** Types that a call, of a function or of a function value, leaves on the stack. */
  get results() {
    globalThis.__walk?.("packages/vm/src/code/instruction.ts", "results", 99);
    if (this.site !== void 0) return this.site.results;
    return this.type?.kind === "Function" ? this.type.results : [];
  }
  /** The type of the values whose size is part of the price; undefined where none is. */
  get weighed() {
    globalThis.__walk?.("packages/vm/src/code/instruction.ts", "weighed", 105);
    const { type } = this;
    const { weighs } = this.effect;
    if (weighs === void 0 || type === void 0) return void 0;
    return weighs === "compared" && type.kind === "Reference" ? type.target : type;
  }
};
function successors({ effect: { ends }, at: at3 }, pc) {
  globalThis.__walk?.("packages/vm/src/code/instruction.ts", "successors", 114);
  switch (ends) {
    case "return":
    case "abort":
      return [];
    case "jump":
      return [at3];
    case "branch":
      return [at3, pc + 1];
    default:
      return [pc + 1];
  }
}

// packages/vm/src/code/check-locals.ts
function checkLocals(code, count, params, canDrop) {
  globalThis.__walk?.("packages/vm/src/code/check-locals.ts", "checkLocals", 10);
  const droppable = Array.from({ length: count }, (_, local) => (globalThis.__walk?.("packages/vm/src/code/check-locals.ts", "droppable", 16), canDrop(local)));
  const states = /* @__PURE__ */ new Map();
  states.set(0, new LocalStates(count, params));
  const open = [0];
  for (let start = open.pop(); start !== void 0; start = open.pop()) {
    const state2 = states.get(start).copy();
    let at3 = start;
    for (; ; at3++) {
      const instruction = code[at3];
      applyTo(state2, instruction, droppable);
      if (instruction.effect.ends !== void 0 || states.has(at3 + 1)) break;
    }
    for (const next of successors(code[at3], at3)) {
      const known = states.get(next);
      if (known === void 0) states.set(next, state2.copy());
      else if (!known.merge(state2)) continue;
      open.push(next);
    }
  }
}
var LocalStates = class _LocalStates {
  certain;
  possible;
  constructor(count, filled) {
    globalThis.__walk?.("packages/vm/src/code/check-locals.ts", "constructor", 42);
    this.certain = new Uint8Array(count).fill(1, 0, filled);
    this.possible = this.certain.slice();
  }
  copy() {
    globalThis.__walk?.("packages/vm/src/code/check-locals.ts", "copy", 47);
    const copy3 = new _LocalStates(0, 0);
    return Object.assign(copy3, { certain: this.certain.slice(), possible: this.possible.slice() });
  }
  /** Joins the state of another way; false when nothing changed. */
  merge(other) {
    globalThis.__walk?.("packages/vm/src/code/check-locals.ts", "merge", 53);
    let changed = false;
    for (let i = 0; i < this.certain.length; i++) {
      if (this.certain[i] === 1 && other.certain[i] === 0) {
        this.certain[i] = 0;
        changed = true;
      }
      if (this.possible[i] === 0 && other.possible[i] === 1) {
        this.possible[i] = 1;
        changed = true;
      }
    }
    return changed;
  }
};
function applyTo(state2, { effect, at: at3 }, droppable) {
  globalThis.__walk?.("packages/vm/src/code/check-locals.ts", "applyTo", 69);
  const { unavailable } = effect;
  if (unavailable !== void 0 && state2.certain[at3] === 0) {
    throw illTyped("a local may be read before it has a value", unavailable);
  }
  switch (effect.references) {
    case "move local":
      state2.certain[at3] = 0;
      state2.possible[at3] = 0;
      return;
    case "store local":
      if (state2.possible[at3] === 1 && droppable[at3] === false)
        throw illTyped("a local whose value cannot be dropped is overwritten", "STLOC_UNSAFE_TO_DESTROY_ERROR");
      state2.certain[at3] = 1;
      state2.possible[at3] = 1;
      return;
    case "return":
      for (let local = 0; local < droppable.length; local++) {
        if (state2.possible[local] === 1 && droppable[local] === false) {
          throw illTyped("a local still has a value that cannot be dropped", "UNSAFE_RET_UNUSED_VALUES_WITHOUT_DROP");
        }
      }
  }
}

// packages/vm/src/code/borrow-graph.ts
var maxBorrows = 10;
var anything = { path: [], exact: false };
var BorrowGraph = class _BorrowGraph {
  #nodes;
  #work;
  constructor(work, nodes = /* @__PURE__ */ new Map()) {
    globalThis.__walk?.("packages/vm/src/code/borrow-graph.ts", "constructor", 38);
    this.#work = work;
    this.#nodes = nodes;
  }
  copy() {
    globalThis.__walk?.("packages/vm/src/code/borrow-graph.ts", "copy", 43);
    return this.renamed((id) => (globalThis.__walk?.("packages/vm/src/code/borrow-graph.ts", "copy", 44), id));
  }
  /** The same graph with other numbers. */
  renamed(name) {
    globalThis.__walk?.("packages/vm/src/code/borrow-graph.ts", "renamed", 48);
    const nodes = /* @__PURE__ */ new Map();
    for (const [id, { mutable: mutable2, children, parents }] of this.#nodes) {
      this.#work.spend();
      nodes.set(name(id), {
        mutable: mutable2,
        children: new Map([...children].map(([child, borrows]) => (globalThis.__walk?.("packages/vm/src/code/borrow-graph.ts", "children", 54), [name(child), borrows]))),
        parents: new Set([...parents].map(name))
      });
    }
    return new _BorrowGraph(this.#work, nodes);
  }
  add(id, mutable2) {
    globalThis.__walk?.("packages/vm/src/code/borrow-graph.ts", "add", 61);
    this.#nodes.set(id, { mutable: mutable2, children: /* @__PURE__ */ new Map(), parents: /* @__PURE__ */ new Set() });
  }
  isMutable(id) {
    globalThis.__walk?.("packages/vm/src/code/borrow-graph.ts", "isMutable", 65);
    return this.#node(id).mutable;
  }
  /** Borrows something below the parent's value, by an unknown way. */
  borrowSomewhere(parent, child) {
    globalThis.__walk?.("packages/vm/src/code/borrow-graph.ts", "borrowSomewhere", 70);
    this.#borrow(parent, anything, child);
  }
  /** Borrows something inside of a part. What was borrowed there before stays as it is. */
  borrowInside(parent, part, child) {
    globalThis.__walk?.("packages/vm/src/code/borrow-graph.ts", "borrowInside", 75);
    this.#borrow(parent, { path: [part], exact: false }, child);
  }
  /** Borrows a part, or all when none is given. What was borrowed there before counts as borrowed from the child. */
  borrowPart(parent, part, child) {
    globalThis.__walk?.("packages/vm/src/code/borrow-graph.ts", "borrowPart", 80);
    const path = part === void 0 ? [] : [part];
    for (const [other, borrows] of this.#node(parent).children) {
      const inner = borrows.filter((borrow4) => (globalThis.__walk?.("packages/vm/src/code/borrow-graph.ts", "inner", 83), isPrefix(path, borrow4.path)));
      if (inner.length === 0) continue;
      this.#setBorrows(
        parent,
        other,
        borrows.filter((borrow4) => (globalThis.__walk?.("packages/vm/src/code/borrow-graph.ts", "borrowPart", 88), !inner.includes(borrow4)))
      );
      for (const borrow4 of inner) this.#borrow(child, { ...borrow4, path: borrow4.path.slice(path.length) }, other);
    }
    this.#borrow(parent, { path, exact: true }, child);
  }
  /** Ends a reference. What was borrowed from it counts as borrowed from its parents. */
  release(id) {
    globalThis.__walk?.("packages/vm/src/code/borrow-graph.ts", "release", 96);
    const { parents, children } = this.#node(id);
    for (const parent of parents) {
      const above = this.#node(parent).children.get(id);
      for (const [child, below] of children) {
        for (const outer of above) {
          for (const inner of below) {
            this.#borrow(
              parent,
              outer.exact ? { path: [...outer.path, ...inner.path], exact: inner.exact } : outer,
              child
            );
          }
        }
      }
      this.#node(parent).children.delete(id);
    }
    for (const child of children.keys()) this.#node(child).parents.delete(id);
    this.#nodes.delete(id);
  }
  /**
   * True if something was borrowed from a reference.
   *
   * @param part - asks only for what may lie inside of one part
   * @param mutableOnly - asks only for mutable references
   */
  isBorrowed(id, part, mutableOnly) {
    globalThis.__walk?.("packages/vm/src/code/borrow-graph.ts", "isBorrowed", 123);
    for (const [child, borrows] of this.#node(id).children) {
      this.#work.spend();
      if (mutableOnly && !this.isMutable(child)) continue;
      if (part === void 0 || borrows.some(({ path }) => (globalThis.__walk?.("packages/vm/src/code/borrow-graph.ts", "isBorrowed", 127), path.length === 0 || path[0] === part))) return true;
    }
    return false;
  }
  /** True if all of a reference's value, or no one knows which part, was borrowed. */
  isBorrowedWhole(id) {
    globalThis.__walk?.("packages/vm/src/code/borrow-graph.ts", "isBorrowedWhole", 133);
    for (const borrows of this.#node(id).children.values()) {
      if (borrows.some(({ path }) => (globalThis.__walk?.("packages/vm/src/code/borrow-graph.ts", "isBorrowedWhole", 135), path.length === 0))) return true;
    }
    return false;
  }
  /** Adds the borrows of another graph over the same references. @returns whether there was anything to add */
  join(other) {
    globalThis.__walk?.("packages/vm/src/code/borrow-graph.ts", "join", 141);
    let changed = false;
    for (const [parent, { children }] of other.#nodes) {
      for (const [child, borrows] of children) {
        for (const borrow4 of borrows) changed = this.#borrow(parent, borrow4, child) || changed;
      }
    }
    return changed;
  }
  #borrow(parent, borrow4, child) {
    globalThis.__walk?.("packages/vm/src/code/borrow-graph.ts", "borrow", 151);
    this.#work.spend();
    const known = this.#node(parent).children.get(child) ?? [];
    if (known.some((other) => (globalThis.__walk?.("packages/vm/src/code/borrow-graph.ts", "borrow", 154), covers(other, borrow4)))) return false;
    const kept = [...known.filter((other) => (globalThis.__walk?.("packages/vm/src/code/borrow-graph.ts", "kept", 155), !covers(borrow4, other))), borrow4];
    this.#setBorrows(parent, child, kept.length > maxBorrows ? [anything] : kept);
    return true;
  }
  #setBorrows(parent, child, borrows) {
    globalThis.__walk?.("packages/vm/src/code/borrow-graph.ts", "setBorrows", 160);
    if (borrows.length === 0) {
      this.#node(parent).children.delete(child);
      this.#node(child).parents.delete(parent);
    } else {
      this.#node(parent).children.set(child, borrows);
      this.#node(child).parents.add(parent);
    }
  }
  #node(id) {
    globalThis.__walk?.("packages/vm/src/code/borrow-graph.ts", "node", 170);
    return this.#nodes.get(id);
  }
};
function isPrefix(prefix, path) {
  globalThis.__walk?.("packages/vm/src/code/borrow-graph.ts", "isPrefix", 175);
  return prefix.length <= path.length && prefix.every((part, i) => (globalThis.__walk?.("packages/vm/src/code/borrow-graph.ts", "isPrefix", 176), part === path[i]));
}
function covers(general, special) {
  globalThis.__walk?.("packages/vm/src/code/borrow-graph.ts", "covers", 180);
  if (!general.exact) return isPrefix(general.path, special.path);
  return special.exact && general.path.length === special.path.length && isPrefix(general.path, special.path);
}

// packages/vm/src/code/reference-state.ts
var noReference = -1;
var frame = 0;
function functionEntry(locals, params, work) {
  globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "functionEntry", 18);
  const graph = new BorrowGraph(work);
  graph.add(frame, true);
  const held = locals.map((type, local) => {
    globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "held", 21);
    if (local >= params || type.kind !== "Reference") return noReference;
    graph.add(canonicalId(local), type.mutable);
    return canonicalId(local);
  });
  return { locals: held, graph };
}
function joinEntry(known, { locals, graph }) {
  globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "joinEntry", 30);
  let changed = false;
  const joining = graph.copy();
  for (const [local, id] of known.locals.entries()) {
    if (id === locals[local]) continue;
    if (id === noReference) joining.release(locals[local]);
    else {
      known.graph.release(id);
      known.locals[local] = noReference;
      changed = true;
    }
  }
  return known.graph.join(joining) || changed;
}
var ReferenceState = class {
  #locals;
  #graph;
  #globals;
  #stack = [];
  #nextId;
  /** @param globals - parts of the frame that represent structs in global storage, shared by all blocks of a function */
  constructor({ locals, graph }, globals) {
    globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "constructor", 58);
    this.#locals = [...locals];
    this.#graph = graph.copy();
    this.#globals = globals;
    this.#nextId = canonicalId(locals.length);
  }
  /** The references at the block's end, with the names that references have at the beginning of blocks. */
  finish() {
    globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "finish", 66);
    const names2 = /* @__PURE__ */ new Map([[frame, frame]]);
    const locals = this.#locals.map((id, local) => {
      globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "locals", 68);
      if (id === noReference) return id;
      names2.set(id, canonicalId(local));
      return canonicalId(local);
    });
    return { locals, graph: this.#graph.renamed((id) => (globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "graph", 73), names2.get(id))) };
  }
  #add(mutable2) {
    globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "add", 76);
    const id = this.#nextId++;
    this.#graph.add(id, mutable2);
    return id;
  }
  #pop() {
    globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "pop", 82);
    return this.#stack.pop();
  }
  drop(count) {
    globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "drop", 86);
    for (let i = 0; i < count; i++) this.#release(this.#pop());
  }
  pushValues(count) {
    globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "pushValues", 90);
    for (let i = 0; i < count; i++) this.#stack.push(noReference);
  }
  #release(id) {
    globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "release", 94);
    if (id !== noReference) this.#graph.release(id);
  }
  /** The part of the frame that all resources of a struct are. */
  #global(name) {
    globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "global", 99);
    let part = this.#globals.get(name);
    if (part === void 0) {
      part = this.#locals.length + this.#globals.size;
      this.#globals.set(name, part);
    }
    return part;
  }
  /** True if nothing that was borrowed from a mutable reference is alive. */
  #isWritable(id) {
    globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "isWritable", 109);
    return !this.#graph.isBorrowed(id, void 0, false);
  }
  /** True if nothing can change what a reference leads to. */
  #isReadable(id, part) {
    globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "isReadable", 114);
    return !(this.#graph.isMutable(id) && this.#graph.isBorrowed(id, part, true));
  }
  copyLocal(local) {
    globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "copyLocal", 118);
    const id = this.#locals[local];
    if (id === noReference) {
      if (this.#graph.isBorrowed(frame, local, true)) {
        throw illTyped("a local is copied while it is mutably borrowed", "COPYLOC_EXISTS_BORROW_ERROR");
      }
      this.pushValues(1);
      return;
    }
    const copy3 = this.#add(this.#graph.isMutable(id));
    this.#graph.borrowPart(id, void 0, copy3);
    this.#stack.push(copy3);
  }
  moveLocal(local) {
    globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "moveLocal", 132);
    const id = this.#locals[local];
    if (id === noReference && this.#graph.isBorrowed(frame, local, false)) {
      throw illTyped("a local is moved while it is borrowed", "MOVELOC_EXISTS_BORROW_ERROR");
    }
    this.#locals[local] = noReference;
    this.#stack.push(id);
  }
  storeLocal(local) {
    globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "storeLocal", 141);
    const id = this.#locals[local];
    if (id === noReference && this.#graph.isBorrowed(frame, local, false)) {
      throw illTyped("a local is overwritten while it is borrowed", "STLOC_UNSAFE_TO_DESTROY_ERROR");
    }
    this.#release(id);
    this.#locals[local] = this.#pop();
  }
  writeReference() {
    globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "writeReference", 150);
    const id = this.#pop();
    if (!this.#isWritable(id)) {
      throw illTyped("a value is overwritten while it is borrowed", "WRITEREF_EXISTS_BORROW_ERROR");
    }
    this.#release(id);
    this.drop(1);
  }
  borrowLocal(local, mutable2) {
    globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "borrowLocal", 159);
    if (mutable2 ? this.#graph.isBorrowedWhole(frame) : this.#graph.isBorrowed(frame, local, true)) {
      throw illTyped("a local is borrowed while it is mutably borrowed", "BORROWLOC_EXISTS_BORROW_ERROR");
    }
    const id = this.#add(mutable2);
    this.#graph.borrowPart(frame, local, id);
    this.#stack.push(id);
  }
  borrowField(field2, mutable2) {
    globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "borrowField", 169);
    const parent = this.#pop();
    if (mutable2 ? this.#graph.isBorrowedWhole(parent) : !this.#isReadable(parent, field2)) {
      throw illTyped("a field is borrowed while it is mutably borrowed", "BORROWFIELD_EXISTS_MUTABLE_BORROW_ERROR");
    }
    const id = this.#add(mutable2);
    this.#graph.borrowPart(parent, field2, id);
    this.#release(parent);
    this.#stack.push(id);
  }
  borrowElement(mutable2) {
    globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "borrowElement", 180);
    this.drop(1);
    const vector2 = this.#pop();
    if (!(mutable2 ? this.#isWritable(vector2) : this.#isReadable(vector2))) {
      throw illTyped("an element is borrowed while others are", "VEC_BORROW_ELEMENT_EXISTS_MUTABLE_BORROW_ERROR");
    }
    const id = this.#add(mutable2);
    this.#graph.borrowSomewhere(vector2, id);
    this.#release(vector2);
    this.#stack.push(id);
  }
  changeVector() {
    globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "changeVector", 192);
    const vector2 = this.#pop();
    if (!this.#isWritable(vector2)) {
      throw illTyped("a vector is changed while an element is borrowed", "VEC_UPDATE_EXISTS_MUTABLE_BORROW_ERROR");
    }
    this.#release(vector2);
  }
  borrowGlobal(name, mutable2) {
    globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "borrowGlobal", 200);
    this.requireFreeGlobal(name, !mutable2);
    this.drop(1);
    const id = this.#add(mutable2);
    this.#graph.borrowInside(frame, this.#global(name), id);
    this.#stack.push(id);
  }
  requireFreeGlobal(name, mutableOnly) {
    globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "requireFreeGlobal", 208);
    if (this.#graph.isBorrowed(frame, this.#global(name), mutableOnly)) {
      throw illTyped(`a ${name} of global storage is taken while one is borrowed`, "GLOBAL_REFERENCE_ERROR");
    }
  }
  freeze() {
    globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "freeze", 214);
    const id = this.#pop();
    if (!this.#isReadable(id)) {
      throw illTyped("a reference is frozen while it is mutably borrowed", "FREEZEREF_EXISTS_MUTABLE_BORROW_ERROR");
    }
    const frozen = this.#add(false);
    this.#graph.borrowPart(id, void 0, frozen);
    this.#release(id);
    this.#stack.push(frozen);
  }
  /** Reads values, or what references lead to, and pushes what was found. */
  read(count) {
    globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "read", 226);
    const operands = this.#stack.splice(this.#stack.length - count, count);
    for (const id of operands) {
      if (id !== noReference && !this.#isReadable(id)) {
        throw illTyped("a value is read while it is mutably borrowed", "READREF_EXISTS_MUTABLE_BORROW_ERROR");
      }
    }
    for (const id of operands) this.#release(id);
    this.pushValues(1);
  }
  call(args, results) {
    globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "call", 237);
    const given = this.#stack.splice(this.#stack.length - args, args).filter((id) => (globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "given", 238), id !== noReference));
    for (const id of given) {
      if (this.#graph.isMutable(id) && !this.#isWritable(id)) {
        throw illTyped(
          "a mutable reference is passed on while it is borrowed",
          "CALL_BORROWED_MUTABLE_REFERENCE_ERROR"
        );
      }
    }
    for (const type of results) {
      if (type.kind !== "Reference") {
        this.pushValues(1);
        continue;
      }
      const id = this.#add(type.mutable);
      for (const parent of given) {
        if (!type.mutable || this.#graph.isMutable(parent)) this.#graph.borrowSomewhere(parent, id);
      }
      this.#stack.push(id);
    }
    for (const id of given) this.#release(id);
  }
  return() {
    globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "return", 261);
    for (const id of this.#locals) this.#release(id);
    if (this.#graph.isBorrowed(frame, void 0, false)) {
      throw illTyped("a reference outlives the value it points to", "UNSAFE_RET_LOCAL_OR_RESOURCE_STILL_BORROWED");
    }
    for (const id of this.#stack) {
      if (id !== noReference && this.#graph.isMutable(id) && !this.#isWritable(id)) {
        throw illTyped("a mutable reference is returned while it is borrowed", "RET_BORROWED_MUTABLE_REFERENCE_ERROR");
      }
    }
  }
};
function canonicalId(local) {
  globalThis.__walk?.("packages/vm/src/code/reference-state.ts", "canonicalId", 275);
  return local + 1;
}

// packages/vm/src/code/check-references.ts
var stepsPerInstruction = 2e3;
function checkReferences(code) {
  globalThis.__walk?.("packages/vm/src/code/check-references.ts", "checkReferences", 34);
  new ReferenceCheck(code).run();
}
var ReferenceCheck = class {
  #code;
  #entries = /* @__PURE__ */ new Map();
  #globals = /* @__PURE__ */ new Map();
  #steps;
  constructor(code) {
    globalThis.__walk?.("packages/vm/src/code/check-references.ts", "constructor", 44);
    this.#code = code;
    this.#steps = stepsPerInstruction * (code.instructions.length + 10);
  }
  spend() {
    globalThis.__walk?.("packages/vm/src/code/check-references.ts", "spend", 49);
    if (--this.#steps < 0) throw illTyped("there are too many references to check", "PROGRAM_TOO_COMPLEX");
  }
  run() {
    globalThis.__walk?.("packages/vm/src/code/check-references.ts", "run", 53);
    const { instructions, locals, params } = this.#code;
    this.#entries.set(0, functionEntry(locals, params, this));
    const open = [0];
    for (let start = open.pop(); start !== void 0; start = open.pop()) {
      const state2 = new ReferenceState(this.#entries.get(start), this.#globals);
      const at3 = this.#runBlock(start, state2);
      const following = successors(instructions[at3], at3);
      if (following.length === 0) continue;
      const end = state2.finish();
      for (const next of following) if (this.#enter(next, end)) open.push(next);
    }
  }
  /** Runs a block to its end. @returns the index of its last instruction */
  #runBlock(start, state2) {
    globalThis.__walk?.("packages/vm/src/code/check-references.ts", "runBlock", 68);
    const { instructions, targets } = this.#code;
    for (let at3 = start; ; at3++) {
      this.#step(instructions[at3], state2);
      if (instructions[at3].effect.ends !== void 0 || targets.has(at3 + 1)) return at3;
    }
  }
  /** @returns whether the block has to be looked at again */
  #enter(block, entry2) {
    globalThis.__walk?.("packages/vm/src/code/check-references.ts", "enter", 77);
    const known = this.#entries.get(block);
    if (known !== void 0) return joinEntry(known, entry2);
    this.#entries.set(block, { locals: [...entry2.locals], graph: entry2.graph.copy() });
    return true;
  }
  #step(instruction, state2) {
    globalThis.__walk?.("packages/vm/src/code/check-references.ts", "step", 84);
    this.spend();
    const { effect, at: at3, takes } = instruction;
    const isMutable = effect.mutable === true;
    switch (effect.references) {
      case "values":
        state2.drop(takes);
        state2.pushValues(instruction.gives);
        return;
      case "return":
        state2.return();
        return;
      case "copy local":
        state2.copyLocal(at3);
        return;
      case "move local":
        state2.moveLocal(at3);
        return;
      case "store local":
        state2.storeLocal(at3);
        return;
      case "borrow local":
        state2.borrowLocal(at3, isMutable);
        return;
      case "borrow field":
        state2.borrowField(at3, isMutable);
        return;
      case "call":
        this.#call(instruction, state2);
        return;
      case "read":
        state2.read(takes);
        return;
      case "write":
        state2.writeReference();
        return;
      case "freeze":
        state2.freeze();
        return;
      case "borrow global":
        state2.borrowGlobal(instruction.type.name, isMutable);
        return;
      case "take global":
        state2.requireFreeGlobal(instruction.type.name, false);
        state2.drop(takes);
        state2.pushValues(instruction.gives);
        return;
      case "borrow element":
        state2.borrowElement(isMutable);
        return;
      case "change vector":
        state2.drop(takes - 1);
        state2.changeVector();
        state2.pushValues(instruction.gives);
    }
  }
  #call({ site: site2, results, takes }, state2) {
    globalThis.__walk?.("packages/vm/src/code/check-references.ts", "call", 141);
    if (site2 === void 0) state2.drop(1);
    else if (this.#globals.size > 0) {
      for (const name of this.#code.acquires(site2)) state2.requireFreeGlobal(name, false);
    }
    state2.call(site2 === void 0 ? takes - 1 : takes, results);
  }
};

// packages/vm/src/code/code-context.ts
var CodeContext = class {
  tables;
  common;
  types;
  /** Undefined for a script. */
  module;
  source;
  stack;
  /** Locals that references lead to. */
  borrowed = /* @__PURE__ */ new Set();
  /** Calls and closures so far. */
  sites = 0;
  constructor(tables2, module, source) {
    globalThis.__walk?.("packages/vm/src/code/code-context.ts", "constructor", 57);
    this.tables = tables2;
    this.common = tables2.tables;
    this.types = tables2.types;
    this.module = module;
    this.source = source;
    this.stack = new TypeStack((type) => (globalThis.__walk?.("packages/vm/src/code/code-context.ts", "constructor", 63), this.abilities(type)));
  }
  /** Abilities of a type, in terms of the function's type parameters. */
  abilities(type) {
    globalThis.__walk?.("packages/vm/src/code/code-context.ts", "abilities", 67);
    return abilitiesOf(type, this.source.constraints, (struct2) => {
      globalThis.__walk?.("packages/vm/src/code/code-context.ts", "abilities", 68);
      const declaration = this.tables.structDeclaration(struct2);
      if (declaration === void 0) throw illTyped(`${struct2.text} is not declared`);
      return declaration;
    });
  }
  /** The type of a parameter or local. */
  local(index) {
    globalThis.__walk?.("packages/vm/src/code/code-context.ts", "local", 76);
    const type = this.source.locals[index];
    if (type === void 0) throw illTyped("a local is out of range", "INDEX_OUT_OF_BOUNDS");
    return type;
  }
  /** The tables that only modules have. */
  definitions() {
    globalThis.__walk?.("packages/vm/src/code/code-context.ts", "definitions", 83);
    if (this.module === void 0)
      throw illTyped("a script uses an instruction that needs a module", "INVALID_OPERATION_IN_SCRIPT");
    return this.module;
  }
  /** An entry of a table. */
  entry(table, index) {
    globalThis.__walk?.("packages/vm/src/code/code-context.ts", "entry", 90);
    const entry2 = table[index];
    if (entry2 === void 0) throw illTyped("an instruction's index is out of range", "INDEX_OUT_OF_BOUNDS");
    return entry2;
  }
  /** A type that values have: no reference, nor anything of one. */
  requireValue(type) {
    globalThis.__walk?.("packages/vm/src/code/code-context.ts", "requireValue", 97);
    checkValueType(type, this.source.constraints, this.tables);
  }
  /** A struct of the module. @param typeArgs - signature of its type arguments; undefined for a plain instruction */
  structType(definition, typeArgs) {
    globalThis.__walk?.("packages/vm/src/code/code-context.ts", "structType", 102);
    const { handle } = this.entry(this.definitions().structDefinitions, definition);
    const { module, name, typeParameters } = this.common.structHandles[handle];
    const owner = this.tables.moduleName(module);
    const args = typeArgs === void 0 ? [] : this.tables.signature(typeArgs);
    if (args.length !== typeParameters.length)
      throw illTyped("a struct has the wrong number of type arguments", "NUMBER_OF_TYPE_ARGUMENTS_MISMATCH");
    args.forEach((type, i) => {
      globalThis.__walk?.("packages/vm/src/code/code-context.ts", "structType", 109);
      this.requireValue(type);
      this.stack.require(type, typeParameters[i].constraints, "CONSTRAINT_NOT_SATISFIED");
    });
    return this.types.struct(owner.address, owner.name, this.common.identifiers[name], args);
  }
  /** Types of fields in an instance of their struct. */
  fieldTypes(fields, type) {
    globalThis.__walk?.("packages/vm/src/code/code-context.ts", "fieldTypes", 117);
    return fields.map((field2) => (globalThis.__walk?.("packages/vm/src/code/code-context.ts", "fieldTypes", 118), this.fieldType(field2, type)));
  }
  /** The type of one of them. */
  fieldType(field2, type) {
    globalThis.__walk?.("packages/vm/src/code/code-context.ts", "fieldType", 122);
    return this.types.substitute(this.types.ofToken(this.common, field2.type), type.typeArgs);
  }
};

// packages/vm/src/code/segments.ts
function hasFixedSize(type) {
  globalThis.__walk?.("packages/vm/src/code/segments.ts", "hasFixedSize", 5);
  return type.kind !== "Vector" && type.kind !== "Struct" && type.kind !== "TypeParameter" && type.kind !== "Function";
}
function endsSegment({ effect, weighed }) {
  globalThis.__walk?.("packages/vm/src/code/segments.ts", "endsSegment", 10);
  if (effect.ends !== void 0 || effect.reaches !== void 0) return true;
  return weighed !== void 0 && !hasFixedSize(weighed);
}
function splitSegments(code, targets) {
  globalThis.__walk?.("packages/vm/src/code/segments.ts", "splitSegments", 16);
  const segments = [];
  let start = 0;
  let peak = 0;
  code.forEach((instruction, i) => {
    globalThis.__walk?.("packages/vm/src/code/segments.ts", "splitSegments", 20);
    const next = code[i + 1];
    const ends = next === void 0 || targets.has(i + 1) || endsSegment(instruction);
    peak = Math.max(peak, instruction.height, next?.height ?? 0);
    if (!ends) return;
    code[start].segment = segments.length;
    segments.push({ start, end: i + 1, peak });
    start = i + 1;
    peak = 0;
  });
  return segments;
}

// packages/vm/src/code/translate-calls.ts
function site(context, { index, typeArgs: signature, instantiation }) {
  globalThis.__walk?.("packages/vm/src/code/translate-calls.ts", "site", 10);
  const typeArgs = signature === void 0 ? [] : context.tables.signature(signature);
  const { module, name, params, returns, typeParameters } = context.entry(context.common.functionHandles, index);
  if (typeArgs.length !== typeParameters.length)
    throw illTyped("a function has the wrong number of type arguments", "NUMBER_OF_TYPE_ARGUMENTS_MISMATCH");
  typeArgs.forEach((type, i) => {
    globalThis.__walk?.("packages/vm/src/code/translate-calls.ts", "site", 15);
    context.requireValue(type);
    context.stack.require(type, typeParameters[i], "CONSTRAINT_NOT_SATISFIED");
  });
  const owner = context.tables.moduleName(module);
  return {
    target: { address: owner.address, module: owner.name, name: context.common.identifiers[name], typeArgs },
    index: context.sites++,
    params: context.tables.signature(params),
    results: context.tables.signature(returns),
    constraints: typeParameters,
    instantiation
  };
}
function instantiate(context, types, site2) {
  globalThis.__walk?.("packages/vm/src/code/translate-calls.ts", "instantiate", 30);
  return types.map((type) => (globalThis.__walk?.("packages/vm/src/code/translate-calls.ts", "instantiate", 31), context.types.substitute(type, site2.target.typeArgs)));
}
function call2(context, operands) {
  globalThis.__walk?.("packages/vm/src/code/translate-calls.ts", "call", 35);
  const called = site(context, operands);
  context.stack.expectAll(instantiate(context, called.params, called));
  context.stack.pushAll(instantiate(context, called.results, called));
  return { site: called };
}
function packClosure(context, operands) {
  globalThis.__walk?.("packages/vm/src/code/translate-calls.ts", "packClosure", 43);
  const called = site(context, operands);
  const mask = BigInt(operands.literal);
  const params = instantiate(context, called.params, called);
  if (params.length < 64 && mask >> BigInt(params.length) !== 0n)
    throw illTyped("a closure captures too much", "INVALID_CLOSURE_MASK");
  const isCaptured = (i) => (globalThis.__walk?.("packages/vm/src/code/translate-calls.ts", "isCaptured", 49), (mask >> BigInt(i) & 1n) === 1n);
  const captured = params.filter((_, i) => (globalThis.__walk?.("packages/vm/src/code/translate-calls.ts", "captured", 50), isCaptured(i)));
  let abilities2 = closureAbilities(context, called);
  for (const type of captured) {
    if (type.kind === "Reference") throw illTyped("a closure captures a reference", "PACK_TYPE_MISMATCH_ERROR");
    abilities2 &= context.abilities(type);
  }
  context.stack.expectAll(captured);
  const rest2 = params.filter((_, i) => (globalThis.__walk?.("packages/vm/src/code/translate-calls.ts", "rest", 57), !isCaptured(i)));
  context.stack.push(context.types.function(rest2, instantiate(context, called.results, called), abilities2));
  return { site: called, count: captured.length, value: mask, fields: captured };
}
function closureAbilities(context, site2) {
  globalThis.__walk?.("packages/vm/src/code/translate-calls.ts", "closureAbilities", 63);
  const handle = context.common.functionHandles.find(
    ({ module, name }) => (globalThis.__walk?.("packages/vm/src/code/translate-calls.ts", "handle", 65), context.common.identifiers[name] === site2.target.name && context.tables.moduleName(module).name === site2.target.module && context.tables.moduleName(module).address === site2.target.address)
  );
  const own = context.module?.functionDefinitions.find(
    ({ handle: index }) => (globalThis.__walk?.("packages/vm/src/code/translate-calls.ts", "own", 71), context.common.functionHandles[index] === handle)
  );
  const persistent = own?.visibility === "public" || handle?.attributes.some(({ kind }) => (globalThis.__walk?.("packages/vm/src/code/translate-calls.ts", "persistent", 74), kind === "persistent")) === true;
  return persistent ? copy2 | drop | store : copy2 | drop;
}
function callClosure(context, { index }) {
  globalThis.__walk?.("packages/vm/src/code/translate-calls.ts", "callClosure", 79);
  const [type, ...others2] = context.tables.signature(index);
  if (type?.kind !== "Function" || others2.length > 0)
    throw illTyped("a closure call without a function type", "CLOSURE_CALL_REQUIRES_FUNCTION");
  context.requireValue(type);
  context.stack.expect(type);
  context.stack.expectAll(type.args);
  context.stack.pushAll(type.results);
  return { type, count: type.args.length };
}
var callRules = {
  call: call2,
  pack_closure: packClosure,
  call_closure: callClosure
};

// packages/vm/src/code/constant-layout.ts
function constantLayout(type) {
  globalThis.__walk?.("packages/vm/src/code/constant-layout.ts", "constantLayout", 7);
  if (type.kind === "Vector") return { kind: "Vector", element: constantLayout(type.element) };
  if (type.kind in primitiveTypes && type.kind !== "Signer") return type;
  throw illTyped(`a constant of type ${type.text}`, "INVALID_CONSTANT_TYPE");
}

// packages/vm/src/code/translate-operands.ts
var { Bool, U8, U64 } = primitiveTypes;
var load2 = (kind) => (globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "load", 13), (({ stack }, { literal }) => {
  globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "load", 14);
  stack.push(primitiveTypes[kind]);
  return { value: integer(BigInt(literal)) };
}));
var loadBool = (value) => (globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "loadBool", 20), (({ stack }) => {
  globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "loadBool", 21);
  stack.push(Bool);
  return { value };
}));
var cast2 = (target2) => (globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "cast", 27), (({ stack }) => {
  globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "cast", 28);
  const { kind } = stack.integer();
  stack.push(primitiveTypes[target2]);
  return { kind, type: primitiveTypes[target2] };
}));
var jumpIf = ({ stack }, { index }) => {
  globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "jumpIf", 34);
  stack.expect(Bool);
  return { at: index };
};
var borrowLocal2 = (mutable2) => (globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "borrowLocal", 40), ((context, { index }) => {
  globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "borrowLocal", 41);
  const type = context.local(index);
  if (type.kind === "Reference") throw illTyped("a reference to a reference", "BORROWLOC_REFERENCE_ERROR");
  context.borrowed.add(index);
  context.stack.push(context.types.reference(mutable2, type));
  return { at: index };
}));
var arithmetic = ({ stack }) => {
  globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "arithmetic", 49);
  const { type, kind } = stack.integer();
  stack.expect(type);
  stack.push(type);
  return { kind };
};
var bits = (context) => {
  globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "bits", 56);
  const parts = arithmetic(context);
  if (integerRanges[parts.kind].signed)
    throw illTyped("a bit operation on signed integers", "INTEGER_OP_TYPE_MISMATCH_ERROR");
  return parts;
};
var shift = ({ stack }) => {
  globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "shift", 63);
  stack.expect(U8);
  const { type, kind } = stack.integer();
  if (integerRanges[kind].signed) throw illTyped("a shift of a signed integer", "INTEGER_OP_TYPE_MISMATCH_ERROR");
  stack.push(type);
  return { kind };
};
var compare2 = ({ stack }) => {
  globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "compare", 71);
  const { type, kind } = stack.integer();
  stack.expect(type);
  stack.push(Bool);
  return { kind };
};
var equal = ({ stack }) => {
  globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "equal", 78);
  const right = stack.pop();
  const left = stack.pop();
  if (left !== right) throw illTyped(`${left.text} is compared with ${right.text}`, "EQUALITY_OP_TYPE_MISMATCH_ERROR");
  stack.require(left, drop);
  stack.push(Bool);
  return { type: left };
};
var logic = ({ stack }) => {
  globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "logic", 87);
  stack.expect(Bool);
  stack.expect(Bool);
  stack.push(Bool);
  return {};
};
function constant(context, { index }) {
  globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "constant", 94);
  const { type: token, data } = context.entry(context.common.constants, index);
  const type = context.types.ofToken(context.common, token);
  context.stack.push(type);
  const value = deserializeValue(data, constantLayout(type), context.types);
  return { count: data.length, value, type, created: [type] };
}
function dropRest({ stack }) {
  globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "dropRest", 104);
  while (stack.height > 0) stack.pop();
  return {};
}
var operandRules = {
  pop: ({ stack }) => {
    globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "pop", 111);
    const type = stack.pop();
    stack.require(type, drop);
    return { type };
  },
  ret: ({ stack, source }) => {
    globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "ret", 116);
    stack.expectAll(source.results);
    return {};
  },
  br_true: jumpIf,
  br_false: jumpIf,
  branch: (_, { index }) => (globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "branch", 122), { at: index }),
  nop: () => (globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "nop", 123), {}),
  ld_const: constant,
  ld_true: loadBool(true),
  ld_false: loadBool(false),
  ld_u8: load2("U8"),
  ld_u16: load2("U16"),
  ld_u32: load2("U32"),
  ld_u64: load2("U64"),
  ld_u128: load2("U128"),
  ld_u256: load2("U256"),
  ld_i8: load2("I8"),
  ld_i16: load2("I16"),
  ld_i32: load2("I32"),
  ld_i64: load2("I64"),
  ld_i128: load2("I128"),
  ld_i256: load2("I256"),
  cast_u8: cast2("U8"),
  cast_u16: cast2("U16"),
  cast_u32: cast2("U32"),
  cast_u64: cast2("U64"),
  cast_u128: cast2("U128"),
  cast_u256: cast2("U256"),
  cast_i8: cast2("I8"),
  cast_i16: cast2("I16"),
  cast_i32: cast2("I32"),
  cast_i64: cast2("I64"),
  cast_i128: cast2("I128"),
  cast_i256: cast2("I256"),
  copy_loc: (context, { index }) => {
    globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "copy_loc", 151);
    const type = context.local(index);
    context.stack.require(type, copy2);
    context.stack.push(type);
    return { at: index, type };
  },
  move_loc: (context, { index }) => {
    globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "move_loc", 157);
    context.stack.push(context.local(index));
    return { at: index };
  },
  st_loc: (context, { index }) => {
    globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "st_loc", 161);
    context.stack.expect(context.local(index));
    return { at: index };
  },
  mut_borrow_loc: borrowLocal2(true),
  imm_borrow_loc: borrowLocal2(false),
  read_ref: ({ stack }) => {
    globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "read_ref", 167);
    const { target: target2 } = stack.reference();
    stack.require(target2, copy2);
    stack.push(target2);
    return { type: target2 };
  },
  write_ref: ({ stack }) => {
    globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "write_ref", 173);
    const { target: target2 } = stack.reference(true);
    stack.require(target2, drop);
    stack.expect(target2);
    return { type: target2 };
  },
  freeze_ref: ({ stack, types }) => {
    globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "freeze_ref", 179);
    const { target: target2 } = stack.reference(true);
    stack.push(types.reference(false, target2));
    return {};
  },
  add: arithmetic,
  sub: arithmetic,
  mul: arithmetic,
  mod: arithmetic,
  div: arithmetic,
  bit_or: bits,
  bit_and: bits,
  xor: bits,
  shl: shift,
  shr: shift,
  negate: ({ stack }) => {
    globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "negate", 194);
    const { type, kind } = stack.integer();
    if (!integerRanges[kind].signed) throw illTyped("an unsigned integer is negated", "INTEGER_OP_TYPE_MISMATCH_ERROR");
    stack.push(type);
    return { kind };
  },
  lt: compare2,
  gt: compare2,
  le: compare2,
  ge: compare2,
  eq: equal,
  neq: equal,
  or: logic,
  and: logic,
  not: ({ stack }) => {
    globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "not", 208);
    stack.expect(Bool);
    stack.push(Bool);
    return {};
  },
  abort: (context) => {
    globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "abort", 213);
    context.stack.expect(U64);
    return dropRest(context);
  },
  abort_msg: (context) => {
    globalThis.__walk?.("packages/vm/src/code/translate-operands.ts", "abort_msg", 217);
    context.stack.expect(context.types.vector(U8));
    context.stack.expect(U64);
    return dropRest(context);
  }
};

// packages/vm/src/code/translate-storage.ts
var { Bool: Bool2, U64: U642, Address, Signer } = primitiveTypes;
var onResource = (use) => (globalThis.__walk?.("packages/vm/src/code/translate-storage.ts", "onResource", 12), ((context, { index, typeArgs }) => {
  globalThis.__walk?.("packages/vm/src/code/translate-storage.ts", "onResource", 13);
  const type = context.structType(index, typeArgs);
  context.stack.require(type, key2);
  use(context, type);
  return { type, created: typeArgs === void 0 ? [] : [type] };
}));
var borrowGlobal2 = (mutable2) => (globalThis.__walk?.("packages/vm/src/code/translate-storage.ts", "borrowGlobal", 20), onResource(({ stack, types }, type) => {
  globalThis.__walk?.("packages/vm/src/code/translate-storage.ts", "borrowGlobal", 21);
  stack.expect(Address);
  stack.push(types.reference(mutable2, type));
}));
var onVector2 = (use) => (globalThis.__walk?.("packages/vm/src/code/translate-storage.ts", "onVector", 28), ((context, { index, literal }) => {
  globalThis.__walk?.("packages/vm/src/code/translate-storage.ts", "onVector", 29);
  context.entry(context.common.signatures, index);
  const [element, ...others2] = context.tables.signature(index);
  if (element === void 0 || others2.length > 0) throw illTyped("a vector instruction without an element type");
  context.requireValue(element);
  const count = Number(literal);
  use(context, element, context.types.vector(element), count);
  return { count, type: element, created: [element] };
}));
var borrowElement = (mutable2) => (globalThis.__walk?.("packages/vm/src/code/translate-storage.ts", "borrowElement", 39), onVector2(({ stack, types }, element, vector2) => {
  globalThis.__walk?.("packages/vm/src/code/translate-storage.ts", "borrowElement", 40);
  stack.expect(U642);
  stack.referenceTo(vector2, mutable2);
  stack.push(types.reference(mutable2, element));
}));
var storageRules = {
  exists: onResource(({ stack }) => {
    globalThis.__walk?.("packages/vm/src/code/translate-storage.ts", "exists", 48);
    stack.expect(Address);
    stack.push(Bool2);
  }),
  mut_borrow_global: borrowGlobal2(true),
  imm_borrow_global: borrowGlobal2(false),
  move_from: onResource(({ stack }, type) => {
    globalThis.__walk?.("packages/vm/src/code/translate-storage.ts", "move_from", 54);
    stack.expect(Address);
    stack.push(type);
  }),
  move_to: onResource(({ stack }, type) => {
    globalThis.__walk?.("packages/vm/src/code/translate-storage.ts", "move_to", 58);
    stack.expect(type);
    stack.referenceTo(Signer, false);
  }),
  vec_pack: onVector2(({ stack }, element, vector2, count) => {
    globalThis.__walk?.("packages/vm/src/code/translate-storage.ts", "vec_pack", 62);
    if (count > stack.height)
      throw illTyped("a vector of more elements than there are operands", "NEGATIVE_STACK_SIZE_WITHIN_BLOCK");
    for (let i = 0; i < count; i++) stack.expect(element);
    stack.push(vector2);
  }),
  vec_len: onVector2(({ stack }, _, vector2) => {
    globalThis.__walk?.("packages/vm/src/code/translate-storage.ts", "vec_len", 68);
    stack.referenceTo(vector2, false);
    stack.push(U642);
  }),
  vec_imm_borrow: borrowElement(false),
  vec_mut_borrow: borrowElement(true),
  vec_push_back: onVector2(({ stack }, element, vector2) => {
    globalThis.__walk?.("packages/vm/src/code/translate-storage.ts", "vec_push_back", 74);
    stack.expect(element);
    stack.referenceTo(vector2, true);
  }),
  vec_pop_back: onVector2(({ stack }, element, vector2) => {
    globalThis.__walk?.("packages/vm/src/code/translate-storage.ts", "vec_pop_back", 78);
    stack.referenceTo(vector2, true);
    stack.push(element);
  }),
  vec_unpack: onVector2(({ stack }, element, vector2, count) => {
    globalThis.__walk?.("packages/vm/src/code/translate-storage.ts", "vec_unpack", 82);
    if (count > 65535) throw illTyped("a vector is unpacked into too many operands", "CONSTRAINT_NOT_SATISFIED");
    stack.expect(vector2);
    for (let i = 0; i < count; i++) stack.push(element);
  }),
  vec_swap: onVector2(({ stack }, _, vector2) => {
    globalThis.__walk?.("packages/vm/src/code/translate-storage.ts", "vec_swap", 87);
    stack.expect(U642);
    stack.expect(U642);
    stack.referenceTo(vector2, true);
  })
};

// packages/vm/src/code/translate-structs.ts
var borrowField2 = (mutable2) => (globalThis.__walk?.("packages/vm/src/code/translate-structs.ts", "borrowField", 10), ((context, { index, typeArgs }) => {
  globalThis.__walk?.("packages/vm/src/code/translate-structs.ts", "borrowField", 11);
  const { struct: struct2, field: field2 } = context.entry(context.definitions().fieldHandles, index);
  const { content } = context.definitions().structDefinitions[struct2];
  const definition = content.kind === "struct" ? content.fields[field2] : void 0;
  if (definition === void 0) throw illTyped("a field does not exist", "INDEX_OUT_OF_BOUNDS");
  const type = context.structType(struct2, typeArgs);
  const fieldType = context.fieldType(definition, type);
  context.stack.referenceTo(type, mutable2);
  context.stack.push(context.types.reference(mutable2, fieldType));
  return { at: field2, created: typeArgs === void 0 ? [] : [type, fieldType] };
}));
var borrowVariantField = (mutable2) => (globalThis.__walk?.("packages/vm/src/code/translate-structs.ts", "borrowVariantField", 25), ((context, { index, typeArgs }) => {
  globalThis.__walk?.("packages/vm/src/code/translate-structs.ts", "borrowVariantField", 26);
  const { struct: struct2, field: field2, variants } = context.entry(context.definitions().variantFieldHandles, index);
  const { content } = context.definitions().structDefinitions[struct2];
  if (content.kind !== "enum" || variants.length === 0)
    throw illTyped("a variant's field is borrowed from a struct that is not an enum");
  const type = context.structType(struct2, typeArgs);
  const types = variants.map((variant) => {
    globalThis.__walk?.("packages/vm/src/code/translate-structs.ts", "types", 32);
    const definition = content.variants[variant]?.fields[field2];
    if (definition === void 0) throw illTyped("a variant's field does not exist", "INDEX_OUT_OF_BOUNDS");
    return context.fieldType(definition, type);
  });
  const [fieldType] = types;
  if (types.some((other) => (globalThis.__walk?.("packages/vm/src/code/translate-structs.ts", "borrowVariantField", 38), other !== fieldType))) throw illTyped("a field has different types in the variants");
  context.stack.referenceTo(type, mutable2);
  context.stack.push(context.types.reference(mutable2, fieldType));
  return { at: field2 + 1, variants, created: typeArgs === void 0 ? [] : [type, fieldType] };
}));
var plainStruct = (context, { index, typeArgs }) => {
  globalThis.__walk?.("packages/vm/src/code/translate-structs.ts", "plainStruct", 54);
  const type = context.structType(index, typeArgs);
  const { content } = context.definitions().structDefinitions[index];
  return packed(context, type, content.kind === "struct" ? content.fields : void 0, 0);
};
var enumVariant = (context, { index, typeArgs }) => {
  globalThis.__walk?.("packages/vm/src/code/translate-structs.ts", "enumVariant", 60);
  const { struct: struct2, variant } = context.entry(context.definitions().variantHandles, index);
  const type = context.structType(struct2, typeArgs);
  const { content } = context.definitions().structDefinitions[struct2];
  return packed(context, type, content.kind === "enum" ? content.variants[variant]?.fields : void 0, variant);
};
function packed(context, type, definitions, at3) {
  globalThis.__walk?.("packages/vm/src/code/translate-structs.ts", "packed", 67);
  if (definitions === void 0) throw illTyped("a struct or variant does not exist", "INDEX_OUT_OF_BOUNDS");
  return { type, fields: context.fieldTypes(definitions, type), at: at3 };
}
var exchange = (find3, packs) => (globalThis.__walk?.("packages/vm/src/code/translate-structs.ts", "exchange", 79), ((context, operands) => {
  globalThis.__walk?.("packages/vm/src/code/translate-structs.ts", "exchange", 80);
  const { stack } = context;
  const { type, fields, at: at3 } = find3(context, operands);
  if (packs) stack.expectAll(fields);
  else stack.expect(type);
  stack.pushAll(packs ? [type] : fields);
  return {
    at: at3,
    count: fields.length,
    type,
    fields,
    created: operands.typeArgs === void 0 ? [] : [...fields, type]
  };
}));
var testVariant = (context, { index, typeArgs }) => {
  globalThis.__walk?.("packages/vm/src/code/translate-structs.ts", "testVariant", 95);
  const { struct: struct2, variant } = context.entry(context.definitions().variantHandles, index);
  const { content } = context.definitions().structDefinitions[struct2];
  if (content.kind !== "enum" || variant >= content.variants.length)
    throw illTyped("a variant does not exist", "INDEX_OUT_OF_BOUNDS");
  const type = context.structType(struct2, typeArgs);
  context.stack.referenceTo(type, false);
  context.stack.push(primitiveTypes.Bool);
  return { at: variant, created: typeArgs === void 0 ? [] : [type] };
};
var structRules = {
  mut_borrow_field: borrowField2(true),
  imm_borrow_field: borrowField2(false),
  mut_borrow_variant_field: borrowVariantField(true),
  imm_borrow_variant_field: borrowVariantField(false),
  pack: exchange(plainStruct, true),
  unpack: exchange(plainStruct, false),
  pack_variant: exchange(enumVariant, true),
  unpack_variant: exchange(enumVariant, false),
  test_variant: testVariant
};

// packages/vm/src/code/type-rules.ts
var typeRules = {
  ...operandRules,
  ...structRules,
  ...callRules,
  ...storageRules
};

// packages/vm/src/code/translate.ts
function translate(tables2, module, source) {
  globalThis.__walk?.("packages/vm/src/code/translate.ts", "translate", 22);
  const context = new CodeContext(tables2, module, source);
  const instructions = [];
  const decoded = decodeInstructions(context.source.code, context.common.version);
  const targets = /* @__PURE__ */ new Set();
  for (const [name, target2] of decoded) {
    if (!effectOf(name).ends || target2 === void 0) continue;
    if (Number(target2) >= decoded.length) throw illTyped("a branch leaves the function", "INDEX_OUT_OF_BOUNDS");
    targets.add(Number(target2));
  }
  for (const [i, stored] of decoded.entries()) {
    if (targets.has(i)) expectEmpty(context);
    const height = context.stack.height;
    const name = plainName(stored[0]);
    const { refusals, ends: ends2 } = effectOf(name);
    context.stack.refusals = refusals;
    const parts = typeRules[name](context, operandsOf(context, stored));
    instructions.push(new Instruction({ ...parts, op: opcodeOf[name], form: opcodeOf[stored[0]], height }));
    if (ends2 !== void 0) expectEmpty(context);
  }
  const { ends } = instructions.at(-1)?.effect ?? {};
  if (ends === void 0 || ends === "branch") {
    throw illTyped("a function's code runs past its end", "INVALID_FALL_THROUGH");
  }
  const { locals, params, acquires: acquires2 } = context.source;
  for (const type of [...locals, ...context.source.results]) {
    checkOperandType(type, context.source.constraints, context.tables);
  }
  checkLocals(instructions, locals.length, params, (local) => (globalThis.__walk?.("packages/vm/src/code/translate.ts", "translate", 50), (context.abilities(locals[local]) & drop) !== 0));
  checkReferences({ instructions, targets, locals, params, acquires: acquires2 });
  return {
    instructions,
    segments: splitSegments(instructions, targets),
    locals,
    sites: context.sites,
    borrowed: context.borrowed
  };
}
function expectEmpty({ stack }) {
  globalThis.__walk?.("packages/vm/src/code/translate.ts", "expectEmpty", 61);
  if (stack.height > 0) throw illTyped("a block leaves operands on the stack", "POSITIVE_STACK_SIZE_AT_BLOCK_END");
}
function operandsOf(context, [name, first = 0, second]) {
  globalThis.__walk?.("packages/vm/src/code/translate.ts", "operandsOf", 66);
  const literal = second ?? first;
  const index = typeof first === "number" ? first : 0;
  if (!isGeneric(name)) return { index, typeArgs: void 0, instantiation: -1, literal };
  const subject = effectOf(name).names;
  const source = isOfModules(subject) ? context.definitions() : context.common;
  const { target: target2, typeArgs } = context.entry(instantiationTable(source, subject), index);
  return { index: target2, typeArgs, instantiation: index, literal };
}

// packages/vm/src/code/loaded-module.ts
var nothing = /* @__PURE__ */ new Set();
var LoadedScript = class {
  module = void 0;
  index = 0;
  name = "main";
  tables;
  constraints;
  params;
  results = [];
  accessSpecifiers;
  isNative = false;
  isPersistent = false;
  locksModule = false;
  #script;
  #body;
  constructor(script, types) {
    globalThis.__walk?.("packages/vm/src/code/loaded-module.ts", "constructor", 67);
    this.tables = new CodeTables(script, types);
    this.constraints = script.typeParameters;
    this.params = this.tables.signature(script.params);
    this.accessSpecifiers = script.accessSpecifiers;
    this.#script = script;
  }
  /** As decoded. */
  get code() {
    globalThis.__walk?.("packages/vm/src/code/loaded-module.ts", "code", 76);
    return this.#script.code;
  }
  get localTypes() {
    globalThis.__walk?.("packages/vm/src/code/loaded-module.ts", "localTypes", 80);
    return [...this.params, ...this.tables.signature(this.#script.code.locals)];
  }
  get body() {
    globalThis.__walk?.("packages/vm/src/code/loaded-module.ts", "body", 84);
    this.#body ??= translate(this.tables, void 0, {
      name: this.name,
      locals: this.localTypes,
      params: this.params.length,
      results: [],
      constraints: this.constraints,
      code: this.#script.code,
      acquires: () => (globalThis.__walk?.("packages/vm/src/code/loaded-module.ts", "acquires", 92), nothing)
    });
    return this.#body;
  }
};
var LoadedFunction = class {
  module;
  tables;
  /** Among the module's function definitions. */
  index;
  name;
  definition;
  handle;
  params;
  results;
  #body;
  constructor(module, index) {
    globalThis.__walk?.("packages/vm/src/code/loaded-module.ts", "constructor", 111);
    const { tables: tables2 } = module;
    this.module = module;
    this.tables = tables2;
    this.index = index;
    this.definition = module.compiled.functionDefinitions[index];
    this.handle = module.compiled.functionHandles[this.definition.handle];
    this.name = module.compiled.identifiers[this.handle.name];
    this.params = tables2.signature(this.handle.params);
    this.results = tables2.signature(this.handle.returns);
  }
  get constraints() {
    globalThis.__walk?.("packages/vm/src/code/loaded-module.ts", "constraints", 123);
    return this.handle.typeParameters;
  }
  get accessSpecifiers() {
    globalThis.__walk?.("packages/vm/src/code/loaded-module.ts", "accessSpecifiers", 127);
    return this.handle.accessSpecifiers;
  }
  get isNative() {
    globalThis.__walk?.("packages/vm/src/code/loaded-module.ts", "isNative", 131);
    return this.definition.code === void 0;
  }
  get isPersistent() {
    globalThis.__walk?.("packages/vm/src/code/loaded-module.ts", "isPersistent", 135);
    return this.definition.visibility === "public" || this.handle.attributes.some(({ kind }) => (globalThis.__walk?.("packages/vm/src/code/loaded-module.ts", "isPersistent", 136), kind === "persistent"));
  }
  get locksModule() {
    globalThis.__walk?.("packages/vm/src/code/loaded-module.ts", "locksModule", 139);
    return this.handle.attributes.some(({ kind }) => (globalThis.__walk?.("packages/vm/src/code/loaded-module.ts", "locksModule", 140), kind === "module_lock"));
  }
  get localTypes() {
    globalThis.__walk?.("packages/vm/src/code/loaded-module.ts", "localTypes", 143);
    const { code } = this.definition;
    return code === void 0 ? this.params : [...this.params, ...this.module.tables.signature(code.locals)];
  }
  get body() {
    globalThis.__walk?.("packages/vm/src/code/loaded-module.ts", "body", 148);
    if (this.#body !== void 0) return this.#body;
    this.module.checkDefinitions();
    this.#body = translate(this.module.tables, this.module.compiled, {
      name: this.name,
      locals: this.localTypes,
      params: this.params.length,
      results: this.results,
      constraints: this.handle.typeParameters,
      code: this.definition.code,
      acquires: ({ target: { address, module, name } }) => {
        globalThis.__walk?.("packages/vm/src/code/loaded-module.ts", "acquires", 158);
        const own = this.module.name;
        return address === own.address && module === own.name ? this.module.acquiredBy(name) : nothing;
      }
    });
    return this.#body;
  }
};
var LoadedModule = class {
  name;
  /** `0x1::coin`. */
  key;
  code;
  compiled;
  tables;
  isSpecial;
  /** The last session that found this to be the module of its state. */
  confirmedBy;
  #functions = [];
  #byName = /* @__PURE__ */ new Map();
  #friends;
  #acquired;
  #isChecked = false;
  constructor(code, types) {
    globalThis.__walk?.("packages/vm/src/code/loaded-module.ts", "constructor", 184);
    this.code = code;
    this.compiled = code.module;
    this.tables = new CodeTables(code.module, types);
    this.name = this.tables.moduleName(code.module.self);
    this.key = moduleKey2(this.name.address, this.name.name);
    this.isSpecial = isSpecialAddress(this.name.address);
    code.module.functionDefinitions.forEach(({ handle }, i) => {
      globalThis.__walk?.("packages/vm/src/code/loaded-module.ts", "constructor", 191);
      const name = code.module.identifiers[code.module.functionHandles[handle].name];
      if (!this.#byName.has(name)) this.#byName.set(name, i);
    });
    this.#friends = new Set(
      code.module.friends.map(
        ({ address, name }) => (globalThis.__walk?.("packages/vm/src/code/loaded-module.ts", "constructor", 196), moduleKey2(this.tables.addressOf(address), code.module.identifiers[name]))
      )
    );
  }
  /** The function of a name. */
  find(name) {
    globalThis.__walk?.("packages/vm/src/code/loaded-module.ts", "find", 203);
    const index = this.#byName.get(name);
    return index === void 0 ? void 0 : this.functionAt(index);
  }
  /** The function definition of an index. */
  functionAt(index) {
    globalThis.__walk?.("packages/vm/src/code/loaded-module.ts", "functionAt", 209);
    this.#functions[index] ??= new LoadedFunction(this, index);
    return this.#functions[index];
  }
  findStruct(name) {
    globalThis.__walk?.("packages/vm/src/code/loaded-module.ts", "findStruct", 214);
    return this.code.findStruct(name);
  }
  /** Checks what the module says of itself; see {@link checkDefinitions}. @throws {@link VmError} as there */
  checkDefinitions() {
    globalThis.__walk?.("packages/vm/src/code/loaded-module.ts", "checkDefinitions", 219);
    if (this.#isChecked) return;
    checkDefinitions(this.compiled, this.tables);
    this.#isChecked = true;
  }
  /** Names of the module's structs that a function, or what it calls in the module, borrows or takes from global storage. */
  acquiredBy(name) {
    globalThis.__walk?.("packages/vm/src/code/loaded-module.ts", "acquiredBy", 226);
    this.#acquired ??= acquiredStructs(this.compiled);
    return this.#acquired.get(name) ?? nothing;
  }
  /** True if a module is declared a friend. */
  isFriend(key3) {
    globalThis.__walk?.("packages/vm/src/code/loaded-module.ts", "isFriend", 232);
    return this.#friends.has(key3);
  }
};

// packages/vm/src/gas/instruction-costs.ts
var InstructionCosts = class {
  sizes;
  /** For each node of a type that is made. */
  perNode;
  /** By opcode as stored: the price of an instruction and of each unit it handles. */
  base = new Float64Array(256);
  unit = new Float64Array(256);
  call;
  callGeneric;
  constructor(schedule, sizes) {
    globalThis.__walk?.("packages/vm/src/gas/instruction-costs.ts", "constructor", 26);
    this.sizes = sizes;
    const price = (name) => (globalThis.__walk?.("packages/vm/src/gas/instruction-costs.ts", "price", 28), schedule.parameter(`instr.${name}`));
    this.perNode = schedule.rules.paysTypes ? price("subst_ty_per_node") : 0;
    for (const row of opcodes) {
      if (row === void 0) continue;
      const entries = priceOf(row.name);
      if (entries === void 0) continue;
      if (entries.unit !== void 0) this.unit[row.byte] = price(entries.unit);
      this.base[row.byte] = price(entries.base) + (entries.countsTag ? this.unit[row.byte] : 0);
    }
    const locals = schedule.rules.paysLocals ? 1 : 0;
    this.call = {
      base: price("call.base"),
      perTypeArg: 0,
      perArg: price("call.per_arg"),
      perLocal: locals * price("call.per_local")
    };
    this.callGeneric = {
      base: price("call_generic.base"),
      perTypeArg: price("call_generic.per_ty_arg"),
      perArg: price("call_generic.per_arg"),
      perLocal: locals * price("call_generic.per_local")
    };
  }
  /** The price of an instruction before it runs. @param typeArgs - of the function that it is in */
  fixed(instruction, typeArgs) {
    globalThis.__walk?.("packages/vm/src/gas/instruction-costs.ts", "fixed", 53);
    const { form, count, weighed, effect } = instruction;
    let units = count;
    if (weighed !== void 0 && hasFixedSize(weighed)) {
      units = this.sizes.fixed(weighed) * (effect.weighs === "compared" ? 2 : 1);
    }
    const cost = this.base[form] + this.unit[form] * units;
    return this.perNode === 0 ? cost : cost + this.typeCreation(instruction.created, typeArgs);
  }
  /** The price of making types. */
  typeCreation(types, typeArgs) {
    globalThis.__walk?.("packages/vm/src/gas/instruction-costs.ts", "typeCreation", 64);
    let nodes = 0;
    for (const type of types) nodes += countNodes2(type, typeArgs);
    return this.perNode * nodes;
  }
};
function countNodes2(type, typeArgs) {
  globalThis.__walk?.("packages/vm/src/gas/instruction-costs.ts", "countNodes", 80);
  if (!type.generic) return type.nodes;
  switch (type.kind) {
    case "TypeParameter":
      return typeArgs[type.index].nodes;
    case "Vector":
      return 1 + countNodes2(type.element, typeArgs);
    case "Reference":
      return 1 + countNodes2(type.target, typeArgs);
    case "Struct":
      return type.typeArgs.reduce((sum2, argument) => (globalThis.__walk?.("packages/vm/src/gas/instruction-costs.ts", "countNodes", 90), sum2 + countNodes2(argument, typeArgs)), 1);
    case "Function":
      return [...type.args, ...type.results].reduce((sum2, part) => (globalThis.__walk?.("packages/vm/src/gas/instruction-costs.ts", "countNodes", 92), sum2 + countNodes2(part, typeArgs)), 1);
    default:
      return 1;
  }
}

// packages/vm/src/gas/value-sizes.ts
var ValueSizes = class {
  #prices;
  /** By kind of primitive. */
  #scalar = /* @__PURE__ */ new Map();
  #packed = /* @__PURE__ */ new Map();
  #packedVector = /* @__PURE__ */ new Map();
  constructor(schedule) {
    globalThis.__walk?.("packages/vm/src/gas/value-sizes.ts", "constructor", 30);
    this.#prices = abstractSizes(schedule);
    const { primitive, packed: packed3, packedVector, signer } = this.#prices;
    for (const { kind, text } of Object.values(primitiveTypes)) {
      if (text === "signer") continue;
      this.#scalar.set(kind, primitive[text]);
      this.#packed.set(kind, packed3[text]);
      this.#packedVector.set(kind, packedVector[text]);
    }
    this.#scalar.set("Signer", signer);
  }
  /** Size of the number of a variant. */
  get tag() {
    globalThis.__walk?.("packages/vm/src/gas/value-sizes.ts", "tag", 43);
    return this.#prices.primitive.u16;
  }
  /** Size of every value of a type without parts, or of a reference. */
  fixed(type) {
    globalThis.__walk?.("packages/vm/src/gas/value-sizes.ts", "fixed", 48);
    return type.kind === "Reference" ? this.#prices.reference : this.#scalar.get(type.kind);
  }
  /**
   * Size of a value; references are not followed.
   *
   * @param depth - containers around the value
   * @throws {@link VmError} `VM_MAX_VALUE_DEPTH_REACHED`
   */
  of(value, type, shape, depth = 0) {
    globalThis.__walk?.("packages/vm/src/gas/value-sizes.ts", "of", 58);
    if (depth > maxValueDepth) throw tooDeep();
    switch (type.kind) {
      case "Vector":
        return this.#vectorSize(value, type.element, shape, this.#packed, depth);
      case "Struct":
        return this.#prices.struct + this.#contents(value, shape(type), shape, depth);
      case "Function":
        return this.#closureSize(value, shape, depth);
      default:
        return this.fixed(type);
    }
  }
  /** Size of what a reference leads to, or of a value that is none. */
  dereferenced(value, type, shape) {
    globalThis.__walk?.("packages/vm/src/gas/value-sizes.ts", "dereferenced", 73);
    if (type.kind === "Reference") {
      return this.dereferenced(value.target, type.target, shape);
    }
    if (type.kind === "Vector" && unpackedQuirk.has(type.element.kind)) {
      return this.#vectorSize(value, type.element, shape, this.#scalar, 0);
    }
    return this.of(value, type, shape);
  }
  /** Bytes that a value holds outside of the place it lies in. */
  heap(value, type, shape) {
    globalThis.__walk?.("packages/vm/src/gas/value-sizes.ts", "heap", 84);
    if (typeof value !== "object" || value instanceof Reference) return 0;
    return this.of(value, type, shape) - this.stack(type);
  }
  /** The top of a value alone. */
  stack(type) {
    globalThis.__walk?.("packages/vm/src/gas/value-sizes.ts", "stack", 90);
    switch (type.kind) {
      case "Vector":
        return this.#prices.vector;
      case "Struct":
      case "Signer":
        return this.#prices.struct;
      case "Function":
        return this.#prices.closure;
      default:
        return this.fixed(type);
    }
  }
  /** An element's part of its vector. */
  packed(type) {
    globalThis.__walk?.("packages/vm/src/gas/value-sizes.ts", "packed", 105);
    return this.#packed.get(type.kind) ?? this.stack(type);
  }
  #vectorSize(value, element, shape, packed3, depth) {
    globalThis.__walk?.("packages/vm/src/gas/value-sizes.ts", "vectorSize", 109);
    const own = this.#packedVector.get(element.kind);
    if (own !== void 0) return own + packed3.get(element.kind) * value.length;
    let size = this.#prices.vector;
    for (const item of value) size += this.of(item, element, shape, depth + 1);
    return size;
  }
  #contents(value, shape, find3, depth) {
    globalThis.__walk?.("packages/vm/src/gas/value-sizes.ts", "contents", 123);
    if (shape.kind === "Struct") return this.#fields(value, 0, shape.fields, find3, depth);
    return this.tag + this.#fields(value, 1, shape.variants[value[0]], find3, depth);
  }
  #fields(value, from, types, shape, depth) {
    globalThis.__walk?.("packages/vm/src/gas/value-sizes.ts", "fields", 128);
    let size = 0;
    for (let i = 0; i < types.length; i++) size += this.of(value[from + i], types[i], shape, depth + 1);
    return size;
  }
  /** Size of a function value with what it captured. */
  #closureSize({ captured, capturedTypes, capturedLayouts }, shape, depth) {
    globalThis.__walk?.("packages/vm/src/gas/value-sizes.ts", "closureSize", 135);
    let size = this.#prices.closure;
    captured.forEach((value, i) => {
      globalThis.__walk?.("packages/vm/src/gas/value-sizes.ts", "closureSize", 137);
      const type = capturedTypes?.[i];
      size += type === void 0 ? this.#byLayout(value, capturedLayouts[i], shape, depth + 1) : this.of(value, type, shape, depth + 1);
    });
    return size;
  }
  /** The same for values of stored closures, whose types have no names. */
  #byLayout(value, layout, shape, depth) {
    globalThis.__walk?.("packages/vm/src/gas/value-sizes.ts", "byLayout", 148);
    if (depth > maxValueDepth) throw tooDeep();
    switch (layout.kind) {
      case "Function":
        return this.#closureSize(value, shape, depth);
      case "Vector": {
        const each = this.#packed.get(layout.element.kind);
        if (each !== void 0) return this.#prices.vector + each * value.length;
        let size = this.#prices.vector;
        for (const item of value) size += this.#byLayout(item, layout.element, shape, depth + 1);
        return size;
      }
      case "Struct":
      case "Enum": {
        const isEnum = layout.kind === "Enum";
        const items = value;
        const fields = isEnum ? layout.variants[items[0]].fields : layout.fields;
        let size = this.#prices.struct + (isEnum ? this.tag : 0);
        fields.forEach((field2, i) => {
          globalThis.__walk?.("packages/vm/src/gas/value-sizes.ts", "byLayout", 166);
          size += this.#byLayout(items[i + (isEnum ? 1 : 0)], field2.layout, shape, depth + 1);
        });
        return size;
      }
      default:
        return this.#scalar.get(layout.kind);
    }
  }
};
var unpackedQuirk = /* @__PURE__ */ new Set(["U16", "U32", "U256"]);

// packages/vm/src/run/function-instance.ts
var FunctionInstance = class {
  fn;
  typeArgs;
  native;
  tier;
  paramCount;
  /** True if calls of it have to be noted by locks or access specifiers. */
  isNoted;
  links = [];
  #host;
  #resolved = /* @__PURE__ */ new Map();
  #body;
  #segmentCosts;
  #frameCost = -1;
  #isPlain;
  #holders;
  /** @param tier - of all instances of the function */
  constructor(fn, typeArgs, native2, tier, host) {
    globalThis.__walk?.("packages/vm/src/run/function-instance.ts", "constructor", 49);
    this.fn = fn;
    this.tier = tier;
    this.typeArgs = typeArgs;
    this.native = native2;
    this.paramCount = fn.params.length;
    this.isNoted = fn.locksModule || fn.accessSpecifiers !== void 0;
    this.#host = host;
  }
  /** True if it was called before, so that nothing of it is left to check. */
  get isReady() {
    globalThis.__walk?.("packages/vm/src/run/function-instance.ts", "isReady", 66);
    return this.#body !== void 0 && this.#frameCost >= 0;
  }
  get body() {
    globalThis.__walk?.("packages/vm/src/run/function-instance.ts", "body", 70);
    this.#body ??= this.fn.body;
    return this.#body;
  }
  /** Prices of the segments; NaN while not worked out. */
  get segmentCosts() {
    globalThis.__walk?.("packages/vm/src/run/function-instance.ts", "segmentCosts", 76);
    this.#segmentCosts ??= new Float64Array(this.body.segments.length).fill(Number.NaN);
    return this.#segmentCosts;
  }
  /** The price of a segment's fixed part. */
  segmentCost(index) {
    globalThis.__walk?.("packages/vm/src/run/function-instance.ts", "segmentCost", 82);
    const { start, end } = this.body.segments[index];
    const cost = this.costBetween(start, end);
    this.segmentCosts[index] = cost;
    return cost;
  }
  /** Fixed prices of the instructions from one to before another. */
  costBetween(start, end) {
    globalThis.__walk?.("packages/vm/src/run/function-instance.ts", "costBetween", 90);
    const { instructions } = this.body;
    let cost = 0;
    for (let i = start; i < end; i++) cost += this.costOf(instructions[i]);
    return cost;
  }
  costOf(instruction) {
    globalThis.__walk?.("packages/vm/src/run/function-instance.ts", "costOf", 97);
    return this.#host.costs.fixed(instruction, this.typeArgs);
  }
  /** The price of making the types of a new frame. */
  get frameCost() {
    globalThis.__walk?.("packages/vm/src/run/function-instance.ts", "frameCost", 102);
    if (this.#frameCost < 0) {
      const { costs: costs2, rules } = this.#host;
      const { localTypes } = this.fn;
      this.#frameCost = costs2.perNode === 0 ? 0 : costs2.typeCreation(localTypes, this.typeArgs);
      if (rules.checksLocals && this.typeArgs.length > 0) for (const type of localTypes) this.resolve(type);
    }
    return this.#frameCost;
  }
  /**
   * A type of the body with the type arguments filled in.
   *
   * @throws {@link VmError} `TOO_MANY_TYPE_NODES`, `VM_MAX_TYPE_DEPTH_REACHED`
   */
  resolve(type) {
    globalThis.__walk?.("packages/vm/src/run/function-instance.ts", "resolve", 117);
    if (!type.generic) return type;
    let resolved = this.#resolved.get(type);
    if (resolved === void 0) {
      resolved = this.#host.types.substitute(type, this.typeArgs);
      try {
        checkTypeLimits(resolved, this.#host);
      } catch (error) {
        if (error instanceof VmError && error.code < 2e3) throw new VmError("VERIFICATION_ERROR", error.message);
        throw error;
      }
      this.#resolved.set(type, resolved);
    }
    return resolved;
  }
  /** True if all types that the code makes are within the limits, so that compiled code need not look. */
  get isPlain() {
    globalThis.__walk?.("packages/vm/src/run/function-instance.ts", "isPlain", 135);
    this.#isPlain ??= this.#areTypesPlain();
    return this.#isPlain;
  }
  /** Locals whose values may hold memory of their own. */
  get holders() {
    globalThis.__walk?.("packages/vm/src/run/function-instance.ts", "holders", 141);
    if (this.#holders === void 0) {
      const types = this.body.locals;
      this.#holders = [...types.keys()].filter((i) => (globalThis.__walk?.("packages/vm/src/run/function-instance.ts", "holders", 144), !hasFixedSize(types[i]) || types[i].kind === "Signer"));
    }
    return this.#holders;
  }
  /** Checks the types that an instruction makes. @throws {@link VmError} as {@link resolve} */
  checkCreated({ created }) {
    globalThis.__walk?.("packages/vm/src/run/function-instance.ts", "checkCreated", 150);
    for (let i = 0; i < created.length; i++) this.resolve(created[i]);
  }
  #areTypesPlain() {
    globalThis.__walk?.("packages/vm/src/run/function-instance.ts", "areTypesPlain", 154);
    if (this.typeArgs.length === 0) return true;
    try {
      for (const { created, type } of this.body.instructions) {
        for (const made of created) this.resolve(made);
        if (type !== void 0) this.resolve(type);
      }
      return true;
    } catch (error) {
      if (error instanceof VmError) return false;
      throw error;
    }
  }
  /** The segment that an instruction lies in. */
  segmentOf(pc) {
    globalThis.__walk?.("packages/vm/src/run/function-instance.ts", "segmentOf", 169);
    const { instructions, segments } = this.body;
    let at3 = pc;
    while (instructions[at3].segment < 0) at3--;
    return segments[instructions[at3].segment];
  }
};
function checkTypeLimits(type, host) {
  globalThis.__walk?.("packages/vm/src/run/function-instance.ts", "checkTypeLimits", 178);
  const isFree = type.kind === "Reference" && host.rules.freeReferences;
  const { nodes, depth } = isFree ? type.target : type;
  if (nodes > host.maxTypeNodes) throw new VmError("TOO_MANY_TYPE_NODES", "a type has too many parts");
  if (depth > host.maxTypeDepth) throw new VmError("VM_MAX_TYPE_DEPTH_REACHED", "a type is nested too deeply");
}

// packages/vm/src/session/code-cache.ts
var maxModuleBytes = 16 * 1024 * 1024;
var maxEras2 = 4;
var maxInstances = 256;
var CodeCache = class {
  types = new TypeTable();
  sizes;
  costs;
  layouts = /* @__PURE__ */ new Map();
  shapes = /* @__PURE__ */ new Map();
  /** Modules of states that a token identifies; see the sessions' `codeEra`. */
  eras = new LruCache(maxEras2);
  #modules = createMoveCache({ maxModuleBytes });
  #loaded = /* @__PURE__ */ new WeakMap();
  #instances = /* @__PURE__ */ new WeakMap();
  #natives;
  #host;
  constructor(environment, natives) {
    globalThis.__walk?.("packages/vm/src/session/code-cache.ts", "constructor", 51);
    const { gas, limits, rules } = environment;
    this.#natives = natives;
    this.sizes = new ValueSizes(gas);
    this.costs = new InstructionCosts(gas, this.sizes);
    this.#host = {
      types: this.types,
      costs: this.costs,
      maxTypeNodes: limits.typeSize,
      maxTypeDepth: limits.typeDepth,
      rules
    };
  }
  /**
   * The module of some bytecode.
   *
   * @throws {@link VmError} `UNEXPECTED_DESERIALIZATION_ERROR`
   */
  module(bytecode) {
    globalThis.__walk?.("packages/vm/src/session/code-cache.ts", "module", 70);
    try {
      const code = this.#modules.module(bytecode);
      let loaded = this.#loaded.get(code);
      if (loaded === void 0) {
        loaded = new LoadedModule(code, this.types);
        this.#loaded.set(code, loaded);
      }
      return loaded;
    } catch (error) {
      if (!(error instanceof MoveError)) throw error;
      throw new VmError("UNEXPECTED_DESERIALIZATION_ERROR", `a stored module does not decode: ${error.message}`);
    }
  }
  /** A function with type arguments. */
  instance(fn, typeArgs) {
    globalThis.__walk?.("packages/vm/src/session/code-cache.ts", "instance", 86);
    let known = this.#instances.get(fn);
    if (known === void 0) {
      known = { tier: { heat: 0, compiled: void 0 }, byTypes: new LruCache(maxInstances) };
      this.#instances.set(fn, known);
    }
    const { tier, byTypes } = known;
    const key3 = typeArgs.length === 0 ? "" : typeArgs.map((type) => (globalThis.__walk?.("packages/vm/src/session/code-cache.ts", "key", 93), type.text)).join();
    let instance = byTypes.get(key3);
    if (instance === void 0) {
      instance = new FunctionInstance(fn, typeArgs, this.#findNative(fn), tier, this.#host);
      byTypes.set(key3, instance);
    }
    return instance;
  }
  #findNative(fn) {
    globalThis.__walk?.("packages/vm/src/session/code-cache.ts", "findNative", 102);
    if (!fn.isNative || fn.module === void 0) return void 0;
    const { address, name } = fn.module.name;
    return this.#natives.get(`${shortAddress(address)}::${name}::${fn.name}`);
  }
};

// packages/vm/src/run/arithmetic.ts
var arithmetic_exports = {};
__export(arithmetic_exports, {
  add: () => add,
  bitAnd: () => bitAnd,
  bitOr: () => bitOr,
  bitXor: () => bitXor,
  cast: () => cast3,
  divide: () => divide,
  multiply: () => multiply,
  negate: () => negate,
  remainder: () => remainder,
  shiftLeft: () => shiftLeft,
  shiftRight: () => shiftRight,
  subtract: () => subtract
});
var word2 = 4294967296;
function arithmeticError(message) {
  globalThis.__walk?.("packages/vm/src/run/arithmetic.ts", "arithmeticError", 8);
  return new VmError("ARITHMETIC_ERROR", message);
}
function add(a, b, range) {
  globalThis.__walk?.("packages/vm/src/run/arithmetic.ts", "add", 18);
  if (typeof a === "number" && typeof b === "number") {
    const sum2 = a + b;
    if (sum2 <= range.safeMax && sum2 >= range.safeMin) return sum2;
  }
  return checked(BigInt(a) + BigInt(b), range, "Addition overflow");
}
function subtract(a, b, range) {
  globalThis.__walk?.("packages/vm/src/run/arithmetic.ts", "subtract", 26);
  if (typeof a === "number" && typeof b === "number") {
    const difference = a - b;
    if (difference <= range.safeMax && difference >= range.safeMin) return difference;
  }
  return checked(BigInt(a) - BigInt(b), range, "Subtraction overflow");
}
function multiply(a, b, range) {
  globalThis.__walk?.("packages/vm/src/run/arithmetic.ts", "multiply", 34);
  if (typeof a === "number" && typeof b === "number") {
    const product = a * b;
    if (product <= range.safeMax && product >= range.safeMin) return product + 0;
  }
  return checked(BigInt(a) * BigInt(b), range, "Multiplication overflow");
}
function divide(a, b, range) {
  globalThis.__walk?.("packages/vm/src/run/arithmetic.ts", "divide", 43);
  if (b === 0) throw arithmeticError("Division by zero");
  if (typeof a === "number" && typeof b === "number") {
    const quotient = Math.trunc(a / b) + 0;
    if (quotient <= range.safeMax) return quotient;
  }
  return checked(BigInt(a) / BigInt(b), range, "Division overflow");
}
function remainder(a, b, range) {
  globalThis.__walk?.("packages/vm/src/run/arithmetic.ts", "remainder", 53);
  if (b === 0) throw arithmeticError("Division by zero");
  if (b === -1 && BigInt(a) === range.min) throw arithmeticError("Division overflow");
  if (typeof a === "number" && typeof b === "number") return a - b * Math.trunc(a / b) + 0;
  return integer(BigInt(a) % BigInt(b));
}
function negate(a, range) {
  globalThis.__walk?.("packages/vm/src/run/arithmetic.ts", "negate", 60);
  return subtract(0, a, range);
}
function checked(value, range, message) {
  globalThis.__walk?.("packages/vm/src/run/arithmetic.ts", "checked", 64);
  if (value < range.min || value > range.max) throw arithmeticError(message);
  return integer(value);
}
function bitOr(a, b) {
  globalThis.__walk?.("packages/vm/src/run/arithmetic.ts", "bitOr", 69);
  if (typeof a === "number" && typeof b === "number") {
    if (a < word2 && b < word2) return (a | b) >>> 0;
    return (a / word2 | b / word2) * word2 + ((a | b) >>> 0);
  }
  return integer(BigInt(a) | BigInt(b));
}
function bitAnd(a, b) {
  globalThis.__walk?.("packages/vm/src/run/arithmetic.ts", "bitAnd", 77);
  if (typeof a === "number" && typeof b === "number") {
    if (a < word2 || b < word2) return (a & b) >>> 0;
    return (a / word2 & b / word2) * word2 + ((a & b) >>> 0);
  }
  return integer(BigInt(a) & BigInt(b));
}
function bitXor(a, b) {
  globalThis.__walk?.("packages/vm/src/run/arithmetic.ts", "bitXor", 85);
  if (typeof a === "number" && typeof b === "number") {
    if (a < word2 && b < word2) return (a ^ b) >>> 0;
    return (a / word2 ^ b / word2) * word2 + ((a ^ b) >>> 0);
  }
  return integer(BigInt(a) ^ BigInt(b));
}
function shiftLeft(a, by, { bits: bits2 }) {
  globalThis.__walk?.("packages/vm/src/run/arithmetic.ts", "shiftLeft", 93);
  if (by >= bits2) throw arithmeticError("Shift Left overflow");
  if (typeof a === "number") {
    const shifted = a * 2 ** by;
    if (shifted <= Number.MAX_SAFE_INTEGER) return bits2 < 64 ? shifted % 2 ** bits2 : shifted;
  }
  return integer(BigInt.asUintN(bits2, BigInt(a) << BigInt(by)));
}
function shiftRight(a, by, { bits: bits2 }) {
  globalThis.__walk?.("packages/vm/src/run/arithmetic.ts", "shiftRight", 102);
  if (by >= bits2) throw arithmeticError("Shift Right overflow");
  return typeof a === "number" ? Math.floor(a / 2 ** by) : integer(a >> BigInt(by));
}
function cast3(a, to, name) {
  globalThis.__walk?.("packages/vm/src/run/arithmetic.ts", "cast", 108);
  const fits = typeof a === "number" ? a >= to.safeMin && a <= to.safeMax : a >= to.min && a <= to.max;
  if (!fits) throw arithmeticError(`Cannot cast ${a} to ${name}`);
  return a;
}

// packages/vm/src/run/vector-operations.ts
var vector_operations_exports = {};
__export(vector_operations_exports, {
  borrow: () => borrow,
  pack: () => pack2,
  popBack: () => popBack,
  pushBack: () => pushBack,
  swap: () => swap,
  unpack: () => unpack2
});
var indexOutOfRange = 1;
var popOfEmpty = 2;
var unpackLength = 3;
function vectorError(message, subStatus) {
  globalThis.__walk?.("packages/vm/src/run/vector-operations.ts", "vectorError", 13);
  return new VmError("VECTOR_OPERATION_ERROR", message, { subStatus });
}
function pack2(items, element) {
  globalThis.__walk?.("packages/vm/src/run/vector-operations.ts", "pack", 18);
  return element.kind === "U8" ? new ByteVector(Uint8Array.from(items)) : items;
}
function unpack2(vector2, count) {
  globalThis.__walk?.("packages/vm/src/run/vector-operations.ts", "unpack", 23);
  if (vector2.length !== count) throw vectorError("a vector has a different length", unpackLength);
  return vector2 instanceof ByteVector ? [...vector2.bytes] : vector2;
}
function borrow(reference, index) {
  globalThis.__walk?.("packages/vm/src/run/vector-operations.ts", "borrow", 29);
  const vector2 = reference.target;
  if (index >= vector2.length) throw outOfRange(index, vector2.length);
  const items = vector2 instanceof ByteVector ? vector2.data : vector2;
  return new Reference(items, index, reference.origin);
}
function pushBack(reference, value) {
  globalThis.__walk?.("packages/vm/src/run/vector-operations.ts", "pushBack", 36);
  const vector2 = reference.target;
  if (vector2 instanceof ByteVector) vector2.push(value);
  else vector2.push(value);
  if (reference.origin !== void 0) reference.origin.dirty = true;
}
function popBack(reference) {
  globalThis.__walk?.("packages/vm/src/run/vector-operations.ts", "popBack", 43);
  const vector2 = reference.target;
  if (vector2.length === 0) throw vectorError("an element is popped from an empty vector", popOfEmpty);
  if (reference.origin !== void 0) reference.origin.dirty = true;
  return vector2 instanceof ByteVector ? vector2.data[--vector2.length] : vector2.pop();
}
function swap(reference, first, second) {
  globalThis.__walk?.("packages/vm/src/run/vector-operations.ts", "swap", 50);
  const vector2 = reference.target;
  if (first >= vector2.length) throw outOfRange(first, vector2.length);
  if (second >= vector2.length) throw outOfRange(second, vector2.length);
  const items = vector2 instanceof ByteVector ? vector2.data : vector2;
  const held = items[first];
  items[first] = items[second];
  items[second] = held;
  if (reference.origin !== void 0) reference.origin.dirty = true;
}
function outOfRange(index, length) {
  globalThis.__walk?.("packages/vm/src/run/vector-operations.ts", "outOfRange", 61);
  return vectorError(`index ${index} of a vector of ${length}`, indexOutOfRange);
}

// packages/vm/src/run/compiled-code.ts
var exits = { returned: 0, unpaid: 1, paid: 2, called: 3 };

// packages/vm/src/compile/body-writer.ts
var BodyWriter = class {
  body;
  code;
  sizes;
  lines = [];
  constants = [];
  /** Operands of the current block, as variables, literals or locals. */
  stack = [];
  #temporaries = 0;
  /** Locals that live in variables. */
  inVariables;
  /** Those of them whose value changes. */
  saved;
  constructor(body, sizes) {
    globalThis.__walk?.("packages/vm/src/compile/body-writer.ts", "constructor", 25);
    this.body = body;
    this.code = body.instructions;
    this.sizes = sizes;
    const used = /* @__PURE__ */ new Set();
    const changed = /* @__PURE__ */ new Set();
    for (const { name, at: at3 } of this.code) {
      if (name === "copy_loc" || name === "move_loc" || name === "st_loc") used.add(at3);
      if (name === "st_loc" || name === "move_loc" && this.keepsMemory(body.locals[at3])) changed.add(at3);
    }
    this.inVariables = [...used].filter((local) => (globalThis.__walk?.("packages/vm/src/compile/body-writer.ts", "constructor", 35), !body.borrowed.has(local))).sort((a, b) => (globalThis.__walk?.("packages/vm/src/compile/body-writer.ts", "constructor", 35), a - b));
    this.saved = this.inVariables.filter((local) => (globalThis.__walk?.("packages/vm/src/compile/body-writer.ts", "constructor", 36), changed.has(local)));
  }
  /** Adds a line of source. */
  line(text) {
    globalThis.__walk?.("packages/vm/src/compile/body-writer.ts", "line", 40);
    this.lines.push(text);
  }
  /** A value that the source refers to. */
  constant(value) {
    globalThis.__walk?.("packages/vm/src/compile/body-writer.ts", "constant", 45);
    let index = this.constants.indexOf(value);
    if (index < 0) index = this.constants.push(value) - 1;
    return `K[${index}]`;
  }
  /** The name of a variable that is not used yet. */
  temporary() {
    globalThis.__walk?.("packages/vm/src/compile/body-writer.ts", "temporary", 52);
    return `t${this.#temporaries++}`;
  }
  /** Puts an operand on the stack, in a variable of its own. */
  push(expression) {
    globalThis.__walk?.("packages/vm/src/compile/body-writer.ts", "push", 57);
    const name = this.temporary();
    this.line(`const ${name} = ${expression};`);
    this.stack.push(name);
    return name;
  }
  /** Takes an operand. */
  pop() {
    globalThis.__walk?.("packages/vm/src/compile/body-writer.ts", "pop", 65);
    return this.stack.pop();
  }
  /** The expression for a local. */
  local(index) {
    globalThis.__walk?.("packages/vm/src/compile/body-writer.ts", "local", 70);
    return this.body.borrowed.has(index) ? `L[${index}]` : `l${index}`;
  }
  /** True if a value of a type may hold memory of its own, which a frame gives back when it returns. */
  keepsMemory(type) {
    globalThis.__walk?.("packages/vm/src/compile/body-writer.ts", "keepsMemory", 75);
    return !hasFixedSize(type) || type.kind === "Signer";
  }
  /** Puts changed locals back into the frame. */
  save() {
    globalThis.__walk?.("packages/vm/src/compile/body-writer.ts", "save", 80);
    return this.saved.map((local) => (globalThis.__walk?.("packages/vm/src/compile/body-writer.ts", "save", 81), `L[${local}] = l${local};`)).join(" ");
  }
  /** Hands over at an instruction, with one of `exits`. */
  leave(pc, exit) {
    globalThis.__walk?.("packages/vm/src/compile/body-writer.ts", "leave", 85);
    const spill = this.stack.length === 0 ? "" : `S.push(${this.stack.join(", ")}); `;
    return `${this.save()} ${spill}frame.pc = ${pc}; m.fuel = g; return ${exit};`;
  }
  /** Pays for a segment, or leaves it to the interpreter. */
  pay(segment, pc) {
    globalThis.__walk?.("packages/vm/src/compile/body-writer.ts", "pay", 91);
    const { peak } = this.body.segments[segment];
    this.line(`if (!(C[${segment}] <= g) || frame.base > ${1024 - peak}) { ${this.leave(pc, exits.unpaid)} }`);
    this.line(`g -= C[${segment}];`);
  }
  /** Jumps to a block; backwards the clock counts. */
  goTo(target2, from) {
    globalThis.__walk?.("packages/vm/src/compile/body-writer.ts", "goTo", 98);
    if (target2 > from) this.line(`b = ${target2}; continue;`);
    else this.line(`if (--x.ticks < 0) { ${this.leave(target2, exits.unpaid)} } b = ${target2}; continue;`);
  }
  /** Values on the stack that are a local's name must not change with it. */
  settle(local) {
    globalThis.__walk?.("packages/vm/src/compile/body-writer.ts", "settle", 104);
    const name = this.local(local);
    for (let i = 0; i < this.stack.length; i++) {
      if (this.stack[i] !== name) continue;
      const temporary = this.temporary();
      this.line(`const ${temporary} = ${name};`);
      this.stack[i] = temporary;
    }
  }
  /** Calls a helper that may charge or fail. */
  helper(pc, expression) {
    globalThis.__walk?.("packages/vm/src/compile/body-writer.ts", "helper", 115);
    const name = this.temporary();
    this.line(`p = ${pc}; m.fuel = g; g = NaN; const ${name} = ${expression}; g = m.fuel;`);
    return name;
  }
  /** Takes abstract memory. */
  use(units, pc) {
    globalThis.__walk?.("packages/vm/src/compile/body-writer.ts", "use", 122);
    this.line(`if (M && (m.memory -= ${units}) < 0) { p = ${pc}; throw x.outOfMemory(); }`);
  }
};

// packages/vm/src/compile/operand-text.ts
function target(reference) {
  globalThis.__walk?.("packages/vm/src/compile/operand-text.ts", "target", 2);
  return `${reference}.container[${reference}.index]`;
}
function isNumber(operand) {
  globalThis.__walk?.("packages/vm/src/compile/operand-text.ts", "isNumber", 7);
  return /^\(?-?\d+\)?$/.test(operand);
}
function isNumberTest(operand) {
  globalThis.__walk?.("packages/vm/src/compile/operand-text.ts", "isNumberTest", 12);
  return `typeof ${operand} === "number"`;
}

// packages/vm/src/compile/emit-integers.ts
var arithmetic2 = (sign, helper) => (globalThis.__walk?.("packages/vm/src/compile/emit-integers.ts", "arithmetic", 8), ((writer, { kind }, pc) => {
  globalThis.__walk?.("packages/vm/src/compile/emit-integers.ts", "arithmetic", 9);
  const right = writer.pop();
  const left = writer.pop();
  const range = integerRanges[kind];
  const slow = `A.${helper}(${left}, ${right}, R.${kind})`;
  if (range.signed) {
    writer.line(`p = ${pc};`);
    writer.push(slow);
    return;
  }
  const name = writer.temporary();
  const guards = range.bits <= 32 ? [] : [left, right].filter((operand) => (globalThis.__walk?.("packages/vm/src/compile/emit-integers.ts", "guards", 21), !isNumber(operand))).map(isNumberTest);
  let fast;
  if (sign === "+" || sign === "*") fast = `(${name} = ${left} ${sign} ${right}) <= ${range.safeMax}`;
  else if (sign === "-") fast = `(${name} = ${left} - ${right}) >= 0`;
  else if (sign === "/" || sign === "%") {
    if (!isNumber(right) || right === "0") guards.push(`${right} !== 0`);
    const quotient = `Math.floor(${left} / ${right})`;
    emitFast(writer, name, guards, sign === "/" ? quotient : `${left} - ${right} * ${quotient}`, slow, pc);
    return;
  } else {
    if (range.bits > 32) for (const operand of [left, right]) guards.push(`${operand} <= 4294967295`);
    emitFast(writer, name, guards, `(${left} ${sign} ${right}) >>> 0`, slow, pc);
    return;
  }
  writer.line(`let ${name}; if (!(${[...guards, fast].join(" && ")})) { p = ${pc}; ${name} = ${slow}; }`);
  writer.stack.push(name);
}));
function emitFast(writer, name, guards, fast, slow, pc) {
  globalThis.__walk?.("packages/vm/src/compile/emit-integers.ts", "emitFast", 39);
  if (guards.length === 0) writer.line(`const ${name} = ${fast};`);
  else {
    writer.line(`let ${name};`);
    writer.line(`if (${guards.join(" && ")}) ${name} = ${fast}; else { p = ${pc}; ${name} = ${slow}; }`);
  }
  writer.stack.push(name);
}
var binary = (sign) => (globalThis.__walk?.("packages/vm/src/compile/emit-integers.ts", "binary", 56), ((writer) => {
  globalThis.__walk?.("packages/vm/src/compile/emit-integers.ts", "binary", 57);
  const right = writer.pop();
  writer.push(`${writer.pop()} ${sign} ${right}`);
}));
var shift2 = (helper) => (globalThis.__walk?.("packages/vm/src/compile/emit-integers.ts", "shift", 63), ((writer, { kind }, pc) => {
  globalThis.__walk?.("packages/vm/src/compile/emit-integers.ts", "shift", 64);
  const by = writer.pop();
  writer.line(`p = ${pc};`);
  writer.push(`A.${helper}(${writer.pop()}, ${by}, R.${kind})`);
}));
var cast4 = (writer, { kind, type }, pc) => {
  globalThis.__walk?.("packages/vm/src/compile/emit-integers.ts", "cast", 70);
  const from = integerRanges[kind];
  const to = integerRanges[type.kind];
  if (to.min <= from.min && to.max >= from.max) return;
  const value = writer.pop();
  const name = writer.temporary();
  const guards = from.bits <= 32 ? [] : [isNumberTest(value)];
  if (from.signed) guards.push(`${value} >= ${to.safeMin}`);
  guards.push(`${value} <= ${to.safeMax}`);
  const slow = `A.cast(${value}, R.${type.kind}, ${JSON.stringify(type.text)})`;
  writer.line(`let ${name} = ${value}; if (!(${guards.join(" && ")})) { p = ${pc}; ${name} = ${slow}; }`);
  writer.stack.push(name);
};
var integerEmitters = {
  add: arithmetic2("+", "add"),
  sub: arithmetic2("-", "subtract"),
  mul: arithmetic2("*", "multiply"),
  mod: arithmetic2("%", "remainder"),
  div: arithmetic2("/", "divide"),
  bit_or: arithmetic2("|", "bitOr"),
  bit_and: arithmetic2("&", "bitAnd"),
  xor: arithmetic2("^", "bitXor"),
  shl: shift2("shiftLeft"),
  shr: shift2("shiftRight"),
  negate: (writer, { kind }, pc) => {
    globalThis.__walk?.("packages/vm/src/compile/emit-integers.ts", "negate", 96);
    writer.line(`p = ${pc};`);
    writer.push(`A.negate(${writer.pop()}, R.${kind})`);
  },
  lt: binary("<"),
  gt: binary(">"),
  le: binary("<="),
  ge: binary(">="),
  or: binary("||"),
  and: binary("&&"),
  not: (writer) => {
    globalThis.__walk?.("packages/vm/src/compile/emit-integers.ts", "not", 106);
    writer.push(`!${writer.pop()}`);
  },
  cast_u8: cast4,
  cast_u16: cast4,
  cast_u32: cast4,
  cast_u64: cast4,
  cast_u128: cast4,
  cast_u256: cast4,
  cast_i8: cast4,
  cast_i16: cast4,
  cast_i32: cast4,
  cast_i64: cast4,
  cast_i128: cast4,
  cast_i256: cast4
};

// packages/vm/src/compile/emit-structs.ts
var borrowLocal3 = (writer, { at: at3 }) => {
  globalThis.__walk?.("packages/vm/src/compile/emit-structs.ts", "borrowLocal", 7);
  writer.push(`new Reference(L, ${at3}, undefined)`);
};
var borrowField3 = (writer, { at: at3 }) => {
  globalThis.__walk?.("packages/vm/src/compile/emit-structs.ts", "borrowField", 11);
  const reference = writer.pop();
  writer.push(`new Reference(${target(reference)}, ${at3}, ${reference}.origin)`);
};
var borrowVariantField2 = (writer, { at: at3, variants }, pc) => {
  globalThis.__walk?.("packages/vm/src/compile/emit-structs.ts", "borrowVariantField", 16);
  const reference = writer.pop();
  const value = writer.temporary();
  writer.line(`const ${value} = ${target(reference)};`);
  const test = variants.map((variant) => (globalThis.__walk?.("packages/vm/src/compile/emit-structs.ts", "test", 20), `${value}[0] !== ${variant}`)).join(" && ");
  writer.line(`if (${test}) { p = ${pc}; throw x.variantMismatch(); }`);
  writer.push(`new Reference(${value}, ${at3}, ${reference}.origin)`);
};
var pack3 = (isVariant) => (globalThis.__walk?.("packages/vm/src/compile/emit-structs.ts", "pack", 26), ((writer, instruction, pc) => {
  globalThis.__walk?.("packages/vm/src/compile/emit-structs.ts", "pack", 27);
  const { at: at3, count } = instruction;
  useMemory(writer, instruction, pc);
  const fields = writer.stack.splice(writer.stack.length - count, count);
  if (isVariant) fields.unshift(`${at3}`);
  writer.push(`[${fields.join(", ")}]`);
}));
var unpack3 = (isVariant) => (globalThis.__walk?.("packages/vm/src/compile/emit-structs.ts", "unpack", 36), ((writer, instruction, pc) => {
  globalThis.__walk?.("packages/vm/src/compile/emit-structs.ts", "unpack", 37);
  const { at: at3, count } = instruction;
  const value = writer.pop();
  if (isVariant) writer.line(`if (${value}[0] !== ${at3}) { p = ${pc}; throw x.variantMismatch(); }`);
  writer.line(`if (M) x.releasePacked(${writer.constant(instruction)}, I);`);
  for (let i = 0; i < count; i++) writer.push(`${value}[${i + (isVariant ? 1 : 0)}]`);
}));
function useMemory(writer, instruction, pc) {
  globalThis.__walk?.("packages/vm/src/compile/emit-structs.ts", "useMemory", 45);
  const { fields } = instruction;
  if (fields.some((field2) => (globalThis.__walk?.("packages/vm/src/compile/emit-structs.ts", "useMemory", 47), field2.generic))) {
    writer.line(`if (M) { p = ${pc}; x.usePacked(${writer.constant(instruction)}, I); }`);
    return;
  }
  const units = fields.reduce((sum2, field2) => (globalThis.__walk?.("packages/vm/src/compile/emit-structs.ts", "units", 51), sum2 + writer.sizes.stack(field2)), 0);
  writer.use(units, pc);
}
var equal2 = (negates) => (globalThis.__walk?.("packages/vm/src/compile/emit-structs.ts", "equal", 56), ((writer, instruction, pc) => {
  globalThis.__walk?.("packages/vm/src/compile/emit-structs.ts", "equal", 57);
  const type = instruction.type;
  const right = writer.pop();
  const left = writer.pop();
  const compared = instruction.weighed;
  const sign = negates ? "!==" : "===";
  if (hasFixedSize(compared) && compared.kind !== "Signer") {
    const isReference = type.kind === "Reference";
    writer.push(isReference ? `${target(left)} ${sign} ${target(right)}` : `${left} ${sign} ${right}`);
    return;
  }
  const result = writer.helper(pc, `x.equal(${left}, ${right}, ${writer.constant(instruction)}, I)`);
  writer.push(negates ? `!${result}` : result);
}));
var structEmitters = {
  mut_borrow_loc: borrowLocal3,
  imm_borrow_loc: borrowLocal3,
  mut_borrow_field: borrowField3,
  imm_borrow_field: borrowField3,
  mut_borrow_variant_field: borrowVariantField2,
  imm_borrow_variant_field: borrowVariantField2,
  pack: pack3(false),
  pack_variant: pack3(true),
  unpack: unpack3(false),
  unpack_variant: unpack3(true),
  test_variant: (writer, { at: at3 }) => {
    globalThis.__walk?.("packages/vm/src/compile/emit-structs.ts", "test_variant", 84);
    writer.push(`${target(writer.pop())}[0] === ${at3}`);
  },
  freeze_ref: () => {
    globalThis.__walk?.("packages/vm/src/compile/emit-structs.ts", "freeze_ref", 87);
  },
  read_ref: (writer, instruction, pc) => {
    globalThis.__walk?.("packages/vm/src/compile/emit-structs.ts", "read_ref", 88);
    const reference = writer.pop();
    if (hasFixedSize(instruction.type)) {
      const value = writer.push(target(reference));
      writer.line(`if (${value} === undefined) { p = ${pc}; throw x.noValue(); }`);
    } else writer.stack.push(writer.helper(pc, `x.copy(${target(reference)}, ${writer.constant(instruction)}, I)`));
  },
  write_ref: (writer, instruction, pc) => {
    globalThis.__walk?.("packages/vm/src/compile/emit-structs.ts", "write_ref", 95);
    const reference = writer.pop();
    const value = writer.pop();
    if (!hasFixedSize(instruction.type)) {
      writer.line(`if (M) x.release(${target(reference)}, ${writer.constant(instruction)}, I);`);
    }
    writer.line(`if (${target(reference)} === undefined) { p = ${pc}; throw x.noValue(); }`);
    writer.line(`${reference}.container[${reference}.index] = ${value};`);
    writer.line(`if (${reference}.origin !== undefined) ${reference}.origin.dirty = true;`);
  },
  eq: equal2(false),
  neq: equal2(true)
};

// packages/vm/src/compile/emit-vectors.ts
function packed2(writer, element) {
  globalThis.__walk?.("packages/vm/src/compile/emit-vectors.ts", "packed", 7);
  return element.generic ? `x.packed(${writer.constant(element)}, I)` : `${writer.sizes.packed(element)}`;
}
var borrowElement2 = (writer, { type: element }, pc) => {
  globalThis.__walk?.("packages/vm/src/compile/emit-vectors.ts", "borrowElement", 11);
  const index = writer.pop();
  const reference = writer.pop();
  if (element.kind === "U8" || element.kind === "TypeParameter") {
    writer.line(`p = ${pc};`);
    writer.push(`V.borrow(${reference}, ${index})`);
    return;
  }
  const vector2 = writer.temporary();
  writer.line(`const ${vector2} = ${target(reference)};`);
  writer.line(`if (!(${index} < ${vector2}.length)) { p = ${pc}; V.borrow(${reference}, ${index}); }`);
  writer.push(`new Reference(${vector2}, ${index}, ${reference}.origin)`);
};
var vectorEmitters = {
  vec_pack: (writer, { type, count }, pc) => {
    globalThis.__walk?.("packages/vm/src/compile/emit-vectors.ts", "vec_pack", 27);
    const element = type;
    const units = `${packed2(writer, element)} * ${count}`;
    writer.line(`if (M && (m.memory -= ${units}) < 0) { p = ${pc}; throw x.outOfMemory(); }`);
    const items = writer.stack.splice(writer.stack.length - count, count);
    const list = `[${items.join(", ")}]`;
    if (element.kind === "TypeParameter") writer.push(`V.pack(${list}, I.resolve(${writer.constant(element)}))`);
    else if (element.kind === "U8") writer.push(`new ByteVector(Uint8Array.of(${items.join(", ")}))`);
    else writer.push(list);
  },
  vec_len: (writer) => {
    globalThis.__walk?.("packages/vm/src/compile/emit-vectors.ts", "vec_len", 37);
    writer.push(`${target(writer.pop())}.length`);
  },
  vec_imm_borrow: borrowElement2,
  vec_mut_borrow: borrowElement2,
  vec_push_back: (writer, { type }, pc) => {
    globalThis.__walk?.("packages/vm/src/compile/emit-vectors.ts", "vec_push_back", 42);
    const value = writer.pop();
    writer.line(`if (M && (m.memory -= ${packed2(writer, type)}) < 0) { p = ${pc}; throw x.outOfMemory(); }`);
    writer.line(`V.pushBack(${writer.pop()}, ${value});`);
  },
  vec_pop_back: (writer, { type }, pc) => {
    globalThis.__walk?.("packages/vm/src/compile/emit-vectors.ts", "vec_pop_back", 47);
    writer.line(`p = ${pc};`);
    writer.push(`V.popBack(${writer.pop()})`);
    writer.line(`if (M) m.memory += ${packed2(writer, type)};`);
  },
  vec_unpack: (writer, { type, count }, pc) => {
    globalThis.__walk?.("packages/vm/src/compile/emit-vectors.ts", "vec_unpack", 52);
    writer.line(`p = ${pc};`);
    const items = writer.temporary();
    writer.line(`const ${items} = V.unpack(${writer.pop()}, ${count});`);
    writer.line(`if (M) m.memory += ${packed2(writer, type)} * ${count};`);
    for (let i = 0; i < count; i++) writer.push(`${items}[${i}]`);
  },
  vec_swap: (writer, _, pc) => {
    globalThis.__walk?.("packages/vm/src/compile/emit-vectors.ts", "vec_swap", 59);
    const second = writer.pop();
    const first = writer.pop();
    writer.line(`p = ${pc}; V.swap(${writer.pop()}, ${first}, ${second});`);
  }
};

// packages/vm/src/compile/emitters.ts
var interpreted = (writer, _, pc) => {
  globalThis.__walk?.("packages/vm/src/compile/emitters.ts", "interpreted", 10);
  writer.line(writer.leave(pc, exits.paid));
};
var load3 = (writer, { value }) => {
  globalThis.__walk?.("packages/vm/src/compile/emitters.ts", "load", 14);
  if (typeof value === "bigint") writer.stack.push(`${value}n`);
  else writer.stack.push(typeof value === "number" && value < 0 ? `(${value})` : `${value}`);
};
var jumpIf2 = (wanted) => (globalThis.__walk?.("packages/vm/src/compile/emitters.ts", "jumpIf", 20), ((writer, { at: at3 }, pc) => {
  globalThis.__walk?.("packages/vm/src/compile/emitters.ts", "jumpIf", 21);
  const condition = writer.pop();
  writer.line(`if (${wanted ? condition : `!${condition}`}) {`);
  writer.goTo(at3, pc);
  writer.line("}");
  writer.goTo(pc + 1, pc);
}));
var emitters = {
  ...integerEmitters,
  ...structEmitters,
  ...vectorEmitters,
  ld_true: load3,
  ld_false: load3,
  ld_u8: load3,
  ld_u16: load3,
  ld_u32: load3,
  ld_u64: load3,
  ld_u128: load3,
  ld_u256: load3,
  ld_i8: load3,
  ld_i16: load3,
  ld_i32: load3,
  ld_i64: load3,
  ld_i128: load3,
  ld_i256: load3,
  ld_const: (writer, instruction, pc) => {
    globalThis.__walk?.("packages/vm/src/compile/emitters.ts", "ld_const", 48);
    writer.stack.push(writer.helper(pc, `x.loadConstant(${writer.constant(instruction)})`));
  },
  nop: () => {
    globalThis.__walk?.("packages/vm/src/compile/emitters.ts", "nop", 51);
  },
  pop: (writer, instruction) => {
    globalThis.__walk?.("packages/vm/src/compile/emitters.ts", "pop", 52);
    const value = writer.pop();
    if (writer.keepsMemory(instruction.type)) {
      writer.line(`if (M) x.release(${value}, ${writer.constant(instruction)}, I);`);
    }
  },
  copy_loc: (writer, instruction, pc) => {
    globalThis.__walk?.("packages/vm/src/compile/emitters.ts", "copy_loc", 58);
    const local = writer.local(instruction.at);
    if (!hasFixedSize(instruction.type)) {
      writer.stack.push(writer.helper(pc, `x.copy(${local}, ${writer.constant(instruction)}, I)`));
    } else if (writer.body.borrowed.has(instruction.at)) writer.push(local);
    else writer.stack.push(local);
  },
  move_loc: (writer, { at: at3 }) => {
    globalThis.__walk?.("packages/vm/src/compile/emitters.ts", "move_loc", 65);
    const isKept = writer.keepsMemory(writer.body.locals[at3]);
    if (!isKept && !writer.body.borrowed.has(at3)) {
      writer.stack.push(writer.local(at3));
      return;
    }
    writer.push(writer.local(at3));
    if (isKept) writer.line(`${writer.local(at3)} = undefined;`);
  },
  st_loc: (writer, { at: at3 }) => {
    globalThis.__walk?.("packages/vm/src/compile/emitters.ts", "st_loc", 74);
    const value = writer.pop();
    writer.settle(at3);
    writer.line(`${writer.local(at3)} = ${value};`);
  },
  ret: (writer, _, pc) => {
    globalThis.__walk?.("packages/vm/src/compile/emitters.ts", "ret", 79);
    writer.line(writer.leave(pc, exits.returned));
  },
  br_true: jumpIf2(true),
  br_false: jumpIf2(false),
  branch: (writer, { at: at3 }, pc) => (globalThis.__walk?.("packages/vm/src/compile/emitters.ts", "branch", 84), writer.goTo(at3, pc)),
  abort: (writer, _, pc) => {
    globalThis.__walk?.("packages/vm/src/compile/emitters.ts", "abort", 85);
    const code = writer.pop();
    writer.line(`p = ${pc}; throw x.abort(${code});`);
  },
  abort_msg: interpreted,
  call: (writer, instruction, pc) => {
    globalThis.__walk?.("packages/vm/src/compile/emitters.ts", "call", 90);
    writer.line(writer.leave(pc, `x.call(${writer.constant(instruction)})`));
  },
  pack_closure: interpreted,
  call_closure: interpreted,
  exists: interpreted,
  mut_borrow_global: interpreted,
  imm_borrow_global: interpreted,
  move_from: interpreted,
  move_to: interpreted
};

// packages/vm/src/compile/emitter.ts
function emit(body, sizes) {
  globalThis.__walk?.("packages/vm/src/compile/emitter.ts", "emit", 18);
  const writer = new BodyWriter(body, sizes);
  const starts = findEntries(body.instructions);
  for (const pc of starts) emitBlock(writer, pc, starts);
  const locals = writer.inVariables.map((local) => (globalThis.__walk?.("packages/vm/src/compile/emitter.ts", "locals", 22), `l${local} = L[${local}]`));
  const source = [
    '"use strict";',
    `return function compiled(frame, x, I) {`,
    "const L = frame.locals, S = x.stack, m = x.meter, C = I.segmentCosts, M = x.tracksMemory;",
    locals.length === 0 ? "" : `let ${locals.join(", ")};`,
    "let g = m.fuel, p = frame.pc, b = p;",
    "try { for (;;) switch (b) {",
    ...writer.lines,
    'default: throw new Error("no entry");',
    "} } catch (error) { if (g === g) m.fuel = g; x.failAt(frame, p); throw error; }",
    "};"
  ].join("\n");
  const entries = new Uint8Array(writer.code.length);
  for (const pc of starts) entries[pc] = 1;
  return { source, constants: writer.constants, entries };
}
function findEntries(code) {
  globalThis.__walk?.("packages/vm/src/compile/emitter.ts", "findEntries", 41);
  const entries = /* @__PURE__ */ new Set([0]);
  code.forEach((instruction, pc) => {
    globalThis.__walk?.("packages/vm/src/compile/emitter.ts", "findEntries", 43);
    if (leavesBlock(instruction)) for (const next of successors(instruction, pc)) entries.add(next);
  });
  return [...entries].filter((pc) => (globalThis.__walk?.("packages/vm/src/compile/emitter.ts", "findEntries", 46), pc < code.length)).sort((a, b) => (globalThis.__walk?.("packages/vm/src/compile/emitter.ts", "findEntries", 46), a - b));
}
function leavesBlock({ effect }) {
  globalThis.__walk?.("packages/vm/src/compile/emitter.ts", "leavesBlock", 50);
  return effect.ends !== void 0 || effect.reaches !== void 0;
}
function emitBlock(writer, start, starts) {
  globalThis.__walk?.("packages/vm/src/compile/emitter.ts", "emitBlock", 54);
  writer.stack = [];
  writer.line(`case ${start}: {`);
  const { height } = writer.code[start];
  for (let i = 0; i < height; i++) writer.push("S.pop()");
  writer.stack.reverse();
  for (let pc = start; ; pc++) {
    const instruction = writer.code[pc];
    if (pc > start && starts.includes(pc)) {
      writer.goTo(pc, pc - 1);
      break;
    }
    if (instruction.segment >= 0) writer.pay(instruction.segment, pc);
    emitters[instruction.name](writer, instruction, pc);
    if (leavesBlock(instruction)) break;
  }
  writer.line("}");
}

// packages/vm/src/compile/compile.ts
var maxInstructions = 4096;
function compileBody(body, sizes) {
  globalThis.__walk?.("packages/vm/src/compile/compile.ts", "compileBody", 15);
  if (body.instructions.length > maxInstructions) return void 0;
  const { source, constants, entries } = emit(body, sizes);
  const make = new Function("K", "A", "R", "V", "Reference", "ByteVector", source);
  const run = make(constants, arithmetic_exports, integerRanges, vector_operations_exports, Reference, ByteVector);
  return { run, entries };
}
function canCompile() {
  globalThis.__walk?.("packages/vm/src/compile/compile.ts", "canCompile", 24);
  try {
    return new Function("return true")() === true;
  } catch {
    return false;
  }
}

// packages/vm/src/port/changes.ts
function sortChanges(changes) {
  globalThis.__walk?.("packages/vm/src/port/changes.ts", "sortChanges", 45);
  return changes.toSorted((a, b) => (globalThis.__walk?.("packages/vm/src/port/changes.ts", "sortChanges", 46), compareBytes(a.key, b.key)));
}

// packages/vm/src/value/compare.ts
function valuesEqual(a, b, closureMasks = true) {
  globalThis.__walk?.("packages/vm/src/value/compare.ts", "valuesEqual", 12);
  return a === b || typeof a === "object" && equal3(a, b, closureMasks, 1);
}
function equal3(a, b, masks, depth) {
  globalThis.__walk?.("packages/vm/src/value/compare.ts", "equal", 16);
  if (typeof a !== "object" || typeof b !== "object") return a === b;
  if (Array.isArray(a)) return Array.isArray(b) && equalLists(a, b, masks, depth);
  if (a instanceof ByteVector) return b instanceof ByteVector && compareBytes2(a.bytes, b.bytes) === 0;
  if (a instanceof Reference) return b instanceof Reference && equal3(a.target, b.target, masks, depth + 1);
  if (!(b instanceof Closure)) return false;
  return compareTargets(a, b) === 0 && !(masks && a.mask !== b.mask) && equalLists(a.captured, b.captured, masks, depth);
}
function equalLists(a, b, masks, depth) {
  globalThis.__walk?.("packages/vm/src/value/compare.ts", "equalLists", 27);
  if (depth > maxValueDepth) throw tooDeep();
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!equal3(a[i], b[i], masks, depth + 1)) return false;
  return true;
}
function compareValues(a, b) {
  globalThis.__walk?.("packages/vm/src/value/compare.ts", "compareValues", 40);
  return compare3(a, b, 1);
}
function compare3(a, b, depth) {
  globalThis.__walk?.("packages/vm/src/value/compare.ts", "compare", 44);
  if (typeof a !== "object" || typeof b !== "object") return a < b ? -1 : a > b ? 1 : 0;
  if (Array.isArray(a)) return compareLists(a, b, depth);
  if (a instanceof ByteVector) return compareBytes2(a.bytes, b.bytes);
  if (a instanceof Reference) return compare3(a.target, b.target, depth + 1);
  const other = b;
  return compareTargets(a, other) || Number(a.mask > other.mask) - Number(a.mask < other.mask) || compareLists(a.captured, other.captured, depth);
}
function compareLists(a, b, depth) {
  globalThis.__walk?.("packages/vm/src/value/compare.ts", "compareLists", 57);
  if (depth > maxValueDepth) throw tooDeep();
  const shared2 = Math.min(a.length, b.length);
  for (let i = 0; i < shared2; i++) {
    const order = compare3(a[i], b[i], depth + 1);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
function compareBytes2(a, b) {
  globalThis.__walk?.("packages/vm/src/value/compare.ts", "compareBytes", 67);
  const shared2 = Math.min(a.length, b.length);
  for (let i = 0; i < shared2; i++) {
    const order = a[i] - b[i];
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
function compareTargets({ target: a }, { target: b }) {
  globalThis.__walk?.("packages/vm/src/value/compare.ts", "compareTargets", 76);
  return compareText(a.address, b.address) || compareText(a.module, b.module) || compareText(a.name, b.name) || compareText(a.typeArgs.map((type) => (globalThis.__walk?.("packages/vm/src/value/compare.ts", "compareTargets", 81), type.text)).join(), b.typeArgs.map((type) => (globalThis.__walk?.("packages/vm/src/value/compare.ts", "compareTargets", 81), type.text)).join());
}
function compareText(a, b) {
  globalThis.__walk?.("packages/vm/src/value/compare.ts", "compareText", 85);
  return a < b ? -1 : a > b ? 1 : 0;
}

// packages/vm/src/port/delayed-fields.ts
var maxDelayedFields = 10;
var delayedStructs = /* @__PURE__ */ new Set([
  "0x1::aggregator_v2::Aggregator",
  "0x1::aggregator_v2::AggregatorSnapshot",
  "0x1::aggregator_v2::DerivedStringSnapshot"
]);
function isDelayed(type) {
  globalThis.__walk?.("packages/vm/src/port/delayed-fields.ts", "isDelayed", 19);
  return type?.kind === "Struct" && delayedStructs.has(`${shortAddress(type.address)}::${type.module}::${type.name}`);
}
var DelayedFields = class {
  #shape;
  #mayHold = /* @__PURE__ */ new Map();
  constructor(shape) {
    globalThis.__walk?.("packages/vm/src/port/delayed-fields.ts", "constructor", 33);
    this.#shape = shape;
  }
  /** True if values of a type may hold a delayed field. The modules of the type are loaded. */
  mayHold(type) {
    globalThis.__walk?.("packages/vm/src/port/delayed-fields.ts", "mayHold", 38);
    let answer = this.#mayHold.get(type);
    if (answer === void 0) {
      this.#mayHold.set(type, false);
      answer = isDelayed(type) || this.#partsOf(type).some((part) => (globalThis.__walk?.("packages/vm/src/port/delayed-fields.ts", "mayHold", 43), this.mayHold(part)));
      this.#mayHold.set(type, answer);
    }
    return answer;
  }
  /** Types of everything that values of a type hold, in any variant. */
  #partsOf(type) {
    globalThis.__walk?.("packages/vm/src/port/delayed-fields.ts", "partsOf", 50);
    if (type.kind === "Vector") return [type.element];
    if (type.kind === "Reference") return [type.target];
    if (type.kind !== "Struct") return [];
    const shape = this.#shape(type);
    return shape.kind === "Struct" ? shape.fields : shape.variants.flat();
  }
  /**
   * Refuses to compare values where that comes upon a delayed field before it is decided.
   *
   * @param ordered - whether a longer list is compared part by part before lengths count
   * @throws {@link VmError} `VM_EXTENSION_ERROR`
   */
  checkComparison(a, b, type, ordered) {
    globalThis.__walk?.("packages/vm/src/port/delayed-fields.ts", "checkComparison", 64);
    this.#differs(a, b, type, ordered);
  }
  #differs(a, b, type, ordered) {
    globalThis.__walk?.("packages/vm/src/port/delayed-fields.ts", "differs", 68);
    if (a instanceof Reference && b instanceof Reference && type.kind === "Reference") {
      return this.#differs(a.target, b.target, type.target, ordered);
    }
    if (!this.mayHold(type)) return ordered ? compareValues(a, b) !== 0 : !valuesEqual(a, b);
    if (isDelayed(type)) throw new VmError("VM_EXTENSION_ERROR", "a delayed field is compared");
    const [left, right] = [a, b];
    if (!ordered && left.length !== right.length) return true;
    for (let i = 0; i < Math.min(left.length, right.length); i++) {
      const part = this.#partAt(left, type, i);
      if (part === void 0 ? left[i] !== right[i] : this.#differs(left[i], right[i], part, ordered)) return true;
    }
    return left.length !== right.length;
  }
  /** The type at a place of a vector, struct or enum; undefined for an enum's number. */
  #partAt(value, type, index) {
    globalThis.__walk?.("packages/vm/src/port/delayed-fields.ts", "partAt", 84);
    if (type.kind === "Vector") return type.element;
    const shape = type.kind === "Struct" ? this.#shape(type) : void 0;
    if (shape?.kind === "Enum") return index === 0 ? void 0 : shape.variants[value[0]][index - 1];
    return shape?.fields[index];
  }
  /**
   * Refuses a resource or table item that holds too many.
   *
   * @throws {@link VmError} `TOO_MANY_DELAYED_FIELDS`
   */
  checkNumber(value, layout) {
    globalThis.__walk?.("packages/vm/src/port/delayed-fields.ts", "checkNumber", 96);
    if (countDelayed(value, layout, maxDelayedFields) > maxDelayedFields) {
      throw new VmError("TOO_MANY_DELAYED_FIELDS", `more than ${maxDelayedFields} delayed fields in one item`, {
        placeless: true
      });
    }
  }
};
function countDelayed(value, layout, limit) {
  globalThis.__walk?.("packages/vm/src/port/delayed-fields.ts", "countDelayed", 106);
  if (layout.kind === "Vector") {
    if (!holdsStructs(layout.element)) return 0;
    return sum(value, limit, (item) => (globalThis.__walk?.("packages/vm/src/port/delayed-fields.ts", "countDelayed", 109), countDelayed(item, layout.element, limit)));
  }
  if (layout.kind !== "Struct" && layout.kind !== "Enum") return 0;
  if (isDelayed(layout.type)) return 1;
  const parts = value;
  if (layout.kind === "Struct")
    return sum(parts, limit, (part, i) => (globalThis.__walk?.("packages/vm/src/port/delayed-fields.ts", "countDelayed", 115), countDelayed(part, layout.fields[i].layout, limit)));
  const { fields } = layout.variants[parts[0]];
  return sum(parts.slice(1), limit, (part, i) => (globalThis.__walk?.("packages/vm/src/port/delayed-fields.ts", "countDelayed", 117), countDelayed(part, fields[i].layout, limit)));
}
function holdsStructs(layout) {
  globalThis.__walk?.("packages/vm/src/port/delayed-fields.ts", "holdsStructs", 120);
  return layout.kind === "Vector" ? holdsStructs(layout.element) : layout.kind === "Struct" || layout.kind === "Enum";
}
function sum(values2, limit, count) {
  globalThis.__walk?.("packages/vm/src/port/delayed-fields.ts", "sum", 124);
  let total = 0;
  for (let i = 0; i < values2.length && total <= limit; i++) total += count(values2[i], i);
  return total;
}

// packages/vm/src/status/host-error.ts
var HostError = class extends Error {
  name = "HostError";
  code;
  /** The native or rule in question. */
  subject;
  constructor(code, subject, message) {
    globalThis.__walk?.("packages/vm/src/status/host-error.ts", "constructor", 14);
    super(message);
    this.code = code;
    this.subject = subject;
  }
};

// packages/vm/src/run/access-guard.ts
var maxActive = 256;
var AccessGuard = class {
  #isOn;
  #active = [];
  constructor({ resourceAccessControl }) {
    globalThis.__walk?.("packages/vm/src/run/access-guard.ts", "constructor", 29);
    this.#isOn = resourceAccessControl;
  }
  /** Before a frame is made, with its arguments. @throws {@link VmError} `ACCESS_STACK_LIMIT_EXCEEDED` */
  enter(fn, locals) {
    globalThis.__walk?.("packages/vm/src/run/access-guard.ts", "enter", 34);
    if (!this.#isOn || fn.accessSpecifiers === void 0) return;
    if (this.#active.length >= maxActive) {
      throw new VmError("ACCESS_STACK_LIMIT_EXCEEDED", "too many access specifiers are active");
    }
    this.#active.push(fn.accessSpecifiers.map((specifier) => (globalThis.__walk?.("packages/vm/src/run/access-guard.ts", "enter", 39), toRule(specifier, fn.tables, locals))));
  }
  leave(fn) {
    globalThis.__walk?.("packages/vm/src/run/access-guard.ts", "leave", 42);
    if (this.#isOn && fn.accessSpecifiers !== void 0) this.#active.pop();
  }
  /** @throws {@link VmError} `ACCESS_DENIED` */
  check(type, address, writes) {
    globalThis.__walk?.("packages/vm/src/run/access-guard.ts", "check", 47);
    for (const rules of this.#active) {
      if (!allows(rules, type, address, writes)) {
        throw new VmError("ACCESS_DENIED", `${type.text} may not be accessed here`);
      }
    }
  }
};
function allows(rules, type, address, writes) {
  globalThis.__walk?.("packages/vm/src/run/access-guard.ts", "allows", 56);
  const includes = rules.filter((rule) => (globalThis.__walk?.("packages/vm/src/run/access-guard.ts", "includes", 57), !rule.negated));
  const excludes = rules.filter((rule) => (globalThis.__walk?.("packages/vm/src/run/access-guard.ts", "excludes", 58), rule.negated));
  const included = includes.some((rule) => (globalThis.__walk?.("packages/vm/src/run/access-guard.ts", "included", 60), (rule.writesOnly || !writes) && rule.matches(type, address)));
  const excluded = excludes.some((rule) => (globalThis.__walk?.("packages/vm/src/run/access-guard.ts", "excluded", 61), (!rule.writesOnly || writes) && rule.matches(type, address)));
  return !excluded && (included || includes.length === 0 && excludes.length > 0);
}
function toRule(specifier, tables2, locals) {
  globalThis.__walk?.("packages/vm/src/run/access-guard.ts", "toRule", 65);
  const place = addressOf2(specifier.address, tables2, locals);
  const matchesType = resourceTest(specifier.resource, tables2);
  return {
    negated: specifier.negated,
    writesOnly: specifier.access === "writes",
    matches: (type, address) => (globalThis.__walk?.("packages/vm/src/run/access-guard.ts", "matches", 71), (place === void 0 || place === address) && matchesType(type, address))
  };
}
function addressOf2(specifier, tables2, locals) {
  globalThis.__walk?.("packages/vm/src/run/access-guard.ts", "addressOf", 75);
  if (specifier.kind === "any") return void 0;
  if (specifier.kind === "literal") return formatAddressLong(tables2.tables.addresses[specifier.address]);
  const argument = locals[specifier.parameter];
  const value = argument instanceof Reference ? argument.target : argument;
  if (specifier.derivedBy === void 0) return value;
  const { target: target2 } = tables2.tables.functionInstantiations[specifier.derivedBy];
  const { module, name } = tables2.tables.functionHandles[target2];
  const owner = tables2.moduleName(module);
  if (owner.name !== "signer" || tables2.tables.identifiers[name] !== "address_of") {
    throw new HostError(
      "unsupported",
      "access specifier",
      "an access specifier derives its address with an unknown function"
    );
  }
  return value[1];
}
function resourceTest(specifier, tables2) {
  globalThis.__walk?.("packages/vm/src/run/access-guard.ts", "resourceTest", 98);
  switch (specifier.kind) {
    case "any":
      return () => (globalThis.__walk?.("packages/vm/src/run/access-guard.ts", "resourceTest", 104), true);
    case "at_address": {
      const wanted = formatAddressLong(tables2.tables.addresses[specifier.address]);
      return (type) => (globalThis.__walk?.("packages/vm/src/run/access-guard.ts", "resourceTest", 107), type.address === wanted);
    }
    case "in_module": {
      const wanted = tables2.moduleName(specifier.module);
      return (type) => (globalThis.__walk?.("packages/vm/src/run/access-guard.ts", "resourceTest", 111), type.address === wanted.address && type.module === wanted.name);
    }
    default: {
      const { module, name } = tables2.tables.structHandles[specifier.struct];
      const owner = tables2.moduleName(module);
      const text = tables2.tables.identifiers[name];
      const args = specifier.kind === "instantiation" ? tables2.signature(specifier.typeArgs) : void 0;
      return (type) => (globalThis.__walk?.("packages/vm/src/run/access-guard.ts", "resourceTest", 118), type.address === owner.address && type.module === owner.name && type.name === text && (args === void 0 || args.every((argument, i) => (globalThis.__walk?.("packages/vm/src/run/access-guard.ts", "resourceTest", 122), argument === type.typeArgs[i]))));
    }
  }
}

// packages/vm/src/run/failures.ts
var maxAbortMessage = 1024;
function outOfMemory() {
  globalThis.__walk?.("packages/vm/src/run/failures.ts", "outOfMemory", 12);
  return new VmError("MEMORY_LIMIT_EXCEEDED", "the memory quota is used up");
}
function noValue() {
  globalThis.__walk?.("packages/vm/src/run/failures.ts", "noValue", 16);
  return new VmError("UNKNOWN_INVARIANT_VIOLATION_ERROR", "a reference points to no value");
}
function variantMismatch() {
  globalThis.__walk?.("packages/vm/src/run/failures.ts", "variantMismatch", 20);
  return new VmError("STRUCT_VARIANT_MISMATCH", "an enum has a different variant");
}
function abort2(code, message) {
  globalThis.__walk?.("packages/vm/src/run/failures.ts", "abort", 24);
  return new VmError("ABORTED", message ?? `aborted with code ${code}`, {
    abortCode: BigInt(code),
    abortMessage: message
  });
}
function missingResource(type, address) {
  globalThis.__walk?.("packages/vm/src/run/failures.ts", "missingResource", 31);
  return new VmError("MISSING_DATA", `${type.text} does not exist at ${address}`);
}
function abortWithMessage(code, message) {
  globalThis.__walk?.("packages/vm/src/run/failures.ts", "abortWithMessage", 36);
  if (message.length > maxAbortMessage) {
    return new VmError("ABORT_MESSAGE_LIMIT_EXCEEDED", "an abort message is too long");
  }
  try {
    return abort2(code, utf8Decoder.decode(message.bytes));
  } catch {
    return new VmError("INVALID_ABORT_MESSAGE", "an abort message is not UTF-8");
  }
}
function withoutValue(error, { reaches }) {
  globalThis.__walk?.("packages/vm/src/run/failures.ts", "withoutValue", 51);
  return error instanceof TypeError && reaches === void 0 ? noValue() : error;
}
function whileRunning(error, { reaches }, { keepsDependencyLimit }) {
  globalThis.__walk?.("packages/vm/src/run/failures.ts", "whileRunning", 61);
  if (error.module !== void 0 || error.code < 1e3 || error.code >= 2e3 || reaches === "code") return error;
  if (error.status === "DEPENDENCY_LIMIT_REACHED" && keepsDependencyLimit) return error;
  return new VmError("VERIFICATION_ERROR", error.message);
}

// packages/vm/src/run/accounting.ts
var Accounting = class {
  #host;
  constructor(host) {
    globalThis.__walk?.("packages/vm/src/run/accounting.ts", "constructor", 21);
    this.#host = host;
  }
  /** Takes gas that is known only now. @throws {@link VmError} as the meter says */
  charge(cost) {
    globalThis.__walk?.("packages/vm/src/run/accounting.ts", "charge", 26);
    const { meter } = this.#host;
    meter.fuel -= cost;
    if (meter.fuel < 0) throw meter.exhausted(cost);
  }
  /** Takes memory. @throws {@link VmError} `MEMORY_LIMIT_EXCEEDED` */
  use(units) {
    globalThis.__walk?.("packages/vm/src/run/accounting.ts", "use", 33);
    const { meter } = this.#host;
    meter.memory -= units;
    if (meter.memory < 0) throw outOfMemory();
  }
  /** Takes the memory that a value holds outside of its place. */
  useHeap(value, type) {
    globalThis.__walk?.("packages/vm/src/run/accounting.ts", "useHeap", 40);
    const { tracksMemory, sizes, shape } = this.#host;
    if (tracksMemory && typeof value === "object") this.use(sizes.heap(value, type, shape));
  }
  /** Gives back the memory of a value that is dropped. */
  release(value, { type }, types) {
    globalThis.__walk?.("packages/vm/src/run/accounting.ts", "release", 46);
    const { tracksMemory, sizes, shape, meter } = this.#host;
    if (!tracksMemory || typeof value !== "object") return;
    meter.memory += sizes.heap(value, types.resolve(type), shape);
  }
  /** Takes the memory of the fields of a struct that is made. */
  usePacked({ fields, type }, types) {
    globalThis.__walk?.("packages/vm/src/run/accounting.ts", "usePacked", 53);
    types.resolve(type);
    const { tracksMemory, sizes } = this.#host;
    if (!tracksMemory) return;
    let units = 0;
    for (const field2 of fields) units += sizes.stack(types.resolve(field2));
    this.use(units);
  }
  /** Gives it back when the struct is taken apart. */
  releasePacked({ fields, name, type }, types) {
    globalThis.__walk?.("packages/vm/src/run/accounting.ts", "releasePacked", 63);
    types.resolve(type);
    const { tracksMemory, sizes, meter } = this.#host;
    if (!tracksMemory) return;
    let units = name === "unpack_variant" ? sizes.tag : 0;
    for (const field2 of fields) units += sizes.stack(types.resolve(field2));
    meter.memory += units;
  }
  /** A copy, paid by its size. */
  copy(value, { type, form }, types) {
    globalThis.__walk?.("packages/vm/src/run/accounting.ts", "copy", 73);
    const { sizes, shape, costs: costs2, tracksMemory } = this.#host;
    const concrete = types.resolve(type);
    const size = sizes.of(value, concrete, shape);
    if (tracksMemory && typeof value === "object") this.use(size - sizes.stack(concrete));
    this.charge(costs2.unit[form] * size);
    return copyValue(value);
  }
  /** Compares two values, paid by their sizes. */
  equal(left, right, { type, form }, types) {
    globalThis.__walk?.("packages/vm/src/run/accounting.ts", "equal", 83);
    const { session: session2, sizes, shape, costs: costs2, tracksMemory, meter, rules } = this.#host;
    const target2 = type.kind === "Reference" ? type.target : type;
    if (!hasFixedSize(target2)) {
      const concrete = types.resolve(type);
      const size = sizes.dereferenced(left, concrete, shape) + sizes.dereferenced(right, concrete, shape);
      this.charge(costs2.unit[form] * size);
      session2.delayedFields?.checkComparison(left, right, concrete, false);
      if (tracksMemory && type.kind !== "Reference") {
        meter.memory += sizes.heap(left, concrete, shape) + sizes.heap(right, concrete, shape);
      }
    }
    return valuesEqual(left, right, rules.comparesMasks);
  }
  /** The value of a constant. */
  loadConstant({ value, type }) {
    globalThis.__walk?.("packages/vm/src/run/accounting.ts", "loadConstant", 99);
    if (value === void 0) throw new VmError("VERIFIER_INVARIANT_VIOLATION", "a constant does not decode");
    this.useHeap(value, type);
    return copyValue(value);
  }
};

// packages/vm/src/run/frame.ts
var Frame = class {
  instance;
  /** Parameters, then locals; undefined is a local without a value. */
  locals;
  /** Operands of the callers. */
  base;
  entry;
  code;
  /** The next instruction; in a waiting caller the one after the call. */
  pc = 0;
  constructor(instance, locals, base, entry2) {
    globalThis.__walk?.("packages/vm/src/run/frame.ts", "constructor", 20);
    this.instance = instance;
    this.locals = locals;
    this.base = base;
    this.entry = entry2;
    this.code = instance.body.instructions;
  }
};

// packages/vm/src/run/module-locks.ts
var ModuleLocks = class {
  #frames;
  #locks = 0;
  /** Frames that were entered through closures and dispatches. */
  #indirect = 0;
  constructor(frames) {
    globalThis.__walk?.("packages/vm/src/run/module-locks.ts", "constructor", 17);
    this.#frames = frames;
  }
  /** True if nothing on the stack can lead to a second entry. */
  get isIdle() {
    globalThis.__walk?.("packages/vm/src/run/module-locks.ts", "isIdle", 22);
    return this.#locks === 0 && this.#indirect === 0;
  }
  /** Before a frame is made. @throws {@link VmError} `RUNTIME_DISPATCH_ERROR` */
  enter(fn, entry2) {
    globalThis.__walk?.("packages/vm/src/run/module-locks.ts", "enter", 27);
    const locks = entry2 === "dispatch" || fn.locksModule;
    if (locks) this.#locks++;
    if (entry2 !== "call") this.#indirect++;
    if (this.#locks === 0 || this.#indirect === 0 && !locks) return;
    const caller = this.#frames.at(-1)?.instance.fn.module;
    if (fn.module === void 0 || fn.module === caller || this.#entries(fn.module) === 0) return;
    throw new VmError("RUNTIME_DISPATCH_ERROR", `${fn.module.key} is called again while it is locked`, {
      placeless: entry2 !== "dispatch"
    });
  }
  /** Called when a frame returns. */
  leave(fn, entry2) {
    globalThis.__walk?.("packages/vm/src/run/module-locks.ts", "leave", 40);
    if (entry2 === "dispatch" || fn.locksModule) this.#locks--;
    if (entry2 !== "call") this.#indirect--;
  }
  /** Before a module's resource is touched. @throws {@link VmError} `RUNTIME_DISPATCH_ERROR` */
  checkStorage(module) {
    globalThis.__walk?.("packages/vm/src/run/module-locks.ts", "checkStorage", 46);
    if (this.#indirect > 0 && this.#entries(module) > 1) {
      throw new VmError(
        "RUNTIME_DISPATCH_ERROR",
        `a resource of ${module.key} is accessed while its module is called again`
      );
    }
  }
  /** How often a module was entered by what is on the stack. */
  #entries(module) {
    globalThis.__walk?.("packages/vm/src/run/module-locks.ts", "entries", 56);
    let count = 0;
    let before;
    for (const { instance, entry: entry2 } of this.#frames) {
      const current = instance.fn.module;
      if (current === module && (before !== module || entry2 === "closure")) count++;
      before = current;
    }
    return count;
  }
};

// packages/vm/src/run/call-stack.ts
var maxWaitingFrames = 1024;
var CallStack = class {
  frames = [];
  /** Operands of all frames. */
  operands = [];
  locks = new ModuleLocks(this.frames);
  access;
  accounting;
  #host;
  /** True if the last generic call went to a module whose natives keep the memory of their arguments. */
  keepsArguments = false;
  /** Instantiated calls whose type arguments were paid for, by the function that makes them. */
  #paidInstantiations = /* @__PURE__ */ new Map();
  constructor(host) {
    globalThis.__walk?.("packages/vm/src/run/call-stack.ts", "constructor", 29);
    this.#host = host;
    this.access = new AccessGuard(host.rules);
    this.accounting = new Accounting(host);
  }
  /** Takes the uppermost operands, in their order. */
  takeOperands(count) {
    globalThis.__walk?.("packages/vm/src/run/call-stack.ts", "takeOperands", 36);
    const stack = this.operands;
    const taken = new Array(count);
    for (let i = count - 1; i >= 0; i--) taken[i] = stack.pop();
    return taken;
  }
  /** The function that a call site calls. */
  link(instance, site2) {
    globalThis.__walk?.("packages/vm/src/run/call-stack.ts", "link", 45);
    const found = this.#host.link(instance, site2);
    if (found instanceof Promise) {
      return found.then((link) => {
        globalThis.__walk?.("packages/vm/src/run/call-stack.ts", "link", 48);
        instance.links[site2.index] = link;
        return link;
      });
    }
    instance.links[site2.index] = found;
    return found;
  }
  /** Takes the price of a call, without that of the new frame. */
  payCall(link, site2, instance) {
    globalThis.__walk?.("packages/vm/src/run/call-stack.ts", "payCall", 58);
    this.accounting.charge(link.callCost);
    if (site2.instantiation < 0) return;
    const { module } = link.callee.fn;
    this.keepsArguments = this.#host.keepsArguments(module);
    if (link.typeCost === 0) return;
    if (this.#host.rules.callTreeCache) {
      let paid = this.#paidInstantiations.get(instance);
      if (paid === void 0) {
        paid = /* @__PURE__ */ new Set();
        this.#paidInstantiations.set(instance, paid);
      }
      if (paid.has(site2.instantiation)) return;
      paid.add(site2.instantiation);
    }
    this.accounting.charge(link.typeCost);
  }
  /**
   * Makes a frame.
   *
   * @param paid - what was paid for it already and belongs to no frame that is there: the first one's price
   * @throws {@link VmError} `CALL_STACK_OVERFLOW`, and as locks and access specifiers
   */
  enter(callee, locals, entry2, paid = 0) {
    globalThis.__walk?.("packages/vm/src/run/call-stack.ts", "enter", 82);
    const frames = this.frames;
    const { length } = callee.body.locals;
    while (locals.length < length) locals.push(void 0);
    if (callee.isNoted || entry2 !== "call" || !this.locks.isIdle) {
      this.locks.enter(callee.fn, entry2);
      this.access.enter(callee.fn, locals);
    }
    if (frames.length > maxWaitingFrames) throw new VmError("CALL_STACK_OVERFLOW", "the call stack is too deep");
    frames.push(new Frame(callee, locals, this.operands.length, entry2));
    this.#host.tracer?.enter(callee.fn, this.#host.meter.fuel + paid);
    this.#heat(callee);
  }
  /** Called when a frame returns. */
  leave(frame2) {
    globalThis.__walk?.("packages/vm/src/run/call-stack.ts", "leave", 97);
    const { tracksMemory, sizes, shape, meter, tracer } = this.#host;
    const { instance, locals } = frame2;
    if (tracksMemory) {
      const { holders } = instance;
      for (let i = 0; i < holders.length; i++) {
        const local = holders[i];
        const value = locals[local];
        if (typeof value !== "object" || value instanceof Reference) continue;
        meter.memory += sizes.heap(value, instance.resolve(instance.body.locals[local]), shape);
      }
    }
    if (instance.isNoted || frame2.entry !== "call") {
      this.locks.leave(instance.fn, frame2.entry);
      this.access.leave(instance.fn);
    }
    tracer?.leave(instance.fn, meter.fuel);
  }
  /**
   * Makes a call that needs no waiting: of a function that was called before and whose module is known.
   *
   * @returns `called`, or `paid` when the interpreter has to look closer
   */
  callDirectly(frame2, { site: site2 }, instance) {
    globalThis.__walk?.("packages/vm/src/run/call-stack.ts", "callDirectly", 121);
    const link = instance.links[site2.index];
    const host = this.#host;
    if (link === void 0 || link.typeCost > 0 || link.callee.fn.isNative || host.tracer !== void 0)
      return exits.paid;
    const { callee } = link;
    if (!callee.isReady) return exits.paid;
    if (callee.fn.module !== instance.fn.module && !host.isConfirmed(callee.fn.module)) return exits.paid;
    const cost = link.callCost + callee.frameCost;
    const { meter } = host;
    const frames = this.frames;
    if (cost > meter.fuel || frames.length > maxWaitingFrames || callee.isNoted || !this.locks.isIdle)
      return exits.paid;
    meter.fuel -= cost;
    if (site2.instantiation >= 0) this.keepsArguments = host.keepsArguments(callee.fn.module);
    const stack = this.operands;
    const { length } = callee.body.locals;
    const locals = new Array(length);
    for (let i = length - 1; i >= 0; i--) locals[i] = i < callee.paramCount ? stack.pop() : void 0;
    frame2.pc++;
    frames.push(new Frame(callee, locals, stack.length, "call"));
    if (callee.tier.compiled === void 0) this.#heat(callee);
    return exits.called;
  }
  /** True if an instance may run as compiled code. */
  mayCompile(instance) {
    globalThis.__walk?.("packages/vm/src/run/call-stack.ts", "mayCompile", 147);
    return this.#host.compileAfter !== Number.POSITIVE_INFINITY && instance.isPlain;
  }
  /** Counts a call or a turn of a loop, and compiles what runs often. */
  #heat(instance) {
    globalThis.__walk?.("packages/vm/src/run/call-stack.ts", "heat", 152);
    const { tier } = instance;
    if (tier.compiled !== void 0 || ++tier.heat < this.#host.compileAfter || !this.mayCompile(instance)) return;
    tier.compiled = this.#host.compile(instance) ?? null;
  }
  /** Counts a turn of a loop. @returns whether compiled code takes over */
  warm(instance) {
    globalThis.__walk?.("packages/vm/src/run/call-stack.ts", "warm", 159);
    this.#heat(instance);
    return instance.tier.compiled != null && this.mayCompile(instance);
  }
};

// packages/vm/src/run/closures.ts
function packClosure2(host, calls, instruction, instance) {
  globalThis.__walk?.("packages/vm/src/run/closures.ts", "packClosure", 13);
  const site2 = instruction.site;
  const captured = instruction.fields.map((type) => (globalThis.__walk?.("packages/vm/src/run/closures.ts", "captured", 20), instance.resolve(type)));
  const typeArgs = site2.target.typeArgs.map((type) => (globalThis.__walk?.("packages/vm/src/run/closures.ts", "typeArgs", 21), instance.resolve(type)));
  const target2 = { ...site2.target, typeArgs };
  const resolved = host.instance(target2, instance.fn);
  if (resolved instanceof Promise) return resolved;
  let layouts2;
  if (resolved.fn.isPersistent) {
    layouts2 = [];
    for (const type of captured) {
      const layout = host.session.layout(type);
      if (layout instanceof Promise) return layout;
      if (host.session.delayedFields?.mayHold(type) === true) {
        throw new VmError(
          "UNABLE_TO_CAPTURE_DELAYED_FIELDS",
          `${type.text} may not be captured in a function value that can be stored`
        );
      }
      layouts2.push(layout);
    }
  }
  if (site2.instantiation >= 0) calls.accounting.charge(host.costs.typeCreation(typeArgs, []));
  const { sizes, tracksMemory } = host;
  if (tracksMemory) calls.accounting.use(captured.reduce((sum2, type) => (globalThis.__walk?.("packages/vm/src/run/closures.ts", "packClosure", 42), sum2 + sizes.stack(type)), 0));
  const values2 = calls.takeOperands(instruction.count);
  calls.operands.push(
    new Closure(
      target2,
      instruction.value,
      values2,
      layouts2,
      captured
    )
  );
  return void 0;
}
function callClosure2(host, calls, natives, callee, instruction, frame2) {
  globalThis.__walk?.("packages/vm/src/run/closures.ts", "callClosure", 57);
  const stack = calls.operands;
  const closure = stack.pop();
  const given = calls.takeOperands(instruction.count);
  const args = [];
  let fromClosure = 0;
  let fromStack = 0;
  for (let i = 0; i < callee.paramCount; i++) {
    const isCaptured = (closure.mask >> BigInt(i) & 1n) === 1n;
    args.push(isCaptured ? copyValue(closure.captured[fromClosure++]) : given[fromStack++]);
  }
  calls.accounting.charge(host.closureCallCost(callee));
  if (callee.fn.isNative) {
    for (const arg of args) stack.push(arg);
    return natives.call(callee, frame2);
  }
  host.meter.charge(callee.frameCost);
  calls.enter(callee, args, "closure");
  frame2.pc++;
  return void 0;
}

// packages/vm/src/run/error-place.ts
function locateError(error, fn, codeOffset) {
  globalThis.__walk?.("packages/vm/src/run/error-place.ts", "locateError", 9);
  if (!(error instanceof VmError) || error.module !== void 0 || error.placeless) return error;
  error.module = fn.module?.name ?? "script";
  if (error.status !== "ABORTED") {
    error.location = { module: fn.module?.name, functionIndex: fn.index, functionName: fn.name, codeOffset };
  }
  return error;
}

// packages/vm/src/run/global-storage.ts
function touchGlobal(host, calls, instruction, instance) {
  globalThis.__walk?.("packages/vm/src/run/global-storage.ts", "touchGlobal", 18);
  const { session: session2, meter } = host;
  const stack = calls.operands;
  const { name } = instruction;
  const type = instance.resolve(instruction.type);
  const address = name === "move_to" ? signerAddress(stack[stack.length - 2]) : stack[stack.length - 1];
  const cell = session2.resource(address, type);
  if (cell instanceof Promise) return cell;
  if (cell.unpaid) {
    cell.unpaid = false;
    meter.chargeResourceLoad(cell.stored, cell.loadedBytes);
    if (cell.exists) calls.accounting.useHeap(cell.slot[0], type);
  }
  const guard = (writes) => {
    globalThis.__walk?.("packages/vm/src/run/global-storage.ts", "guard", 37);
    calls.locks.checkStorage(instance.fn.module);
    calls.access.check(type, address, writes);
  };
  const operand = stack.pop();
  switch (name) {
    case "exists":
      guard(false);
      stack.push(cell.exists);
      break;
    case "mut_borrow_global":
    case "imm_borrow_global":
      guard(name === "mut_borrow_global");
      if (!cell.exists) throw missingResource(type, address);
      stack.push(cell.borrow());
      break;
    case "move_from":
      if (!cell.exists) throw missingResource(type, address);
      guard(true);
      stack.push(cell.take());
      break;
    default: {
      if (cell.exists) throw new VmError("RESOURCE_ALREADY_EXISTS", `${type.text} exists at ${address}`);
      guard(true);
      stack.pop();
      cell.put(operand);
    }
  }
  return void 0;
}
function signerAddress(reference) {
  globalThis.__walk?.("packages/vm/src/run/global-storage.ts", "signerAddress", 68);
  return reference.target[1];
}

// packages/vm/src/run/native-calls.ts
var gasPerTick = 1e5;
var NativeCalls = class {
  #host;
  #calls;
  #spend;
  /** @param spend - called with the time that a native may have taken, in segments */
  constructor(host, calls, spend) {
    globalThis.__walk?.("packages/vm/src/run/native-calls.ts", "constructor", 21);
    this.#host = host;
    this.#calls = calls;
    this.#spend = spend;
  }
  /** Runs a native whose arguments lie on the stack; the caller continues after it. */
  call(callee, caller) {
    globalThis.__walk?.("packages/vm/src/run/native-calls.ts", "call", 28);
    const host = this.#host;
    const { fn } = callee;
    const args = this.#calls.takeOperands(callee.paramCount);
    if (host.tracksMemory && !this.#calls.keepsArguments) {
      for (let i = 0; i < args.length; i++) {
        host.meter.memory += host.sizes.heap(args[i], callee.resolve(fn.params[i]), host.shape);
      }
    }
    const module = fn.module;
    const self = { module: module.name, name: fn.name };
    host.tracer?.enter(fn, host.meter.fuel);
    const call4 = new NativeCall(host.session, args, callee.typeArgs, self, (depth) => (globalThis.__walk?.("packages/vm/src/run/native-calls.ts", "call", 40), this.#placeOf(depth)));
    const fail2 = (error) => {
      globalThis.__walk?.("packages/vm/src/run/native-calls.ts", "fail", 41);
      if (error instanceof VmError && error.status === "ABORTED") call4.settle();
      throw locateError(error, fn, 0);
    };
    const before = host.meter.fuel;
    const finish = (result) => {
      globalThis.__walk?.("packages/vm/src/run/native-calls.ts", "finish", 47);
      call4.settle();
      const spent = before - host.meter.fuel;
      if (spent > 0) this.#spend(Math.floor(spent / gasPerTick));
      return this.#finish(callee, result, caller)?.catch(fail2);
    };
    try {
      const result = (callee.native ?? host.missingNative(fn))(call4);
      return result instanceof Promise ? result.then(finish).catch(fail2) : finish(result);
    } catch (error) {
      return fail2(error);
    }
  }
  #finish(callee, result, caller) {
    globalThis.__walk?.("packages/vm/src/run/native-calls.ts", "finish", 62);
    const { fn } = callee;
    this.#host.tracer?.leave(fn, this.#host.meter.fuel);
    if (result instanceof Dispatch) return this.#dispatch(result, caller);
    const { results } = fn;
    const values2 = result instanceof Results ? result.values : result === void 0 ? [] : [result];
    if (values2.length !== results.length) {
      throw new VmError("UNKNOWN_INVARIANT_VIOLATION_ERROR", "a native returns a wrong number of results");
    }
    const finish = () => {
      globalThis.__walk?.("packages/vm/src/run/native-calls.ts", "finish", 71);
      for (let i = 0; i < values2.length; i++) {
        const value = values2[i];
        if (typeof value === "object") this.#calls.accounting.useHeap(value, callee.resolve(results[i]));
        this.#calls.operands.push(value);
      }
      if (caller !== void 0) caller.pc++;
    };
    const ready = this.#prepareSizes(callee, results);
    if (ready instanceof Promise) return ready.then(finish);
    finish();
    return void 0;
  }
  /** A native may return a struct whose module nothing has used so far; counting its size takes that module. */
  #prepareSizes(callee, results) {
    globalThis.__walk?.("packages/vm/src/run/native-calls.ts", "prepareSizes", 86);
    for (const [i, result] of results.entries()) {
      if (result.kind !== "Struct" && result.kind !== "TypeParameter") continue;
      const type = callee.resolve(result);
      const layout = type.kind === "Struct" ? this.#host.session.layout(type) : void 0;
      if (layout instanceof Promise) return layout.then(() => (globalThis.__walk?.("packages/vm/src/run/native-calls.ts", "prepareSizes", 91), this.#prepareSizes(callee, results.slice(i + 1))));
    }
    return void 0;
  }
  #dispatch({ target: target2, args }, caller) {
    globalThis.__walk?.("packages/vm/src/run/native-calls.ts", "dispatch", 96);
    const enter = (instance2) => {
      globalThis.__walk?.("packages/vm/src/run/native-calls.ts", "enter", 97);
      this.#host.meter.charge(instance2.frameCost);
      this.#calls.enter(instance2, [...args], "dispatch");
      if (caller !== void 0) caller.pc++;
    };
    const instance = this.#host.instance(target2);
    if (instance instanceof Promise) return instance.then(enter);
    enter(instance);
    return void 0;
  }
  /** The place of the function that waits at a depth below the top. */
  #placeOf(depth) {
    globalThis.__walk?.("packages/vm/src/run/native-calls.ts", "placeOf", 109);
    const frame2 = this.#calls.frames.at(-1 - depth);
    if (frame2 === void 0) return void 0;
    const { module, index, name } = frame2.instance.fn;
    const codeOffset = depth === 0 ? frame2.pc : frame2.pc - 1;
    return { module: module?.name, functionIndex: index, functionName: name, codeOffset };
  }
};

// packages/vm/src/run/struct-instructions.ts
function pack4(calls, instruction, instance) {
  globalThis.__walk?.("packages/vm/src/run/struct-instructions.ts", "pack", 8);
  calls.accounting.usePacked(instruction, instance);
  calls.operands.push(calls.takeOperands(instruction.count));
}
function packVariant(calls, instruction, instance) {
  globalThis.__walk?.("packages/vm/src/run/struct-instructions.ts", "packVariant", 14);
  calls.accounting.usePacked(instruction, instance);
  const fields = calls.takeOperands(instruction.count);
  fields.unshift(instruction.at);
  calls.operands.push(fields);
}
function unpack4({ accounting, operands }, instruction, instance) {
  globalThis.__walk?.("packages/vm/src/run/struct-instructions.ts", "unpack", 22);
  accounting.releasePacked(instruction, instance);
  for (const field2 of operands.pop()) operands.push(field2);
}
function unpackVariant({ accounting, operands }, instruction, instance) {
  globalThis.__walk?.("packages/vm/src/run/struct-instructions.ts", "unpackVariant", 32);
  const value = operands.pop();
  if (value[0] !== instruction.at) throw variantMismatch();
  accounting.releasePacked(instruction, instance);
  for (let i = 1; i < value.length; i++) operands.push(value[i]);
}
function testVariant2({ operands }, instruction, instance) {
  globalThis.__walk?.("packages/vm/src/run/struct-instructions.ts", "testVariant", 44);
  instance.checkCreated(instruction);
  const value = operands.pop().target;
  operands.push(value[0] === instruction.at);
}

// packages/vm/src/run/trap.ts
var outOfGasTrap = 254;
var stackTrap = 255;
function withTrap(instance, segment, fuel, room) {
  globalThis.__walk?.("packages/vm/src/run/trap.ts", "withTrap", 21);
  const { instructions } = instance.body;
  let paid = 0;
  for (let i = segment.start; i < segment.end; i++) {
    const cost = instance.costOf(instructions[i]);
    const fits = paid + cost <= fuel;
    const overflows = (instructions[i + 1]?.height ?? 0) > room;
    if (fits && !overflows) {
      paid += cost;
      continue;
    }
    const op = fits ? stackTrap : outOfGasTrap;
    const code = instructions.slice();
    code[i] = new Instruction({ op, form: op, height: instructions[i].height });
    return { code, paid: fits ? paid + cost : paid, paidTo: i };
  }
  throw new Error("a segment that fits was trapped");
}

// packages/vm/src/run/execution.ts
var maxOperands = 1024;
var segmentsPerLook = 1024;
var sliceMs = 8;
var Execution = class {
  #host;
  #calls;
  #natives;
  #port;
  /** The segment that was paid ends before this instruction. */
  #paidTo = 0;
  /** The next instruction was paid for before execution was suspended there. */
  #resumes = false;
  #sliceStart = 0;
  /** Compiled code runs: it notes its own place. */
  #isCompiled = false;
  constructor(host) {
    globalThis.__walk?.("packages/vm/src/run/execution.ts", "constructor", 67);
    this.#host = host;
    this.#calls = new CallStack(host);
    this.#natives = new NativeCalls(host, this.#calls, (ticks) => {
      globalThis.__walk?.("packages/vm/src/run/execution.ts", "constructor", 70);
      this.#port.ticks -= ticks;
    });
    this.#port = this.#createPort();
  }
  /** Runs a function to its end. @returns its results */
  run(instance, args) {
    globalThis.__walk?.("packages/vm/src/run/execution.ts", "run", 77);
    this.#sliceStart = now();
    if (instance.fn.isNative) {
      for (const arg of args) this.#calls.operands.push(arg);
      return this.#continue(this.#located(() => (globalThis.__walk?.("packages/vm/src/run/execution.ts", "run", 81), this.#natives.call(instance, void 0))));
    }
    this.#located(() => {
      globalThis.__walk?.("packages/vm/src/run/execution.ts", "run", 83);
      this.#host.meter.charge(instance.frameCost);
      this.#calls.enter(instance, [...args], "call", instance.frameCost);
    });
    return this.#continue(void 0);
  }
  #continue(pending) {
    globalThis.__walk?.("packages/vm/src/run/execution.ts", "continue", 90);
    if (pending !== void 0) return this.#continueLater(pending);
    const next = this.#calls.frames.length === 0 ? void 0 : this.#interpret();
    return next === void 0 ? this.#calls.operands : this.#continueLater(next);
  }
  async #continueLater(first) {
    globalThis.__walk?.("packages/vm/src/run/execution.ts", "continueLater", 96);
    for (let pending = first; pending !== void 0; ) {
      try {
        await pending;
      } catch (error) {
        throw this.#fail(error);
      }
      this.#sliceStart = now();
      pending = this.#calls.frames.length === 0 ? void 0 : this.#interpret();
    }
    return this.#calls.operands;
  }
  #located(work) {
    globalThis.__walk?.("packages/vm/src/run/execution.ts", "located", 109);
    try {
      return work();
    } catch (error) {
      throw this.#fail(error);
    }
  }
  /** Gives back what was paid for instructions that did not run, and says where the error happened. */
  #fail(thrown) {
    globalThis.__walk?.("packages/vm/src/run/execution.ts", "fail", 118);
    const frame2 = this.#calls.frames.at(-1);
    if (frame2 === void 0) return thrown;
    const { instance, pc } = frame2;
    const { effect } = instance.body.instructions[pc];
    const error = withoutValue(thrown, effect);
    if (!(error instanceof VmError)) return error;
    const { meter, rules } = this.#host;
    if (pc + 1 < this.#paidTo) meter.fuel += instance.costBetween(pc + 1, this.#paidTo);
    return locateError(whileRunning(error, effect, rules), instance.fn, pc);
  }
  /** Runs until the first frame returns (undefined) or something has to be waited for. */
  #interpret() {
    globalThis.__walk?.("packages/vm/src/run/execution.ts", "interpret", 131);
    const host = this.#host;
    const { meter } = host;
    const calls = this.#calls;
    const { frames, operands: stack, accounting } = calls;
    const port = this.#port;
    let frame2 = frames.at(-1);
    let pc = frame2.pc;
    try {
      for (; ; ) {
        if (!this.#resumes && this.#runCompiled(pc)) {
          if (frames.length === 0) return void 0;
          frame2 = frames[frames.length - 1];
          pc = frame2.pc;
        }
        const { instance, locals, base } = frame2;
        const { segments } = instance.body;
        const costs2 = instance.segmentCosts;
        let code = frame2.code;
        run: for (; ; ) {
          const instruction = code[pc];
          if (instruction.segment >= 0) {
            if (this.#resumes) this.#resumes = false;
            else {
              if (--port.ticks < 0) {
                const pause = this.#look();
                if (pause !== void 0) {
                  frame2.pc = pc;
                  return pause;
                }
              }
              const segment = segments[instruction.segment];
              let cost = costs2[instruction.segment];
              if (Number.isNaN(cost)) cost = instance.segmentCost(instruction.segment);
              if (cost > meter.fuel || base + segment.peak > maxOperands) {
                const trap = withTrap(instance, segment, meter.fuel, maxOperands - base);
                meter.fuel -= trap.paid;
                this.#paidTo = trap.paidTo;
                code = trap.code;
                this.#resumes = true;
                continue;
              }
              meter.fuel -= cost;
              this.#paidTo = segment.end;
              host.tracer?.segment(instance.fn, segment.start, segment.end, cost);
            }
          }
          this.#resumes = false;
          switch (instruction.op) {
            case 1:
              accounting.release(stack.pop(), instruction, instance);
              break;
            case 2:
              calls.leave(frame2);
              frames.pop();
              if (frames.length === 0) return void 0;
              frame2 = frames[frames.length - 1];
              pc = frame2.pc;
              break run;
            case 3:
            case 4:
              if (stack.pop() !== (instruction.op === 3)) break;
              if (instruction.at > pc) {
                pc = instruction.at;
                continue;
              }
              pc = instruction.at;
              if (calls.warm(instance)) break run;
              continue;
            case 5:
              if (instruction.at > pc) {
                pc = instruction.at;
                continue;
              }
              pc = instruction.at;
              if (calls.warm(instance)) break run;
              continue;
            case 7:
              instance.resolve(instruction.type);
              stack.push(accounting.loadConstant(instruction));
              break;
            case 6:
            case 8:
            case 9:
            case 49:
            case 50:
            case 72:
            case 73:
            case 74:
            case 91:
            case 92:
            case 93:
            case 94:
            case 95:
            case 96:
              stack.push(instruction.value);
              break;
            case 10: {
              const value = locals[instruction.at];
              if (hasFixedSize(instruction.type)) stack.push(value);
              else stack.push(accounting.copy(value, instruction, instance));
              break;
            }
            case 11:
              stack.push(locals[instruction.at]);
              locals[instruction.at] = void 0;
              break;
            case 12:
              locals[instruction.at] = stack.pop();
              break;
            case 13:
            case 14:
              stack.push(new Reference(locals, instruction.at));
              break;
            case 15:
            case 16: {
              instance.checkCreated(instruction);
              const reference = stack[stack.length - 1];
              stack[stack.length - 1] = new Reference(reference.target, instruction.at, reference.origin);
              break;
            }
            case 78:
            case 79: {
              instance.checkCreated(instruction);
              const reference = stack[stack.length - 1];
              const value = reference.target;
              if (!instruction.variants.includes(value[0])) throw variantMismatch();
              stack[stack.length - 1] = new Reference(value, instruction.at, reference.origin);
              break;
            }
            case 17: {
              frame2.pc = pc;
              if (calls.callDirectly(frame2, instruction, instance) === exits.called) {
                frame2 = frames[frames.length - 1];
                pc = 0;
                break run;
              }
              const site2 = instruction.site;
              let link = instance.links[site2.index];
              if (link === void 0 || !host.isConfirmed(link.callee.fn.module)) {
                const found = calls.link(instance, site2);
                if (found instanceof Promise) {
                  frame2.pc = pc;
                  this.#resumes = true;
                  return found;
                }
                link = found;
              }
              frame2.pc = pc;
              calls.payCall(link, site2, instance);
              const { callee } = link;
              if (callee.fn.isNative) {
                const pending = this.#natives.call(callee, frame2);
                if (pending !== void 0) return pending;
              } else {
                if (callee.frameCost > 0) accounting.charge(callee.frameCost);
                calls.enter(callee, calls.takeOperands(callee.paramCount), "call");
                frame2.pc = pc + 1;
              }
              frame2 = frames[frames.length - 1];
              pc = frame2.pc;
              break run;
            }
            case 18:
              pack4(calls, instruction, instance);
              break;
            case 19:
              unpack4(calls, instruction, instance);
              break;
            case 82:
              packVariant(calls, instruction, instance);
              break;
            case 84:
              unpackVariant(calls, instruction, instance);
              break;
            case 86:
              testVariant2(calls, instruction, instance);
              break;
            case 20: {
              const value = stack.pop().target;
              if (hasFixedSize(instruction.type)) stack.push(value);
              else stack.push(accounting.copy(value, instruction, instance));
              break;
            }
            case 21: {
              const reference = stack.pop();
              accounting.release(reference.target, instruction, instance);
              reference.write(stack.pop());
              break;
            }
            case 22: {
              const right = stack.pop();
              const at3 = stack.length - 1;
              stack[at3] = add(stack[at3], right, integerRanges[instruction.kind]);
              break;
            }
            case 23: {
              const right = stack.pop();
              const at3 = stack.length - 1;
              stack[at3] = subtract(stack[at3], right, integerRanges[instruction.kind]);
              break;
            }
            case 24: {
              const right = stack.pop();
              const at3 = stack.length - 1;
              stack[at3] = multiply(stack[at3], right, integerRanges[instruction.kind]);
              break;
            }
            case 25: {
              const right = stack.pop();
              const at3 = stack.length - 1;
              stack[at3] = remainder(stack[at3], right, integerRanges[instruction.kind]);
              break;
            }
            case 26: {
              const right = stack.pop();
              const at3 = stack.length - 1;
              stack[at3] = divide(stack[at3], right, integerRanges[instruction.kind]);
              break;
            }
            case 27: {
              const right = stack.pop();
              const at3 = stack.length - 1;
              stack[at3] = bitOr(stack[at3], right);
              break;
            }
            case 28: {
              const right = stack.pop();
              const at3 = stack.length - 1;
              stack[at3] = bitAnd(stack[at3], right);
              break;
            }
            case 29: {
              const right = stack.pop();
              const at3 = stack.length - 1;
              stack[at3] = bitXor(stack[at3], right);
              break;
            }
            case 47: {
              const by = stack.pop();
              const at3 = stack.length - 1;
              stack[at3] = shiftLeft(stack[at3], by, integerRanges[instruction.kind]);
              break;
            }
            case 48: {
              const by = stack.pop();
              const at3 = stack.length - 1;
              stack[at3] = shiftRight(stack[at3], by, integerRanges[instruction.kind]);
              break;
            }
            case 103:
              stack.push(negate(stack.pop(), integerRanges[instruction.kind]));
              break;
            case 51:
            case 52:
            case 53:
            case 75:
            case 76:
            case 77:
            case 97:
            case 98:
            case 99:
            case 100:
            case 101:
            case 102: {
              const { kind, text } = instruction.type;
              stack.push(cast3(stack.pop(), integerRanges[kind], text));
              break;
            }
            case 30: {
              const right = stack.pop();
              stack.push(stack.pop() || right);
              break;
            }
            case 31: {
              const right = stack.pop();
              stack.push(stack.pop() && right);
              break;
            }
            case 32:
              stack.push(!stack.pop());
              break;
            case 33:
            case 34: {
              const right = stack.pop();
              const left = stack.pop();
              stack.push(accounting.equal(left, right, instruction, instance) === (instruction.op === 33));
              break;
            }
            case 35: {
              const right = stack.pop();
              stack.push(stack.pop() < right);
              break;
            }
            case 36: {
              const right = stack.pop();
              stack.push(stack.pop() > right);
              break;
            }
            case 37: {
              const right = stack.pop();
              stack.push(stack.pop() <= right);
              break;
            }
            case 38: {
              const right = stack.pop();
              stack.push(stack.pop() >= right);
              break;
            }
            case 39:
              throw abort2(stack.pop());
            case 104: {
              const message = stack.pop();
              accounting.charge(host.costs.unit[instruction.form] * message.length);
              throw abortWithMessage(stack.pop(), message);
            }
            case 40:
            case 46:
              break;
            case 41:
            case 42:
            case 43:
            case 44:
            case 45: {
              frame2.pc = pc;
              const pending = touchGlobal(host, calls, instruction, instance);
              if (pending !== void 0) {
                this.#resumes = true;
                return pending;
              }
              break;
            }
            case 88: {
              frame2.pc = pc;
              const pending = packClosure2(host, calls, instruction, instance);
              if (pending !== void 0) {
                this.#resumes = true;
                return pending;
              }
              break;
            }
            case 90: {
              frame2.pc = pc;
              const closure = stack[stack.length - 1];
              const callee = host.closureTarget(closure, instruction.type, instance);
              if (callee instanceof Promise) {
                this.#resumes = true;
                return callee;
              }
              const pending = callClosure2(host, calls, this.#natives, callee, instruction, frame2);
              if (pending !== void 0) return pending;
              frame2 = frames[frames.length - 1];
              pc = frame2.pc;
              break run;
            }
            case 64: {
              const type = instance.resolve(instruction.type);
              if (host.tracksMemory) accounting.use(host.sizes.packed(type) * instruction.count);
              stack.push(pack2(calls.takeOperands(instruction.count), type));
              break;
            }
            case 65:
              instance.resolve(instruction.type);
              stack.push(stack.pop().target.length);
              break;
            case 66:
            case 67: {
              instance.resolve(instruction.type);
              const index = stack.pop();
              const at3 = stack.length - 1;
              stack[at3] = borrow(stack[at3], index);
              break;
            }
            case 68: {
              const type = instance.resolve(instruction.type);
              const value = stack.pop();
              if (host.tracksMemory) accounting.use(host.sizes.packed(type));
              pushBack(stack.pop(), value);
              break;
            }
            case 69: {
              const type = instance.resolve(instruction.type);
              stack.push(popBack(stack.pop()));
              if (host.tracksMemory) meter.memory += host.sizes.packed(type);
              break;
            }
            case 70: {
              const type = instance.resolve(instruction.type);
              const items = unpack2(stack.pop(), instruction.count);
              if (host.tracksMemory) meter.memory += host.sizes.packed(type) * items.length;
              for (const item of items) stack.push(item);
              break;
            }
            case 71: {
              instance.resolve(instruction.type);
              const second = stack.pop();
              const first = stack.pop();
              swap(stack.pop(), first, second);
              break;
            }
            case outOfGasTrap:
              accounting.charge(instance.costOf(instance.body.instructions[pc]));
              break;
            case stackTrap:
              throw new VmError("EXECUTION_STACK_OVERFLOW", `more than ${maxOperands} operands`);
            default:
              throw new VmError("UNKNOWN_INVARIANT_VIOLATION_ERROR", "an instruction is unknown");
          }
          pc++;
        }
      }
    } catch (error) {
      if (this.#isCompiled) this.#isCompiled = false;
      else if (frames.at(-1) === frame2) frame2.pc = pc;
      throw this.#fail(error);
    }
  }
  #createPort() {
    globalThis.__walk?.("packages/vm/src/run/execution.ts", "createPort", 561);
    const { meter, tracksMemory, sizes } = this.#host;
    const calls = this.#calls;
    const { accounting, frames } = calls;
    return {
      stack: calls.operands,
      meter,
      tracksMemory,
      ticks: segmentsPerLook,
      call: (instruction) => {
        globalThis.__walk?.("packages/vm/src/run/execution.ts", "call", 570);
        const frame2 = frames[frames.length - 1];
        return calls.callDirectly(frame2, instruction, frame2.instance);
      },
      failAt: (frame2, pc) => {
        globalThis.__walk?.("packages/vm/src/run/execution.ts", "failAt", 574);
        frame2.pc = pc;
        this.#paidTo = frame2.instance.segmentOf(pc).end;
      },
      loadConstant: (instruction) => (globalThis.__walk?.("packages/vm/src/run/execution.ts", "loadConstant", 578), accounting.loadConstant(instruction)),
      copy: (value, instruction, instance) => (globalThis.__walk?.("packages/vm/src/run/execution.ts", "copy", 579), accounting.copy(value, instruction, instance)),
      equal: (left, right, instruction, instance) => (globalThis.__walk?.("packages/vm/src/run/execution.ts", "equal", 580), accounting.equal(left, right, instruction, instance)),
      release: (value, instruction, instance) => (globalThis.__walk?.("packages/vm/src/run/execution.ts", "release", 581), accounting.release(value, instruction, instance)),
      usePacked: (instruction, instance) => (globalThis.__walk?.("packages/vm/src/run/execution.ts", "usePacked", 582), accounting.usePacked(instruction, instance)),
      releasePacked: (instruction, instance) => (globalThis.__walk?.("packages/vm/src/run/execution.ts", "releasePacked", 583), accounting.releasePacked(instruction, instance)),
      packed: (type, instance) => (globalThis.__walk?.("packages/vm/src/run/execution.ts", "packed", 584), sizes.packed(instance.resolve(type))),
      abort: abort2,
      outOfMemory,
      variantMismatch,
      noValue
    };
  }
  /**
   * Runs compiled code for as long as the uppermost frame has some.
   *
   * @param pc - place of the uppermost frame
   * @returns whether any ran
   */
  #runCompiled(pc) {
    globalThis.__walk?.("packages/vm/src/run/execution.ts", "runCompiled", 598);
    const calls = this.#calls;
    const { frames } = calls;
    const port = this.#port;
    let frame2 = frames[frames.length - 1];
    let { compiled } = frame2.instance.tier;
    if (compiled == null || compiled.entries[pc] === 0 || !calls.mayCompile(frame2.instance)) return false;
    frame2.pc = pc;
    this.#isCompiled = true;
    for (; ; ) {
      const exit = compiled.run(frame2, port, frame2.instance);
      if (exit === exits.returned) {
        calls.leave(frame2);
        frames.pop();
        if (frames.length === 0) break;
      } else if (exit === exits.called) {
        if (--port.ticks < 0) break;
      } else {
        this.#resumes = exit === exits.paid;
        this.#paidTo = frame2.pc + 1;
        break;
      }
      frame2 = frames[frames.length - 1];
      compiled = frame2.instance.tier.compiled;
      if (compiled == null || compiled.entries[frame2.pc] === 0 || !frame2.instance.isPlain) break;
    }
    this.#isCompiled = false;
    return true;
  }
  /** Looks at the clock now and then. */
  #look() {
    globalThis.__walk?.("packages/vm/src/run/execution.ts", "look", 630);
    this.#port.ticks = segmentsPerLook;
    const { pause } = this.#host;
    if (pause === void 0 || now() - this.#sliceStart < sliceMs) return void 0;
    this.#sliceStart = now();
    return pause();
  }
};

// packages/vm/src/verify/refused.ts
function refused(status, message) {
  globalThis.__walk?.("packages/vm/src/verify/refused.ts", "refused", 6);
  return new VmError(status, message);
}

// packages/vm/src/verify/check-acquires.ts
function checkAcquires(module, listed, code) {
  globalThis.__walk?.("packages/vm/src/verify/check-acquires.ts", "checkAcquires", 13);
  const byHandle = new Map(module.functionDefinitions.map(({ handle, acquires: acquires2 }) => (globalThis.__walk?.("packages/vm/src/verify/check-acquires.ts", "byHandle", 14), [handle, acquires2])));
  const allowed = new Set(listed);
  const actual = /* @__PURE__ */ new Set();
  const seen = /* @__PURE__ */ new Set();
  for (const [name, operand] of code) {
    const key3 = `${name} ${operand}`;
    if (seen.has(key3)) continue;
    seen.add(key3);
    for (const struct2 of acquiredBy(module, byHandle, name, Number(operand))) {
      if (!allowed.has(struct2))
        throw refused("MISSING_ACQUIRES_ANNOTATION", "a function uses a resource that its acquires list lacks");
      actual.add(struct2);
    }
  }
  for (const struct2 of listed) {
    if (!actual.has(struct2))
      throw refused(
        "EXTRANEOUS_ACQUIRES_ANNOTATION",
        "a function's acquires list names a resource that it does not use"
      );
    const { abilities: abilities2 } = module.structHandles[module.structDefinitions[struct2].handle];
    if ((abilities2 & 8) === 0)
      throw refused("INVALID_ACQUIRES_ANNOTATION", "a function's acquires list names a struct that is not a resource");
  }
}
function acquiredBy(module, byHandle, name, index) {
  globalThis.__walk?.("packages/vm/src/verify/check-acquires.ts", "acquiredBy", 40);
  if (acquires(name)) return [namedEntry(module, name, index)];
  return plainName(name) === "call" ? byHandle.get(namedEntry(module, name, index)) ?? [] : [];
}

// packages/vm/src/verify/check-constants.ts
function checkConstants({ tables: tables2, types }) {
  globalThis.__walk?.("packages/vm/src/verify/check-constants.ts", "checkConstants", 12);
  for (const { type: token, data } of tables2.constants) {
    if (!isConstantType(token)) throw refused("INVALID_CONSTANT_TYPE", `a constant of type ${token.kind}`);
    const type = types.ofToken(tables2, token);
    if (deserializeValue(data, constantLayout(type), types) === void 0) {
      throw refused("MALFORMED_CONSTANT_DATA", `the bytes of a constant are not a value of type ${type.text}`);
    }
  }
}
function isConstantType(token) {
  globalThis.__walk?.("packages/vm/src/verify/check-constants.ts", "isConstantType", 22);
  switch (token.kind) {
    case "Vector":
      return isConstantType(token.value);
    case "Signer":
    case "Struct":
    case "Function":
    case "TypeParameter":
    case "Reference":
    case "MutableReference":
      return false;
    default:
      return true;
  }
}

// packages/vm/src/verify/check-duplicates.ts
function checkDuplicates(tables2, module) {
  globalThis.__walk?.("packages/vm/src/verify/check-duplicates.ts", "checkDuplicates", 10);
  requireDistinct2(tables2.identifiers);
  requireDistinct2(tables2.addresses.map(bytesToHex));
  requireDistinct2(tables2.constants.map(({ type, data }) => (globalThis.__walk?.("packages/vm/src/verify/check-duplicates.ts", "checkDuplicates", 13), `${tokenText(type)} ${bytesToHex(data)}`)));
  requireDistinct2(tables2.signatures.map((types) => (globalThis.__walk?.("packages/vm/src/verify/check-duplicates.ts", "checkDuplicates", 14), types.map(tokenText).join())));
  requireDistinct2(tables2.moduleHandles.map(({ address, name }) => (globalThis.__walk?.("packages/vm/src/verify/check-duplicates.ts", "checkDuplicates", 15), `${address} ${name}`)));
  requireDistinct2(tables2.structHandles.map((handle) => (globalThis.__walk?.("packages/vm/src/verify/check-duplicates.ts", "checkDuplicates", 16), `${handle.module} ${handle.name}`)));
  requireDistinct2(tables2.functionHandles.map((handle) => (globalThis.__walk?.("packages/vm/src/verify/check-duplicates.ts", "checkDuplicates", 17), `${handle.module} ${handle.name}`)));
  requireDistinct2(tables2.functionInstantiations.map(instantiationText));
  if (module === void 0) return;
  requireDistinct2(module.friends.map(({ address, name }) => (globalThis.__walk?.("packages/vm/src/verify/check-duplicates.ts", "checkDuplicates", 20), `${address} ${name}`)));
  requireDistinct2(module.fieldHandles.map(({ struct: struct2, field: field2 }) => (globalThis.__walk?.("packages/vm/src/verify/check-duplicates.ts", "checkDuplicates", 21), `${struct2} ${field2}`)));
  requireDistinct2(module.fieldInstantiations.map(instantiationText));
  requireDistinct2(
    module.variantFieldHandles.map(({ struct: struct2, field: field2, variants }) => (globalThis.__walk?.("packages/vm/src/verify/check-duplicates.ts", "checkDuplicates", 24), `${struct2} ${field2} ${variants.join()}`))
  );
  requireDistinct2(module.variantFieldInstantiations.map(instantiationText));
  requireDistinct2(module.variantHandles.map(({ struct: struct2, variant }) => (globalThis.__walk?.("packages/vm/src/verify/check-duplicates.ts", "checkDuplicates", 27), `${struct2} ${variant}`)));
  requireDistinct2(module.variantInstantiations.map(instantiationText));
  requireDistinct2(module.structInstantiations.map(instantiationText));
  for (const { acquires: acquires2 } of module.functionDefinitions) {
    if (new Set(acquires2).size < acquires2.length) {
      throw refused("DUPLICATE_ACQUIRES_ANNOTATION", "a function acquires a struct twice");
    }
  }
}
function instantiationText({ target: target2, typeArgs }) {
  globalThis.__walk?.("packages/vm/src/verify/check-duplicates.ts", "instantiationText", 37);
  return `${target2} ${typeArgs}`;
}
function requireDistinct2(texts) {
  globalThis.__walk?.("packages/vm/src/verify/check-duplicates.ts", "requireDistinct", 41);
  if (new Set(texts).size < texts.length) throw refused("DUPLICATE_ELEMENT", "a table has an entry twice");
}
function tokenText(token) {
  globalThis.__walk?.("packages/vm/src/verify/check-duplicates.ts", "tokenText", 46);
  switch (token.kind) {
    case "Vector":
    case "Reference":
    case "MutableReference":
      return `${token.kind}<${tokenText(token.value)}>`;
    case "Struct":
      return `Struct${token.handle}<${token.typeArgs.map(tokenText).join()}>`;
    case "TypeParameter":
      return `T${token.index}`;
    case "Function":
      return `|${token.args.map(tokenText).join()}|${token.results.map(tokenText).join()}|${token.abilities}`;
    default:
      return token.kind;
  }
}

// packages/vm/src/verify/check-features.ts
function checkFeatures(tables2, module, specifiers, rules) {
  globalThis.__walk?.("packages/vm/src/verify/check-features.ts", "checkFeatures", 12);
  if (!rules.resourceAccessControl) {
    const isUsed = specifiers || tables2.functionHandles.some(({ accessSpecifiers }) => (globalThis.__walk?.("packages/vm/src/verify/check-features.ts", "isUsed", 19), accessSpecifiers !== void 0));
    if (isUsed) throw refused("FEATURE_NOT_ENABLED", "access specifiers are not enabled");
  }
  const structs = module?.structDefinitions ?? [];
  if (!rules.enumTypes && structs.some(({ content }) => (globalThis.__walk?.("packages/vm/src/verify/check-features.ts", "checkFeatures", 23), content.kind === "enum"))) {
    throw refused("FEATURE_NOT_ENABLED", "enums are not enabled");
  }
  if (rules.functionValues) return;
  const fields = structs.flatMap(({ content }) => {
    globalThis.__walk?.("packages/vm/src/verify/check-features.ts", "fields", 27);
    if (content.kind === "struct") return content.fields;
    return content.kind === "enum" ? content.variants.flatMap((variant) => (globalThis.__walk?.("packages/vm/src/verify/check-features.ts", "fields", 29), variant.fields)) : [];
  });
  const types = [...tables2.signatures.flat(), ...fields.map(({ type }) => (globalThis.__walk?.("packages/vm/src/verify/check-features.ts", "types", 31), type))];
  if (types.some(holdsFunction) || tables2.functionHandles.some(({ attributes }) => (globalThis.__walk?.("packages/vm/src/verify/check-features.ts", "checkFeatures", 32), attributes.length > 0))) {
    throw refused("FEATURE_NOT_ENABLED", "function values are not enabled");
  }
}
function checkInstructionFeatures({ code }, rules) {
  globalThis.__walk?.("packages/vm/src/verify/check-features.ts", "checkInstructionFeatures", 38);
  for (const [name] of code) {
    const { feature: feature2 } = effectOf(name);
    if (feature2 !== void 0 && !rules[feature2]) throw refused("FEATURE_NOT_ENABLED", `${name} is not enabled`);
  }
}
function holdsFunction(token) {
  globalThis.__walk?.("packages/vm/src/verify/check-features.ts", "holdsFunction", 45);
  switch (token.kind) {
    case "Function":
      return true;
    case "Vector":
    case "Reference":
    case "MutableReference":
      return holdsFunction(token.value);
    case "Struct":
      return token.typeArgs.some(holdsFunction);
    default:
      return false;
  }
}

// packages/vm/src/verify/check-friends.ts
function checkFriends({ friends, moduleHandles, self, identifiers, addresses }) {
  globalThis.__walk?.("packages/vm/src/verify/check-friends.ts", "checkFriends", 10);
  const own = moduleHandles[self];
  const isOwnAddress = (address) => (globalThis.__walk?.("packages/vm/src/verify/check-friends.ts", "isOwnAddress", 12), bytesEqual(addresses[address], addresses[own.address]));
  for (const { address, name } of friends) {
    if (isOwnAddress(address) && identifiers[name] === identifiers[own.name]) {
      throw refused("INVALID_FRIEND_DECL_WITH_SELF", "a module is its own friend");
    }
  }
  if (friends.some(({ address }) => (globalThis.__walk?.("packages/vm/src/verify/check-friends.ts", "checkFriends", 18), !isOwnAddress(address)))) {
    throw refused("INVALID_FRIEND_DECL_WITH_MODULES_OUTSIDE_ACCOUNT_ADDRESS", "a friend belongs to another account");
  }
}

// packages/vm/src/verify/check-instantiation-loops.ts
var maxEdges = 1e6;
function checkInstantiationLoops(module, codes) {
  globalThis.__walk?.("packages/vm/src/verify/check-instantiation-loops.ts", "checkInstantiationLoops", 17);
  const definitions = new Map(module.functionDefinitions.map(({ handle }, i) => (globalThis.__walk?.("packages/vm/src/verify/check-instantiation-loops.ts", "definitions", 18), [handle, i])));
  const numbers = /* @__PURE__ */ new Map();
  const edges = [];
  const growing = [];
  let count = 0;
  const node = (definition, parameter) => {
    globalThis.__walk?.("packages/vm/src/verify/check-instantiation-loops.ts", "node", 23);
    const key3 = `${definition} ${parameter}`;
    let number = numbers.get(key3);
    if (number === void 0) {
      number = edges.length;
      numbers.set(key3, number);
      edges.push([]);
    }
    return number;
  };
  codes.forEach((code, caller) => {
    globalThis.__walk?.("packages/vm/src/verify/check-instantiation-loops.ts", "checkInstantiationLoops", 33);
    const used = /* @__PURE__ */ new Set();
    for (const [name, operand] of code) {
      if (isGeneric(name) && effectOf(name).names === "function") used.add(Number(operand));
    }
    for (const index of used) {
      const { target: target2, typeArgs } = module.functionInstantiations[index];
      const callee = definitions.get(target2);
      if (callee === void 0) continue;
      module.signatures[typeArgs].forEach((type, parameter) => {
        globalThis.__walk?.("packages/vm/src/verify/check-instantiation-loops.ts", "checkInstantiationLoops", 42);
        for (const given of parametersIn(type)) {
          if (++count > maxEdges) throw refused("PROGRAM_TOO_COMPLEX", "there are too many calls of generic functions");
          const from = node(caller, given);
          const to = node(callee, parameter);
          edges[from].push(to);
          if (type.kind !== "TypeParameter") growing.push([from, to]);
        }
      });
    }
  });
  const components = stronglyConnected(edges);
  if (growing.some(([from, to]) => (globalThis.__walk?.("packages/vm/src/verify/check-instantiation-loops.ts", "checkInstantiationLoops", 54), components[from] === components[to]))) {
    throw refused("LOOP_IN_INSTANTIATION_GRAPH", "generic functions call each other with ever larger types");
  }
}
function parametersIn(type) {
  globalThis.__walk?.("packages/vm/src/verify/check-instantiation-loops.ts", "parametersIn", 59);
  const found = /* @__PURE__ */ new Set();
  const visit = (token) => {
    globalThis.__walk?.("packages/vm/src/verify/check-instantiation-loops.ts", "visit", 61);
    switch (token.kind) {
      case "TypeParameter":
        found.add(token.index);
        return;
      case "Vector":
      case "Reference":
      case "MutableReference":
        visit(token.value);
        return;
      case "Struct":
        token.typeArgs.forEach(visit);
        return;
      case "Function":
        token.args.forEach(visit);
        token.results.forEach(visit);
    }
  };
  visit(type);
  return found;
}
function stronglyConnected(edges) {
  globalThis.__walk?.("packages/vm/src/verify/check-instantiation-loops.ts", "stronglyConnected", 84);
  const numbers = [];
  const low = [];
  const components = [];
  const open = [];
  let next = 0;
  let component = 0;
  const begin = (node) => {
    globalThis.__walk?.("packages/vm/src/verify/check-instantiation-loops.ts", "begin", 91);
    numbers[node] = next;
    low[node] = next++;
    open.push(node);
    return { node, edge: 0 };
  };
  edges.forEach((_, root) => {
    globalThis.__walk?.("packages/vm/src/verify/check-instantiation-loops.ts", "stronglyConnected", 97);
    if (numbers[root] !== void 0) return;
    const path = [begin(root)];
    for (let top = path.at(-1); top !== void 0; top = path.at(-1)) {
      const { node } = top;
      const to = edges[node][top.edge++];
      if (to === void 0) {
        path.pop();
        const above = path.at(-1);
        if (above !== void 0) low[above.node] = Math.min(low[above.node], low[node]);
        if (low[node] !== numbers[node]) continue;
        for (let member = open.pop(); ; member = open.pop()) {
          components[member] = component;
          if (member === node) break;
        }
        component++;
      } else if (numbers[to] === void 0) path.push(begin(to));
      else if (components[to] === void 0) low[node] = Math.min(low[node], numbers[to]);
    }
  });
  return components;
}

// packages/vm/src/verify/check-instructions.ts
var maxLocals = 255;
var maxVectorCount = 65535n;
function checkInstructions(unit2) {
  globalThis.__walk?.("packages/vm/src/verify/check-instructions.ts", "checkInstructions", 17);
  if (unit2.locals > maxLocals) throw refused("TOO_MANY_LOCALS", `more than ${maxLocals} parameters and locals`);
  for (const instruction of unit2.code) checkBounds(unit2, instruction);
  for (const instruction of unit2.code) checkForm(unit2, instruction);
}
function lengthOf({ tables: tables2, module, code, locals }, name) {
  globalThis.__walk?.("packages/vm/src/verify/check-instructions.ts", "lengthOf", 24);
  const { operands } = opcodes[opcodeOf[name]];
  if (operands === "local") return locals;
  if (operands === "branch") return code.length;
  const subject = effectOf(name).names;
  if (subject === void 0) return void 0;
  if (module === void 0 && isOfModules(subject)) throw refused("INVALID_OPERATION_IN_SCRIPT", `${name} in a script`);
  return (isGeneric(name) ? instantiationTable(tables2, subject) : subjectTable(tables2, subject)).length;
}
function checkBounds(unit2, [name, operand]) {
  globalThis.__walk?.("packages/vm/src/verify/check-instructions.ts", "checkBounds", 34);
  const length = lengthOf(unit2, name);
  if (length !== void 0 && Number(operand) >= length) {
    throw refused("INDEX_OUT_OF_BOUNDS", `${name} ${operand} is out of range`);
  }
}
function checkForm({ tables: tables2, module }, [name, operand, second]) {
  globalThis.__walk?.("packages/vm/src/verify/check-instructions.ts", "checkForm", 41);
  const { operands } = opcodes[opcodeOf[name]];
  if (operands === "index_count" && BigInt(second) > maxVectorCount) {
    throw refused("CONSTRAINT_NOT_SATISFIED", `${name} of ${second} elements`);
  }
  const used = usedBy(tables2, module, name, Number(operand));
  if (used === void 0) return;
  if (isGeneric(name) !== used.parameters > 0) {
    throw refused(
      "GENERIC_MEMBER_OPCODE_MISMATCH",
      `${name} is used on something with ${used.parameters} type parameters`
    );
  }
  if (used.typeArgs !== void 0 && used.typeArgs !== used.parameters) {
    throw refused(
      "NUMBER_OF_TYPE_ARGUMENTS_MISMATCH",
      `${used.typeArgs} type arguments for ${used.parameters} parameters`
    );
  }
  if (operands === "index_mask" && BigInt(second) >> BigInt(used.params ?? 0) !== 0n) {
    throw refused("INVALID_CLOSURE_MASK", "a closure captures more than there are parameters");
  }
}
function usedBy(tables2, module, name, index) {
  globalThis.__walk?.("packages/vm/src/verify/check-instructions.ts", "usedBy", 74);
  const subject = effectOf(name).names;
  if (subject === void 0) return void 0;
  const instantiation = isGeneric(name) ? instantiationTable(tables2, subject)[index] : void 0;
  const typeArgs = instantiation && tables2.signatures[instantiation.typeArgs].length;
  const entry2 = subjectTable(tables2, subject)[instantiation?.target ?? index];
  if (subject === "function") {
    const { typeParameters, params } = entry2;
    return { parameters: typeParameters.length, typeArgs, params: tables2.signatures[params].length };
  }
  if (module === void 0 || !isOfModules(subject)) return void 0;
  const owner = entry2;
  const { handle } = "struct" in owner ? module.structDefinitions[owner.struct] : owner;
  return { parameters: tables2.structHandles[handle].typeParameters.length, typeArgs };
}

// packages/vm/src/verify/check-limits.ts
var openTypeWeight = 4;
function checkLimits(tables2, module, limits) {
  globalThis.__walk?.("packages/vm/src/verify/check-limits.ts", "checkLimits", 15);
  for (const { typeParameters, params, returns } of tables2.functionHandles) {
    checkTypeParameters(typeParameters, limits);
    if (tables2.signatures[params].length > limits.parameters) throw tooManyParameters();
    if (tables2.signatures[returns].length > limits.results) throw tooManyParameters();
  }
  for (const { typeParameters } of tables2.structHandles) checkTypeParameters(typeParameters, limits);
  for (const types of tables2.signatures) for (const type of types) checkType(type, limits);
  for (const { type } of tables2.constants) checkType(type, limits);
  if (module !== void 0) checkDefinitionLimits(module, limits);
}
function checkDefinitionLimits({ structDefinitions, functionDefinitions }, limits) {
  globalThis.__walk?.("packages/vm/src/verify/check-limits.ts", "checkDefinitionLimits", 27);
  const groups2 = structDefinitions.map(({ content }) => {
    globalThis.__walk?.("packages/vm/src/verify/check-limits.ts", "groups", 28);
    if (content.kind === "struct") return [content.fields];
    return content.kind === "enum" ? content.variants.map(({ fields }) => (globalThis.__walk?.("packages/vm/src/verify/check-limits.ts", "groups", 30), fields)) : [];
  });
  for (const fields of groups2.flat()) for (const { type } of fields) checkType(type, limits);
  if (functionDefinitions.length > limits.functions) {
    throw refused("MAX_FUNCTION_DEFINITIONS_REACHED", `more than ${limits.functions} functions`);
  }
  if (structDefinitions.length > limits.structs) {
    throw refused("MAX_STRUCT_DEFINITIONS_REACHED", `more than ${limits.structs} structs`);
  }
  if (groups2.some((lists) => (globalThis.__walk?.("packages/vm/src/verify/check-limits.ts", "checkDefinitionLimits", 39), lists.some(({ length }) => (globalThis.__walk?.("packages/vm/src/verify/check-limits.ts", "checkDefinitionLimits", 39), length > limits.fields))))) {
    throw refused("MAX_FIELD_DEFINITIONS_REACHED", `a struct with more than ${limits.fields} fields`);
  }
  for (const { content } of structDefinitions) {
    if (content.kind === "enum" && content.variants.length > limits.variants) {
      throw refused("MAX_STRUCT_VARIANTS_REACHED", `an enum with more than ${limits.variants} variants`);
    }
  }
}
function checkTypeParameters({ length }, { typeParameters }) {
  globalThis.__walk?.("packages/vm/src/verify/check-limits.ts", "checkTypeParameters", 49);
  if (length > typeParameters) throw refused("TOO_MANY_TYPE_PARAMETERS", `more than ${typeParameters} type parameters`);
}
function tooManyParameters() {
  globalThis.__walk?.("packages/vm/src/verify/check-limits.ts", "tooManyParameters", 53);
  return refused("TOO_MANY_PARAMETERS", "a function has too many parameters or results");
}
function checkType(type, limits) {
  globalThis.__walk?.("packages/vm/src/verify/check-limits.ts", "checkType", 57);
  let nodes = 0;
  const visit = (token, depth) => {
    globalThis.__walk?.("packages/vm/src/verify/check-limits.ts", "visit", 59);
    if (depth > limits.typeDepth) throw refused("TOO_MANY_TYPE_NODES", "a type is nested too deeply");
    nodes += token.kind === "Struct" || token.kind === "TypeParameter" ? openTypeWeight : 1;
    if (nodes > limits.typeNodes) throw refused("TOO_MANY_TYPE_NODES", "a type has too many parts");
    switch (token.kind) {
      case "Vector":
      case "Reference":
      case "MutableReference":
        visit(token.value, depth + 1);
        return;
      case "Struct":
        for (const argument of token.typeArgs) visit(argument, depth + 1);
        return;
      case "Function":
        if (token.args.length > limits.parameters || token.results.length > limits.results) throw tooManyParameters();
        for (const part of [...token.args, ...token.results]) visit(part, depth + 1);
    }
  };
  visit(type, 0);
}

// packages/vm/src/verify/check-stack-use.ts
function checkStackUse(code, blocks, limits) {
  globalThis.__walk?.("packages/vm/src/verify/check-stack-use.ts", "checkStackUse", 13);
  for (const { start, end } of blocks) {
    let pushes = 0;
    for (let i = start; i < end; i++) {
      const instruction = code[i];
      pushes += instruction.gives;
      if (pushes > limits.pushes) throw refused("VALUE_STACK_PUSH_OVERFLOW", "a block pushes too many operands");
      if (instruction.height > limits.stack) throw refused("VALUE_STACK_OVERFLOW", "a block has too many operands");
    }
    const { effect, height } = code[end - 1];
    if (effect.ends === "abort" && height > Number(effect.takes)) {
      throw refused("POSITIVE_STACK_SIZE_AT_BLOCK_END", "an abort leaves operands on the stack");
    }
  }
}

// packages/vm/src/verify/check-struct-accessors.ts
function checkStructAccessors(module, attributes, code) {
  globalThis.__walk?.("packages/vm/src/verify/check-struct-accessors.ts", "checkStructAccessors", 13);
  const marks = attributes.filter(({ kind }) => (globalThis.__walk?.("packages/vm/src/verify/check-struct-accessors.ts", "marks", 18), kind !== "persistent" && kind !== "module_lock"));
  const [mark2] = marks;
  if (mark2 === void 0) return;
  if (marks.length > 1 || code === void 0 || !isAccessor(module, mark2, code)) {
    throw refused("INVALID_STRUCT_API_CODE", `a function is marked ${mark2.kind} but does something else`);
  }
}
function isAccessor(module, mark2, code) {
  globalThis.__walk?.("packages/vm/src/verify/check-struct-accessors.ts", "isAccessor", 26);
  const names2 = code.map(([name]) => (globalThis.__walk?.("packages/vm/src/verify/check-struct-accessors.ts", "names", 27), name.replace(/_generic$/, "")));
  if (names2.at(-1) !== "ret") return false;
  switch (mark2.kind) {
    case "pack":
    case "pack_variant":
      return /^pack(_variant)?$/.test(names2.at(-2) ?? "") && names2.slice(0, -2).every((name) => (globalThis.__walk?.("packages/vm/src/verify/check-struct-accessors.ts", "isAccessor", 32), name === "move_loc"));
    case "unpack":
    case "unpack_variant":
      return names2.length === 3 && names2[0] === "move_loc" && /^unpack(_variant)?$/.test(names2[1]);
    case "test_variant":
      return names2.length === 3 && names2[0] === "move_loc" && names2[1] === "test_variant";
    case "borrow_field":
    case "borrow_field_mut": {
      const mutability = mark2.kind === "borrow_field" ? "imm" : "mut";
      const [name, operand] = code[1] ?? ["", 0];
      return names2.length === 3 && names2[0] === "move_loc" && names2[1].startsWith(`${mutability}_borrow_`) && borrowedField(module, name, Number(operand)) === mark2.operand;
    }
    default:
      return false;
  }
}
function borrowedField(module, name, index) {
  globalThis.__walk?.("packages/vm/src/verify/check-struct-accessors.ts", "borrowedField", 55);
  switch (name.replace(/^(imm|mut)_/, "")) {
    case "borrow_field":
      return module.fieldHandles[index].field;
    case "borrow_field_generic":
      return module.fieldHandles[module.fieldInstantiations[index].target].field;
    case "borrow_variant_field":
      return module.variantFieldHandles[index].field;
    case "borrow_variant_field_generic":
      return module.variantFieldHandles[module.variantFieldInstantiations[index].target].field;
    default:
      return void 0;
  }
}

// packages/vm/src/verify/control-flow.ts
function splitBlocks(code) {
  globalThis.__walk?.("packages/vm/src/verify/control-flow.ts", "splitBlocks", 20);
  const last = code.at(-1);
  if (last === void 0) throw refused("EMPTY_CODE_UNIT", "a function without instructions");
  if (!leaves2(last)) throw refused("INVALID_FALL_THROUGH", "a function's code runs past its end");
  const starts = /* @__PURE__ */ new Set([0]);
  code.forEach(([name, target2], i) => {
    globalThis.__walk?.("packages/vm/src/verify/control-flow.ts", "splitBlocks", 25);
    if (effectOf(name).ends === void 0) return;
    if (target2 !== void 0) starts.add(Number(target2));
    if (i + 1 < code.length) starts.add(i + 1);
  });
  const sorted = [...starts].sort((a, b) => (globalThis.__walk?.("packages/vm/src/verify/control-flow.ts", "sorted", 30), a - b));
  const numbers = new Map(sorted.map((start, i) => (globalThis.__walk?.("packages/vm/src/verify/control-flow.ts", "numbers", 31), [start, i])));
  return sorted.map((start, i) => {
    globalThis.__walk?.("packages/vm/src/verify/control-flow.ts", "splitBlocks", 32);
    const end = sorted[i + 1] ?? code.length;
    const last2 = code[end - 1];
    const [name, target2] = last2;
    const next = leaves2(last2) ? [] : [i + 1];
    if (effectOf(name).ends !== void 0 && target2 !== void 0) next.push(numbers.get(Number(target2)));
    return { start, end, next };
  });
}
function leaves2([name]) {
  globalThis.__walk?.("packages/vm/src/verify/control-flow.ts", "leaves", 43);
  const { ends } = effectOf(name);
  return ends !== void 0 && ends !== "branch";
}
function loopDepth(blocks) {
  globalThis.__walk?.("packages/vm/src/verify/control-flow.ts", "loopDepth", 54);
  const { order, lastOf, forward, back } = spanningTree(blocks);
  const merged = order.map((_, i) => (globalThis.__walk?.("packages/vm/src/verify/control-flow.ts", "merged", 56), i));
  const find3 = (node) => {
    globalThis.__walk?.("packages/vm/src/verify/control-flow.ts", "find", 57);
    let root = node;
    while (merged[root] !== root) root = merged[root];
    for (let at3 = node; at3 !== root; ) {
      const above = merged[at3];
      merged[at3] = root;
      at3 = above;
    }
    return root;
  };
  const depths = order.map(() => (globalThis.__walk?.("packages/vm/src/verify/control-flow.ts", "depths", 67), 0));
  let deepest = 0;
  for (let head = order.length - 1; head >= 0; head--) {
    if (back[head].length === 0) continue;
    const body = new Set(back[head].map(find3).filter((node) => (globalThis.__walk?.("packages/vm/src/verify/control-flow.ts", "body", 72), node !== head)));
    const open = [...body];
    for (let node = open.pop(); node !== void 0; node = open.pop()) {
      for (const before of forward[node]) {
        const from = find3(before);
        if (from < head || from > lastOf[head]) {
          throw refused("INVALID_LOOP_SPLIT", "a loop is entered at more than one place");
        }
        if (from === head || body.has(from)) continue;
        body.add(from);
        open.push(from);
      }
    }
    let inner = depths[head];
    for (const node of body) {
      inner = Math.max(inner, depths[node]);
      merged[node] = head;
    }
    depths[head] = inner + 1;
    deepest = Math.max(deepest, inner + 1);
  }
  return deepest;
}
function spanningTree(blocks) {
  globalThis.__walk?.("packages/vm/src/verify/control-flow.ts", "spanningTree", 108);
  const numbers = /* @__PURE__ */ new Map([[0, 0]]);
  const order = [0];
  const lastOf = [];
  const path = [{ block: 0, next: 0 }];
  for (let top = path.at(-1); top !== void 0; top = path.at(-1)) {
    const successor = blocks[top.block].next[top.next++];
    if (successor === void 0) {
      lastOf[numbers.get(top.block)] = order.length - 1;
      path.pop();
    } else if (!numbers.has(successor)) {
      numbers.set(successor, order.length);
      order.push(successor);
      path.push({ block: successor, next: 0 });
    }
  }
  const back = order.map(() => (globalThis.__walk?.("packages/vm/src/verify/control-flow.ts", "back", 124), []));
  const forward = order.map(() => (globalThis.__walk?.("packages/vm/src/verify/control-flow.ts", "forward", 125), []));
  order.forEach((block, from) => {
    globalThis.__walk?.("packages/vm/src/verify/control-flow.ts", "spanningTree", 126);
    for (const successor of blocks[block].next) {
      const to = numbers.get(successor);
      const leadsBack = to <= from && from <= lastOf[to];
      (leadsBack ? back : forward)[to].push(from);
    }
  });
  return { order, lastOf, back, forward };
}

// packages/vm/src/verify/limits.ts
function verifierLimits({ functionValues, revisedBounds, enableStrictBounds }) {
  globalThis.__walk?.("packages/vm/src/verify/limits.ts", "verifierLimits", 35);
  const strict = (limit) => (globalThis.__walk?.("packages/vm/src/verify/limits.ts", "strict", 36), enableStrictBounds ? limit : Number.POSITIVE_INFINITY);
  return {
    typeParameters: 32,
    parameters: 128,
    results: functionValues ? 128 : Number.POSITIVE_INFINITY,
    typeNodes: functionValues ? 128 : 256,
    typeDepth: functionValues ? 20 : Number.POSITIVE_INFINITY,
    loopDepth: 5,
    blocks: 1024,
    scriptBlocks: strict(1024),
    pushes: 1e4,
    stack: 1024,
    structs: strict(revisedBounds ? 1100 : 200),
    variants: strict(revisedBounds ? 127 : 64),
    fields: strict(64),
    functions: strict(1e3)
  };
}

// packages/vm/src/verify/verify-code.ts
function verifyModule(module, rules) {
  globalThis.__walk?.("packages/vm/src/verify/verify-code.ts", "verifyModule", 25);
  const limits = verifierLimits(rules);
  const { compiled, tables: tables2, key: key3 } = module;
  const units = compiled.functionDefinitions.map((definition, index) => {
    globalThis.__walk?.("packages/vm/src/verify/verify-code.ts", "units", 28);
    const fn = module.functionAt(index);
    const code = definition.code === void 0 ? [] : decodeInstructions(definition.code, compiled.version);
    return { tables: compiled, module: compiled, code, locals: fn.isNative ? 0 : fn.localTypes.length };
  });
  asRefusal(key3, () => {
    globalThis.__walk?.("packages/vm/src/verify/verify-code.ts", "verifyModule", 33);
    checkFeatures(compiled, compiled, false, rules);
    for (const unit2 of units) checkInstructionFeatures(unit2, rules);
    checkLimits(compiled, compiled, limits);
    checkDuplicates(compiled, compiled);
    module.checkDefinitions();
    for (const unit2 of units) checkInstructions(unit2);
    checkConstants(tables2);
    checkFriends(compiled);
    const codes = units.map(({ code }) => (globalThis.__walk?.("packages/vm/src/verify/verify-code.ts", "codes", 42), code));
    checkInstantiationLoops(compiled, codes);
  });
  compiled.functionDefinitions.forEach((definition, index) => {
    globalThis.__walk?.("packages/vm/src/verify/verify-code.ts", "verifyModule", 45);
    const fn = module.functionAt(index);
    const { code } = units[index];
    asRefusal(`${key3}::${fn.name}`, () => {
      globalThis.__walk?.("packages/vm/src/verify/verify-code.ts", "verifyModule", 48);
      if (!fn.isNative) {
        verifyBody(fn, code, limits, limits.blocks);
        checkAcquires(compiled, definition.acquires, code);
      }
      checkStructAccessors(compiled, fn.handle.attributes, fn.isNative ? void 0 : code);
    });
  });
}
function verifyScript(script, rules) {
  globalThis.__walk?.("packages/vm/src/verify/verify-code.ts", "verifyScript", 59);
  const limits = verifierLimits(rules);
  const { tables: tables2 } = script.tables;
  const code = decodeInstructions(script.code, tables2.version);
  const unit2 = { tables: tables2, module: void 0, code, locals: script.localTypes.length };
  asRefusal("the script", () => {
    globalThis.__walk?.("packages/vm/src/verify/verify-code.ts", "verifyScript", 64);
    checkFeatures(tables2, void 0, script.accessSpecifiers !== void 0, rules);
    checkInstructionFeatures(unit2, rules);
    checkLimits(tables2, void 0, limits);
    checkDuplicates(tables2, void 0);
    checkInstructions(unit2);
    checkConstants(script.tables);
    verifyBody(script, code, limits, limits.scriptBlocks);
  });
}
function verifyBody(fn, code, limits, most) {
  globalThis.__walk?.("packages/vm/src/verify/verify-code.ts", "verifyBody", 75);
  const blocks = splitBlocks(code);
  if (loopDepth(blocks) > limits.loopDepth) throw refused("LOOP_MAX_DEPTH_REACHED", "loops are nested too deeply");
  if (blocks.length > most) throw refused("TOO_MANY_BASIC_BLOCKS", `a function has more than ${most} blocks`);
  checkStackUse(fn.body.instructions, blocks, limits);
}
function asRefusal(subject, check) {
  globalThis.__walk?.("packages/vm/src/verify/verify-code.ts", "asRefusal", 83);
  try {
    check();
  } catch (error) {
    if (!(error instanceof VmError)) throw error;
    const status = error.refusal ?? (error.status === "UNEXPECTED_VERIFIER_ERROR" ? "UNKNOWN_VERIFICATION_ERROR" : error.status);
    throw new VmError(status, `${subject}: ${error.message}`);
  }
}

// packages/vm/src/session/code-view.ts
var CodeView = class {
  cache;
  #state;
  #meter;
  #visited;
  #charge;
  #modules = /* @__PURE__ */ new Map();
  /** Modules that were looked at before they are used. */
  #seen = /* @__PURE__ */ new Map();
  #era;
  /**
   * @param visited - modules that earlier sessions of the transaction used
   * @param era - see the sessions' `codeEra`
   */
  constructor(cache, state2, meter, visited, charge, era) {
    globalThis.__walk?.("packages/vm/src/session/code-view.ts", "constructor", 37);
    this.cache = cache;
    this.#state = state2;
    this.#meter = meter;
    this.#visited = visited;
    this.#charge = charge;
    this.#era = era === void 0 ? void 0 : findEra(cache, era);
  }
  /** True if a module was used in this transaction. */
  isVisited(address, name) {
    globalThis.__walk?.("packages/vm/src/session/code-view.ts", "isVisited", 54);
    return this.#visited.has(moduleKey2(address, name));
  }
  /** True if a module is known to be the one of this state. */
  isConfirmed(module) {
    globalThis.__walk?.("packages/vm/src/session/code-view.ts", "isConfirmed", 59);
    if (module.confirmedBy === this) return true;
    const used = this.#modules.get(module.key);
    if (used === void 0 && this.#era?.get(module.key) === module) {
      this.#keep(module);
      return true;
    }
    if (used !== module) return false;
    module.confirmedBy = this;
    return true;
  }
  /**
   * A module, charged at its first use.
   *
   * @throws {@link VmError} `LINKER_ERROR`, `UNEXPECTED_DESERIALIZATION_ERROR`, and those of the charge
   */
  load(address, name) {
    globalThis.__walk?.("packages/vm/src/session/code-view.ts", "load", 76);
    const key3 = moduleKey2(address, name);
    const known = this.#modules.get(key3);
    if (known !== void 0) return known;
    const settled = this.#era?.get(key3);
    if (settled !== void 0) return this.#keep(settled);
    const seen = this.#seen.get(key3);
    if (seen !== void 0) return this.#keep(seen);
    const item = this.#stored(address, name);
    if (item instanceof Promise) return item.then((found) => (globalThis.__walk?.("packages/vm/src/session/code-view.ts", "load", 85), this.#keep(this.#take(key3, address, name, found))));
    return this.#keep(this.#take(key3, address, name, item));
  }
  /** A module that is looked at and not used: nothing is charged for it. @throws {@link VmError} as {@link load} */
  look(address, name) {
    globalThis.__walk?.("packages/vm/src/session/code-view.ts", "look", 90);
    const key3 = moduleKey2(address, name);
    const known = this.#modules.get(key3) ?? this.#era?.get(key3) ?? this.#seen.get(key3);
    if (known !== void 0) return known;
    return whenReady(this.#stored(address, name), (found) => {
      globalThis.__walk?.("packages/vm/src/session/code-view.ts", "look", 94);
      const module = this.#take(key3, address, name, found);
      this.#seen.set(key3, module);
      return module;
    });
  }
  /**
   * Puts modules in the place of those of the state, for the rest of the session. Whatever was linked with the older ones is
   * linked again.
   *
   * @throws {@link VmError} as {@link load}
   */
  stage(modules) {
    globalThis.__walk?.("packages/vm/src/session/code-view.ts", "stage", 107);
    for (const bytecode of modules) {
      const module = this.cache.module(bytecode);
      const older = this.#modules.get(module.key);
      if (older !== void 0) older.confirmedBy = void 0;
      this.#modules.set(module.key, module);
      this.#visited.add(module.key);
    }
  }
  #stored(address, name) {
    globalThis.__walk?.("packages/vm/src/session/code-view.ts", "stored", 118);
    return this.#state.get(moduleKey(parseAddress(address), name));
  }
  #take(key3, address, name, item) {
    globalThis.__walk?.("packages/vm/src/session/code-view.ts", "take", 122);
    if (item === void 0) {
      throw new VmError("LINKER_ERROR", `Linker Error: Module ${address.slice(2)}::${name} doesn't exist`);
    }
    const module = this.cache.module(item.bytes);
    if (module.key !== key3) {
      throw new VmError("UNEXPECTED_DESERIALIZATION_ERROR", `the module stored as ${key3} is named ${module.key}`);
    }
    this.#era?.set(key3, module);
    return module;
  }
  #keep(module) {
    globalThis.__walk?.("packages/vm/src/session/code-view.ts", "keep", 134);
    this.#modules.set(module.key, module);
    module.confirmedBy = this;
    if (this.#charge !== "eager" && !this.#visited.has(module.key)) {
      this.#visited.add(module.key);
      if (this.#charge === "lazy" && !module.isSpecial) this.#meter.chargeDependency(module.code.bytecode.length);
    }
    return module;
  }
  /**
   * A function.
   *
   * @throws {@link VmError} `FUNCTION_RESOLUTION_FAILURE`, and as {@link load}
   */
  findFunction(address, module, name) {
    globalThis.__walk?.("packages/vm/src/session/code-view.ts", "findFunction", 150);
    const loaded = this.load(address, module);
    return loaded instanceof Promise ? loaded.then((found) => (globalThis.__walk?.("packages/vm/src/session/code-view.ts", "findFunction", 152), functionOf(found, name))) : functionOf(loaded, name);
  }
  /** The shape of a struct whose module is loaded. */
  shape = (type) => {
    globalThis.__walk?.("packages/vm/src/session/code-view.ts", "?", 156);
    const { shapes } = this.cache;
    const known = shapes.get(type);
    if (known !== void 0 && this.isConfirmed(known.module)) return known.shape;
    const module = this.load(type.address, type.module);
    if (module instanceof Promise) {
      throw new VmError("UNKNOWN_INVARIANT_VIOLATION_ERROR", `a value of ${type.text} exists without its module`);
    }
    const shape = this.makeShape(module, type);
    shapes.set(type, { module, shape });
    return shape;
  };
  /** @throws {@link VmError} `TYPE_RESOLUTION_FAILURE` */
  makeShape(module, type) {
    globalThis.__walk?.("packages/vm/src/session/code-view.ts", "makeShape", 170);
    const content = module.findStruct(type.name)?.content;
    if (content === void 0 || content.kind === "native") {
      throw new VmError("TYPE_RESOLUTION_FAILURE", `Struct ${type.text} does not exist`);
    }
    const { types } = this.cache;
    const { compiled } = module;
    const typesOf = (fields) => (globalThis.__walk?.("packages/vm/src/session/code-view.ts", "typesOf", 177), fields.map((field2) => (globalThis.__walk?.("packages/vm/src/session/code-view.ts", "typesOf", 178), types.substitute(types.ofToken(compiled, field2.type), type.typeArgs))));
    return content.kind === "struct" ? { kind: "Struct", fields: typesOf(content.fields) } : { kind: "Enum", variants: content.variants.map((variant) => (globalThis.__walk?.("packages/vm/src/session/code-view.ts", "variants", 181), typesOf(variant.fields))) };
  }
  /**
   * Loads and charges modules with everything that they depend on and their friends, as ledgers without lazy loading do before an entry.
   * Those of the special addresses are free, and so is what they depend on.
   *
   * @throws {@link VmError} as {@link load}
   */
  chargeClosure(roots) {
    globalThis.__walk?.("packages/vm/src/session/code-view.ts", "chargeClosure", 190);
    if (this.#charge !== "eager") return void 0;
    const open = [];
    const push = (named) => {
      globalThis.__walk?.("packages/vm/src/session/code-view.ts", "push", 193);
      const fresh = named.filter(({ address, name }) => {
        globalThis.__walk?.("packages/vm/src/session/code-view.ts", "fresh", 194);
        const key3 = moduleKey2(address, name);
        if (isSpecialAddress(address) || this.#visited.has(key3)) return false;
        this.#visited.add(key3);
        return true;
      });
      open.push(...fresh.reverse());
    };
    const take = ({ code, compiled, tables: tables2 }) => {
      globalThis.__walk?.("packages/vm/src/session/code-view.ts", "take", 202);
      this.#meter.chargeDependency(code.bytecode.length);
      const { moduleHandles, friends, self, identifiers } = compiled;
      const named = [...moduleHandles.filter((_, i) => (globalThis.__walk?.("packages/vm/src/session/code-view.ts", "named", 205), i !== self)), ...friends];
      push(named.map(({ address, name }) => (globalThis.__walk?.("packages/vm/src/session/code-view.ts", "take", 206), { address: tables2.addressOf(address), name: identifiers[name] })));
    };
    const run = () => {
      globalThis.__walk?.("packages/vm/src/session/code-view.ts", "run", 208);
      for (let next = open.pop(); next !== void 0; next = open.pop()) {
        const module = this.load(next.address, next.name);
        if (module instanceof Promise) {
          return module.then((loaded) => {
            globalThis.__walk?.("packages/vm/src/session/code-view.ts", "run", 212);
            take(loaded);
            return run();
          });
        }
        take(module);
      }
      return void 0;
    };
    push(roots);
    return run();
  }
};
function functionOf(module, name) {
  globalThis.__walk?.("packages/vm/src/session/code-view.ts", "functionOf", 226);
  const found = module.find(name);
  if (found === void 0) {
    throw new VmError("FUNCTION_RESOLUTION_FAILURE", `Function ${module.key}::${name} doesn't exist`);
  }
  return found;
}
function findEra(cache, token) {
  globalThis.__walk?.("packages/vm/src/session/code-view.ts", "findEra", 234);
  const known = cache.eras.get(token);
  if (known !== void 0) return known;
  const era = /* @__PURE__ */ new Map();
  cache.eras.set(token, era);
  return era;
}

// packages/vm/src/port/cell.ts
var Cell = class {
  /** Container of the references to the value: empty or one value. */
  slot;
  /** Written through a reference, or put in place of a stored value. */
  dirty = false;
  /** True if the state has the item. */
  stored;
  /** Bytes of the stored item; 0 when there is none. */
  storedBytes;
  /** Bytes that the first look at the item is charged for: its own, and those of its group if that was not looked at before. */
  loadedBytes;
  /** Slot metadata of the stored item: BCS of `StateValueMetadata`. */
  metadata;
  /** Until the first look was paid for; the code that charges clears it. */
  unpaid = true;
  constructor(stored, loadedBytes) {
    globalThis.__walk?.("packages/vm/src/port/cell.ts", "constructor", 27);
    this.loadedBytes = loadedBytes;
    this.stored = stored !== void 0;
    this.slot = stored === void 0 ? [] : [stored.value];
    this.storedBytes = stored?.bytes ?? 0;
    this.metadata = stored?.metadata;
  }
  get exists() {
    globalThis.__walk?.("packages/vm/src/port/cell.ts", "exists", 38);
    return this.slot.length > 0;
  }
  /** A reference to the value, which must exist. Writes through it mark the cell. */
  borrow() {
    globalThis.__walk?.("packages/vm/src/port/cell.ts", "borrow", 43);
    return new Reference(this.slot, 0, this);
  }
  /** Puts a value where none is. */
  put(value) {
    globalThis.__walk?.("packages/vm/src/port/cell.ts", "put", 48);
    this.slot[0] = value;
    this.dirty = true;
  }
  /** Moves the value out, which must exist. */
  take() {
    globalThis.__walk?.("packages/vm/src/port/cell.ts", "take", 54);
    return this.slot.pop();
  }
  /** The change that the session's end has to write. */
  get change() {
    globalThis.__walk?.("packages/vm/src/port/cell.ts", "change", 59);
    if (this.exists) return this.stored ? this.dirty ? "modify" : "none" : "new";
    return this.stored ? "delete" : "none";
  }
};

// packages/vm/src/session/global-store.ts
var GlobalStore = class {
  #state;
  #code;
  #layout;
  /** True if the first member read of a group counts the whole group. */
  #countsGroups;
  #cells = /* @__PURE__ */ new Map();
  #entries = [];
  #groups = /* @__PURE__ */ new Map();
  constructor(state2, code, layout, countsGroups) {
    globalThis.__walk?.("packages/vm/src/session/global-store.ts", "constructor", 58);
    this.#state = state2;
    this.#code = code;
    this.#layout = layout;
    this.#countsGroups = countsGroups;
  }
  /** The cell of a resource, loaded. @throws {@link VmError} `FAILED_TO_DESERIALIZE_RESOURCE`, and as layouts */
  resource(address, type) {
    globalThis.__walk?.("packages/vm/src/session/global-store.ts", "resource", 66);
    return this.#cells.get(type)?.get(address) ?? this.#load(address, type);
  }
  #load(address, type) {
    globalThis.__walk?.("packages/vm/src/session/global-store.ts", "load", 70);
    return whenReady(
      this.#layout(type),
      (layout) => (globalThis.__walk?.("packages/vm/src/session/global-store.ts", "load", 71), whenReady(this.#code.load(type.address, type.module), (module) => {
        globalThis.__walk?.("packages/vm/src/session/global-store.ts", "load", 72);
        const group2 = module.code.resourceGroupOf(type.name);
        if (group2 === void 0) {
          const item = this.#state.get(resourceKey(parseAddress(address), structToTag(type)));
          return whenReady(
            item,
            (found) => (globalThis.__walk?.("packages/vm/src/session/global-store.ts", "load", 76), this.#keep(address, type, layout, void 0, found, found?.bytes.length ?? 0))
          );
        }
        return whenReady(this.#group(address, group2), (entry2) => {
          globalThis.__walk?.("packages/vm/src/session/global-store.ts", "load", 80);
          const member = entry2.members.get(type.text);
          const bytes = (member?.bytes.length ?? 0) + (entry2.isCounted || !this.#countsGroups ? 0 : entry2.storedBytes);
          entry2.isCounted = true;
          return this.#keep(address, type, layout, entry2, member, bytes);
        });
      }))
    );
  }
  #group(address, tag) {
    globalThis.__walk?.("packages/vm/src/session/global-store.ts", "group", 90);
    const key3 = `${address} ${textOf(tag)}`;
    return this.#groups.get(key3) ?? whenReady(this.#state.get(resourceGroupKey(parseAddress(address), tag)), (item) => {
      globalThis.__walk?.("packages/vm/src/session/global-store.ts", "group", 94);
      const entry2 = {
        address,
        tag,
        isStored: item !== void 0,
        storedBytes: item?.bytes.length ?? 0,
        metadata: item?.metadata,
        members: readMembers(item),
        isCounted: false
      };
      this.#groups.set(key3, entry2);
      return entry2;
    });
  }
  #keep(address, type, layout, group2, item, loadedBytes) {
    globalThis.__walk?.("packages/vm/src/session/global-store.ts", "keep", 110);
    let byAddress = this.#cells.get(type);
    if (byAddress === void 0) {
      byAddress = /* @__PURE__ */ new Map();
      this.#cells.set(type, byAddress);
    }
    const known = byAddress.get(address);
    if (known !== void 0) return known;
    let cell = new Cell(void 0, loadedBytes);
    if (item !== void 0) {
      const value = deserializeValue(item.bytes, layout, this.#code.cache.types);
      if (value === void 0) {
        throw new VmError("FAILED_TO_DESERIALIZE_RESOURCE", `${type.text} at ${address} does not decode`);
      }
      cell = new Cell({ value, bytes: item.bytes.length, metadata: item.metadata }, loadedBytes);
    }
    byAddress.set(address, cell);
    this.#entries.push({ cell, address, type, layout, group: group2 });
    return cell;
  }
  /** Resources that the session changed. */
  changed() {
    globalThis.__walk?.("packages/vm/src/session/global-store.ts", "changed", 139);
    return this.#entries.filter(({ cell }) => (globalThis.__walk?.("packages/vm/src/session/global-store.ts", "changed", 140), cell.change !== "none"));
  }
  /** Changes that the session made. */
  changes() {
    globalThis.__walk?.("packages/vm/src/session/global-store.ts", "changes", 144);
    return this.changed().map(({ cell, address, type, layout, group: group2 }) => (globalThis.__walk?.("packages/vm/src/session/global-store.ts", "changes", 145), {
      kind: "resource",
      address,
      type,
      group: group2?.tag,
      value: cell.exists ? serializeValue(cell.slot[0], layout) : void 0
    }));
  }
  /** The same by state key. */
  stateChanges() {
    globalThis.__walk?.("packages/vm/src/session/global-store.ts", "stateChanges", 155);
    const changes = [];
    const groups2 = /* @__PURE__ */ new Map();
    for (const entry2 of this.#entries) {
      const { change: change2 } = entry2.cell;
      if (change2 === "none") continue;
      if (entry2.group === void 0) changes.push(plainChange(entry2));
      else {
        const members = groups2.get(entry2.group) ?? [];
        members.push(entry2);
        groups2.set(entry2.group, members);
      }
    }
    for (const [group2, members] of groups2) changes.push(groupChange(group2, members));
    return changes;
  }
};
var tagTexts = /* @__PURE__ */ new WeakMap();
function textOf(tag) {
  globalThis.__walk?.("packages/vm/src/session/global-store.ts", "textOf", 175);
  let text = tagTexts.get(tag);
  if (text === void 0) {
    text = formatCanonicalStructTag(tag);
    tagTexts.set(tag, text);
  }
  return text;
}
var noMembers = /* @__PURE__ */ new Map();
var readGroups = /* @__PURE__ */ new WeakMap();
function readMembers(item) {
  globalThis.__walk?.("packages/vm/src/session/global-store.ts", "readMembers", 188);
  if (item === void 0) return noMembers;
  let members = readGroups.get(item.bytes);
  if (members === void 0) {
    members = decodeMembers(item);
    readGroups.set(item.bytes, members);
  }
  return members;
}
function decodeMembers(item) {
  globalThis.__walk?.("packages/vm/src/session/global-store.ts", "decodeMembers", 198);
  const members = /* @__PURE__ */ new Map();
  try {
    for (const [tag, bytes] of ResourceGroup.decode(item.bytes)) {
      members.set(formatCanonicalStructTag(tag), { tag, bytes });
    }
  } catch (error) {
    if (!(error instanceof BcsError)) throw error;
    throw new VmError("FAILED_TO_DESERIALIZE_RESOURCE", "a resource group does not decode");
  }
  return members;
}
function plainChange({ cell, address, type, layout }) {
  globalThis.__walk?.("packages/vm/src/session/global-store.ts", "plainChange", 211);
  const { change: change2, metadata, storedBytes } = cell;
  return {
    kind: "resource",
    change: change2,
    key: resourceKey(parseAddress(address), structToTag(type)),
    bytes: cell.exists ? serializeValue(cell.slot[0], layout) : void 0,
    metadata,
    storedBytes
  };
}
function groupChange(group2, changed) {
  globalThis.__walk?.("packages/vm/src/session/global-store.ts", "groupChange", 223);
  const members = new Map(group2.members);
  for (const { cell, type, layout } of changed) {
    if (cell.exists) {
      members.set(type.text, { tag: structToTag(type), bytes: serializeValue(cell.slot[0], layout) });
    } else members.delete(type.text);
  }
  const isEmpty = members.size === 0;
  return {
    kind: "group",
    change: group2.isStored ? isEmpty ? "delete" : "modify" : "new",
    key: resourceGroupKey(parseAddress(group2.address), group2.tag),
    bytes: isEmpty ? void 0 : ResourceGroup.encode(new Map([...members.values()].map(({ tag, bytes }) => (globalThis.__walk?.("packages/vm/src/session/global-store.ts", "bytes", 237), [tag, bytes])))),
    metadata: group2.metadata,
    storedBytes: group2.storedBytes
  };
}

// packages/vm/src/session/layout-builder.ts
var Waiting = class extends Error {
  module;
  constructor(module) {
    globalThis.__walk?.("packages/vm/src/session/layout-builder.ts", "constructor", 15);
    super("waiting for a module");
    this.module = module;
  }
};
var LayoutBuilder = class {
  #code;
  #maxNodes;
  #maxDepth;
  /** True if a struct instance that occurs again counts once. */
  #countsOnce;
  constructor(code, maxNodes3, maxDepth3, countsOnce) {
    globalThis.__walk?.("packages/vm/src/session/layout-builder.ts", "constructor", 34);
    this.#code = code;
    this.#maxNodes = maxNodes3;
    this.#maxDepth = maxDepth3;
    this.#countsOnce = countsOnce;
  }
  /** @throws {@link VmError} `TOO_MANY_TYPE_NODES`, `VM_MAX_VALUE_DEPTH_REACHED`, `TYPE_RESOLUTION_FAILURE`, `LINKER_ERROR` */
  layout(type) {
    globalThis.__walk?.("packages/vm/src/session/layout-builder.ts", "layout", 42);
    try {
      const { layout } = this.#find(type, 1);
      if (countNodes3(layout, this.#countsOnce ? /* @__PURE__ */ new Set() : void 0, this.#maxNodes) > this.#maxNodes) {
        throw new VmError("TOO_MANY_TYPE_NODES", `the layout of ${type.text} is too large`);
      }
      return layout;
    } catch (error) {
      if (!(error instanceof Waiting)) throw error;
      return error.module.then(() => (globalThis.__walk?.("packages/vm/src/session/layout-builder.ts", "layout", 51), this.layout(type)));
    }
  }
  #find(type, depth) {
    globalThis.__walk?.("packages/vm/src/session/layout-builder.ts", "find", 55);
    if (type.kind in primitiveTypes) return { layout: type, modules: [] };
    if (depth > this.#maxDepth) throw new VmError("VM_MAX_VALUE_DEPTH_REACHED", "a type's layout is nested too deeply");
    const { layouts: layouts2 } = this.#code.cache;
    const known = layouts2.get(type);
    if (known?.modules.every((module) => (globalThis.__walk?.("packages/vm/src/session/layout-builder.ts", "find", 60), this.#isCurrent(module))) === true) return known;
    const made = this.#make(type, depth);
    layouts2.set(type, made);
    return made;
  }
  #isCurrent(module) {
    globalThis.__walk?.("packages/vm/src/session/layout-builder.ts", "isCurrent", 66);
    return this.#code.isConfirmed(module) || this.#module(module.name.address, module.name.name) === module;
  }
  #module(address, name) {
    globalThis.__walk?.("packages/vm/src/session/layout-builder.ts", "module", 70);
    const module = this.#code.load(address, name);
    if (module instanceof Promise) throw new Waiting(module);
    return module;
  }
  #make(type, depth) {
    globalThis.__walk?.("packages/vm/src/session/layout-builder.ts", "make", 76);
    switch (type.kind) {
      case "Vector": {
        const { layout, modules } = this.#find(type.element, depth + 1);
        return { layout: { kind: "Vector", element: layout }, modules };
      }
      case "Function":
        return { layout: { kind: "Function" }, modules: [] };
      case "Struct":
        return this.#struct(type, depth);
      default:
        throw new VmError("VALUE_SERIALIZATION_ERROR", `${type.text} has no layout`);
    }
  }
  #struct(type, depth) {
    globalThis.__walk?.("packages/vm/src/session/layout-builder.ts", "struct", 91);
    const module = this.#module(type.address, type.module);
    const content = module.findStruct(type.name)?.content;
    if (content === void 0 || content.kind === "native") {
      throw new VmError("TYPE_RESOLUTION_FAILURE", `Struct ${type.text} does not exist`);
    }
    const modules = /* @__PURE__ */ new Set([module]);
    const fieldsOf = (definitions) => (globalThis.__walk?.("packages/vm/src/session/layout-builder.ts", "fieldsOf", 98), definitions.map((field2) => {
      globalThis.__walk?.("packages/vm/src/session/layout-builder.ts", "fieldsOf", 99);
      const { types } = this.#code.cache;
      const fieldType = types.substitute(types.ofToken(module.compiled, field2.type), type.typeArgs);
      const found = this.#find(fieldType, depth + 1);
      for (const used of found.modules) modules.add(used);
      return { name: module.compiled.identifiers[field2.name], layout: found.layout };
    }));
    if (content.kind === "struct") {
      if (content.fields.length === 0)
        throw new VmError("TYPE_RESOLUTION_FAILURE", `Struct ${type.text} has no fields`);
      const layout = { kind: "Struct", type, fields: fieldsOf(content.fields) };
      return { layout, modules: [...modules] };
    }
    const variants = content.variants.map((variant) => (globalThis.__walk?.("packages/vm/src/session/layout-builder.ts", "variants", 113), {
      name: module.compiled.identifiers[variant.name],
      fields: fieldsOf(variant.fields)
    }));
    return { layout: { kind: "Enum", type, variants }, modules: [...modules] };
  }
};
function countNodes3(layout, seen, limit) {
  globalThis.__walk?.("packages/vm/src/session/layout-builder.ts", "countNodes", 122);
  if (layout.kind === "Vector") return 1 + countNodes3(layout.element, seen, limit - 1);
  if (layout.kind !== "Struct" && layout.kind !== "Enum") return 1;
  if (seen?.has(layout) === true) return 0;
  seen?.add(layout);
  let count = 1;
  const groups2 = layout.kind === "Struct" ? [layout.fields] : layout.variants.map((variant) => (globalThis.__walk?.("packages/vm/src/session/layout-builder.ts", "groups", 128), variant.fields));
  for (const fields of groups2) {
    for (const field2 of fields) {
      if (count > limit) return count;
      count += countNodes3(field2.layout, seen, limit - count);
    }
  }
  return count;
}

// packages/vm/src/session/link-module.ts
function linkModule(module, load5) {
  globalThis.__walk?.("packages/vm/src/session/link-module.ts", "linkModule", 17);
  return linkTables({ key: module.key, tables: module.tables, self: module.compiled.self }, load5);
}
function linkScript(script, load5) {
  globalThis.__walk?.("packages/vm/src/session/link-module.ts", "linkScript", 26);
  return linkTables({ key: "the script", tables: script.tables, self: void 0 }, load5);
}
function linkTables(linked, load5) {
  globalThis.__walk?.("packages/vm/src/session/link-module.ts", "linkTables", 39);
  const { tables: tables2, self } = linked;
  const next = (handle) => {
    globalThis.__walk?.("packages/vm/src/session/link-module.ts", "next", 41);
    if (handle === tables2.tables.moduleHandles.length) return void 0;
    if (handle === self) return next(handle + 1);
    const { address, name } = tables2.moduleName(handle);
    return whenReady(load5(address, name), (dependency) => {
      globalThis.__walk?.("packages/vm/src/session/link-module.ts", "next", 45);
      checkStructs(linked, handle, dependency);
      checkFunctions(linked, handle, dependency);
      return next(handle + 1);
    });
  };
  return next(0);
}
function checkCircles(module, look) {
  globalThis.__walk?.("packages/vm/src/session/link-module.ts", "checkCircles", 61);
  const seen = /* @__PURE__ */ new Set();
  const open = dependenciesOf(module);
  const next = () => {
    globalThis.__walk?.("packages/vm/src/session/link-module.ts", "next", 64);
    for (let name = open.pop(); name !== void 0; name = open.pop()) {
      const key3 = moduleKey2(name.address, name.name);
      if (key3 === module.key) throw new VmError("CYCLIC_MODULE_DEPENDENCY", `${key3} depends on itself`);
      if (seen.has(key3) || isSpecialAddress(name.address) && !module.isSpecial) continue;
      seen.add(key3);
      const dependency = look(name.address, name.name);
      if (dependency instanceof Promise) {
        return dependency.then((found) => {
          globalThis.__walk?.("packages/vm/src/session/link-module.ts", "next", 72);
          open.push(...dependenciesOf(found));
          return next();
        });
      }
      open.push(...dependenciesOf(dependency));
    }
    return void 0;
  };
  return next();
}
function dependenciesOf({ compiled, tables: tables2 }) {
  globalThis.__walk?.("packages/vm/src/session/link-module.ts", "dependenciesOf", 84);
  const names2 = [];
  for (let handle = 0; handle < compiled.moduleHandles.length; handle++) {
    if (handle !== compiled.self) names2.push(tables2.moduleName(handle));
  }
  return names2;
}
function checkStructs({ key: key3, tables: { tables: tables2 } }, handle, dependency) {
  globalThis.__walk?.("packages/vm/src/session/link-module.ts", "checkStructs", 93);
  for (const named of tables2.structHandles) {
    if (named.module !== handle) continue;
    const name = tables2.identifiers[named.name];
    const definition = dependency.findStruct(name);
    if (definition === void 0) throw missing(key3, `${dependency.key}::${name}`);
    const actual = dependency.compiled.structHandles[definition.handle];
    const sameParameters = actual.typeParameters.length === named.typeParameters.length && actual.typeParameters.every(({ constraints, phantom }, i) => {
      globalThis.__walk?.("packages/vm/src/session/link-module.ts", "sameParameters", 102);
      const wanted = named.typeParameters[i];
      return (constraints & ~wanted.constraints) === 0 && (phantom || !wanted.phantom);
    });
    if (!sameParameters || (named.abilities & ~actual.abilities) !== 0)
      throw mismatch2(key3, `${dependency.key}::${name}`);
  }
}
function checkFunctions({ key: key3, tables: tables2 }, handle, dependency) {
  globalThis.__walk?.("packages/vm/src/session/link-module.ts", "checkFunctions", 111);
  for (const named of tables2.tables.functionHandles) {
    if (named.module !== handle) continue;
    const name = tables2.tables.identifiers[named.name];
    const fn = dependency.find(name);
    if (fn === void 0) throw missing(key3, `${dependency.key}::${name}`);
    const { visibility } = fn.definition;
    const isVisible = visibility === "public" || visibility === "script" || visibility === "friend" && dependency.isFriend(key3);
    const sameSignature = sameItems(tables2.signature(named.params), fn.params) && sameItems(tables2.signature(named.returns), fn.results);
    const sameParameters = fn.constraints.length === named.typeParameters.length && fn.constraints.every((constraints, i) => (globalThis.__walk?.("packages/vm/src/session/link-module.ts", "sameParameters", 124), (constraints & ~named.typeParameters[i]) === 0));
    if (!(isVisible && sameSignature && sameParameters)) throw mismatch2(key3, `${dependency.key}::${name}`);
  }
}
function sameItems(a, b) {
  globalThis.__walk?.("packages/vm/src/session/link-module.ts", "sameItems", 130);
  return a.length === b.length && a.every((item, i) => (globalThis.__walk?.("packages/vm/src/session/link-module.ts", "sameItems", 131), item === b[i]));
}
function missing(module, subject) {
  globalThis.__walk?.("packages/vm/src/session/link-module.ts", "missing", 134);
  return new VmError("LOOKUP_FAILED", `${module} uses ${subject}, which does not exist`);
}
function mismatch2(module, subject) {
  globalThis.__walk?.("packages/vm/src/session/link-module.ts", "mismatch", 138);
  return new VmError("TYPE_MISMATCH", `${module} declares ${subject} differently`);
}

// packages/vm/src/session/links.ts
function createLinks(code, cache, { rules }) {
  globalThis.__walk?.("packages/vm/src/session/links.ts", "createLinks", 15);
  const { costs: costs2, types } = cache;
  const callCost = (prices, { fn, typeArgs }) => (globalThis.__walk?.("packages/vm/src/session/links.ts", "callCost", 22), prices.base + prices.perTypeArg * typeArgs.length + prices.perArg * fn.params.length + prices.perLocal * (fn.isNative ? 0 : fn.localTypes.length));
  const checkVisibility = (caller, callee) => {
    globalThis.__walk?.("packages/vm/src/session/links.ts", "checkVisibility", 28);
    if (caller === void 0 || caller.module === callee.module) return;
    if (caller.module?.isSpecial === true && rules.trustedCode) return;
    const { visibility } = callee.definition;
    if (visibility === "public" || visibility === "script") return;
    if (visibility === "friend" && caller.module !== void 0 && callee.module.isFriend(caller.module.key)) return;
    throw new VmError("UNKNOWN_INVARIANT_VIOLATION_ERROR", `${callee.name} may not be called from here`, {
      subStatus: 1
    });
  };
  const instance = ({ address, module, name, typeArgs }, caller) => (globalThis.__walk?.("packages/vm/src/session/links.ts", "instance", 39), whenReady(code.findFunction(address, module, name), (fn) => {
    globalThis.__walk?.("packages/vm/src/session/links.ts", "instance", 40);
    checkVisibility(caller, fn);
    if (typeArgs.length !== fn.constraints.length) {
      throw new VmError("NUMBER_OF_TYPE_ARGUMENTS_MISMATCH", "the number of type arguments is wrong");
    }
    return cache.instance(fn, typeArgs);
  }));
  return {
    instance,
    link(caller, site2) {
      globalThis.__walk?.("packages/vm/src/session/links.ts", "link", 50);
      const typeArgs = site2.target.typeArgs.map((type) => (globalThis.__walk?.("packages/vm/src/session/links.ts", "typeArgs", 51), caller.resolve(type)));
      const isGeneric2 = site2.instantiation >= 0;
      return whenReady(instance({ ...site2.target, typeArgs }, caller.fn), (callee) => {
        globalThis.__walk?.("packages/vm/src/session/links.ts", "link", 53);
        const { fn } = callee;
        if (!sameTypes(fn.params, site2.params) || !sameTypes(fn.results, site2.results)) {
          throw new VmError("VERIFICATION_ERROR", `${fn.name} is declared differently by its caller`);
        }
        if (fn.constraints.some((wanted, i) => (globalThis.__walk?.("packages/vm/src/session/links.ts", "link", 58), (wanted & ~site2.constraints[i]) !== 0))) {
          throw new VmError("VERIFICATION_ERROR", `${fn.name} is declared with other type parameters by its caller`);
        }
        return {
          callee,
          callCost: callCost(isGeneric2 ? costs2.callGeneric : costs2.call, callee),
          typeCost: isGeneric2 ? costs2.typeCreation(typeArgs, []) : 0
        };
      });
    },
    closureTarget(closure, type) {
      globalThis.__walk?.("packages/vm/src/session/links.ts", "closureTarget", 68);
      return whenReady(instance(closure.target), (callee) => {
        globalThis.__walk?.("packages/vm/src/session/links.ts", "closureTarget", 69);
        checkClosure(closure, type, callee);
        return callee;
      });
    },
    closureCallCost: (callee) => (globalThis.__walk?.("packages/vm/src/session/links.ts", "closureCallCost", 74), callCost(costs2.call, callee))
  };
  function checkClosure({ mask, captured, capturedTypes }, type, callee) {
    globalThis.__walk?.("packages/vm/src/session/links.ts", "checkClosure", 77);
    const { params, results, isPersistent } = callee.fn;
    if (capturedTypes === void 0 && !isPersistent) throw closureMismatch();
    const resolve2 = (list) => (globalThis.__walk?.("packages/vm/src/session/links.ts", "resolve", 85), list.map((item) => (globalThis.__walk?.("packages/vm/src/session/links.ts", "resolve", 85), types.substitute(item, callee.typeArgs))));
    const rest2 = params.filter((_, i) => (globalThis.__walk?.("packages/vm/src/session/links.ts", "rest", 86), (mask >> BigInt(i) & 1n) === 0n));
    if (params.length - rest2.length !== captured.length) throw closureMismatch();
    const given = resolve2(rest2);
    const wanted = type.generic ? void 0 : type;
    if (given.length !== type.args.length || results.length !== type.results.length) throw closureMismatch();
    if (wanted !== void 0 && !(sameTypes(given, wanted.args) && sameTypes(resolve2(results), wanted.results))) {
      throw closureMismatch();
    }
  }
}
function closureMismatch() {
  globalThis.__walk?.("packages/vm/src/session/links.ts", "closureMismatch", 97);
  return new VmError("UNKNOWN_INVARIANT_VIOLATION_ERROR", "a function value is called as another type");
}

// packages/vm/src/session/table-store.ts
var TableStore = class {
  newTables = [];
  #state;
  #types;
  #sessionHash;
  #cells = /* @__PURE__ */ new Map();
  #entries = [];
  #made = /* @__PURE__ */ new Set();
  constructor(state2, types, sessionHash) {
    globalThis.__walk?.("packages/vm/src/session/table-store.ts", "constructor", 40);
    this.#state = state2;
    this.#types = types;
    this.#sessionHash = sessionHash;
  }
  /** Makes a table. @see Ledger specification, Move VM §4.4 */
  create(keyType, valueType) {
    globalThis.__walk?.("packages/vm/src/session/table-store.ts", "create", 47);
    const handle = tableHandle(this.#sessionHash, this.newTables.length);
    this.newTables.push({ handle, keyType, valueType });
    this.#made.add(handle);
    return handle;
  }
  /** The cell of an item, loaded. @throws {@link VmError} `VM_EXTENSION_ERROR` for bytes that do not decode */
  item(handle, key3, layout) {
    globalThis.__walk?.("packages/vm/src/session/table-store.ts", "item", 55);
    const name = itemName(handle, key3);
    const known = this.#cells.get(name);
    if (known !== void 0) return known;
    const item = this.#made.has(handle) ? void 0 : this.#state.get(tableItemKey(parseAddress(handle), key3));
    return whenReady(item, (found) => (globalThis.__walk?.("packages/vm/src/session/table-store.ts", "item", 60), this.#cells.get(name) ?? this.#keep(name, handle, key3, layout, found)));
  }
  #keep(name, handle, key3, layout, item) {
    globalThis.__walk?.("packages/vm/src/session/table-store.ts", "keep", 63);
    let cell = new Cell(void 0, 0);
    if (item !== void 0) {
      const value = deserializeValue(item.bytes, layout, this.#types);
      if (value === void 0) throw new VmError("VM_EXTENSION_ERROR", "a table item does not decode");
      cell = new Cell({ value, bytes: item.bytes.length, metadata: item.metadata }, item.bytes.length);
    }
    this.#cells.set(name, cell);
    this.#entries.push({ cell, handle, key: key3, layout });
    return cell;
  }
  /** Changes that the session made. */
  changes() {
    globalThis.__walk?.("packages/vm/src/session/table-store.ts", "changes", 76);
    return this.changed().map(({ cell, handle, key: key3, layout }) => (globalThis.__walk?.("packages/vm/src/session/table-store.ts", "changes", 77), {
      kind: "tableItem",
      handle,
      key: key3,
      value: cell.exists ? serializeValue(cell.slot[0], layout) : void 0
    }));
  }
  /** Items that the session changed. */
  changed() {
    globalThis.__walk?.("packages/vm/src/session/table-store.ts", "changed", 86);
    return this.#entries.filter(({ cell }) => (globalThis.__walk?.("packages/vm/src/session/table-store.ts", "changed", 87), cell.change !== "none"));
  }
  /** The same by state key. */
  stateChanges() {
    globalThis.__walk?.("packages/vm/src/session/table-store.ts", "stateChanges", 91);
    return this.changed().map(({ cell, handle, key: key3, layout }) => (globalThis.__walk?.("packages/vm/src/session/table-store.ts", "stateChanges", 92), {
      kind: "tableItem",
      change: cell.change,
      key: tableItemKey(parseAddress(handle), key3),
      bytes: cell.exists ? serializeValue(cell.slot[0], layout) : void 0,
      metadata: cell.metadata,
      storedBytes: cell.storedBytes
    }));
  }
};
function tableHandle(sessionHash, index) {
  globalThis.__walk?.("packages/vm/src/session/table-store.ts", "tableHandle", 104);
  const bigEndian = Uint8Array.of(index >>> 24, index >>> 16, index >>> 8, index);
  const hash = sha3_256(sessionHash, bigEndian);
  return formatAddressLong(hash);
}
function itemName(handle, key3) {
  globalThis.__walk?.("packages/vm/src/session/table-store.ts", "itemName", 110);
  return handle + mapKey(key3);
}

// packages/vm/src/session/traced-state.ts
function tracedState(state2, tracer) {
  globalThis.__walk?.("packages/vm/src/session/traced-state.ts", "tracedState", 5);
  if (tracer?.read === void 0) return state2;
  return {
    get: (key3) => (globalThis.__walk?.("packages/vm/src/session/traced-state.ts", "get", 8), whenReady(state2.get(key3), (found) => {
      globalThis.__walk?.("packages/vm/src/session/traced-state.ts", "get", 9);
      tracer.read(decodeStateKey(key3), found?.bytes.length);
      return found;
    }))
  };
}

// packages/vm/src/session/move-session.ts
var compilesByDefault = typeof globalThis.document === "undefined" && canCompile();
var hot = 200;
var MoveSession = class {
  environment;
  context;
  meter;
  unbiasable;
  types;
  state;
  events = [];
  delayedFields;
  #code;
  #cache;
  #layouts;
  #globals;
  #tables;
  #host;
  #extensions = /* @__PURE__ */ new Map();
  /** The script that was read last. */
  #known;
  #isBusy = false;
  #hasFailed = false;
  constructor(cache, options) {
    globalThis.__walk?.("packages/vm/src/session/move-session.ts", "constructor", 91);
    const { environment, context, meter } = options;
    const state2 = tracedState(options.state, options.tracer);
    const { rules } = environment;
    this.environment = environment;
    this.context = context;
    this.meter = meter;
    this.unbiasable = context.unbiasable;
    this.types = cache.types;
    this.state = state2;
    this.#cache = cache;
    const charge = !rules.paysModules ? "none" : rules.lazyLoading ? "lazy" : "eager";
    this.#code = new CodeView(cache, state2, meter, options.visited ?? /* @__PURE__ */ new Set(), charge, options.codeEra);
    const { layoutSize: layoutSize2, layoutDepth } = environment.limits;
    this.#layouts = new LayoutBuilder(this.#code, layoutSize2, layoutDepth, rules.countsLayoutsOnce);
    this.#globals = new GlobalStore(state2, this.#code, (type) => (globalThis.__walk?.("packages/vm/src/session/move-session.ts", "constructor", 106), this.layout(type)), rules.countsGroups);
    this.#tables = new TableStore(state2, cache.types, context.sessionHash);
    const delays = context.inBlock === true && rules.delayedFields && rules.splitResourceGroups;
    this.delayedFields = delays ? new DelayedFields(this.#code.shape) : void 0;
    this.#host = {
      session: this,
      rules,
      meter,
      sizes: cache.sizes,
      costs: cache.costs,
      shape: this.#code.shape,
      tracer: options.tracer,
      tracksMemory: rules.memory && meter.memory !== Number.POSITIVE_INFINITY,
      pause: options.pause,
      compileAfter: compileAfter(options),
      compile: ({ body }) => (globalThis.__walk?.("packages/vm/src/session/move-session.ts", "compile", 121), compileBody(body, cache.sizes)),
      keepsArguments: ({ key: key3 }) => (globalThis.__walk?.("packages/vm/src/session/move-session.ts", "keepsArguments", 122), key3 === "0x1::table" || rules.eventsKeepArguments && key3 === "0x1::event"),
      isConfirmed: (module) => (globalThis.__walk?.("packages/vm/src/session/move-session.ts", "isConfirmed", 123), this.#code.isConfirmed(module)),
      missingNative,
      ...createLinks(this.#code, cache, environment)
    };
  }
  call(target2, args) {
    globalThis.__walk?.("packages/vm/src/session/move-session.ts", "call", 129);
    return this.#run(() => (globalThis.__walk?.("packages/vm/src/session/move-session.ts", "call", 130), whenReady(this.#host.instance(target2), (instance) => (globalThis.__walk?.("packages/vm/src/session/move-session.ts", "call", 130), this.#execute(instance, args)))));
  }
  callScript(bytecode, typeArgs, args) {
    globalThis.__walk?.("packages/vm/src/session/move-session.ts", "callScript", 133);
    return this.#run(
      () => (globalThis.__walk?.("packages/vm/src/session/move-session.ts", "callScript", 134), whenReady(this.#script(bytecode), (script) => {
        globalThis.__walk?.("packages/vm/src/session/move-session.ts", "callScript", 135);
        if (typeArgs.length !== script.constraints.length) throw wrongTypeArguments();
        return this.#execute(this.#cache.instance(script, typeArgs), args);
      }))
    );
  }
  loadScript(bytecode, typeArgs) {
    globalThis.__walk?.("packages/vm/src/session/move-session.ts", "loadScript", 142);
    const script = new LoadedScript(readScript(bytecode), this.types);
    const { tables: tables2 } = script.tables;
    const named = [...tables2.moduleHandles.keys()].map((handle) => (globalThis.__walk?.("packages/vm/src/session/move-session.ts", "named", 145), script.tables.moduleName(handle)));
    return whenReady(
      this.payAhead(named, typeArgs),
      () => (globalThis.__walk?.("packages/vm/src/session/move-session.ts", "loadScript", 146), whenReady(this.#script(bytecode, script), ({ constraints, params }) => (globalThis.__walk?.("packages/vm/src/session/move-session.ts", "loadScript", 147), { typeParameters: constraints, params })))
    );
  }
  /** A script, verified. */
  #script(bytecode, script = new LoadedScript(readScript(bytecode), this.types)) {
    globalThis.__walk?.("packages/vm/src/session/move-session.ts", "script", 152);
    if (this.#known?.bytecode === bytecode) return this.#known.script;
    verifyScript(script, this.environment.rules);
    return whenReady(
      linkScript(script, (address, name) => (globalThis.__walk?.("packages/vm/src/session/move-session.ts", "script", 159), this.#code.load(address, name))),
      () => {
        globalThis.__walk?.("packages/vm/src/session/move-session.ts", "script", 160);
        this.#known = { bytecode, script };
        return script;
      }
    );
  }
  #execute(instance, args) {
    globalThis.__walk?.("packages/vm/src/session/move-session.ts", "execute", 167);
    return new Execution(this.#host).run(instance, args);
  }
  /** One call at a time; a failure of the program is an outcome, and the session's last. */
  #run(work) {
    globalThis.__walk?.("packages/vm/src/session/move-session.ts", "run", 172);
    if (this.#isBusy || this.#hasFailed) {
      throw new HostError("session_closed", "session", "the session is running another call or has failed");
    }
    this.#isBusy = true;
    const returned = (results) => {
      globalThis.__walk?.("packages/vm/src/session/move-session.ts", "returned", 177);
      this.#checkDelayedFields();
      this.#isBusy = false;
      return { kind: "returned", results };
    };
    const failed2 = (error) => {
      globalThis.__walk?.("packages/vm/src/session/move-session.ts", "failed", 182);
      this.#isBusy = false;
      this.#hasFailed = true;
      if (error instanceof VmError) return { kind: "failed", error };
      throw error;
    };
    try {
      const results = work();
      return results instanceof Promise ? results.then(returned).catch(failed2) : returned(results);
    } catch (error) {
      return failed2(error);
    }
  }
  /** Refuses written items that hold more delayed fields than one item may. */
  #checkDelayedFields() {
    globalThis.__walk?.("packages/vm/src/session/move-session.ts", "checkDelayedFields", 197);
    const { delayedFields } = this;
    if (delayedFields === void 0) return;
    for (const { cell, layout } of [...this.#globals.changed(), ...this.#tables.changed()]) {
      if (cell.exists) delayedFields.checkNumber(cell.slot[0], layout);
    }
  }
  resource(address, type) {
    globalThis.__walk?.("packages/vm/src/session/move-session.ts", "resource", 205);
    return this.#globals.resource(address, type);
  }
  tableItem(handle, key3, value) {
    globalThis.__walk?.("packages/vm/src/session/move-session.ts", "tableItem", 209);
    return this.#tables.item(handle, key3, value);
  }
  createTable(keyType, valueType) {
    globalThis.__walk?.("packages/vm/src/session/move-session.ts", "createTable", 213);
    return this.#tables.create(keyType, valueType);
  }
  get newTables() {
    globalThis.__walk?.("packages/vm/src/session/move-session.ts", "newTables", 217);
    return this.#tables.newTables;
  }
  emit(event) {
    globalThis.__walk?.("packages/vm/src/session/move-session.ts", "emit", 221);
    this.events.push(event);
  }
  layout(type) {
    globalThis.__walk?.("packages/vm/src/session/move-session.ts", "layout", 225);
    return this.#layouts.layout(type);
  }
  sizeOf(value, type) {
    globalThis.__walk?.("packages/vm/src/session/move-session.ts", "sizeOf", 229);
    return this.#cache.sizes.of(value, type, this.#code.shape);
  }
  dereferencedSizeOf(value, type) {
    globalThis.__walk?.("packages/vm/src/session/move-session.ts", "dereferencedSizeOf", 233);
    return this.#cache.sizes.dereferenced(value, type, this.#code.shape);
  }
  payAhead(modules, typeArgs) {
    globalThis.__walk?.("packages/vm/src/session/move-session.ts", "payAhead", 237);
    const ofTypes = this.environment.rules.paysTypeArguments ? modulesOf(typeArgs) : [];
    return this.#code.chargeClosure([...modules, ...ofTypes]);
  }
  loadAhead(address, name) {
    globalThis.__walk?.("packages/vm/src/session/move-session.ts", "loadAhead", 242);
    return whenReady(
      this.payAhead([{ address, name }], []),
      () => (globalThis.__walk?.("packages/vm/src/session/move-session.ts", "loadAhead", 243), whenReady(this.#code.load(address, name), () => (globalThis.__walk?.("packages/vm/src/session/move-session.ts", "loadAhead", 244), void 0)))
    );
  }
  isVisited(address, module) {
    globalThis.__walk?.("packages/vm/src/session/move-session.ts", "isVisited", 248);
    return this.#code.isVisited(address, module);
  }
  signature(address, module, name) {
    globalThis.__walk?.("packages/vm/src/session/move-session.ts", "signature", 252);
    return whenReady(this.#code.findFunction(address, module, name), (fn) => (globalThis.__walk?.("packages/vm/src/session/move-session.ts", "signature", 253), {
      target: { address, module, name, typeArgs: [] },
      visibility: fn.definition.visibility === "script" ? "public" : fn.definition.visibility,
      isEntry: fn.definition.isEntry,
      isNative: fn.isNative,
      typeParameters: fn.constraints,
      params: fn.params,
      results: fn.results,
      isPersistent: fn.isPersistent,
      isView: hasAttribute(fn, [attributeKinds.legacyView, attributeKinds.view]),
      drawsRandomness: hasAttribute(fn, [attributeKinds.randomness])
    }));
  }
  module(address, name) {
    globalThis.__walk?.("packages/vm/src/session/move-session.ts", "module", 267);
    return this.#code.load(address, name);
  }
  stageModules(modules) {
    globalThis.__walk?.("packages/vm/src/session/move-session.ts", "stageModules", 271);
    this.#code.stage(modules);
  }
  linkModule(address, name) {
    globalThis.__walk?.("packages/vm/src/session/move-session.ts", "linkModule", 275);
    const load5 = (owner, module) => (globalThis.__walk?.("packages/vm/src/session/move-session.ts", "load", 276), this.#code.load(owner, module));
    const look = (owner, module) => (globalThis.__walk?.("packages/vm/src/session/move-session.ts", "look", 277), this.#code.look(owner, module));
    return whenReady(load5(address, name), (module) => {
      globalThis.__walk?.("packages/vm/src/session/move-session.ts", "linkModule", 278);
      verifyModule(module, this.environment.rules);
      return whenReady(linkModule(module, load5), () => (globalThis.__walk?.("packages/vm/src/session/move-session.ts", "linkModule", 280), checkCircles(module, look)));
    });
  }
  abilitiesOf(type) {
    globalThis.__walk?.("packages/vm/src/session/move-session.ts", "abilitiesOf", 284);
    const names2 = modulesOf([type]);
    const next = (i) => {
      globalThis.__walk?.("packages/vm/src/session/move-session.ts", "next", 286);
      const name = names2[i];
      if (name !== void 0) return whenReady(this.#code.load(name.address, name.name), () => (globalThis.__walk?.("packages/vm/src/session/move-session.ts", "next", 288), next(i + 1)));
      return abilitiesOf(type, [], (struct2) => {
        globalThis.__walk?.("packages/vm/src/session/move-session.ts", "next", 289);
        const module = this.#code.load(struct2.address, struct2.module);
        const definition = module.findStruct(struct2.name);
        if (definition === void 0)
          throw new VmError("TYPE_RESOLUTION_FAILURE", `Struct ${struct2.text} does not exist`);
        return module.compiled.structHandles[definition.handle];
      });
    };
    return next(0);
  }
  changes() {
    globalThis.__walk?.("packages/vm/src/session/move-session.ts", "changes", 300);
    return [...this.#globals.changes(), ...this.#tables.changes()];
  }
  stateChanges() {
    globalThis.__walk?.("packages/vm/src/session/move-session.ts", "stateChanges", 304);
    return sortChanges([...this.#globals.stateChanges(), ...this.#tables.stateChanges()]);
  }
  extension(key3) {
    globalThis.__walk?.("packages/vm/src/session/move-session.ts", "extension", 308);
    if (!this.#extensions.has(key3)) this.#extensions.set(key3, key3.create());
    return this.#extensions.get(key3);
  }
};
function compileAfter({ compile = compilesByDefault ? "hot" : "never", tracer }) {
  globalThis.__walk?.("packages/vm/src/session/move-session.ts", "compileAfter", 315);
  if (tracer !== void 0 || compile === "never") return Number.POSITIVE_INFINITY;
  return compile === "always" ? 0 : hot;
}
function hasAttribute({ module, name }, kinds2) {
  globalThis.__walk?.("packages/vm/src/session/move-session.ts", "hasAttribute", 321);
  return module.code.metadata.functionAttributes.get(name)?.some(({ kind }) => (globalThis.__walk?.("packages/vm/src/session/move-session.ts", "hasAttribute", 322), kinds2.includes(kind))) ?? false;
}
function missingNative(fn) {
  globalThis.__walk?.("packages/vm/src/session/move-session.ts", "missingNative", 325);
  const subject = `${fn.module.key}::${fn.name}`;
  const isKnown = fn.module.isSpecial && fn.module.key !== "0x1::vector";
  if (!isKnown) throw new VmError("MISSING_DEPENDENCY", `native ${subject} does not exist`);
  throw new HostError("native_not_implemented", subject, `native ${subject} is not implemented`);
}
function wrongTypeArguments() {
  globalThis.__walk?.("packages/vm/src/session/move-session.ts", "wrongTypeArguments", 333);
  return new VmError("NUMBER_OF_TYPE_ARGUMENTS_MISMATCH", "the number of type arguments is wrong");
}
function readScript(bytecode) {
  globalThis.__walk?.("packages/vm/src/session/move-session.ts", "readScript", 337);
  try {
    return decodeScript(bytecode);
  } catch (error) {
    if (!(error instanceof MoveError)) throw error;
    throw new VmError("CODE_DESERIALIZATION_ERROR", `the script does not decode: ${error.message}`);
  }
}
function modulesOf(types) {
  globalThis.__walk?.("packages/vm/src/session/move-session.ts", "modulesOf", 347);
  const modules = /* @__PURE__ */ new Map();
  const visit = (type) => {
    globalThis.__walk?.("packages/vm/src/session/move-session.ts", "visit", 349);
    if (type.kind === "Vector") visit(type.element);
    else if (type.kind === "Reference") visit(type.target);
    else if (type.kind === "Function") [...type.args, ...type.results].forEach(visit);
    else if (type.kind === "Struct") {
      modules.set(`${type.address}::${type.module}`, { address: type.address, name: type.module });
      type.typeArgs.forEach(visit);
    }
  };
  types.forEach(visit);
  return [...modules].sort(([a], [b]) => (globalThis.__walk?.("packages/vm/src/session/move-session.ts", "modulesOf", 359), a < b ? -1 : 1)).map(([, name]) => (globalThis.__walk?.("packages/vm/src/session/move-session.ts", "modulesOf", 359), name));
}

// packages/vm/src/move-vm.ts
var maxTypes = 1e5;
var MoveVm = class {
  #natives;
  #environments = new EnvironmentCache();
  #caches = /* @__PURE__ */ new WeakMap();
  constructor({ natives }) {
    globalThis.__walk?.("packages/vm/src/move-vm.ts", "constructor", 27);
    this.#natives = natives;
  }
  /**
   * The environment of a state: for the same rules the same object, whichever ledger, epoch or branch has them.
   *
   * @throws what the state throws; `BcsError` when a resource does not decode
   */
  readEnvironment(state2) {
    globalThis.__walk?.("packages/vm/src/move-vm.ts", "readEnvironment", 36);
    return this.#environments.read(state2);
  }
  /** A session over a state. */
  createSession(options) {
    globalThis.__walk?.("packages/vm/src/move-vm.ts", "createSession", 41);
    const { environment } = options;
    let cache = this.#caches.get(environment);
    if (cache === void 0 || cache.types.size > maxTypes) {
      cache = new CodeCache(environment, this.#natives);
      this.#caches.set(environment, cache);
    }
    return new MoveSession(cache, options);
  }
};

// packages/vm/src/port/context.ts
var voidContext = {
  sessionHash: /* @__PURE__ */ hashSession({ kind: "Void" }),
  scriptHash: new Uint8Array(0),
  sessionNumber: 5,
  user: void 0,
  unbiasable: false,
  storageUsage: void 0
};

// packages/vm/src/natives/lazy-natives.ts
function lazyNatives(names2, importGroup) {
  globalThis.__walk?.("packages/vm/src/natives/lazy-natives.ts", "lazyNatives", 19);
  let loaded;
  const load5 = () => (globalThis.__walk?.("packages/vm/src/natives/lazy-natives.ts", "load", 24), loaded ?? importGroup().then(({ natives: natives2 }) => {
    globalThis.__walk?.("packages/vm/src/natives/lazy-natives.ts", "load", 26);
    loaded = natives2;
    return natives2;
  }));
  const natives = {};
  for (const [module, functions2] of Object.entries(names2)) {
    for (const name of functions2) {
      const key3 = `${module}::${name}`;
      natives[key3] = (call4) => (globalThis.__walk?.("packages/vm/src/natives/lazy-natives.ts", "lazyNatives", 34), whenReady(load5(), (group2) => (globalThis.__walk?.("packages/vm/src/natives/lazy-natives.ts", "lazyNatives", 34), group2[key3](call4))));
    }
  }
  return { natives, load: load5 };
}

// packages/vm/src/natives/crypto-natives.ts
var cryptoFamilies = [
  lazyNatives(
    {
      "0x1::aptos_hash": ["sha2_512_internal", "sha3_512_internal", "ripemd160_internal", "blake2b_256_internal"]
    },
    () => (globalThis.__walk?.("packages/vm/src/natives/crypto-natives.ts", "cryptoFamilies", 9), import("./rare-hash-7NO53AHC.js"))
  ),
  lazyNatives(
    {
      "0x1::ed25519": ["public_key_validate_internal", "signature_verify_strict_internal"],
      "0x1::multi_ed25519": [
        "public_key_validate_internal",
        "public_key_validate_v2_internal",
        "signature_verify_strict_internal"
      ]
    },
    () => (globalThis.__walk?.("packages/vm/src/natives/crypto-natives.ts", "cryptoFamilies", 20), import("./ed25519-27YGDHUT.js"))
  ),
  lazyNatives({ "0x1::secp256k1": ["ecdsa_recover_internal"] }, () => (globalThis.__walk?.("packages/vm/src/natives/crypto-natives.ts", "cryptoFamilies", 22), import("./secp256k1-6BHAXBVE.js"))),
  lazyNatives(
    {
      "0x1::bls12381": [
        "aggregate_pubkeys_internal",
        "aggregate_signatures_internal",
        "signature_subgroup_check_internal",
        "validate_pubkey_internal",
        "verify_aggregate_signature_internal",
        "verify_multisignature_internal",
        "verify_normal_signature_internal",
        "verify_proof_of_possession_internal",
        "verify_signature_share_internal"
      ]
    },
    () => (globalThis.__walk?.("packages/vm/src/natives/crypto-natives.ts", "cryptoFamilies", 37), import("./bls12381-YCXNZGWF.js"))
  ),
  lazyNatives(
    {
      "0x1::ristretto255": [
        "basepoint_double_mul_internal",
        "basepoint_mul_internal",
        "double_scalar_mul_internal",
        "multi_scalar_mul_internal",
        "new_point_from_64_uniform_bytes_internal",
        "new_point_from_sha512_internal",
        "point_add_internal",
        "point_clone_internal",
        "point_compress_internal",
        "point_decompress_internal",
        "point_equals",
        "point_identity_internal",
        "point_is_canonical_internal",
        "point_mul_internal",
        "point_neg_internal",
        "point_sub_internal",
        "scalar_add_internal",
        "scalar_from_sha512_internal",
        "scalar_from_u128_internal",
        "scalar_from_u64_internal",
        "scalar_invert_internal",
        "scalar_is_canonical_internal",
        "scalar_mul_internal",
        "scalar_neg_internal",
        "scalar_reduced_from_32_bytes_internal",
        "scalar_sub_internal",
        "scalar_uniform_from_64_bytes_internal"
      ]
    },
    () => (globalThis.__walk?.("packages/vm/src/natives/crypto-natives.ts", "cryptoFamilies", 71), import("./ristretto255-6ZR446BH.js"))
  ),
  lazyNatives(
    {
      "0x1::ristretto255_bulletproofs": ["verify_range_proof_internal", "verify_batch_range_proof_internal"],
      "0x1::confidential_range_proofs": ["verify_batch_range_proof_internal"]
    },
    () => (globalThis.__walk?.("packages/vm/src/natives/crypto-natives.ts", "cryptoFamilies", 78), import("./bulletproofs-T43Z3BIG.js"))
  ),
  lazyNatives(
    {
      "0x1::crypto_algebra": [
        "add_internal",
        "deserialize_internal",
        "div_internal",
        "double_internal",
        "downcast_internal",
        "eq_internal",
        "from_u64_internal",
        "hash_to_internal",
        "inv_internal",
        "mul_internal",
        "multi_pairing_internal",
        "multi_scalar_mul_internal",
        "neg_internal",
        "one_internal",
        "order_internal",
        "pairing_internal",
        "scalar_mul_internal",
        "serialize_internal",
        "sqr_internal",
        "sub_internal",
        "upcast_internal",
        "zero_internal"
      ]
    },
    () => (globalThis.__walk?.("packages/vm/src/natives/crypto-natives.ts", "cryptoFamilies", 107), import("./algebra-KT5RNL2O.js"))
  )
];

// packages/vm/src/natives/framework/aggregator.ts
var overflow = 131073;
var underflow = 131074;
var aggregators = {
  name: "aggregators",
  create: () => (globalThis.__walk?.("packages/vm/src/natives/framework/aggregator.ts", "create", 29), /* @__PURE__ */ new Map())
};
function find(call4, parts, act) {
  globalThis.__walk?.("packages/vm/src/natives/framework/aggregator.ts", "find", 39);
  const handle = addressOf(parts[0]);
  const key3 = addressOf(parts[1]);
  const limit = BigInt(integerOf(parts[2]));
  const held = call4.session.extension(aggregators);
  const id = `${handle}:${key3}`;
  return whenReady(call4.session.tableItem(handle, parseAddress(key3), { kind: "U128" }), (cell) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/aggregator.ts", "find", 49);
    cell.unpaid = false;
    if (!cell.exists) throw new VmError("VM_EXTENSION_ERROR", "the value of an aggregator is not there");
    let use = held.get(id);
    if (use === void 0) {
      use = { handle, key: key3, isNew: false, isRead: false };
      held.set(id, use);
    }
    cell.dirty = true;
    return act({ use, cell, limit });
  });
}
function numberIn(cell) {
  globalThis.__walk?.("packages/vm/src/natives/framework/aggregator.ts", "numberIn", 62);
  return BigInt(integerOf(cell.slot[0]));
}
function add2(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/aggregator.ts", "add", 66);
  call4.charge("aptos_framework.aggregator.add.base");
  return find(call4, partsBehind(call4.args[0]), ({ cell, limit }) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/aggregator.ts", "add", 68);
    const sum2 = numberIn(cell) + BigInt(integerOf(call4.args[1]));
    if (sum2 > limit) return call4.abort(overflow, "overflow");
    cell.slot[0] = integer(sum2);
    return void 0;
  });
}
function subtract2(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/aggregator.ts", "subtract", 76);
  call4.charge("aptos_framework.aggregator.sub.base");
  return find(call4, partsBehind(call4.args[0]), ({ cell }) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/aggregator.ts", "subtract", 78);
    const difference = numberIn(cell) - BigInt(integerOf(call4.args[1]));
    if (difference < 0n) return call4.abort(underflow, "underflow");
    cell.slot[0] = integer(difference);
    return void 0;
  });
}
function read(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/aggregator.ts", "read", 86);
  call4.charge("aptos_framework.aggregator.read.base");
  return find(call4, partsBehind(call4.args[0]), ({ use, cell }) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/aggregator.ts", "read", 88);
    use.isRead = true;
    return cell.slot[0];
  });
}
function destroy(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/aggregator.ts", "destroy", 94);
  call4.charge("aptos_framework.aggregator.destroy.base");
  return find(call4, partsOf(call4.args[0]), ({ use, cell }) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/aggregator.ts", "destroy", 96);
    cell.take();
    call4.session.extension(aggregators).delete(`${use.handle}:${use.key}`);
    return void 0;
  });
}
function create(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/aggregator.ts", "create", 103);
  const { session: session2 } = call4;
  call4.charge("aptos_framework.aggregator_factory.new_aggregator.base");
  const handle = addressOf(partsOf(partsBehind(call4.args[0])[0])[0]);
  const held = session2.extension(aggregators);
  const hash = sha3_256(concatBytes(session2.context.sessionHash, toBigEndian(BigInt(held.size), 4)));
  const key3 = formatAddressLong(hash);
  held.set(`${handle}:${key3}`, { handle, key: key3, isNew: true, isRead: false });
  return whenReady(session2.tableItem(handle, hash, { kind: "U128" }), (cell) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/aggregator.ts", "create", 111);
    cell.unpaid = false;
    if (!cell.exists) cell.put(0);
    return [handle, key3, call4.args[1]];
  });
}
var aggregatorNatives = {
  "0x1::aggregator::add": add2,
  "0x1::aggregator::sub": subtract2,
  "0x1::aggregator::read": read,
  "0x1::aggregator::destroy": destroy,
  "0x1::aggregator_factory::new_aggregator": create
};

// packages/vm/src/natives/framework-values.ts
function stringValue(text) {
  globalThis.__walk?.("packages/vm/src/natives/framework-values.ts", "stringValue", 7);
  return [new ByteVector(typeof text === "string" ? utf8Encoder.encode(text) : text)];
}
function decodeUtf8(bytes) {
  globalThis.__walk?.("packages/vm/src/natives/framework-values.ts", "decodeUtf8", 12);
  try {
    return utf8Decoder.decode(bytes);
  } catch {
    return void 0;
  }
}
function optionValue(call4, value) {
  globalThis.__walk?.("packages/vm/src/natives/framework-values.ts", "optionValue", 25);
  if (call4.session.environment.rules.enumOption) return value === void 0 ? [0] : [1, value];
  return [value === void 0 ? [] : [value]];
}

// packages/vm/src/natives/framework/aggregator-v2.ts
var snapshotType = 196613;
var aggregatorType = 196615;
var textTooLong = 196616;
var notSupported = 196617;
var maxTextLength = 1024;
var valueField = 0;
var maxValue = 1;
function kindOf(call4, code, message) {
  globalThis.__walk?.("packages/vm/src/natives/framework/aggregator-v2.ts", "kindOf", 25);
  const { kind } = call4.typeArgs[0];
  return kind === "U64" || kind === "U128" ? kind : call4.abort(code, message);
}
function givenKind(call4, code) {
  globalThis.__walk?.("packages/vm/src/natives/framework/aggregator-v2.ts", "givenKind", 31);
  return kindOf(call4, code, "Unsupported type for aggregator value (only u64 and u128 are supported)");
}
function requireKind(call4, code) {
  globalThis.__walk?.("packages/vm/src/natives/framework/aggregator-v2.ts", "requireKind", 35);
  return kindOf(call4, code, "Unsupported type for aggregator operation (only u64 and u128 are supported)");
}
function change(aggregator, value) {
  globalThis.__walk?.("packages/vm/src/natives/framework/aggregator-v2.ts", "change", 39);
  partsOf(aggregator.target)[valueField] = value;
  if (aggregator.origin !== void 0) aggregator.origin.dirty = true;
  return true;
}
function tryAdd(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/aggregator-v2.ts", "tryAdd", 45);
  call4.charge("aptos_framework.aggregator_v2.try_add.base");
  givenKind(call4, aggregatorType);
  const aggregator = referenceOf(call4.args[0]);
  const [value, max] = partsOf(aggregator.target);
  const sum2 = BigInt(integerOf(value)) + BigInt(integerOf(call4.args[1]));
  return sum2 > BigInt(integerOf(max)) ? false : change(aggregator, integer(sum2));
}
function trySubtract(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/aggregator-v2.ts", "trySubtract", 54);
  call4.charge("aptos_framework.aggregator_v2.try_sub.base");
  givenKind(call4, aggregatorType);
  const aggregator = referenceOf(call4.args[0]);
  const difference = BigInt(integerOf(partsOf(aggregator.target)[valueField])) - BigInt(integerOf(call4.args[1]));
  return difference < 0n ? false : change(aggregator, integer(difference));
}
function read2(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/aggregator-v2.ts", "read", 62);
  call4.charge("aptos_framework.aggregator_v2.read.base");
  const parts = partsBehind(call4.args[0]);
  requireKind(call4, aggregatorType);
  const value = integerOf(parts[valueField]);
  if (value > integerOf(parts[maxValue])) return call4.invariant("an aggregator is above its maximum");
  return value;
}
function serializedLength(length) {
  globalThis.__walk?.("packages/vm/src/natives/framework/aggregator-v2.ts", "serializedLength", 72);
  return length + (length < 128 ? 1 : length < 16384 ? 2 : 3);
}
var minDerivedWidth = 22;
var digits = { U64: 20, U128: 39 };
function derivedString(text, width) {
  globalThis.__walk?.("packages/vm/src/natives/framework/aggregator-v2.ts", "derivedString", 83);
  return [stringValue(text), new ByteVector(new Uint8Array(width - serializedLength(text.length) - 1))];
}
function createDerivedString(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/aggregator-v2.ts", "createDerivedString", 87);
  call4.charge("aptos_framework.aggregator_v2.create_snapshot.base");
  const text = textBytesOf(call4.args[0]).slice();
  call4.charge("aptos_framework.aggregator_v2.create_snapshot.per_byte", text.length);
  if (text.length > maxTextLength) {
    const message = `Derived snapshot cannot be constructed: input string length (${text.length}) exceeds maximum ${maxTextLength}`;
    return call4.abort(textTooLong, message);
  }
  return derivedString(text, Math.max(serializedLength(text.length) + 1, minDerivedWidth));
}
function deriveStringConcat(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/aggregator-v2.ts", "deriveStringConcat", 98);
  const perByte = "aptos_framework.aggregator_v2.string_concat.per_byte";
  call4.charge("aptos_framework.aggregator_v2.string_concat.base");
  const after = textBytesOf(call4.args[2]);
  call4.charge(perByte, after.length);
  const before = textBytesOf(call4.args[0]);
  call4.charge(perByte, before.length);
  const length = before.length + after.length;
  if (length > maxTextLength) {
    const message = `Derived snapshot cannot be constructed: prefix and suffix string lengths (${before.length} + ${after.length} = ${length}) exceed maximum ${maxTextLength}`;
    return call4.abort(textTooLong, message);
  }
  const kind = kindOf(call4, snapshotType, "Unsupported type for aggregator (only u64 and u128 are supported)");
  const number = utf8Encoder.encode(integerOf(partsBehind(call4.args[1])[valueField]).toString());
  return derivedString(concatBytes(before, number, after), serializedLength(length + digits[kind]) + 1);
}
var aggregatorV2Natives = {
  "0x1::aggregator_v2::create_aggregator": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/aggregator-v2.ts", "aggregatorV2Natives", 117);
    call4.charge("aptos_framework.aggregator_v2.create_aggregator.base");
    givenKind(call4, aggregatorType);
    return [0, call4.args[0]];
  },
  "0x1::aggregator_v2::create_unbounded_aggregator": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/aggregator-v2.ts", "aggregatorV2Natives", 122);
    call4.charge("aptos_framework.aggregator_v2.create_aggregator.base");
    return [0, integerRanges[requireKind(call4, aggregatorType)].max];
  },
  "0x1::aggregator_v2::try_add": tryAdd,
  "0x1::aggregator_v2::try_sub": trySubtract,
  "0x1::aggregator_v2::is_at_least_impl": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/aggregator-v2.ts", "aggregatorV2Natives", 128);
    call4.charge("aptos_framework.aggregator_v2.is_at_least.base");
    givenKind(call4, aggregatorType);
    return integerOf(partsBehind(call4.args[0])[valueField]) >= integerOf(call4.args[1]);
  },
  "0x1::aggregator_v2::read": read2,
  "0x1::aggregator_v2::snapshot": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/aggregator-v2.ts", "aggregatorV2Natives", 134);
    call4.charge("aptos_framework.aggregator_v2.snapshot.base");
    requireKind(call4, aggregatorType);
    return [integerOf(partsBehind(call4.args[0])[valueField])];
  },
  "0x1::aggregator_v2::create_snapshot": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/aggregator-v2.ts", "aggregatorV2Natives", 139);
    call4.charge("aptos_framework.aggregator_v2.create_snapshot.base");
    givenKind(call4, snapshotType);
    return [call4.args[0]];
  },
  "0x1::aggregator_v2::read_snapshot": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/aggregator-v2.ts", "aggregatorV2Natives", 144);
    call4.charge("aptos_framework.aggregator_v2.read_snapshot.base");
    requireKind(call4, snapshotType);
    return integerOf(partsBehind(call4.args[0])[valueField]);
  },
  "0x1::aggregator_v2::copy_snapshot": (call4) => (globalThis.__walk?.("packages/vm/src/natives/framework/aggregator-v2.ts", "aggregatorV2Natives", 149), call4.abort(notSupported)),
  "0x1::aggregator_v2::string_concat": (call4) => (globalThis.__walk?.("packages/vm/src/natives/framework/aggregator-v2.ts", "aggregatorV2Natives", 150), call4.abort(notSupported)),
  "0x1::aggregator_v2::create_derived_string": createDerivedString,
  "0x1::aggregator_v2::derive_string_concat": deriveStringConcat,
  "0x1::aggregator_v2::read_derived_string": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/aggregator-v2.ts", "aggregatorV2Natives", 153);
    call4.charge("aptos_framework.aggregator_v2.read_snapshot.base");
    return stringValue(bytesOf(partsOf(partsBehind(call4.args[0])[valueField])[0]).slice());
  }
};

// packages/vm/src/natives/framework/bcs.ts
var serializationFailure = 453;
function fail(call4, price) {
  globalThis.__walk?.("packages/vm/src/natives/framework/bcs.ts", "fail", 17);
  call4.charge(price);
  return call4.abort(serializationFailure);
}
var ownStatuses = /* @__PURE__ */ new Set([
  "OUT_OF_GAS",
  "EXECUTION_LIMIT_REACHED",
  "IO_LIMIT_REACHED",
  "DEPENDENCY_LIMIT_REACHED"
]);
function orFail(call4, price, passing, run) {
  globalThis.__walk?.("packages/vm/src/natives/framework/bcs.ts", "orFail", 31);
  const translate2 = (error) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/bcs.ts", "translate", 37);
    if (error instanceof VmError && !passing.has(error.status)) return fail(call4, price);
    throw error;
  };
  try {
    const result = run();
    return result instanceof Promise ? result.catch(translate2) : result;
  } catch (error) {
    return translate2(error);
  }
}
var copyStatuses = /* @__PURE__ */ new Set(["VM_MAX_VALUE_DEPTH_REACHED"]);
function toBytes2(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/bcs.ts", "toBytes", 52);
  const price = "move_stdlib.bcs.to_bytes.failure";
  const { session: session2 } = call4;
  const type = call4.typeArgs[0];
  const layout = session2.environment.rules.lazyLoading ? session2.layout(type) : orFail(call4, price, ownStatuses, () => (globalThis.__walk?.("packages/vm/src/natives/framework/bcs.ts", "layout", 58), session2.layout(type)));
  return whenReady(layout, (known) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/bcs.ts", "toBytes", 59);
    if (session2.delayedFields?.mayHold(type) === true) return fail(call4, price);
    const { target: target2 } = referenceOf(call4.args[0]);
    return whenReady(
      orFail(call4, price, copyStatuses, () => (globalThis.__walk?.("packages/vm/src/natives/framework/bcs.ts", "toBytes", 63), serializeValue(target2, known))),
      (bytes) => {
        globalThis.__walk?.("packages/vm/src/natives/framework/bcs.ts", "toBytes", 64);
        call4.charge("move_stdlib.bcs.to_bytes.per_byte_serialized", bytes.length);
        return new ByteVector(bytes);
      }
    );
  });
}
function serializedSize(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/bcs.ts", "serializedSize", 72);
  const price = "move_stdlib.bcs.serialized_size.failure";
  call4.charge("move_stdlib.bcs.serialized_size.base");
  const { target: target2 } = referenceOf(call4.args[0]);
  const bytes = orFail(
    call4,
    price,
    ownStatuses,
    () => (globalThis.__walk?.("packages/vm/src/natives/framework/bcs.ts", "bytes", 76), whenReady(call4.session.layout(call4.typeArgs[0]), (layout) => (globalThis.__walk?.("packages/vm/src/natives/framework/bcs.ts", "bytes", 77), serializeValue(target2, layout))))
  );
  return whenReady(bytes, ({ length }) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/bcs.ts", "serializedSize", 79);
    call4.charge("move_stdlib.bcs.serialized_size.per_byte_serialized", length);
    return length;
  });
}
function measure2(layout) {
  globalThis.__walk?.("packages/vm/src/natives/framework/bcs.ts", "measure", 91);
  switch (layout.kind) {
    case "Bool":
      return { nodes: 1, size: 1 };
    case "Address":
      return { nodes: 1, size: 32 };
    case "Vector":
    case "Signer":
    case "Enum":
    case "Function":
      return { nodes: 1, size: void 0 };
    case "Struct": {
      let nodes = 1;
      let size = 0;
      for (const field2 of layout.fields) {
        const part = measure2(field2.layout);
        nodes += part.nodes;
        if (part.size === void 0) return { nodes, size: void 0 };
        size += part.size;
      }
      return { nodes, size };
    }
    default:
      return { nodes: 1, size: integerRanges[layout.kind].bits / 8 };
  }
}
function constantSerializedSize(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/bcs.ts", "constantSerializedSize", 118);
  call4.charge("move_stdlib.bcs.constant_serialized_size.base");
  return whenReady(call4.session.layout(call4.typeArgs[0]), (layout) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/bcs.ts", "constantSerializedSize", 120);
    const { nodes, size } = measure2(layout);
    call4.charge("move_stdlib.bcs.constant_serialized_size.per_type_node", nodes);
    return optionValue(call4, size);
  });
}
var bcsNatives = {
  "0x1::bcs::to_bytes": toBytes2,
  "0x1::bcs::serialized_size": serializedSize,
  "0x1::bcs::constant_serialized_size": constantSerializedSize
};

// packages/vm/src/natives/framework/cmp.ts
var less = 0;
var equal4 = 1;
var greater = 2;
var cmpNatives = {
  "0x1::cmp::compare": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/cmp.ts", "cmpNatives", 12);
    const { session: session2, args } = call4;
    const left = referenceOf(args[0]);
    const right = referenceOf(args[1]);
    const type = session2.types.reference(false, call4.typeArgs[0]);
    call4.charge("move_stdlib.cmp.compare.base");
    const size = session2.dereferencedSizeOf(left, type) + session2.dereferencedSizeOf(right, type);
    call4.charge("move_stdlib.cmp.compare.per_abs_val_unit", size);
    session2.delayedFields?.checkComparison(left, right, type, true);
    const order = compareValues(left, right);
    return [order < 0 ? less : order === 0 ? equal4 : greater];
  }
};

// packages/vm/src/natives/framework/code.ts
var alreadyRequested = 196608;
var arbitrary = 0;
var accountLength = 32;
var publishRequest = {
  name: "publish request",
  create: () => (globalThis.__walk?.("packages/vm/src/natives/framework/code.ts", "create", 32), { request: void 0 })
};
function nameOf2(call4, bytes) {
  globalThis.__walk?.("packages/vm/src/natives/framework/code.ts", "nameOf", 35);
  return decodeUtf8(bytes) ?? call4.invariant("a name is not UTF-8");
}
function requestPublish(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/code.ts", "requestPublish", 39);
  const perByte = "aptos_framework.code.request_publish.per_byte";
  call4.charge("aptos_framework.code.request_publish.base");
  const withDependencies = call4.args.length === 5;
  const owner = addressOf(call4.args[0]);
  const policy = integerOf(call4.args.at(-1));
  const modules = partsOf(call4.args.at(-2)).map((code) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/code.ts", "modules", 45);
    const bytes = bytesOf(code).slice();
    call4.charge(perByte, bytes.length);
    return bytes;
  });
  const allowed = /* @__PURE__ */ new Map();
  for (const dependency of withDependencies ? partsOf(call4.args[2]) : []) {
    const [account, text] = partsOf(dependency);
    const address = addressOf(account);
    const name = textBytesOf(text);
    if (!allowed.has(address)) call4.charge(perByte, accountLength);
    call4.charge(perByte, name.length);
    allowed.set(address, (allowed.get(address) ?? /* @__PURE__ */ new Set()).add(nameOf2(call4, name)));
  }
  const expectedModules = /* @__PURE__ */ new Set();
  for (const text of partsOf(call4.args[1])) {
    const name = textBytesOf(text);
    call4.charge(perByte, name.length);
    expectedModules.add(nameOf2(call4, name));
  }
  if (withDependencies) allowed.set(owner, /* @__PURE__ */ new Set([...allowed.get(owner) ?? [], ...expectedModules]));
  const slot = call4.session.extension(publishRequest);
  if (slot.request !== void 0) return call4.abort(alreadyRequested);
  slot.request = {
    owner,
    expectedModules,
    modules,
    allowedDependencies: withDependencies ? allowed : void 0,
    checkCompatibility: policy !== arbitrary
  };
}
var codeNatives = {
  "0x1::code::request_publish": requestPublish,
  "0x1::code::request_publish_with_allowed_deps": requestPublish
};

// packages/vm/src/natives/framework/consensus-config.ts
var reputation = struct("ReputationConfig", {
  activeWeight: u64,
  inactiveWeight: u64,
  failedWeight: u64,
  failureThresholdPercent: u32,
  proposerWindow: u64,
  voterWindow: u64,
  weightByVotingPower: bool,
  useHistoryFromPreviousEpochs: u32
});
var proposerElection = enumeration("ProposerElection", {
  FixedProposer: u64,
  RotatingProposer: u64,
  LeaderReputation: enumeration("LeaderReputation", { ProposerAndVoter: reputation, ProposerAndVoterV2: reputation })
});
var roundConfig = struct("RoundConfig", {
  decoupledExecution: bool,
  backPressureLimit: u64,
  excludeRound: u64,
  proposerElection,
  maxFailedAuthors: u64
});
var algorithm = enumeration("Algorithm", {
  Jolteon: struct("Jolteon", { main: roundConfig, quorumStore: bool }),
  JolteonV2: at(2, struct("JolteonV2", { main: roundConfig, quorumStore: bool, orderVote: bool }))
});
var validatorTransactions = enumeration("ValidatorTransactions", {
  Off: unit,
  On: struct("ValidatorTransactionLimits", { perBlockCount: u64, perBlockBytes: u64 })
});
var ConsensusConfig = enumeration("ConsensusConfig", {
  V1: roundConfig,
  V2: roundConfig,
  V3: struct("ConsensusConfigV3", { algorithm, validatorTransactions }),
  V4: struct("ConsensusConfigV4", { algorithm, validatorTransactions, window: option(u64) }),
  V5: struct("ConsensusConfigV5", { algorithm, validatorTransactions, window: option(u64), randomnessCheck: bool })
});
function hasValidatorTransactions(bytes) {
  globalThis.__walk?.("packages/vm/src/natives/framework/consensus-config.ts", "hasValidatorTransactions", 51);
  try {
    const config = ConsensusConfig.decode(bytes);
    return config.kind !== "V1" && config.kind !== "V2" && config.value.validatorTransactions.kind === "On";
  } catch (error) {
    if (error instanceof BcsError) return false;
    throw error;
  }
}
var consensusConfigNatives = {
  "0x1::consensus_config::validator_txn_enabled_internal": (call4) => (globalThis.__walk?.("packages/vm/src/natives/framework/consensus-config.ts", "consensusConfigNatives", 63), hasValidatorTransactions(bytesOf(call4.args[0])))
};

// packages/vm/src/natives/framework/captured-layouts.ts
function captureLayouts(session2, value, layout) {
  globalThis.__walk?.("packages/vm/src/natives/framework/captured-layouts.ts", "captureLayouts", 13);
  const found = /* @__PURE__ */ new Map();
  const pending = [];
  if (mayHoldFunctions(layout)) {
    for (const closure of closuresIn(value)) {
      const layouts2 = closure.capturedLayouts ?? layoutsOf(session2, closure);
      if (layouts2 instanceof Promise) pending.push(layouts2.then((known) => (globalThis.__walk?.("packages/vm/src/natives/framework/captured-layouts.ts", "captureLayouts", 19), found.set(closure, known))));
      else found.set(closure, layouts2);
    }
  }
  const lookUp = (closure) => (globalThis.__walk?.("packages/vm/src/natives/framework/captured-layouts.ts", "lookUp", 23), found.get(closure) ?? []);
  return pending.length === 0 ? lookUp : Promise.all(pending).then(() => (globalThis.__walk?.("packages/vm/src/natives/framework/captured-layouts.ts", "captureLayouts", 24), lookUp));
}
function layoutsOf(session2, { capturedTypes = [] }) {
  globalThis.__walk?.("packages/vm/src/natives/framework/captured-layouts.ts", "layoutsOf", 27);
  let layouts2 = [];
  for (const type of capturedTypes) {
    layouts2 = whenReady(layouts2, (before) => (globalThis.__walk?.("packages/vm/src/natives/framework/captured-layouts.ts", "layoutsOf", 30), whenReady(session2.layout(type), (layout) => (globalThis.__walk?.("packages/vm/src/natives/framework/captured-layouts.ts", "layoutsOf", 30), [...before, layout]))));
  }
  return layouts2;
}
function* closuresIn(root) {
  globalThis.__walk?.("packages/vm/src/natives/framework/captured-layouts.ts", "closuresIn", 35);
  const rest2 = [root];
  for (let value = rest2.pop(); value !== void 0; value = rest2.pop()) {
    if (value instanceof Closure) {
      yield value;
      for (const item of value.captured) rest2.push(item);
    } else if (value instanceof Reference) {
      rest2.push(value.target);
    } else if (Array.isArray(value)) {
      for (const item of value) if (typeof item === "object") rest2.push(item);
    }
  }
}
var holdsFunctions = /* @__PURE__ */ new WeakMap();
function mayHoldFunctions(layout) {
  globalThis.__walk?.("packages/vm/src/natives/framework/captured-layouts.ts", "mayHoldFunctions", 51);
  switch (layout.kind) {
    case "Function":
      return true;
    case "Vector":
      return mayHoldFunctions(layout.element);
    case "Struct":
    case "Enum": {
      const known = holdsFunctions.get(layout);
      if (known !== void 0) return known;
      const fields = layout.kind === "Struct" ? layout.fields : layout.variants.flatMap((variant) => (globalThis.__walk?.("packages/vm/src/natives/framework/captured-layouts.ts", "fields", 61), variant.fields));
      const holds = fields.some((field2) => (globalThis.__walk?.("packages/vm/src/natives/framework/captured-layouts.ts", "holds", 62), mayHoldFunctions(field2.layout)));
      holdsFunctions.set(layout, holds);
      return holds;
    }
    default:
      return false;
  }
}

// packages/vm/src/natives/framework/format-value.ts
function formatValue(value, layout, style) {
  globalThis.__walk?.("packages/vm/src/natives/framework/format-value.ts", "formatValue", 39);
  const formatter = new Formatter(style);
  formatter.value(value, layout, 0, true);
  return formatter.text;
}
var Formatter = class {
  text = "";
  #style;
  constructor(style) {
    globalThis.__walk?.("packages/vm/src/natives/framework/format-value.ts", "constructor", 55);
    this.#style = style;
  }
  /** @param named - whether types and fields have names: what enums and function values hold has none */
  value(value, layout, depth, named) {
    globalThis.__walk?.("packages/vm/src/natives/framework/format-value.ts", "value", 60);
    const { onValue, includeIntTypes, showsSigners } = this.#style;
    onValue();
    switch (layout.kind) {
      case "Bool":
        this.text += String(value);
        return;
      case "Address":
        this.#address(addressOf(value));
        return;
      case "Signer":
        if (!showsSigners) throw new VmError("INTERNAL_TYPE_ERROR", "signers cannot be shown before feature 25");
        this.text += "signer(";
        this.#address(addressOf(partsOf(value)[1]));
        this.text += ")";
        return;
      case "Vector":
        this.#vector(value, layout, depth, named);
        return;
      case "Struct":
        this.#struct(partsOf(value), layout, depth, named);
        return;
      case "Enum":
        this.#enum(partsOf(value), layout.variants, depth, named ? layout.type : void 0);
        return;
      case "Function":
        this.#closure(value, depth);
        return;
      default:
        this.text += integerOf(value).toString();
        if (includeIntTypes) this.text += layout.kind.toLowerCase();
    }
  }
  #address(address) {
    globalThis.__walk?.("packages/vm/src/natives/framework/format-value.ts", "address", 94);
    this.text += `@${this.#style.canonicalize ? address.slice(2) : shortAddress(address)}`;
  }
  #vector(value, { element }, depth, named) {
    globalThis.__walk?.("packages/vm/src/natives/framework/format-value.ts", "vector", 98);
    if (element.kind === "U8") {
      const bytes = bytesOf(value);
      this.#style.onBytes(bytes.length);
      this.text += `0x${bytesToHex(bytes)}`;
      return;
    }
    const hasParts = element.kind === "Vector" || element.kind === "Struct" || element.kind === "Enum";
    this.text += "[";
    this.#parts(partsOf(value), 0, () => (globalThis.__walk?.("packages/vm/src/natives/framework/format-value.ts", "vector", 107), { name: void 0, layout: element }), depth, hasParts, named);
    this.text += "]";
  }
  #struct(value, { type, fields }, depth, named) {
    globalThis.__walk?.("packages/vm/src/natives/framework/format-value.ts", "struct", 111);
    this.#style.onStruct(type);
    if (!named || type === void 0) {
      this.#fields("{", value, 0, fields, depth, false);
    } else if (isFramework(type, "string", "String")) {
      this.#string(value);
    } else if (isFramework(type, "option", "Option")) {
      const vector2 = fields[0].layout;
      const held = value[0];
      if (Array.isArray(held)) this.#option(held[0], vector2.element, depth);
      else this.#option(bytesOf(held)[0], vector2.element, depth);
    } else {
      this.#fields(`${this.#style.typeTag ? type.text : type.name} {`, value, 0, fields, depth, true);
    }
  }
  #string(value) {
    globalThis.__walk?.("packages/vm/src/natives/framework/format-value.ts", "string", 127);
    const bytes = textBytesOf(value);
    this.#style.onText(bytes.length);
    const text = decodeUtf8(bytes);
    if (text === void 0) throw new VmError("UNKNOWN_INVARIANT_VIOLATION_ERROR", "a string is not UTF-8");
    this.text += `"${text.replace(/[\\"]/g, "\\$&")}"`;
  }
  #option(held, layout, depth) {
    globalThis.__walk?.("packages/vm/src/natives/framework/format-value.ts", "option", 135);
    if (held === void 0) {
      this.text += "None";
      return;
    }
    this.text += "Some(";
    this.value(held, layout, depth, true);
    this.text += ")";
  }
  #enum(value, variants, depth, type) {
    globalThis.__walk?.("packages/vm/src/natives/framework/format-value.ts", "enum", 145);
    const tag = integerOf(value[0]);
    const { fields } = variants[tag];
    if (type !== void 0 && isFramework(type, "option", "Option")) {
      this.#option(value[1], (fields[0] ?? variants[1].fields[0]).layout, depth);
      return;
    }
    this.#fields(`#${tag}{`, value, 1, fields, depth, false);
  }
  #fields(opening, value, from, fields, depth, named) {
    globalThis.__walk?.("packages/vm/src/natives/framework/format-value.ts", "fields", 160);
    this.text += opening;
    const part = (index) => {
      globalThis.__walk?.("packages/vm/src/natives/framework/format-value.ts", "part", 169);
      const { name, layout } = fields[index];
      return { name: named ? name : void 0, layout };
    };
    this.#parts(value, from, part, depth, true, named);
    this.text += "}";
  }
  /** The parts of a value between its brackets, which are the caller's. */
  #parts(values2, from, part, depth, mayBreak, named) {
    globalThis.__walk?.("packages/vm/src/natives/framework/format-value.ts", "parts", 178);
    const count = values2.length - from;
    if (count === 0) return;
    const breaks = mayBreak && !this.#style.singleLine;
    for (let index = 0; index < count; index++) {
      if (index > 0) this.text += ",";
      this.#space(breaks, depth + 1);
      const { name, layout } = part(index);
      if (name !== void 0) this.text += `${name}: `;
      this.value(values2[from + index], layout, depth + 1, named);
    }
    this.#space(breaks, depth);
  }
  #space(breaks, depth) {
    globalThis.__walk?.("packages/vm/src/natives/framework/format-value.ts", "space", 199);
    this.text += breaks ? `
${"  ".repeat(depth)}` : " ";
  }
  #closure(value, depth) {
    globalThis.__walk?.("packages/vm/src/natives/framework/format-value.ts", "closure", 203);
    if (!(value instanceof Closure))
      throw new VmError("INTERNAL_TYPE_ERROR", "a value of a function type is not a function value");
    const { target: target2, mask, captured } = value;
    const typeArgs = target2.typeArgs.length === 0 ? "" : `<${target2.typeArgs.map(({ text }) => (globalThis.__walk?.("packages/vm/src/natives/framework/format-value.ts", "typeArgs", 207), text)).join(", ")}>`;
    const short = shortAddress(target2.address);
    const address = short.length === 3 ? short : target2.address;
    this.text += `${address}::${target2.module}::${target2.name}${typeArgs}(`;
    if (captured.length > 0) {
      const layouts2 = this.#style.capturedLayouts(value);
      const breaks = !this.#style.singleLine;
      let next = 0;
      for (let rest2 = mask; rest2 !== 0n; rest2 >>= 1n) {
        if ((rest2 & 1n) === 0n) {
          this.text += "_";
        } else {
          this.value(captured[next], layouts2[next], depth + 1, false);
          next++;
        }
        this.text += ",";
        this.#space(breaks, depth + 1);
      }
      this.text += "..";
    }
    this.text += ")";
  }
};
function isFramework({ address, module, name }, wantedModule, wantedName) {
  globalThis.__walk?.("packages/vm/src/natives/framework/format-value.ts", "isFramework", 231);
  return name === wantedName && module === wantedModule && shortAddress(address) === "0x1";
}

// packages/vm/src/natives/framework/string-utils.ts
var wrongList = 1;
var invalidFormat = 2;
var delayedField = 3;
function show(call4, value, type, options, isFree = false) {
  globalThis.__walk?.("packages/vm/src/natives/framework/string-utils.ts", "show", 21);
  const { session: session2 } = call4;
  const { rules } = session2.environment;
  const chargesBytes = rules.chargeBytesForPrints;
  return whenReady(
    session2.layout(type),
    (layout) => (globalThis.__walk?.("packages/vm/src/natives/framework/string-utils.ts", "show", 25), whenReady(
      captureLayouts(session2, value, layout),
      (capturedLayouts) => (globalThis.__walk?.("packages/vm/src/natives/framework/string-utils.ts", "show", 26), formatValue(value, layout, {
        ...options,
        showsSigners: rules.signerNativeFormat,
        capturedLayouts,
        onStruct: (type2) => {
          globalThis.__walk?.("packages/vm/src/natives/framework/string-utils.ts", "onStruct", 31);
          if (session2.delayedFields !== void 0 && isDelayed(type2)) call4.abort(delayedField);
        },
        onValue: () => {
          globalThis.__walk?.("packages/vm/src/natives/framework/string-utils.ts", "onValue", 34);
          if (!isFree) call4.charge("aptos_framework.string_utils.format.base");
        },
        onText: (bytes) => {
          globalThis.__walk?.("packages/vm/src/natives/framework/string-utils.ts", "onText", 37);
          if (!isFree) call4.charge("aptos_framework.string_utils.format.per_byte", bytes);
        },
        onBytes: (bytes) => {
          globalThis.__walk?.("packages/vm/src/natives/framework/string-utils.ts", "onBytes", 40);
          if (!isFree && chargesBytes) call4.charge("aptos_framework.string_utils.format.per_byte", bytes);
        }
      }))
    ))
  );
}
function format(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/string-utils.ts", "format", 48);
  const { args } = call4;
  const options = {
    typeTag: boolOf(args[1]),
    canonicalize: boolOf(args[2]),
    singleLine: boolOf(args[3]),
    includeIntTypes: boolOf(args[4])
  };
  return whenReady(
    call4.session.layout(call4.typeArgs[0]),
    () => (globalThis.__walk?.("packages/vm/src/natives/framework/string-utils.ts", "format", 57), whenReady(show(call4, copyValue(referenceOf(args[0]).target), call4.typeArgs[0], options), stringValue))
  );
}
var listOptions = { typeTag: true, canonicalize: false, singleLine: true, includeIntTypes: false };
function requireList(call4, type, name) {
  globalThis.__walk?.("packages/vm/src/natives/framework/string-utils.ts", "requireList", 65);
  const fits = type.kind === "Struct" && type.module === "string_utils" && type.name === name && shortAddress(type.address) === "0x1";
  return fits ? type : call4.abort(wrongList);
}
var ListFormatter = class {
  #call;
  #chars;
  #at = 0;
  #type;
  #list;
  #text = "";
  constructor(call4, format2) {
    globalThis.__walk?.("packages/vm/src/natives/framework/string-utils.ts", "constructor", 83);
    this.#call = call4;
    this.#chars = [...format2];
    this.#type = call4.typeArgs[0];
    this.#list = copyValue(referenceOf(call4.args[1]).target);
  }
  run() {
    globalThis.__walk?.("packages/vm/src/natives/framework/string-utils.ts", "run", 90);
    const call4 = this.#call;
    const chars = this.#chars;
    while (this.#at < chars.length) {
      const char = chars[this.#at++];
      if (char !== "{" && char !== "}") {
        this.#text += char;
        continue;
      }
      const next = chars[this.#at++];
      if (next === void 0) return call4.abort(invalidFormat, "Invalid format string: unclosed brackets");
      if (next === char) {
        this.#text += char;
        continue;
      }
      if (char === "}") return call4.abort(invalidFormat, "Invalid format string: unmatched '}}' bracket");
      if (next !== "}") return call4.abort(invalidFormat, "Invalid format string: unmatched '{{' bracket");
      const shown = this.#next();
      if (shown instanceof Promise) {
        return shown.then((text) => {
          globalThis.__walk?.("packages/vm/src/natives/framework/string-utils.ts", "run", 109);
          this.#text += text;
          return this.run();
        });
      }
      this.#text += shown;
    }
    requireList(call4, this.#type, "NIL");
    return this.#text;
  }
  /** The text of the list's next element. */
  #next() {
    globalThis.__walk?.("packages/vm/src/natives/framework/string-utils.ts", "next", 121);
    const [head, tail] = requireList(this.#call, this.#type, "Cons").typeArgs;
    const [value, rest2] = partsOf(this.#list);
    this.#type = tail;
    this.#list = rest2;
    return show(this.#call, value, head, listOptions);
  }
};
function formatList(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/string-utils.ts", "formatList", 130);
  const bytes = bytesBehind(call4.args[0]);
  const text = decodeUtf8(bytes);
  if (text === void 0) return call4.abort(invalidFormat);
  call4.charge("aptos_framework.string_utils.format.per_byte", bytes.length);
  return whenReady(new ListFormatter(call4, text).run(), stringValue);
}
var stringUtilsNatives = {
  "0x1::string_utils::native_format": format,
  "0x1::string_utils::native_format_list": formatList
};

// packages/vm/src/natives/framework/debug.ts
var debugOutput = { name: "debug output", create: () => (globalThis.__walk?.("packages/vm/src/natives/framework/debug.ts", "create", 17), []) };
function record2(call4, text, location) {
  globalThis.__walk?.("packages/vm/src/natives/framework/debug.ts", "record", 19);
  call4.session.extension(debugOutput).push({ text, location });
}
function print(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/debug.ts", "print", 24);
  const { target: target2 } = referenceOf(call4.args[0]);
  const options = { typeTag: true, canonicalize: false, singleLine: false, includeIntTypes: false };
  return whenReady(show(call4, target2, call4.typeArgs[0], options, true), (text) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/debug.ts", "print", 27);
    record2(call4, text, call4.frame(0));
    return void 0;
  });
}
var debugNatives = {
  "0x1::debug::print": print,
  "0x1::debug::print_stack_trace": () => (globalThis.__walk?.("packages/vm/src/natives/framework/debug.ts", "debugNatives", 36), void 0),
  // Called by the framework's own `print`, whose caller is the place to show.
  "0x1::debug::native_print": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/debug.ts", "debugNatives", 38);
    record2(call4, decodeUtf8(textBytesOf(call4.args[0])) ?? "", call4.frame(1));
    return void 0;
  },
  "0x1::debug::native_stack_trace": () => (globalThis.__walk?.("packages/vm/src/natives/framework/debug.ts", "debugNatives", 42), stringValue(""))
};

// packages/vm/src/natives/framework/function-info.ts
var invalidIdentifier = 1;
var invalidFunction = 2;
function identifierOf(bytes) {
  globalThis.__walk?.("packages/vm/src/natives/framework/function-info.ts", "identifierOf", 23);
  const text = decodeUtf8(bytes);
  return text !== void 0 && isIdentifier(text) ? text : void 0;
}
function functionInfoOf(call4, value) {
  globalThis.__walk?.("packages/vm/src/natives/framework/function-info.ts", "functionInfoOf", 29);
  const [address, module, name] = partsBehind(value);
  const fail2 = () => (globalThis.__walk?.("packages/vm/src/natives/framework/function-info.ts", "fail", 31), call4.abort(invalidIdentifier, "String is not a valid Move identifier"));
  return {
    address: addressOf(address),
    module: identifierOf(textBytesOf(module)) ?? fail2(),
    name: identifierOf(textBytesOf(name)) ?? fail2()
  };
}
function isSpecial(address) {
  globalThis.__walk?.("packages/vm/src/natives/framework/function-info.ts", "isSpecial", 40);
  return shortAddress(address).length === 3;
}
function isVisited(session2, { address, module }) {
  globalThis.__walk?.("packages/vm/src/natives/framework/function-info.ts", "isVisited", 45);
  const { rules } = session2.environment;
  const specialCounts = rules.accountAbstraction || rules.derivableAccountAbstraction;
  return specialCounts && isSpecial(address) || session2.isVisited(address, module);
}
function messageName({ address, module }) {
  globalThis.__walk?.("packages/vm/src/natives/framework/function-info.ts", "messageName", 52);
  return `${address.slice(2)}::${module}`;
}
function isDispatchable(from, to) {
  globalThis.__walk?.("packages/vm/src/natives/framework/function-info.ts", "isDispatchable", 57);
  return sameLists(to.typeParameters, from.typeParameters) && sameLists(to.results, from.results) && sameLists(to.params, from.params.slice(0, -1)) && to.visibility === "public" && !to.isNative && !(to.target.address === from.target.address && to.target.module === from.target.module);
}
function sameLists(a, b) {
  globalThis.__walk?.("packages/vm/src/natives/framework/function-info.ts", "sameLists", 68);
  return a.length === b.length && a.every((item, index) => (globalThis.__walk?.("packages/vm/src/natives/framework/function-info.ts", "sameLists", 69), item === b[index]));
}
function load4(call4, side, target2) {
  globalThis.__walk?.("packages/vm/src/natives/framework/function-info.ts", "load", 73);
  const fail2 = (error) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/function-info.ts", "fail", 74);
    if (!(error instanceof VmError)) throw error;
    return call4.abort(invalidFunction, `Cannot load ${side} function: ${messageName(target2)}::${target2.name}`);
  };
  try {
    const signature = call4.session.signature(target2.address, target2.module, target2.name);
    return signature instanceof Promise ? signature.catch(fail2) : signature;
  } catch (error) {
    return fail2(error);
  }
}
function checkCompatibility(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/function-info.ts", "checkCompatibility", 86);
  call4.charge("aptos_framework.function_info.check_dispatch_type_compatibility_impl.base");
  const right = functionInfoOf(call4, call4.args[1]);
  if (!isVisited(call4.session, right)) {
    return call4.abort(invalidFunction, `Module ${messageName(right)} is not loaded prior to native dispatch`);
  }
  return whenReady(load4(call4, "RHS", right), (to) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/function-info.ts", "checkCompatibility", 92);
    const left = functionInfoOf(call4, call4.args[0]);
    return whenReady(load4(call4, "LHS", left), (from) => {
      globalThis.__walk?.("packages/vm/src/natives/framework/function-info.ts", "checkCompatibility", 94);
      if (from.params.length === 0) {
        const name = `${messageName(left)}::${left.name}`;
        return call4.abort(invalidFunction, `Expected LHS function ${name} to have 1 or more parameters`);
      }
      return isDispatchable(from, to);
    });
  });
}
function loadFunction(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/function-info.ts", "loadFunction", 105);
  call4.charge("aptos_framework.function_info.load_function.base");
  const { address, module } = functionInfoOf(call4, call4.args[0]);
  return whenReady(call4.session.loadAhead(address, module), () => (globalThis.__walk?.("packages/vm/src/natives/framework/function-info.ts", "loadFunction", 108), void 0));
}
var functionInfoNatives = {
  "0x1::function_info::is_identifier": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/function-info.ts", "functionInfoNatives", 113);
    const bytes = bytesBehind(call4.args[0]);
    call4.charge("aptos_framework.function_info.is_identifier.base");
    call4.charge("aptos_framework.function_info.is_identifier.per_byte", bytes.length);
    return identifierOf(bytes) !== void 0;
  },
  "0x1::function_info::check_dispatch_type_compatibility_impl": checkCompatibility,
  "0x1::function_info::load_function_impl": loadFunction
};

// packages/vm/src/natives/framework/dispatch.ts
var notLoaded = 4;
function dispatch(price) {
  globalThis.__walk?.("packages/vm/src/natives/framework/dispatch.ts", "dispatch", 11);
  return (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/dispatch.ts", "dispatch", 12);
    const { session: session2, self } = call4;
    const info = functionInfoOf(call4, call4.args.at(-1));
    if (!isVisited(session2, info)) {
      return call4.abort(notLoaded, `Module ${messageName(info)} is not loaded prior to native dispatch`);
    }
    call4.charge(price);
    return whenReady(
      session2.signature(info.address, info.module, info.name),
      (to) => (globalThis.__walk?.("packages/vm/src/natives/framework/dispatch.ts", "dispatch", 19), whenReady(session2.signature(self.module.address, self.module.name, self.name), (from) => {
        globalThis.__walk?.("packages/vm/src/natives/framework/dispatch.ts", "dispatch", 20);
        if (!isDispatchable(from, to)) {
          const name = `${messageName(info)}::${info.name}`;
          throw new VmError("RUNTIME_DISPATCH_ERROR", `${name} does not fit ${self.name}`);
        }
        return new Dispatch({ ...info, typeArgs: call4.typeArgs }, call4.args.slice(0, -1));
      }))
    );
  };
}
var fungibleAsset = dispatch("aptos_framework.dispatchable_fungible_asset.dispatch.base");
var dispatchNatives = {
  "0x1::dispatchable_fungible_asset::dispatchable_withdraw": fungibleAsset,
  "0x1::dispatchable_fungible_asset::dispatchable_deposit": fungibleAsset,
  "0x1::dispatchable_fungible_asset::dispatchable_derived_balance": fungibleAsset,
  "0x1::dispatchable_fungible_asset::dispatchable_derived_supply": fungibleAsset,
  "0x1::account_abstraction::dispatchable_authenticate": dispatch(
    "aptos_framework.dispatchable_authenticate.dispatch.base"
  )
};

// packages/vm/src/natives/type-tag-limit.ts
var maxTagCost = 5e3;
var nodeCost = 100;
var addressLength2 = 32;
var costs = /* @__PURE__ */ new WeakMap();
function costOf(type) {
  globalThis.__walk?.("packages/vm/src/natives/type-tag-limit.ts", "costOf", 11);
  const known = costs.get(type);
  if (known !== void 0) return known;
  let cost = nodeCost;
  switch (type.kind) {
    case "Vector":
      cost += costOf(type.element);
      break;
    case "Reference":
      cost += costOf(type.target);
      break;
    case "Struct":
      cost += addressLength2 + type.module.length + type.name.length;
      for (const argument of type.typeArgs) cost += costOf(argument);
      break;
    case "Function":
      for (const part of [...type.args, ...type.results]) cost += costOf(part);
      break;
  }
  costs.set(type, cost);
  return cost;
}
function requireTag(type) {
  globalThis.__walk?.("packages/vm/src/natives/type-tag-limit.ts", "requireTag", 39);
  if (costOf(type) > maxTagCost)
    throw new VmError("TYPE_TAG_LIMIT_EXCEEDED", `${type.text.slice(0, 256)} is too large`);
}

// packages/vm/src/natives/framework/event.ts
var guidLength = 40;
function chargeMessage(call4, message, type) {
  globalThis.__walk?.("packages/vm/src/natives/framework/event.ts", "chargeMessage", 15);
  call4.charge("aptos_framework.event.write_to_event_store.base");
  const size = call4.session.sizeOf(message, type);
  call4.charge("aptos_framework.event.write_to_event_store.per_abstract_memory_unit", size);
  requireTag(type);
}
function serializeMessage(message, layout) {
  globalThis.__walk?.("packages/vm/src/natives/framework/event.ts", "serializeMessage", 22);
  try {
    return serializeValue(message, layout);
  } catch (error) {
    if (error instanceof VmError && error.status === "VALUE_SERIALIZATION_ERROR") {
      throw new VmError("UNKNOWN_INVARIANT_VIOLATION_ERROR", "an event cannot be serialized");
    }
    throw error;
  }
}
function writeToEventStore(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/event.ts", "writeToEventStore", 33);
  const { session: session2 } = call4;
  const type = call4.typeArgs[0];
  const message = call4.args[2];
  chargeMessage(call4, message, type);
  return whenReady(session2.layout(type), (layout) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/event.ts", "writeToEventStore", 38);
    const data = serializeMessage(message, layout);
    const guid = bytesOf(call4.args[0]);
    if (guid.length !== guidLength) throw new VmError("EVENT_KEY_MISMATCH", "the guid of an event is malformed");
    session2.emit({
      key: {
        creationNumber: littleEndian(guid.subarray(0, 8)),
        address: formatAddressLong(guid.slice(8))
      },
      sequenceNumber: BigInt(integerOf(call4.args[1])),
      type,
      data
    });
    return void 0;
  });
}
function writeModuleEvent(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/event.ts", "writeModuleEvent", 55);
  const { session: session2 } = call4;
  const type = call4.typeArgs[0];
  const message = call4.args[0];
  chargeMessage(call4, message, type);
  const emitter = call4.frame(1);
  if (emitter?.module === void 0) return call4.invariant("only modules emit events");
  const { address, name } = emitter.module;
  if (type.kind !== "Struct" || type.address !== address || type.module !== name) {
    throw new VmError("INTERNAL_TYPE_ERROR", "a module emits only events of its own");
  }
  return whenReady(session2.layout(type), (layout) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/event.ts", "writeModuleEvent", 67);
    session2.emit({ key: void 0, sequenceNumber: 0n, type, data: serializeMessage(message, layout) });
    return void 0;
  });
}
var eventNatives = {
  "0x1::event::write_to_event_store": writeToEventStore,
  "0x1::event::write_module_event_to_store": writeModuleEvent
};

// packages/vm/src/natives/framework/from-bcs.ts
var invalidBytes = 65537;
function fromBytes(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/from-bcs.ts", "fromBytes", 9);
  return whenReady(call4.session.layout(call4.typeArgs[0]), (layout) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/from-bcs.ts", "fromBytes", 10);
    const bytes = bytesOf(call4.args[0]);
    call4.charge("aptos_framework.util.from_bytes.base");
    call4.charge("aptos_framework.util.from_bytes.per_byte", bytes.length);
    if (call4.session.delayedFields?.mayHold(call4.typeArgs[0]) === true) return call4.abort(invalidBytes);
    return deserializeValue(bytes, layout, call4.session.types) ?? call4.abort(invalidBytes);
  });
}
var fromBcsNatives = {
  "0x1::from_bcs::from_bytes": fromBytes,
  "0x1::util::from_bytes": fromBytes
};

// packages/vm/src/natives/crypto/sip-hash.ts
function sipHash(bytes) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/sip-hash.ts", "sipHash", 10);
  const state2 = [1886610805, 1936682341, 1852075885, 1685025377, 1852142177, 1819895653, 2037671283, 1952801890];
  const whole = bytes.length & ~7;
  for (let at3 = 0; at3 < whole; at3 += 8) absorb(state2, word3(bytes, at3), word3(bytes, at3 + 4));
  const last = new Uint8Array(8);
  last.set(bytes.subarray(whole));
  last[7] = bytes.length;
  absorb(state2, word3(last, 0), word3(last, 4));
  state2[4] ^= 255;
  for (let round = 0; round < 4; round++) mix(state2);
  const low = state2[0] ^ state2[2] ^ state2[4] ^ state2[6];
  const high = state2[1] ^ state2[3] ^ state2[5] ^ state2[7];
  return BigInt(high >>> 0) << 32n | BigInt(low >>> 0);
}
function word3(bytes, at3) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/sip-hash.ts", "word", 26);
  return bytes[at3] | bytes[at3 + 1] << 8 | bytes[at3 + 2] << 16 | bytes[at3 + 3] << 24;
}
function absorb(state2, low, high) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/sip-hash.ts", "absorb", 30);
  state2[6] ^= low;
  state2[7] ^= high;
  mix(state2);
  mix(state2);
  state2[0] ^= low;
  state2[1] ^= high;
}
function mix(state2) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/sip-hash.ts", "mix", 40);
  add3(state2, 0, 2);
  add3(state2, 4, 6);
  rotate(state2, 2, 13);
  rotate(state2, 6, 16);
  xor(state2, 2, 0);
  xor(state2, 6, 4);
  rotate(state2, 0, 32);
  add3(state2, 4, 2);
  add3(state2, 0, 6);
  rotate(state2, 2, 17);
  rotate(state2, 6, 21);
  xor(state2, 2, 4);
  xor(state2, 6, 0);
  rotate(state2, 4, 32);
}
function add3(state2, target2, source) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/sip-hash.ts", "add", 59);
  const low = (state2[target2] >>> 0) + (state2[source] >>> 0);
  state2[target2] = low | 0;
  state2[target2 + 1] = state2[target2 + 1] + state2[source + 1] + (low > 4294967295 ? 1 : 0) | 0;
}
function xor(state2, target2, source) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/sip-hash.ts", "xor", 65);
  state2[target2] ^= state2[source];
  state2[target2 + 1] ^= state2[source + 1];
}
function rotate(state2, target2, bits2) {
  globalThis.__walk?.("packages/vm/src/natives/crypto/sip-hash.ts", "rotate", 70);
  const low = state2[target2];
  const high = state2[target2 + 1];
  if (bits2 === 32) {
    state2[target2] = high;
    state2[target2 + 1] = low;
    return;
  }
  state2[target2] = low << bits2 | high >>> 32 - bits2;
  state2[target2 + 1] = high << bits2 | low >>> 32 - bits2;
}

// packages/vm/src/natives/framework/hash.ts
var hashNatives = {
  "0x1::hash::sha2_256": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/hash.ts", "hashNatives", 12);
    const bytes = bytesOf(call4.args[0]);
    call4.charge("move_stdlib.hash.sha2_256.base");
    call4.charge("move_stdlib.hash.sha2_256.per_byte", bytes.length);
    return new ByteVector(sha256(bytes));
  },
  "0x1::hash::sha3_256": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/hash.ts", "hashNatives", 18);
    const bytes = bytesOf(call4.args[0]);
    call4.charge("move_stdlib.hash.sha3_256.base");
    call4.charge("move_stdlib.hash.sha3_256.per_byte", bytes.length);
    return new ByteVector(sha3_256(bytes).slice());
  },
  "0x1::aptos_hash::keccak256": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/hash.ts", "hashNatives", 24);
    const bytes = bytesOf(call4.args[0]);
    call4.charge("aptos_framework.hash.keccak256.base");
    call4.charge("aptos_framework.hash.keccak256.per_byte", bytes.length);
    return new ByteVector(keccak_256(bytes));
  },
  "0x1::aptos_hash::sip_hash": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/hash.ts", "hashNatives", 30);
    const bytes = bytesOf(call4.args[0]);
    call4.charge("aptos_framework.hash.sip_hash.base");
    call4.charge("aptos_framework.hash.sip_hash.per_byte", bytes.length);
    return integer(sipHash(bytes));
  }
};

// packages/vm/src/natives/framework/mem.ts
var memNatives = {
  "0x1::mem::swap": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/mem.ts", "memNatives", 6);
    call4.charge("move_stdlib.mem.swap.base");
    const left = referenceOf(call4.args[0]);
    const right = referenceOf(call4.args[1]);
    const value = left.target;
    left.write(right.target);
    right.write(value);
  }
};

// packages/vm/src/natives/framework/object.ts
var noResource = 11;
function existsAt(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/object.ts", "existsAt", 9);
  const { session: session2 } = call4;
  const type = call4.typeArgs[0];
  call4.charge("aptos_framework.object.exists_at.base");
  if (type.kind !== "Struct") {
    if (!session2.environment.rules.abortsWithoutResource) return call4.invariant(`${type.text} is not a resource`);
    return call4.abort(noResource, "object type argument must be a resource (struct) type");
  }
  return whenReady(session2.resource(addressOf(call4.args[0]), type), (cell) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/object.ts", "existsAt", 17);
    if (cell.unpaid) {
      cell.unpaid = false;
      call4.charge("aptos_framework.object.exists_at.per_item_loaded");
      call4.charge("aptos_framework.object.exists_at.per_byte_loaded", cell.loadedBytes);
    }
    return cell.exists;
  });
}
var objectNatives = {
  "0x1::object::exists_at": existsAt,
  "0x1::object::create_user_derived_object_address_impl": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/object.ts", "objectNatives", 30);
    call4.charge("aptos_framework.object.user_derived_address.base");
    const source = parseAddress(addressOf(call4.args[0]));
    const derivedFrom = parseAddress(addressOf(call4.args[1]));
    return formatAddressLong(derivedObjectAddress(source, derivedFrom));
  }
};

// packages/vm/src/natives/framework/randomness.ts
var biasable = 1;
var drawn = { name: "randomness", create: () => (globalThis.__walk?.("packages/vm/src/natives/framework/randomness.ts", "create", 9), { count: 0n }) };
function countDraw({ session: session2 }) {
  globalThis.__walk?.("packages/vm/src/natives/framework/randomness.ts", "countDraw", 12);
  return new ByteVector(toLittleEndian(session2.extension(drawn).count++, 8));
}
var randomnessNatives = {
  "0x1::randomness::fetch_and_increment_txn_counter": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/randomness.ts", "randomnessNatives", 18);
    call4.charge("aptos_framework.randomness.fetch_and_inc_counter");
    if (!call4.session.unbiasable) return call4.abort(biasable);
    return countDraw(call4);
  },
  // How one early network had it: without a price, and for all callers.
  "0x1::randomness::get_and_add_txn_local_state": countDraw,
  "0x1::randomness::is_unbiasable": (call4) => (globalThis.__walk?.("packages/vm/src/natives/framework/randomness.ts", "randomnessNatives", 25), call4.session.unbiasable)
};

// packages/vm/src/natives/framework/reflect.ts
var ok = 0;
var err = 1;
var errors = {
  invalidIdentifier: 0,
  functionNotFound: 1,
  functionNotAccessible: 2,
  incompatibleType: 3,
  notInstantiated: 4
};
function failed(error) {
  globalThis.__walk?.("packages/vm/src/natives/framework/reflect.ts", "failed", 24);
  return [err, [errors[error]]];
}
var publicFunctionAbilities = abilitySet(["copy", "drop", "store"]);
function isSubset(part, whole) {
  globalThis.__walk?.("packages/vm/src/natives/framework/reflect.ts", "isSubset", 31);
  return (part & ~whole) === 0;
}
function infer(declared, actual, typeArgs) {
  globalThis.__walk?.("packages/vm/src/natives/framework/reflect.ts", "infer", 36);
  if (declared.kind === "TypeParameter") {
    typeArgs[declared.index] ??= actual;
    return typeArgs[declared.index] === actual;
  }
  if (!declared.generic) return declared === actual;
  switch (declared.kind) {
    case "Vector":
      return actual.kind === "Vector" && infer(declared.element, actual.element, typeArgs);
    case "Reference":
      return actual.kind === "Reference" && actual.mutable === declared.mutable && infer(declared.target, actual.target, typeArgs);
    case "Struct":
      return actual.kind === "Struct" && actual.name === declared.name && actual.module === declared.module && actual.address === declared.address && inferAll(declared.typeArgs, actual.typeArgs, typeArgs);
    case "Function":
      return actual.kind === "Function" && actual.abilities === declared.abilities && inferAll(declared.args, actual.args, typeArgs) && inferAll(declared.results, actual.results, typeArgs);
    default:
      return false;
  }
}
function inferAll(declared, actual, typeArgs) {
  globalThis.__walk?.("packages/vm/src/natives/framework/reflect.ts", "inferAll", 71);
  return declared.length === actual.length && declared.every((type, index) => (globalThis.__walk?.("packages/vm/src/natives/framework/reflect.ts", "inferAll", 72), infer(type, actual[index], typeArgs)));
}
function resolve(call4, signature, wanted) {
  globalThis.__walk?.("packages/vm/src/natives/framework/reflect.ts", "resolve", 76);
  if (signature.visibility !== "public") return failed("functionNotAccessible");
  if (!isSubset(wanted.abilities, publicFunctionAbilities)) return failed("incompatibleType");
  const { typeParameters, params, results, target: target2 } = signature;
  const typeArgs = typeParameters.map(() => (globalThis.__walk?.("packages/vm/src/natives/framework/reflect.ts", "typeArgs", 80), void 0));
  if (!inferAll(params, wanted.args, typeArgs) || !inferAll(results, wanted.results, typeArgs)) {
    return failed("incompatibleType");
  }
  const known = typeArgs.filter((type) => (globalThis.__walk?.("packages/vm/src/natives/framework/reflect.ts", "known", 84), type !== void 0));
  if (known.length < typeArgs.length) return failed("notInstantiated");
  return whenReady(
    satisfies(call4, known, typeParameters),
    (fits) => (globalThis.__walk?.("packages/vm/src/natives/framework/reflect.ts", "resolve", 86), fits ? [ok, new Closure({ ...target2, typeArgs: known }, 0n, [], [], [])] : failed("incompatibleType"))
  );
}
function satisfies(call4, types, constraints) {
  globalThis.__walk?.("packages/vm/src/natives/framework/reflect.ts", "satisfies", 92);
  let fits = true;
  for (const [index, type] of types.entries()) {
    if (constraints[index] === 0) continue;
    fits = whenReady(
      fits,
      (before) => (globalThis.__walk?.("packages/vm/src/natives/framework/reflect.ts", "satisfies", 96), before ? whenReady(call4.session.abilitiesOf(type), (has) => (globalThis.__walk?.("packages/vm/src/natives/framework/reflect.ts", "satisfies", 97), isSubset(constraints[index], has))) : false)
    );
  }
  return fits;
}
function find2(call4, { address, module, name }) {
  globalThis.__walk?.("packages/vm/src/natives/framework/reflect.ts", "find", 104);
  const pass = (error) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/reflect.ts", "pass", 105);
    if (error instanceof VmError && (error.status === "LINKER_ERROR" || error.status === "FUNCTION_RESOLUTION_FAILURE")) {
      return void 0;
    }
    throw error;
  };
  try {
    const signature = call4.session.signature(address, module, name);
    return signature instanceof Promise ? signature.catch(pass) : signature;
  } catch (error) {
    return pass(error);
  }
}
function nativeResolve(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/reflect.ts", "nativeResolve", 122);
  call4.charge("aptos_framework.reflect.resolve_base");
  const address = addressOf(call4.args[0]);
  const module = identifierOf(bytesOf(partsBehind(call4.args[1])[0]));
  const name = identifierOf(bytesOf(partsBehind(call4.args[2])[0]));
  if (module === void 0 || name === void 0) return failed("invalidIdentifier");
  return whenReady(find2(call4, { address, module, name }), (signature) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/reflect.ts", "nativeResolve", 128);
    if (signature === void 0) return failed("functionNotFound");
    const wanted = call4.typeArgs[0];
    return wanted.kind === "Function" ? resolve(call4, signature, wanted) : failed("incompatibleType");
  });
}
var reflectNatives = {
  "0x1::reflect::native_resolve": nativeResolve
};

// packages/vm/src/natives/framework/signer.ts
var masterAddress = 1;
var permissionAddress = 2;
var permissioned = 1;
var notPermissioned = 3;
var permissionedSignersOff = 9;
var wrongLength = 2;
function createSigner(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/signer.ts", "createSigner", 18);
  call4.charge("aptos_framework.account.create_signer.base");
  return signerValue(addressOf(call4.args[0]));
}
function createAddress(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/signer.ts", "createAddress", 23);
  call4.charge("aptos_framework.account.create_address.base");
  const bytes = bytesOf(call4.args[0]);
  return bytes.length === 32 ? formatAddressLong(bytes) : call4.abort(wrongLength);
}
function borrowAddress(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/signer.ts", "borrowAddress", 29);
  const signer = partsBehind(call4.args[0]);
  if (signer[0] === permissioned) requirePermissionedSigners(call4);
  call4.charge("move_stdlib.signer.borrow_address.base");
  return new Reference(signer, masterAddress, referenceOf(call4.args[0]).origin);
}
function requirePermissionedSigners(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/signer.ts", "requirePermissionedSigners", 36);
  if (!call4.session.environment.rules.permissionedSigner) call4.abort(permissionedSignersOff);
}
var signerNatives = {
  "0x1::signer::borrow_address": borrowAddress,
  "0x1::create_signer::create_signer": createSigner,
  "0x1::account::create_signer": createSigner,
  "0x1::genesis::create_signer": createSigner,
  "0x1::account::create_address": createAddress,
  "0x1::permissioned_signer::is_permissioned_signer_impl": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/signer.ts", "signerNatives", 47);
    requirePermissionedSigners(call4);
    call4.charge("aptos_framework.permissioned_signer.is_permissioned_signer.base");
    return partsBehind(call4.args[0])[0] === permissioned;
  },
  "0x1::permissioned_signer::permission_address": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/signer.ts", "signerNatives", 52);
    requirePermissionedSigners(call4);
    call4.charge("aptos_framework.permissioned_signer.permission_address.base");
    const signer = partsBehind(call4.args[0]);
    return signer[0] === permissioned ? signer[permissionAddress] : call4.abort(notPermissioned);
  },
  "0x1::permissioned_signer::signer_from_permissioned_handle_impl": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/signer.ts", "signerNatives", 58);
    requirePermissionedSigners(call4);
    call4.charge("aptos_framework.permissioned_signer.signer_from_permissioned_handle.base");
    return [permissioned, addressOf(call4.args[0]), addressOf(call4.args[1])];
  }
};

// packages/vm/src/natives/framework/state-storage.ts
var stateStorageNatives = {
  "0x1::state_storage::get_state_storage_usage_only_at_epoch_beginning": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/state-storage.ts", "stateStorageNatives", 7);
    call4.charge("aptos_framework.state_storage.get_usage.base");
    const usage = call4.session.context.storageUsage;
    if (usage === void 0) {
      throw new HostError("unsupported", "storage usage", "the session does not know how much state is stored");
    }
    return [integer(usage.items), integer(usage.bytes)];
  }
};

// packages/vm/src/natives/framework/storage-slot.ts
var notFound = 2;
function borrow2(call4, name) {
  globalThis.__walk?.("packages/vm/src/natives/framework/storage-slot.ts", "borrow", 8);
  call4.charge(`aptos_framework.storage_slot.${name}.base`);
  const address = addressOf(partsBehind(call4.args[0])[0]);
  const type = call4.typeArgs[1];
  if (type.kind !== "Struct") return call4.invariant(`${type.text} is not a resource`);
  return whenReady(call4.session.resource(address, type), (cell) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/storage-slot.ts", "borrow", 13);
    if (!cell.exists) return call4.abort(notFound, `StorageSlotResource at address ${address.slice(2)} not found`);
    if (cell.unpaid) {
      cell.unpaid = false;
      call4.charge(`aptos_framework.storage_slot.${name}.per_byte_loaded`, cell.loadedBytes);
    }
    return cell.borrow();
  });
}
var storageSlotNatives = {
  "0x1::storage_slot::borrow_storage_slot_resource": (call4) => (globalThis.__walk?.("packages/vm/src/natives/framework/storage-slot.ts", "storageSlotNatives", 25), borrow2(call4, "borrow")),
  "0x1::storage_slot::borrow_storage_slot_resource_mut": (call4) => (globalThis.__walk?.("packages/vm/src/natives/framework/storage-slot.ts", "storageSlotNatives", 26), borrow2(call4, "borrow_mut"))
};

// packages/vm/src/natives/framework/string.ts
var invalidRange = 1;
function checkUtf8(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/string.ts", "checkUtf8", 9);
  const bytes = bytesBehind(call4.args[0]);
  call4.charge("move_stdlib.string.check_utf8.base");
  call4.charge("move_stdlib.string.check_utf8.per_byte", bytes.length);
  return isUtf8(bytes, 0, bytes.length);
}
function isCharBoundary(bytes, index) {
  globalThis.__walk?.("packages/vm/src/natives/framework/string.ts", "isCharBoundary", 17);
  if (index === 0 || index === bytes.length) return true;
  const byte = bytes[Number(index)];
  return byte !== void 0 && (byte & 192) !== 128;
}
function subString(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/string.ts", "subString", 23);
  const bytes = bytesBehind(call4.args[0]);
  const start = integerOf(call4.args[1]);
  const end = integerOf(call4.args[2]);
  call4.charge("move_stdlib.string.sub_string.base");
  if (end < start) return call4.abort(invalidRange);
  call4.charge("move_stdlib.string.sub_string.per_byte", Number(end) - Number(start));
  if (!isCharBoundary(bytes, start) || !isCharBoundary(bytes, end)) return call4.invariant("the range cuts a character");
  return new ByteVector(bytes.slice(Number(start), Number(end)));
}
function indexOf(text, pattern) {
  globalThis.__walk?.("packages/vm/src/natives/framework/string.ts", "indexOf", 36);
  if (pattern.length === 0) return 0;
  const last = text.length - pattern.length;
  for (let start = text.indexOf(pattern[0]); start !== -1 && start <= last; start = text.indexOf(pattern[0], start + 1)) {
    let length = 1;
    while (length < pattern.length && text[start + length] === pattern[length]) length++;
    if (length === pattern.length) return start;
  }
  return text.length;
}
var stringNatives = {
  "0x1::string::internal_check_utf8": checkUtf8,
  "0x1::string::internal_is_char_boundary": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/string.ts", "stringNatives", 54);
    call4.charge("move_stdlib.string.is_char_boundary.base");
    return isCharBoundary(bytesBehind(call4.args[0]), integerOf(call4.args[1]));
  },
  "0x1::string::internal_sub_string": subString,
  "0x1::string::internal_index_of": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/string.ts", "stringNatives", 59);
    const text = bytesBehind(call4.args[0]);
    const pattern = bytesBehind(call4.args[1]);
    call4.charge("move_stdlib.string.index_of.base");
    call4.charge("move_stdlib.string.index_of.per_byte_pattern", pattern.length);
    const index = indexOf(text, pattern);
    call4.charge("move_stdlib.string.index_of.per_byte_searched", index);
    return index;
  }
};

// packages/vm/src/natives/framework/table.ts
var alreadyExists = 25607;
var notFound2 = 25863;
function layouts(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/table.ts", "layouts", 19);
  const { session: session2, typeArgs } = call4;
  return whenReady(session2.layout(typeArgs[0]), (key3) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/table.ts", "layouts", 21);
    if (session2.delayedFields?.mayHold(typeArgs[0]) === true) throw unusableKey();
    return whenReady(session2.layout(typeArgs[2]), (box) => (globalThis.__walk?.("packages/vm/src/natives/framework/table.ts", "layouts", 23), [key3, box]));
  });
}
function unusableKey() {
  globalThis.__walk?.("packages/vm/src/natives/framework/table.ts", "unusableKey", 27);
  return new VmError("VM_EXTENSION_ERROR", "the key of a table cannot be serialized");
}
function keyBytes(key3, layout) {
  globalThis.__walk?.("packages/vm/src/natives/framework/table.ts", "keyBytes", 31);
  try {
    return serializeValue(key3, layout);
  } catch (error) {
    if (error instanceof VmError && error.status === "VALUE_SERIALIZATION_ERROR") {
      throw unusableKey();
    }
    throw error;
  }
}
function chargeLoad(call4, cell, isFirst) {
  globalThis.__walk?.("packages/vm/src/natives/framework/table.ts", "chargeLoad", 43);
  call4.charge("table.common.load.base");
  if (!isFirst) return;
  call4.charge("table.common.load.base_new");
  if (!cell.stored) {
    call4.charge("table.common.load.failure");
    return;
  }
  const { io } = call4.session.environment.gas;
  call4.charge("table.common.load.per_byte", io.tableBytes(cell.loadedBytes));
}
function memoryOf(call4, cell, isFirst) {
  globalThis.__walk?.("packages/vm/src/natives/framework/table.ts", "memoryOf", 56);
  const { meter, environment } = call4.session;
  const { rules } = environment;
  if (meter.memory === Number.POSITIVE_INFINITY || !cell.exists || !rules.fixMemoryUsageTracking) return 0;
  if (!isFirst && rules.fixTableNativesMemoryDoubleCounting) return 0;
  return call4.session.sizeOf(cell.slot[0], call4.typeArgs[2]) - call4.price("misc.abs_val.struct");
}
function withItem(call4, operation, act) {
  globalThis.__walk?.("packages/vm/src/natives/framework/table.ts", "withItem", 65);
  const prefix = `table.${operation}`;
  call4.charge(`${prefix}.base`);
  const handle = addressOf(partsBehind(call4.args[0])[0]);
  return whenReady(layouts(call4), ([keyLayout, boxLayout]) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/table.ts", "withItem", 73);
    const key3 = keyBytes(call4.args[1], keyLayout);
    return whenReady(call4.session.tableItem(handle, key3, boxLayout), (cell) => {
      globalThis.__walk?.("packages/vm/src/natives/framework/table.ts", "withItem", 75);
      const isFirst = cell.unpaid;
      cell.unpaid = false;
      const memory = memoryOf(call4, cell, isFirst);
      const finish = act(cell);
      call4.charge(`${prefix}.per_byte_serialized`, key3.length);
      call4.useMemory(memory);
      chargeLoad(call4, cell, isFirst);
      return finish();
    });
  });
}
function add4(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/table.ts", "add", 88);
  return withItem(call4, "add_box", (cell) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/table.ts", "add", 89);
    if (cell.exists) return () => (globalThis.__walk?.("packages/vm/src/natives/framework/table.ts", "add", 90), call4.abort(alreadyExists));
    cell.put(call4.args[2]);
    return () => (globalThis.__walk?.("packages/vm/src/natives/framework/table.ts", "add", 92), void 0);
  });
}
function borrow3(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/table.ts", "borrow", 96);
  return withItem(call4, "borrow_box", (cell) => (globalThis.__walk?.("packages/vm/src/natives/framework/table.ts", "borrow", 97), (() => (globalThis.__walk?.("packages/vm/src/natives/framework/table.ts", "borrow", 97), cell.exists ? cell.borrow() : call4.abort(notFound2)))));
}
function remove(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/table.ts", "remove", 100);
  return withItem(call4, "remove_box", (cell) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/table.ts", "remove", 101);
    if (!cell.exists) return () => (globalThis.__walk?.("packages/vm/src/natives/framework/table.ts", "remove", 102), call4.abort(notFound2));
    const value = cell.take();
    return () => (globalThis.__walk?.("packages/vm/src/natives/framework/table.ts", "remove", 104), value);
  });
}
var tableNatives = {
  "0x1::table::new_table_handle": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/table.ts", "tableNatives", 110);
    call4.charge("table.new_table_handle.base");
    const [key3, value] = call4.typeArgs;
    requireTag(key3);
    requireTag(value);
    return call4.session.createTable(key3, value);
  },
  "0x1::table::add_box": add4,
  "0x1::table::borrow_box": borrow3,
  "0x1::table::borrow_box_mut": borrow3,
  "0x1::table::remove_box": remove,
  "0x1::table::contains_box": (call4) => (globalThis.__walk?.("packages/vm/src/natives/framework/table.ts", "tableNatives", 121), withItem(call4, "contains_box", (cell) => (globalThis.__walk?.("packages/vm/src/natives/framework/table.ts", "tableNatives", 121), (() => (globalThis.__walk?.("packages/vm/src/natives/framework/table.ts", "tableNatives", 121), cell.exists))))),
  "0x1::table::destroy_empty_box": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/table.ts", "tableNatives", 122);
    call4.charge("table.destroy_empty_box.base");
    return whenReady(layouts(call4), () => (globalThis.__walk?.("packages/vm/src/natives/framework/table.ts", "tableNatives", 124), void 0));
  },
  "0x1::table::drop_unchecked_box": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/table.ts", "tableNatives", 126);
    call4.charge("table.drop_unchecked_box.base");
    return void 0;
  }
};

// packages/vm/src/natives/framework/transaction-context.ts
var notAvailable = 196609;
var counterOverflow = 196610;
var noIndex = 196613;
var maxCounter = 65535;
var addressLength3 = 32;
var counters = {
  name: "transaction context",
  create: () => (globalThis.__walk?.("packages/vm/src/natives/framework/transaction-context.ts", "create", 22), { uniqueAddresses: 0n, increasing: 0 })
};
function userOf(call4, what) {
  globalThis.__walk?.("packages/vm/src/natives/framework/transaction-context.ts", "userOf", 26);
  const { user } = call4.session.context;
  return user ?? call4.abort(notAvailable, `Transaction context is not available (${what} during transaction execution)`);
}
function userNative(price, what, read3) {
  globalThis.__walk?.("packages/vm/src/natives/framework/transaction-context.ts", "userNative", 35);
  return (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/transaction-context.ts", "userNative", 36);
    call4.charge(`aptos_framework.transaction_context.${price}.base`);
    return read3(userOf(call4, `${what} can only be accessed`));
  };
}
function generateUniqueAddress(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/transaction-context.ts", "generateUniqueAddress", 42);
  call4.charge("aptos_framework.transaction_context.generate_unique_address.base");
  const counted = call4.session.extension(counters);
  counted.uniqueAddresses += 1n;
  return formatAddressLong(
    uniqueAddress(call4.session.context.sessionHash, counted.uniqueAddresses)
  );
}
function nextCounter(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/transaction-context.ts", "nextCounter", 52);
  call4.charge("aptos_framework.transaction_context.monotonically_increasing_counter.base");
  const counted = call4.session.extension(counters);
  if (counted.increasing === maxCounter) {
    const message = "Monotonically increasing counter has reached maximum value (too many calls in this session)";
    return call4.abort(counterOverflow, message);
  }
  counted.increasing += 1;
  return counted.increasing;
}
function monotonicallyIncreasingCounter(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/transaction-context.ts", "monotonicallyIncreasingCounter", 64);
  const counter = nextCounter(call4);
  const { transactionIndex, simulated } = userOf(call4, "must be called");
  if (transactionIndex === void 0) {
    return call4.abort(noIndex, "Transaction index is not available in this execution context");
  }
  const kind = simulated ? 1n : 0n;
  const timestamp = BigInt(integerOf(call4.args[0]));
  const session2 = BigInt(call4.session.context.sessionNumber);
  return integer(
    kind << 120n | timestamp << 56n | BigInt(transactionIndex) << 24n | session2 << 16n | BigInt(counter)
  );
}
function secondarySigners(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/transaction-context.ts", "secondarySigners", 78);
  call4.charge("aptos_framework.transaction_context.secondary_signers.base");
  const signers = userOf(call4, "secondary signers can only be accessed").secondarySigners;
  call4.charge("aptos_framework.transaction_context.secondary_signers.per_signer", signers.length);
  return [...signers];
}
function payloadLength({ module, name, typeArgs, args }) {
  globalThis.__walk?.("packages/vm/src/natives/framework/transaction-context.ts", "payloadLength", 86);
  const texts = [module, name, ...typeArgs].reduce((sum2, text) => (globalThis.__walk?.("packages/vm/src/natives/framework/transaction-context.ts", "texts", 87), sum2 + text.length), 0);
  return addressLength3 + texts + args.reduce((sum2, bytes) => (globalThis.__walk?.("packages/vm/src/natives/framework/transaction-context.ts", "payloadLength", 88), sum2 + bytes.length), 0);
}
function payloadValue({ address, module, name, typeArgs, args }) {
  globalThis.__walk?.("packages/vm/src/natives/framework/transaction-context.ts", "payloadValue", 91);
  return [
    address,
    stringValue(module),
    stringValue(name),
    typeArgs.map((text) => (globalThis.__walk?.("packages/vm/src/natives/framework/transaction-context.ts", "payloadValue", 96), stringValue(text))),
    args.map((bytes) => (globalThis.__walk?.("packages/vm/src/natives/framework/transaction-context.ts", "payloadValue", 97), new ByteVector(bytes.slice())))
  ];
}
function entryFunctionPayload(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/transaction-context.ts", "entryFunctionPayload", 101);
  call4.charge("aptos_framework.transaction_context.entry_function_payload.base");
  const payload = userOf(call4, "entry function payload can only be accessed").entryFunction;
  if (payload === void 0) return optionValue(call4, void 0);
  const price = "aptos_framework.transaction_context.entry_function_payload.per_abstract_memory_unit";
  call4.charge(price, payloadLength(payload));
  return optionValue(call4, payloadValue(payload));
}
function multisigPayload(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/transaction-context.ts", "multisigPayload", 110);
  call4.charge("aptos_framework.transaction_context.multisig_payload.base");
  const payload = userOf(call4, "multisig payload can only be accessed").multisig;
  if (payload === void 0) return optionValue(call4, void 0);
  const { address, entryFunction } = payload;
  if (entryFunction !== void 0) {
    const price = "aptos_framework.transaction_context.multisig_payload.per_abstract_memory_unit";
    call4.charge(price, payloadLength(entryFunction));
  }
  const inner = optionValue(call4, entryFunction && payloadValue(entryFunction));
  return optionValue(call4, [address, inner]);
}
var transactionContextNatives = {
  // What the name calls the transaction's hash is the session's.
  "0x1::transaction_context::get_txn_hash": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/transaction-context.ts", "transactionContextNatives", 126);
    call4.charge("aptos_framework.transaction_context.get_txn_hash.base");
    return new ByteVector(call4.session.context.sessionHash.slice());
  },
  "0x1::transaction_context::get_script_hash": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/transaction-context.ts", "transactionContextNatives", 130);
    call4.charge("aptos_framework.transaction_context.get_script_hash.base");
    return new ByteVector(call4.session.context.scriptHash.slice());
  },
  "0x1::transaction_context::generate_unique_address": generateUniqueAddress,
  "0x1::transaction_context::monotonically_increasing_counter_internal": monotonicallyIncreasingCounter,
  "0x1::transaction_context::monotonically_increasing_counter_internal_for_test_only": nextCounter,
  "0x1::transaction_context::sender_internal": userNative("sender", "sender information", ({ sender }) => (globalThis.__walk?.("packages/vm/src/natives/framework/transaction-context.ts", "transactionContextNatives", 137), sender)),
  "0x1::transaction_context::secondary_signers_internal": secondarySigners,
  "0x1::transaction_context::gas_payer_internal": userNative(
    "fee_payer",
    "gas payer information",
    ({ gasPayer }) => (globalThis.__walk?.("packages/vm/src/natives/framework/transaction-context.ts", "transactionContextNatives", 142), gasPayer)
  ),
  "0x1::transaction_context::max_gas_amount_internal": userNative(
    "max_gas_amount",
    "max gas amount",
    ({ maxGasAmount }) => (globalThis.__walk?.("packages/vm/src/natives/framework/transaction-context.ts", "transactionContextNatives", 147), integer(maxGasAmount))
  ),
  "0x1::transaction_context::gas_unit_price_internal": userNative(
    "gas_unit_price",
    "gas unit price",
    ({ gasUnitPrice }) => (globalThis.__walk?.("packages/vm/src/natives/framework/transaction-context.ts", "transactionContextNatives", 152), integer(gasUnitPrice))
  ),
  "0x1::transaction_context::chain_id_internal": userNative("chain_id", "chain ID", ({ chainId }) => (globalThis.__walk?.("packages/vm/src/natives/framework/transaction-context.ts", "transactionContextNatives", 154), chainId)),
  "0x1::transaction_context::is_encrypted_txn_internal": userNative(
    "is_encrypted_txn",
    "is_encrypted_txn",
    ({ encrypted }) => (globalThis.__walk?.("packages/vm/src/natives/framework/transaction-context.ts", "transactionContextNatives", 158), encrypted)
  ),
  "0x1::transaction_context::entry_function_payload_internal": entryFunctionPayload,
  "0x1::transaction_context::multisig_payload_internal": multisigPayload
};

// packages/vm/src/natives/framework/type-info.ts
var noStruct = 1;
function typeOf(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/type-info.ts", "typeOf", 11);
  call4.charge("aptos_framework.type_info.type_of.base");
  const type = call4.typeArgs[0];
  requireTag(type);
  call4.charge("aptos_framework.type_info.type_of.per_abstract_memory_unit", type.text.length);
  if (type.kind !== "Struct") return call4.abort(noStruct, `Expected a struct type, found: ${type.text}`);
  const typeArgs = type.typeArgs.length === 0 ? "" : `<${type.typeArgs.map(({ text }) => (globalThis.__walk?.("packages/vm/src/natives/framework/type-info.ts", "typeArgs", 17), text)).join(", ")}>`;
  return [
    type.address,
    new ByteVector(utf8Encoder.encode(type.module)),
    new ByteVector(utf8Encoder.encode(`${type.name}${typeArgs}`))
  ];
}
var typeInfoNatives = {
  "0x1::type_info::type_of": typeOf,
  "0x1::type_info::type_name": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/type-info.ts", "typeInfoNatives", 28);
    call4.charge("aptos_framework.type_info.type_name.base");
    const type = call4.typeArgs[0];
    requireTag(type);
    call4.charge("aptos_framework.type_info.type_name.per_abstract_memory_unit", type.text.length);
    return stringValue(type.text);
  },
  "0x1::type_info::chain_id_internal": (call4) => {
    globalThis.__walk?.("packages/vm/src/natives/framework/type-info.ts", "typeInfoNatives", 35);
    call4.charge("aptos_framework.type_info.chain_id.base");
    return call4.session.environment.chainId;
  }
};

// packages/vm/src/natives/framework/vector.ts
var outOfBounds = 1;
function lengthOf2(vector2) {
  globalThis.__walk?.("packages/vm/src/natives/framework/vector.ts", "lengthOf", 10);
  return vector2 instanceof ByteVector ? vector2.length : partsOf(vector2).length;
}
function moveRange(call4) {
  globalThis.__walk?.("packages/vm/src/natives/framework/vector.ts", "moveRange", 14);
  call4.charge("move_stdlib.vector.move_range.base");
  const from = referenceOf(call4.args[0]);
  const to = referenceOf(call4.args[3]);
  const source = from.target;
  const destination = to.target;
  const sourceLength = lengthOf2(source);
  const destinationLength = lengthOf2(destination);
  const removal = integerOf(call4.args[1]);
  const length = integerOf(call4.args[2]);
  const insertion = integerOf(call4.args[4]);
  if (BigInt(removal) + BigInt(length) > sourceLength || insertion > destinationLength) return call4.abort(outOfBounds);
  const start = Number(removal);
  const count = Number(length);
  const at3 = Number(insertion);
  call4.charge("move_stdlib.vector.move_range.per_index_moved", sourceLength - start + (destinationLength - at3) + count);
  if (source === destination)
    throw new VmError("UNKNOWN_INVARIANT_VIOLATION_ERROR", "a vector cannot be moved into itself");
  if (source instanceof ByteVector && destination instanceof ByteVector) {
    moveBytes(source, start, count, destination, at3);
  } else {
    insertItems(partsOf(destination), at3, partsOf(source).splice(start, count));
  }
  from.write(source);
  to.write(destination);
}
function moveBytes(source, start, count, destination, at3) {
  globalThis.__walk?.("packages/vm/src/natives/framework/vector.ts", "moveBytes", 41);
  const grown = new Uint8Array(destination.length + count);
  grown.set(destination.bytes.subarray(0, at3));
  grown.set(source.bytes.subarray(start, start + count), at3);
  grown.set(destination.bytes.subarray(at3), at3 + count);
  source.data.copyWithin(start, start + count, source.length);
  source.length -= count;
  destination.data = grown;
  destination.length = grown.length;
}
function insertItems(list, at3, items) {
  globalThis.__walk?.("packages/vm/src/natives/framework/vector.ts", "insertItems", 53);
  const tail = list.length - at3;
  list.length += items.length;
  list.copyWithin(at3 + items.length, at3, at3 + tail);
  for (let index = 0; index < items.length; index++) list[at3 + index] = items[index];
}
var vectorNatives = {
  "0x1::vector::move_range": moveRange
};

// packages/vm/src/natives/unsupported-natives.ts
var functions = {
  // Newer than the published rules.
  "0x7::native_position": ["native_set_position", "native_delete_position"]
};
var unsupportedNatives = Object.entries(functions).flatMap(
  ([module, names2]) => (globalThis.__walk?.("packages/vm/src/natives/unsupported-natives.ts", "unsupportedNatives", 13), names2.map((name) => (globalThis.__walk?.("packages/vm/src/natives/unsupported-natives.ts", "unsupportedNatives", 14), `${module}::${name}`)))
);
var refusingNatives = Object.fromEntries(
  unsupportedNatives.map((name) => (globalThis.__walk?.("packages/vm/src/natives/unsupported-natives.ts", "refusingNatives", 19), [
    name,
    () => {
      globalThis.__walk?.("packages/vm/src/natives/unsupported-natives.ts", "refusingNatives", 21);
      throw new HostError("native_not_implemented", name, `the native function ${name} is not implemented`);
    }
  ]))
);

// packages/vm/src/natives/index.ts
var frameworkNatives = new Map(
  [
    aggregatorNatives,
    aggregatorV2Natives,
    bcsNatives,
    cmpNatives,
    codeNatives,
    consensusConfigNatives,
    debugNatives,
    dispatchNatives,
    eventNatives,
    fromBcsNatives,
    functionInfoNatives,
    hashNatives,
    memNatives,
    objectNatives,
    randomnessNatives,
    reflectNatives,
    signerNatives,
    stateStorageNatives,
    storageSlotNatives,
    stringNatives,
    stringUtilsNatives,
    tableNatives,
    transactionContextNatives,
    typeInfoNatives,
    vectorNatives,
    ...cryptoFamilies.map(({ natives }) => (globalThis.__walk?.("packages/vm/src/natives/index.ts", "frameworkNatives", 66), natives)),
    refusingNatives
  ].flatMap((group2) => (globalThis.__walk?.("packages/vm/src/natives/index.ts", "frameworkNatives", 68), Object.entries(group2)))
);

// tooling/vectors/src/files.ts
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
var committed = new URL("../data/", import.meta.url);
var shared = new URL("../../../../shared/vectors/", import.meta.url);
var unpacked = fileURLToPath(new URL("../node_modules/.cache/unpacked/", import.meta.url));
var allVectorsAvailable = existsSync(shared);
function hasVector(path) {
  return findVector(path) !== void 0;
}
function readVectorBytes(path) {
  const found = expectVector(path);
  const bytes = readFileSync(found);
  return new Uint8Array(found.endsWith(".gz") && !path.endsWith(".gz") ? gunzipSync(bytes) : bytes);
}
function findVector(path) {
  const places = [new URL(path, shared), new URL(path, committed), new URL(`${path}.gz`, committed)];
  return places.map((url) => fileURLToPath(url)).find((place) => existsSync(place));
}
function expectVector(path) {
  const found = findVector(path);
  if (found === void 0) throw new Error(`the vector file ${path} is not here`);
  return found;
}

// tooling/vectors/src/index.ts
var newestNetwork = hasVector("genesis/devnet.genesis.blob") ? "devnet" : "devnet-2025-11";
var laterRequests = new Set(
  newestNetwork === "devnet" ? [] : [58, 116, 138, 141, 147, 189, 194].map((number) => `aptos-a1-${number}`)
);

// packages/vm/test/support/genesis.ts
function genesisState(network) {
  const { writes } = deriveGenesis(readVectorBytes(`genesis/${network}.genesis.blob`));
  const state2 = /* @__PURE__ */ new Map();
  for (const { key: key3, value } of writes) {
    if (value !== void 0) state2.set(keyText(key3), value);
  }
  return state2;
}
function keyText(key3) {
  return bytesToHex(key3);
}
function viewOf(state2) {
  return {
    get(key3) {
      const bytes = state2.get(keyText(key3));
      return bytes && { bytes };
    }
  };
}

// packages/vm/test/support/machine.ts
function createTestSession(machine2, environment, state2, context = {}, { compile, meter = createUnmeteredGas(), isLate = false } = {}) {
  const view = viewOf(state2);
  return machine2.createSession({
    environment,
    state: isLate ? { get: async (key3) => view.get(key3) } : view,
    meter,
    context: { ...voidContext, ...context },
    compile
  });
}
function createTestMachine() {
  return new MoveVm({ natives: frameworkNatives });
}

// ../../tmp/walk/view.ts
var state = genesisState("testnet");
var env = await readEnvironment(viewOf(state));
var machine = createTestMachine();
var g = globalThis;
var call3 = async () => callViewFunction(createTestSession(machine, env, state), { address: parseAddress("0x1"), module: "coin", name: "supply" }, [parseTypeTag("0x1::aptos_coin::AptosCoin")], []);
if (process.env.WARM) {
  await call3();
  await call3();
}
g.__on = true;
var session = createTestSession(machine, env, state);
g.__log.length = 0;
g.__seen.clear();
var out = await callViewFunction(session, { address: parseAddress("0x1"), module: "coin", name: "supply" }, [parseTypeTag("0x1::aptos_coin::AptosCoin")], []);
g.__on = false;
console.error(out.kind, out.error?.message ?? "");
var { writeFileSync: writeFileSync2 } = await import("node:fs");
writeFileSync2(process.env.WALK, g.__log.map((r) => "0 " + r.join(" ")).join("\n"));
