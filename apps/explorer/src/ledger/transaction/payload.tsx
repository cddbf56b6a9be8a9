import type { TransactionPayload } from "../../api/answers.ts";
import { useInTime } from "../../loading/use-in-time.ts";
import { useLoad } from "../../loading/use-load.ts";
import { argumentNames, argumentTypes } from "../../move/parameters.ts";
import { readAbi } from "../../move/read-abi.ts";
import { readSource } from "../../move/read-source.ts";
import { parseType } from "../../move/type-text.ts";
import { TypeView } from "../../move/type-view.tsx";
import { Link } from "../../routing/link.tsx";
import { AddressLink } from "../../ui/names.tsx";
import { ValueView } from "../value/value-view.tsx";
import { payloadFacts } from "./transaction-kind.ts";

/** The code that a transaction runs, with its arguments. */
export function Payload({ payload }: { payload: TransactionPayload }) {
  const inner = payload.transaction_payload;
  if (payload.multisig_address !== undefined) {
    return (
      <>
        <h2>{payloadFacts(payload).title}</h2>
        <p>
          <AddressLink address={payload.multisig_address} full />
        </p>
        {inner != null && <Call key={"function" in inner ? inner.function : ""} payload={inner} />}
      </>
    );
  }
  if (payload.function === undefined && payload.arguments === undefined) return null;
  return (
    <>
      <h2>{payloadFacts(payload).title}</h2>
      <Call key={payload.function} payload={payload} />
    </>
  );
}

function Call({ payload }: { payload: TransactionPayload }) {
  const called = payload.function ?? "";
  const [address = "", name = "", item] = called.split("::");
  const { value: loaded } = useLoad(() => readCalled(address, name), called === "" ? undefined : called);
  const { value: read, show } = useInTime(loaded);
  const { abi, source } = read ?? {};
  const definition = abi?.exposed_functions.find((candidate) => candidate.name === item);
  const typeArguments = payload.type_arguments ?? [];
  const parameters = definition === undefined ? [] : argumentTypes(definition, typeArguments);
  const names = definition === undefined ? [] : argumentNames(definition, source?.functions.get(definition.name));
  const values = payload.arguments ?? [];
  return (
    <>
      {called !== "" && (
        <p class="call">
          <Link to={{ view: "module", address, name, item }}>
            <code>{called}</code>
          </Link>
          {typeArguments.length > 0 && (
            <>
              {" with "}
              {typeArguments.map((type, i) => (
                <TypeView key={i} type={parseType(type)} />
              ))}
            </>
          )}
        </p>
      )}
      {values.length > 0 && (
        <dl class="members arguments">
          {values.map((value, i) => (
            <div key={i}>
              <dt>
                {names[i] ?? (parameters[i] === undefined ? `argument ${i}` : "")}{" "}
                {parameters[i] !== undefined && <TypeView type={parameters[i]} />}
              </dt>
              <dd>
                <ValueView value={value} type={parameters[i]} at={undefined} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {show !== undefined && (
        <button type="button" class="plain" onClick={show}>
          Show names and types
        </button>
      )}
    </>
  );
}

/** The interface of what was called, and its source where it was published. */
async function readCalled(address: string, name: string) {
  const [abi, source] = await Promise.all([
    readAbi(address, name, undefined),
    readSource(address, name, undefined).catch(() => undefined),
  ]);
  return { abi, source };
}
