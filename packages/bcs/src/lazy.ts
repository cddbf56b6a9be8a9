import { type Codec, defineCodec } from "./codec.ts";
import { maxContainerDepth } from "./limits.ts";

/**
 * A codec that is made when it is first used, so that types may contain themselves.
 *
 * Lazy codecs may be nested at most 500 deep, whatever lies between them, so that no input can exhaust the stack.
 *
 * @param name - wire name of the codec
 */
export function lazy<T, Input = T>(name: string, make: () => Codec<T, Input>): Codec<T, Input> {
  let made: Codec<T, Input> | undefined;
  const inner = (): Codec<T, Input> => {
    made ??= make();
    return made;
  };
  return defineCodec<T, Input>({
    name,
    minSize: () => inner().minSize,
    shape: { kind: "wrapper", inner },
    read(reader) {
      if (++reader.lazyDepth > maxContainerDepth) throw reader.error("depth_exceeded", name);
      const value = inner().read(reader);
      reader.lazyDepth--;
      return value;
    },
    write(writer, value) {
      if (++writer.lazyDepth > maxContainerDepth) throw writer.error("depth_exceeded", name);
      inner().write(writer, value);
      writer.lazyDepth--;
    },
  });
}
