import { keccakP } from "@noble/hashes/sha3.js";
import { utf8Encoder } from "../../host.ts";

/** Bytes of Keccak's state, and those of them that data goes into. */
const stateLength = 200;
const rate = 166;

/** Kinds of operations, as flags of the protocol. */
const flagI = 1;
const flagA = 2;
const flagC = 4;
const flagM = 16;

/**
 * A Merlin transcript: what prover and verifier said so far, and challenges that depend on all of it. It is the part of
 * STROBE-128 that Merlin uses.
 *
 * @see https://merlin.cool, https://strobe.sourceforge.io/specs (1.0.2)
 */
export class MerlinTranscript {
  readonly #words = new Uint32Array(stateLength / 4);
  readonly #bytes = new Uint8Array(this.#words.buffer);
  #position = 0;
  #operationStart = 0;

  /** @param label - what protocol the transcript belongs to */
  constructor(label: Uint8Array) {
    this.#bytes.set([1, rate + 2, 1, 0, 1, 96]);
    this.#bytes.set(utf8Encoder.encode("STROBEv1.0.2"), 6);
    this.#permute();
    this.#begin(flagM | flagA);
    this.#absorb(utf8Encoder.encode("Merlin v1.0"));
    this.append("dom-sep", label);
  }

  /** Adds a message. */
  append(label: string, message: Uint8Array): void {
    this.#describe(label, message.length);
    this.#begin(flagA);
    this.#absorb(message);
  }

  /** Adds a number, as 8 bytes, lowest first. */
  appendNumber(label: string, value: number): void {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setUint32(0, value, true);
    this.append(label, bytes);
  }

  /** Bytes that depend on everything so far. */
  challenge(label: string, length: number): Uint8Array {
    this.#describe(label, length);
    this.#begin(flagI | flagA | flagC);
    const bytes = new Uint8Array(length);
    for (let i = 0; i < length; i++) {
      bytes[i] = this.#bytes[this.#position]!;
      this.#bytes[this.#position] = 0;
      this.#advance();
    }
    return bytes;
  }

  /** Announces what comes next, and its length. */
  #describe(label: string, length: number): void {
    this.#begin(flagM | flagA);
    this.#absorb(utf8Encoder.encode(label));
    this.#absorb(Uint8Array.of(length, length >>> 8, length >>> 16, length >>> 24));
  }

  #begin(flags: number): void {
    const previous = this.#operationStart;
    this.#operationStart = this.#position + 1;
    this.#absorb(Uint8Array.of(previous, flags));
    if ((flags & flagC) !== 0 && this.#position !== 0) this.#run();
  }

  #absorb(data: Uint8Array): void {
    for (const byte of data) {
      this.#bytes[this.#position]! ^= byte;
      this.#advance();
    }
  }

  #advance(): void {
    this.#position++;
    if (this.#position === rate) this.#run();
  }

  #run(): void {
    this.#bytes[this.#position]! ^= this.#operationStart;
    this.#bytes[this.#position + 1]! ^= 0x04;
    this.#bytes[rate + 1]! ^= 0x80;
    this.#permute();
    this.#position = 0;
    this.#operationStart = 0;
  }

  #permute(): void {
    keccakP(this.#words);
  }
}
