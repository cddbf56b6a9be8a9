import { Fragment } from "preact";

/** A long name that may break into the next line after `::`, `.` and `_`: elsewhere only where a part of it is too long for a line. */
export function Breakable({ text }: { text: string }) {
  return (
    <>
      {text.split(/(?<=::|[._])/).map((part, i) => (
        <Fragment key={i}>
          {i > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  );
}
