import { Fragment } from "preact";
import { useId, useState } from "preact/hooks";
import type { FunctionAbi, ModuleAbi } from "../api/answers.ts";
import { isSigner } from "../move/parameters.ts";
import type { FunctionSource } from "../move/source-text.ts";
import { TypeView } from "../move/type-view.tsx";
import { Link } from "../routing/link.tsx";
import { lazy } from "../ui/lazy.tsx";
import { InlineProse } from "../ui/prose.tsx";
import type { At } from "../version/at.ts";
import { TypeParameters } from "./type-parameters.tsx";

const ViewCall = lazy(async () => (await import("../calls/view-call.tsx")).ViewCall);
const EntryCall = lazy(async () => (await import("../calls/entry-call.tsx")).EntryCall);

interface FunctionSignatureProps {
  readonly module: ModuleAbi;
  readonly definition: FunctionAbi;
  readonly source: FunctionSource | undefined;
  readonly at: At;
  readonly marked: boolean;
}

/** A function as in a source file, with a form to run it where it can be run. */
export function FunctionSignature({ module, definition, source, at, marked }: FunctionSignatureProps) {
  const { name, is_entry, is_view } = definition;
  const form = useId();
  const runnable = is_view || is_entry;
  const [open, setOpen] = useState(marked && runnable);
  const id = `${module.address}::${module.name}::${name}`;
  const Call = is_view ? ViewCall : EntryCall;
  return (
    <li id={`item-${name}`} class={marked ? "definition marked" : "definition"} tabIndex={-1}>
      <div class="definition-line">
        <Declaration module={module} definition={definition} source={source} />
        {runnable && (
          <button
            type="button"
            class="plain"
            aria-expanded={open}
            aria-controls={open ? form : undefined}
            onClick={() => setOpen(!open)}
          >
            {is_view ? "Run" : "Call"}
            <span class="hidden"> {name}</span>
          </button>
        )}
      </div>
      {source?.doc !== undefined && (
        <p class="doc">
          <InlineProse text={source.doc} />
        </p>
      )}
      {open && (
        <div id={form} class="call-form" style={{ "--room": `${roomFor(definition)}rem` }}>
          <Call id={id} definition={definition} source={source} at={at} />
        </div>
      )}
    </li>
  );
}

/** Height of a function's form, about: of its frame and buttons, and of each field. What is below it must not move when it comes. */
function roomFor({ is_view, generic_type_params, params }: FunctionAbi): number {
  const fields = generic_type_params.length + params.filter((type) => !isSigner(type)).length;
  return (is_view ? frame.view : frame.entry) + field * fields;
}

const frame = { view: 4.27, entry: 11.45 };
const field = 3.9;

/** `public entry fun transfer<T0>(&signer, address, u64)`, with names where the source has them: bytecode has none. */
function Declaration({ module, definition, source }: Omit<FunctionSignatureProps, "at" | "marked">) {
  const { name, visibility, is_entry, is_view, generic_type_params, params, return: results } = definition;
  const names = source?.parameters.length === params.length ? source.parameters : undefined;
  return (
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
      <Types types={params} names={names} home={module.address} />){results.length === 1 && ": "}
      {results.length > 1 && ": ("}
      <Types types={results} home={module.address} />
      {results.length > 1 && ")"}
    </code>
  );
}

interface TypesProps {
  readonly types: readonly string[];
  readonly names?: readonly string[] | undefined;
  readonly home: string;
}

function Types({ types, names, home }: TypesProps) {
  return (
    <>
      {types.map((type, i) => (
        <Fragment key={i}>
          {i > 0 && ", "}
          {names?.[i] !== undefined && <span class="parameter">{names[i]}: </span>}
          <TypeView type={type} home={home} />
        </Fragment>
      ))}
    </>
  );
}
