import { Fragment } from "preact";
import { Link } from "../routing/link.tsx";
import { Breakable } from "../text/breakable.tsx";
import { shortenHex } from "../text/hex.ts";
import { parseStructName, parseType, type TypeText } from "./type-text.ts";

interface TypeViewProps {
  readonly type: string | TypeText;
  /** Address of the module that is being read: its own types are written without it. */
  readonly home?: string | undefined;
}

/** A Move type whose structs lead to their definitions. */
export function TypeView({ type, home }: TypeViewProps) {
  return (
    <code class="type">
      <Piece type={typeof type === "string" ? parseType(type) : type} home={home} />
    </code>
  );
}

function Piece({ type, home }: { type: TypeText; home: string | undefined }) {
  const { head, args } = type;
  if (head === "&" || head === "&mut") {
    return (
      <>
        {head === "&" ? "&" : "&mut "}
        {args.map((arg) => (
          <Piece key={arg.head} type={arg} home={home} />
        ))}
      </>
    );
  }
  return (
    <>
      <Head head={head} home={home} />
      {args.length > 0 && (
        <>
          {"<"}
          {args.map((arg, i) => (
            <Fragment key={i}>
              {i > 0 && ", "}
              <Piece type={arg} home={home} />
            </Fragment>
          ))}
          {">"}
        </>
      )}
    </>
  );
}

function Head({ head, home }: { head: string; home: string | undefined }) {
  const name = parseStructName(head);
  if (name === undefined) return <span class={/^T\d+$/.test(head) ? "type-parameter" : "primitive"}>{head}</span>;
  return (
    <Link to={{ view: "module", address: name.address, name: name.module, item: name.name }} title={head}>
      <Breakable text={`${name.address === home ? "" : `${shortenHex(name.address)}::`}${name.module}::`} />
      <b>{name.name}</b>
    </Link>
  );
}
