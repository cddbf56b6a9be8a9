import type { AnyCodec } from "./codec.ts";
import { BcsError } from "./errors.ts";
import { toHex } from "./hex.ts";
import { Reader } from "./reader.ts";

/** One value in an annotated tree. */
export interface Explanation {
  /** Field name, item index or variant name; empty at the root. */
  readonly label: string;
  /** Wire name of the type. */
  readonly type: string;
  /** First byte, from the start of the input. */
  readonly start: number;
  /** Byte after the last one that was understood. */
  readonly end: number;
  /** The value itself, if it has no parts. */
  readonly value?: unknown;
  /** Parts, in the order of their bytes. */
  readonly children: readonly Explanation[];
  /** Why reading stopped here. */
  readonly error?: BcsError;
}

// Values this deep are read as a whole, without their parts: the walk must not exhaust the stack.
const maxTreeDepth = 500;

/**
 * Reads an input into an annotated tree: what each byte means. It does not throw for input that is refused: the tree then
 * ends where reading stopped, with the `error`.
 */
export function explain(codec: AnyCodec, bytes: Uint8Array): Explanation {
  const walk = new Walk(bytes);
  const root = walk.explain(codec, "", 0);
  if (walk.failed) return root;
  // What concerns more than one value, such as the order of keys or bytes left over, shows when all of it is decoded.
  try {
    codec.decode(bytes);
    return root;
  } catch (error) {
    return error instanceof BcsError ? { ...root, error } : root;
  }
}

/**
 * Prints a tree as text, a line per value: offsets, bytes in hex (the first sixteen), label, type and value.
 *
 * The text contains the input: it is meant for a person's terminal, not for a log.
 */
export function formatExplanation(root: Explanation, bytes: Uint8Array): string {
  const width = String(bytes.length).length;
  const lines: string[] = [];
  const add = (node: Explanation, depth: number): void => {
    const range = `${String(node.start).padStart(width)}..${String(node.end).padStart(width)}`;
    const title = [node.label, node.type].filter((part) => part !== "").join(": ");
    let line = `${range}  ${"  ".repeat(depth)}${title}`;
    if (node.children.length === 0) line += ` ${formatHex(bytes.subarray(node.start, node.end))}`;
    if (node.value !== undefined && typeof node.value !== "object") line += ` = ${escapeControls(String(node.value))}`;
    if (node.error !== undefined) line += ` ! ${node.error.code} at byte ${node.error.offset}`;
    lines.push(line.trimEnd());
    for (const child of node.children) add(child, depth + 1);
  };
  add(root, 0);
  return lines.join("\n");
}

/** Text that neither ends its line nor talks to the terminal. */
function escapeControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (unit) => `\\u{${unit.codePointAt(0)!.toString(16)}}`);
}

const maxShownBytes = 16;

function formatHex(bytes: Uint8Array): string {
  const text = toHex(bytes.subarray(0, maxShownBytes));
  return bytes.length > maxShownBytes ? `${text}…` : text;
}

class Walk {
  failed = false;
  readonly #reader: Reader;

  constructor(bytes: Uint8Array) {
    this.#reader = new Reader(bytes);
  }

  explain(codec: AnyCodec, label: string, depth: number): Explanation {
    const { name: type, shape } = codec;
    const reader = this.#reader;
    const start = reader.position;
    if (shape.kind === "wrapper" && depth < maxTreeDepth) {
      return { ...this.explain(shape.inner(), label, depth + 1), type };
    }
    const children: Explanation[] = [];
    try {
      const value = depth < maxTreeDepth ? this.#explainParts(codec, children, depth) : codec.read(reader);
      return { label, type, start, end: reader.position, children, ...(value === undefined ? {} : { value }) };
    } catch (error) {
      if (!(error instanceof BcsError)) throw error;
      this.failed = true;
      return { label, type, start, end: reader.position, children, error };
    }
  }

  /** Adds the parts of a value until one fails; returns a value without parts. */
  #explainParts(codec: AnyCodec, children: Explanation[], depth: number): unknown {
    const { name, shape } = codec;
    const reader = this.#reader;
    const add = (part: AnyCodec, label: string): void => {
      if (!this.failed) children.push(this.explain(part, label, depth + 1));
    };
    switch (shape.kind) {
      case "struct":
        for (const [label, field] of shape.fields) add(field, label);
        return undefined;
      case "tuple":
        for (const [i, item] of shape.items.entries()) add(item, String(i));
        return undefined;
      case "array":
        for (let i = 0; i < shape.length && !this.failed; i++) add(shape.item, String(i));
        return undefined;
      case "vector":
      case "set": {
        const length = reader.length(shape.item.minSize, name);
        for (let i = 0; i < length && !this.failed; i++) add(shape.item, String(i));
        return undefined;
      }
      case "map": {
        const length = reader.length(shape.key.minSize + shape.value.minSize, name);
        for (let i = 0; i < length && !this.failed; i++) {
          add(shape.key, `${i}.key`);
          add(shape.value, `${i}.value`);
        }
        return undefined;
      }
      case "option": {
        const tag = reader.u8();
        if (tag > 1) throw reader.error("invalid_option_tag", name, reader.position - 1);
        if (tag === 1) add(shape.item, "some");
        return undefined;
      }
      case "enumeration": {
        const offset = reader.position;
        const index = reader.uleb128();
        const variant = shape.variants.find((candidate) => candidate.index === index);
        if (variant === undefined) throw reader.error("unknown_variant", name, offset);
        add(variant.codec, variant.name);
        return undefined;
      }
      case "leaf":
      case "wrapper": // `explain` looks through it before it comes here
        return codec.read(reader);
      default:
        return shape satisfies never;
    }
  }
}
