import { bytes, option, string, struct, transform, u32, u64, vector } from "@ledger/bcs";
import type { ModuleCounts, ModuleGas, SourceFile } from "@ledger/vm";
import type { GasRow } from "./gas-report.ts";

/** A module of a package that is reported on, and what has run of it. */
export interface ReportedModule {
  readonly bytecode: Uint8Array;
  readonly sourceMap: Uint8Array | undefined;
  readonly counts: ModuleCounts;
  readonly gas: ModuleGas;
  /** Names of functions that are there for tests only. */
  readonly testCode: readonly string[];
}

/** A report at rest. */
interface ReportFile {
  readonly modules: readonly ReportedModule[];
  /** The files that the source maps of all packages lead to, by their text. */
  readonly sources: readonly SourceFile[];
  readonly gas: readonly GasRow[];
}

/** Internal gas: sums stay far below 2^53. */
const gasCodec = vector(vector(transform(u64, { decode: Number, encode: BigInt })));

const fileCodec = struct("ReportFile", {
  modules: vector(
    struct("ReportedModule", {
      bytecode: bytes,
      sourceMap: option(bytes),
      counts: struct("ModuleCounts", { calls: vector(u32), hits: vector(vector(u32)) }),
      gas: struct("ModuleGas", { own: gasCodec, calls: gasCodec }),
      testCode: vector(string),
    }),
  ),
  sources: vector(struct("SourceFile", { path: string, text: string })),
  gas: vector(struct("GasRow", { function: string, calls: u32, failed: u32, least: u64, most: u64, total: u64 })),
});

/** Packs a report into bytes, for another process of the same release. */
export function packReport({ modules, sources, gas }: ReportFile): Uint8Array {
  return fileCodec.encode({ modules: [...modules], sources: [...sources], gas: [...gas] });
}

/** @throws BcsError for bytes that {@link packReport} did not make */
export function unpackReport(packed: Uint8Array): ReportFile {
  return fileCodec.decode(packed);
}
