import { struct, u32, u64, vector } from "@ledger/bcs";
import { LedgerRecord } from "@ledger/types";
import { endOfTime } from "../inputs/numbers.ts";

/** Thrown for bytes that are no dumped network, or one of a release that this one cannot read. */
export class StateFileError extends Error {
  override readonly name = "StateFileError";
}

/** First bytes of the file: "LNET". */
const fileMagic = 0x54454e4c;
/** Raised when the form changes; older files are still read. */
const formatVersion = 1;

/** A network at rest: its history after genesis, and its time. */
export interface StateFile {
  /** Whole blocks, from version 1 on. */
  readonly records: readonly LedgerRecord[];
  /** Time of the network when it was dumped, microseconds. */
  readonly nowUsecs: bigint;
}

const fileCodec = struct("StateFile", {
  magic: u32,
  format: u32,
  nowUsecs: u64,
  records: vector(LedgerRecord),
});

/** Refuses a network whose time is beyond all that a network has. @throws StateFileError */
export function checkTime(usecs: bigint): void {
  if (usecs >= endOfTime)
    throw new StateFileError(`the time of the dumped network is beyond the year 9999: ${usecs} microseconds`);
}

/** Packs a network into bytes. */
export async function packState({ records, nowUsecs }: StateFile): Promise<Uint8Array> {
  const plain = fileCodec.encode({ magic: fileMagic, format: formatVersion, nowUsecs, records });
  return through(plain, new CompressionStream("gzip"));
}

/**
 * Reads what {@link packState} made.
 *
 * @throws {@link StateFileError}
 */
export async function unpackState(packed: Uint8Array): Promise<StateFile> {
  let plain: Uint8Array;
  try {
    plain = await through(packed, new DecompressionStream("gzip"));
  } catch (cause) {
    throw new StateFileError("the bytes are not a dumped network: they are not compressed with gzip", { cause });
  }
  const head = new DataView(plain.buffer, plain.byteOffset, plain.byteLength);
  if (plain.length < 8 || head.getUint32(0, true) !== fileMagic)
    throw new StateFileError("the bytes are not a dumped network");
  const format = head.getUint32(4, true);
  if (format > formatVersion)
    throw new StateFileError(
      `the network was dumped in format ${format}; this release reads formats up to ${formatVersion}`,
    );
  let file: StateFile;
  try {
    file = fileCodec.decode(plain);
  } catch (cause) {
    throw new StateFileError("the dumped network is damaged", { cause });
  }
  if (file.records.length === 0) throw new StateFileError("the dumped network has no blocks");
  checkTime(file.nowUsecs);
  return file;
}

async function through(input: Uint8Array, transform: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const stream = new Blob([input as Uint8Array<ArrayBuffer>]).stream().pipeThrough(transform);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
