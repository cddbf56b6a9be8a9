import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { toFailure } from "../api/failure.ts";
import { formatClock } from "../text/time.ts";
import { runVerb } from "./control-network.ts";
import { useLocalNetwork } from "./use-local-network.tsx";

/** A saved state of the network that can be restored. */
interface Snapshot {
  readonly id: number;
  readonly takenAt: number;
}

const steps = [
  ["1 minute", 60],
  ["1 hour", 3_600],
  ["1 day", 86_400],
] as const;

/** Controls of a network for development: blocks, time and snapshots; nothing on other ledgers. */
export function NetworkControls() {
  const { verbs } = useLocalNetwork();
  const [snapshots, setSnapshots] = useState<readonly Snapshot[]>([]);
  const [said, setSaid] = useState("");
  if (!["mine", "increase_time", "snapshot"].some((verb) => verbs.has(verb))) return null;
  const act = async (deed: () => Promise<string>): Promise<void> => {
    try {
      setSaid(await deed());
    } catch (error) {
      setSaid(toFailure(error).message);
    }
  };
  const take = async (): Promise<string> => {
    const id = Number(await runVerb("snapshot"));
    setSnapshots((last) => [...last, { id, takenAt: Date.now() }]);
    return `Snapshot ${id} is taken.`;
  };
  const restore = async (id: number): Promise<string> => {
    await runVerb("restore", { snapshot: id });
    // Versions and heights after it name other things now: what this page has read of them is stale.
    location.reload();
    return "";
  };
  return (
    <section aria-labelledby="controls">
      <h2 id="controls">This development network</h2>
      <div class="controls">
        {verbs.has("mine") && (
          <Deed label="Block">
            <Do
              onDo={() =>
                act(async () => {
                  await runVerb("mine");
                  return "A block is made.";
                })
              }
            >
              Mine one
            </Do>
          </Deed>
        )}
        {verbs.has("increase_time") && (
          <Deed label="Time">
            {steps.map(([name, seconds]) => (
              <Do
                key={name}
                onDo={() =>
                  act(async () => {
                    await runVerb("increase_time", { seconds });
                    return `The next block is ${name} later.`;
                  })
                }
              >
                + {name}
              </Do>
            ))}
          </Deed>
        )}
        {verbs.has("snapshot") && (
          <Deed label="State">
            <Do onDo={() => act(take)}>Take a snapshot</Do>
            {snapshots.map(({ id, takenAt }) => (
              <Do key={id} onDo={() => act(() => restore(id))}>
                Restore {id} <small>{formatClock(takenAt)}</small>
              </Do>
            ))}
          </Deed>
        )}
      </div>
      <p class="quiet note" aria-live="polite">
        {said}
      </p>
    </section>
  );
}

function Deed({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <fieldset class="deed">
      <legend>{label}</legend>
      {children}
    </fieldset>
  );
}

function Do({ onDo, children }: { onDo: () => Promise<void>; children: ComponentChildren }) {
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    await onDo();
    setBusy(false);
  };
  return (
    <button type="button" class="plain" disabled={busy} onClick={() => void run()}>
      {children}
    </button>
  );
}
