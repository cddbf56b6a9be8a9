import { node } from "../../api/node.ts";
import { useLoad } from "../../loading/use-load.ts";
import { Fact } from "../../ui/facts.tsx";

/**
 * The code that failed, with the values behind it, and its line where its package was published with sources. The node executes the
 * transaction again to find out; on one that does not, there is nothing here.
 */
export function FailedPlace({ version }: { version: string }) {
  const { value } = useLoad(
    (signal) => node.call("get_trace", { params: { txn_version: version }, signal }),
    `failure of ${version}`,
  );
  const failure = value?.value.failure;
  const [innermost] = failure?.calls ?? [];
  if (failure === undefined || innermost === undefined) return null;
  const { message, place, kind } = failure;
  return (
    <Fact name="Where it failed" wide>
      <code>{innermost.function}</code>
      {kind !== "abort" && <>: {message}</>}
      {place !== undefined && (
        <>
          <br />
          <small>
            {place.file}, line {place.line}: <code>{place.text}</code>
          </small>
        </>
      )}
    </Fact>
  );
}
