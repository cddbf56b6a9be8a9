import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { LedgerInfo } from "../api/answers.ts";
import { formatCount, neighbour } from "../text/number.ts";
import { useHead } from "./head.tsx";
import { scalePosition, versionScale } from "./scale.ts";

interface VersionBarProps {
  /** The version chosen; the latest when there is none. */
  readonly at: string | undefined;
  readonly onSelect: (version: string | undefined) => void;
  /** Subject of the choice: "Read the account at". */
  readonly label: string;
}

/** Milliseconds that the slider must rest before its version is read. */
const rest = 180;

/** Moves a view through the history of the ledger. It stays small until it is used. */
export function VersionBar(props: VersionBarProps) {
  const { info } = useHead();
  // Keeps its place while the head is not known yet, so that nothing jumps.
  const [opened, setOpened] = useState(false);
  if (!opened && props.at === undefined) {
    return (
      <p class="version-closed">
        <button type="button" class="plain" onClick={() => setOpened(true)}>
          {props.label} another version
        </button>
      </p>
    );
  }
  if (info === undefined) return <section class="version-bar" aria-label="Ledger version" aria-busy="true" />;
  return <Bar {...props} info={info} isAsked={opened} />;
}

interface BarProps extends VersionBarProps {
  readonly info: LedgerInfo;
  /** True when the reader opened it, to write a version. */
  readonly isAsked: boolean;
}

function Bar({ at, onSelect, label, info, isAsked }: BarProps) {
  const id = useId();
  const [moving, setMoving] = useState<string>();
  useEffect(() => {
    if (moving === undefined) return;
    const timer = setTimeout(() => {
      setMoving(undefined);
      onSelect(moving);
    }, rest);
    return () => clearTimeout(timer);
  }, [moving]);

  const shown = moving ?? (at !== undefined && /^\d+$/.test(at) ? at : undefined);
  const version = shown === undefined ? undefined : Number(shown);
  const scale = versionScale(info, version);
  const position = version ?? scale.latest;
  const pruned = position < scale.oldest;
  const state = describe(shown, info);
  return (
    <section class={pruned ? "version-bar at-pruned" : "version-bar"} aria-label="Ledger version">
      <div class="version-line">
        <label for={id}>{label}</label>
        <output class="version-state">{state}</output>
        <span class="number quiet">{behind(shown, info)}</span>
      </div>
      <div class="version-track">
        <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
          <rect class="lost" x="0" y="0" width={1000 * scalePosition(scale, scale.oldest)} height="10" />
          <rect class="kept" x={1000 * scalePosition(scale, scale.oldest)} y="0" width="1000" height="10" />
        </svg>
        <input
          id={id}
          type="range"
          min={scale.first}
          max={scale.latest}
          step="1"
          value={position}
          aria-valuetext={state}
          onInput={(event) => setMoving(event.currentTarget.value)}
        />
      </div>
      <div class="version-line version-steps">
        <span class="number quiet">{formatCount(scale.first)}</span>
        <Steps at={shown} info={info} onSelect={onSelect} isAsked={isAsked} />
        <span class="number quiet">{formatCount(scale.latest)}</span>
      </div>
    </section>
  );
}

function Steps({ at, info, onSelect, isAsked }: Omit<BarProps, "label">) {
  const [typed, setTyped] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  // What was pressed to open it is gone.
  useEffect(() => {
    if (isAsked) field.current?.select();
  }, [isAsked]);
  const current = at ?? info.ledger_version;
  const before = neighbour(current, -1);
  const after = at === undefined || at === info.ledger_version ? undefined : neighbour(current, 1);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (typed !== undefined && /^\d+$/.test(typed)) onSelect(typed);
    setTyped(undefined);
  };
  return (
    <form class="version-form" onSubmit={submit}>
      <button
        type="button"
        class="plain"
        aria-label="One version back"
        disabled={before === undefined}
        onClick={() => onSelect(before)}
      >
        ‹
      </button>
      <input
        ref={field}
        aria-label="Ledger version to read"
        inputMode="numeric"
        pattern="[0-9]+"
        size={Math.max(current.length, 6)}
        value={typed ?? current}
        // A head that moves on must not change the text that the user is about to change.
        onFocus={() => setTyped(current)}
        onBlur={() => setTyped(undefined)}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <button
        type="button"
        class="plain"
        aria-label="One version on"
        disabled={after === undefined}
        onClick={() => onSelect(after)}
      >
        ›
      </button>
      <button type="button" class="plain" disabled={at === undefined} onClick={() => onSelect(undefined)}>
        Latest
      </button>
    </form>
  );
}

/** The choice in words. It is read out when it changes, so it says nothing that the growing ledger changes. */
function describe(version: string | undefined, info: LedgerInfo): string {
  if (version === undefined) return "the latest version";
  if (BigInt(version) > BigInt(info.ledger_version)) return `version ${formatCount(version)}, not committed yet`;
  const pruned = BigInt(version) < BigInt(info.oldest_ledger_version);
  return `version ${formatCount(version)}${pruned ? ", pruned" : ""}`;
}

function behind(version: string | undefined, info: LedgerInfo): string {
  const distance = version === undefined ? 0n : BigInt(info.ledger_version) - BigInt(version);
  return distance > 0n ? `${formatCount(distance)} behind the latest` : "";
}
