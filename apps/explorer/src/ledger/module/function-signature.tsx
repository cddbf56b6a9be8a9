import { Fragment } from "preact";
import type { FunctionAbi, ModuleAbi } from "../../api/answers.ts";
import { TypeView } from "../../move/type-view.tsx";
import { Link } from "../../routing/link.tsx";
import { TypeParameters } from "./type-parameters.tsx";

interface FunctionSignatureProps {
  readonly module: ModuleAbi;
  readonly definition: FunctionAbi;
  readonly marked: boolean;
}

/** `public entry fun transfer<T0>(&signer, address, u64)`. The names of parameters are not part of bytecode. */
export function FunctionSignature({ module, definition, marked }: FunctionSignatureProps) {
  const { name, visibility, is_entry, is_view, generic_type_params, params, return: results } = definition;
  return (
    <li id={`item-${name}`} class={marked ? "definition marked" : "definition"} tabIndex={-1}>
      <code>
        {is_view && <span class="attribute">#[view] </span>}
        <span class="keyword">
          {visibility === "private" ? "" : visibility === "friend" ? "friend " : `${visibility} `}
          {is_entry ? "entry " : ""}fun{" "}
        </span>
        <Link class="defined" to={{ view: "module", address: module.address, name: module.name, item: name }}>
          {name}
        </Link>
        <TypeParameters parameters={generic_type_params} />(
        <Types types={params} home={module.address} />){results.length === 1 && ": "}
        {results.length > 1 && ": ("}
        <Types types={results} home={module.address} />
        {results.length > 1 && ")"}
      </code>
      {is_entry && (
        <Link class="action" to={{ view: "signing", function: `${module.address}::${module.name}::${name}` }}>
          Encode a call<span class="hidden"> of {name}</span>
        </Link>
      )}
    </li>
  );
}

function Types({ types, home }: { types: readonly string[]; home: string }) {
  return (
    <>
      {types.map((type, i) => (
        <Fragment key={i}>
          {i > 0 && ", "}
          <TypeView type={type} home={home} />
        </Fragment>
      ))}
    </>
  );
}
