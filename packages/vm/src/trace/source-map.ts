import {
  BcsError,
  bool,
  type Codec,
  fixedBytes,
  map,
  option,
  string,
  struct,
  tuple,
  u16,
  u32,
  vector,
} from "@ledger/bcs";
import { bytesToHex } from "@ledger/types";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8Encoder } from "../host.ts";

/** A file that code was compiled from. */
export interface SourceFile {
  /** As reports shall name it. */
  readonly path: string;
  /** Exactly what the compiler read. */
  readonly text: string;
}

/** A line of a source file. */
export interface SourcePlace {
  /** Path of the file. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** A line of a source file, with its text. */
export interface SourceLine extends SourcePlace {
  /** Without the blanks around it. */
  readonly text: string;
}

/** The places in the sources that the code of one module comes from. Functions are numbered as the module defines them. */
export interface SourceMap {
  /** The place of a function's declaration; undefined when unknown. */
  declarationOf(functionIndex: number): SourcePlace | undefined;
  /** The place that an instruction comes from: of an inline function, the one in its body. Undefined when unknown. */
  placeOf(functionIndex: number, codeOffset: number): SourcePlace | undefined;
  /** The same place, with the text of its line. */
  lineOf(functionIndex: number, codeOffset: number): SourceLine | undefined;
}

/** A stretch of a file, in bytes. */
const location = struct("Location", { fileHash: fixedBytes(32), start: u32, end: u32 });
const name = tuple([string, location]);

const functionMap = struct("FunctionSourceMap", {
  definition: location,
  typeParameters: vector(name),
  parameters: vector(name),
  locals: vector(name),
  nops: map(string, u16),
  /** A location holds from its offset to the next. */
  code: map(u16, location),
  isNative: bool,
});

function sourceMapOf<Fields>(fields: Codec<Fields>) {
  return struct("SourceMap", {
    definition: location,
    module: option(tuple([fixedBytes(32), string])),
    structs: map(u16, struct("StructSourceMap", { definition: location, typeParameters: vector(name), fields })),
    functions: map(u16, functionMap),
    constants: map(string, u16),
  });
}

/** Since enums, fields are listed by variant. */
const sourceMap = sourceMapOf(vector(vector(location)));
const sourceMapBeforeEnums = sourceMapOf(vector(location));

/**
 * Reads the source map that the Move compiler writes for a module (`build/NAME/source_maps/*.mvsm`). It knows files by their
 * hash, so the sources may be any, in any order; code from a file that is not among them has no place.
 *
 * @throws BcsError for bytes that are no source map
 * @see move-bytecode-source-map of the Move compiler, for the format (BCS)
 */
export function readSourceMap(bytes: Uint8Array, sources: readonly SourceFile[]): SourceMap {
  const { functions } = decode(bytes);
  const segments = new Map([...functions].map(([index, { code }]) => [index, new Segments(code)]));
  const files = new Map(sources.map((source) => [hashOf(source), new Lines(source)]));
  const placeOf = ({ fileHash, start }: Location): SourcePlace | undefined =>
    files.get(bytesToHex(fileHash))?.placeOf(start);
  const locationOf = (functionIndex: number, codeOffset: number) => segments.get(functionIndex)?.at(codeOffset);
  return {
    declarationOf(functionIndex) {
      const found = functions.get(functionIndex);
      return found && placeOf(found.definition);
    },
    placeOf(functionIndex, codeOffset) {
      const at = locationOf(functionIndex, codeOffset);
      return at && placeOf(at);
    },
    lineOf(functionIndex, codeOffset) {
      const at = locationOf(functionIndex, codeOffset);
      return at && files.get(bytesToHex(at.fileHash))?.lineOf(at.start);
    },
  };
}

type Location = ReturnType<typeof location.decode>;

function decode(bytes: Uint8Array): Pick<ReturnType<typeof sourceMap.decode>, "functions"> {
  try {
    return sourceMap.decode(bytes);
  } catch (error) {
    if (!(error instanceof BcsError)) throw error;
    try {
      return sourceMapBeforeEnums.decode(bytes);
    } catch {
      // The error of the newer form says more: old maps are rare.
      throw error;
    }
  }
}

function hashOf({ text }: SourceFile): string {
  return bytesToHex(sha256(utf8Encoder.encode(text)));
}

/** The locations of a function's code, each from its offset to the next. */
class Segments {
  readonly #offsets: readonly number[];
  readonly #code: ReadonlyMap<number, Location>;

  constructor(code: ReadonlyMap<number, Location>) {
    // The order of a map's keys is that of their bytes, not of the numbers.
    this.#offsets = [...code.keys()].sort((a, b) => a - b);
    this.#code = code;
  }

  at(codeOffset: number): Location | undefined {
    const index = lastUpTo(this.#offsets, codeOffset);
    return index < 0 ? undefined : this.#code.get(this.#offsets[index]!);
  }
}

/** Finds the lines of a file. */
class Lines {
  readonly #file: string;
  /** Offset in bytes at which each line begins. */
  readonly #starts: readonly number[];
  readonly #size: number;
  readonly #text: string;

  constructor({ path, text }: SourceFile) {
    this.#text = text;
    const bytes = utf8Encoder.encode(text);
    const starts = [0];
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) starts.push(at + 1);
    this.#file = path;
    this.#starts = starts;
    this.#size = bytes.length;
  }

  placeOf(byte: number): SourcePlace | undefined {
    return byte > this.#size ? undefined : { file: this.#file, line: lastUpTo(this.#starts, byte) + 1 };
  }

  lineOf(byte: number): SourceLine | undefined {
    const place = this.placeOf(byte);
    return place && { ...place, text: this.#text.split("\n")[place.line - 1]!.trim() };
  }
}

/** Index of the last of ascending numbers that is not above a limit; -1 when all are. */
function lastUpTo(ascending: readonly number[], limit: number): number {
  let low = -1;
  let high = ascending.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! <= limit) low = middle;
    else high = middle;
  }
  return low;
}
