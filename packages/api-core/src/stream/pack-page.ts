import type { StreamMark, StreamPage } from "../contract/stream.ts";
import { utf8Decoder, utf8Encoder } from "../contract/utf8.ts";

/** The part of a page before its items, as it is packed. */
interface PageHead {
  readonly spans: StreamPage["spans"];
  readonly next: Omit<StreamMark, "version"> & { readonly version: string };
  readonly isEnd: boolean;
}

/** Bytes of the length of a packed page's head. */
const lengthBytes = 4;

/** Packs a page into one piece of memory, which can be handed to another thread. */
export function packStreamPage({ items, spans, next, isEnd }: StreamPage): Uint8Array<ArrayBuffer> {
  const packed: PageHead = { spans, next: { ...next, version: `${next.version}` }, isEnd };
  const head = utf8Encoder.encode(JSON.stringify(packed));
  const bytes = new Uint8Array(lengthBytes + head.length + items.length);
  new DataView(bytes.buffer).setUint32(0, head.length);
  bytes.set(head, lengthBytes);
  bytes.set(items, lengthBytes + head.length);
  return bytes;
}

/** Unpacks what {@link packStreamPage} made. The items stay where they are. */
export function unpackStreamPage(bytes: Uint8Array): StreamPage {
  const begin = lengthBytes + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const { next, ...rest } = JSON.parse(utf8Decoder.decode(bytes.subarray(lengthBytes, begin))) as PageHead;
  return { ...rest, items: bytes.subarray(begin), next: { ...next, version: BigInt(next.version) } };
}
