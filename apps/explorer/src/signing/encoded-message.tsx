import { ExplainedBytes } from "../bcs/explained-bytes.tsx";
import { signingMessageCodec } from "../bcs/signing-message.ts";
import { parseHex } from "../text/hex.ts";
import { formatBytes } from "../text/number.ts";
import { CopyButton } from "../ui/copy-button.tsx";

/** The message to sign, and what each of its bytes means. */
export function EncodedMessage({ hex }: { hex: string }) {
  const bytes = parseHex(hex);
  return (
    <section class="result" aria-labelledby="message">
      <h2 id="message">
        Message to sign <small>{formatBytes(bytes?.length ?? 0)}</small> <CopyButton text={hex} what="message" />
      </h2>
      <p>
        <code class="wrap message-hex">{hex}</code>
      </p>
      {bytes !== undefined && (
        <ExplainedBytes codec={signingMessageCodec(bytes)} bytes={bytes} label="What the bytes mean" />
      )}
      <p class="quiet note">
        The first 32 bytes are the hash of the name of what is signed; they keep a signature from being valid for
        anything else. The signature covers all of these bytes as they are.
      </p>
    </section>
  );
}
