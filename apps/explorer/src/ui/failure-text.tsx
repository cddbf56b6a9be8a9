import { abortCategory, parseAbort } from "../move/abort-text.ts";
import { Link } from "../routing/link.tsx";

/** Why a transaction or a call failed, in the words of the module that stopped it. */
export function FailureText({ status }: { status: string }) {
  const abort = parseAbort(status);
  if (abort === undefined) return <span class="bad">{status}</span>;
  const { module, name, code, text } = abort;
  const [address = "", moduleName = ""] = module.split("::");
  const category = abortCategory(code);
  return (
    <span class="bad">
      <strong>{name ?? `Abort ${code}`}</strong>
      {text !== undefined && <>: {text}</>}{" "}
      <small>
        by{" "}
        <Link to={{ view: "module", address, name: moduleName }}>
          <code>{module}</code>
        </Link>
        , code {code}
        {category !== undefined && ` (${category})`}
      </small>
    </span>
  );
}
