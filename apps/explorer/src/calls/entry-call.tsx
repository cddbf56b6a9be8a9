import { useRef, useState } from "preact/hooks";
import { ApiFailure, toFailure } from "../api/failure.ts";
import { ArgumentFields } from "../forms/argument-fields.tsx";
import { startingArguments } from "../forms/starting-value.ts";
import { findLandmarks } from "../ledger/landmarks.ts";
import { useLoad } from "../loading/use-load.ts";
import { findLocalNetwork, type LocalAccount } from "../local/local-network.ts";
import type { CallArguments } from "../move/parameters.ts";
import { Link } from "../routing/link.tsx";
import { FailureNote } from "../ui/failure-note.tsx";
import { CheckField, FormField } from "../ui/form-field.tsx";
import { useHead } from "../version/head.tsx";
import type { CallProgress } from "./call-progress.ts";
import { CallResult } from "./call-result.tsx";
import { type SenderChoice, SenderFields } from "./sender-choice.tsx";
import type { CallProps } from "./view-call.tsx";

/** Calls an entry function: simulates it, or signs and submits it with a key that is at hand. */
export function EntryCall(props: Omit<CallProps, "at">) {
  const { info } = useHead();
  const { value: landmarks, failure } = useLoad((signal) => findLandmarks(signal), "landmarks");
  const { value: network } = useLoad(
    () => findLocalNetwork(info?.chain_id ?? 0),
    info === undefined ? undefined : `accounts of ${info.chain_id}`,
  );
  const local = network?.accounts;
  if (failure !== undefined) return <FailureNote failure={failure} />;
  if (landmarks === undefined || local === undefined) return <p class="quiet">Loading…</p>;
  const first = local[0];
  const sender = first?.address ?? landmarks.sender;
  return (
    <EntryForm
      {...props}
      local={local}
      address={sender}
      start={startingArguments(props.definition, [sender, ...landmarks.accounts.filter((one) => one !== sender)])}
      startAs={first === undefined ? { kind: "address", address: sender } : { kind: "local", name: first.name }}
    />
  );
}

interface EntryFormProps extends Omit<CallProps, "at"> {
  readonly local: readonly LocalAccount[];
  readonly address: string;
  readonly start: CallArguments;
  readonly startAs: SenderChoice;
}

function EntryForm({ id, definition, source, local, address, start, startAs }: EntryFormProps) {
  const [call, setCall] = useState(start);
  const [choice, setChoice] = useState(startAs);
  const [maxGasAmount, setMaxGasAmount] = useState("");
  const [insists, setInsists] = useState(false);
  const [progress, setProgress] = useState<CallProgress>();
  const [busy, setBusy] = useState(false);
  const stop = useRef<AbortController>(undefined);
  const edit =
    <T,>(set: (value: T) => void): ((value: T) => void) =>
    (value) => {
      // A result shown next to another call would mislead.
      stop.current?.abort();
      setProgress(undefined);
      set(value);
    };
  const run = async (submits: boolean): Promise<void> => {
    const controller = new AbortController();
    stop.current?.abort();
    stop.current = controller;
    const show = (next: CallProgress): void => {
      if (!controller.signal.aborted) setProgress(next);
    };
    setBusy(true);
    try {
      const { runCall } = await import("./run-call.ts");
      const draft = { id, definition, source, call, maxGasAmount };
      await runCall({ draft, choice, local, submits, insists, show, signal: controller.signal });
    } catch (error) {
      show({ kind: "failed", failure: callFailure(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class="panel call-panel">
      <form
        aria-label={`Call ${definition.name}`}
        onSubmit={(event) => {
          event.preventDefault();
          void run(false);
        }}
      >
        <SenderFields choice={choice} local={local} address={address} onChange={edit(setChoice)} />
        <ArgumentFields
          definition={definition}
          source={source}
          call={call}
          onChange={(part) => edit(setCall)({ ...call, ...part })}
        />
        <details class="request-json">
          <summary>More</summary>
          <FormField
            label="Maximum gas units"
            required={false}
            numeric
            hint="what the sender can pay"
            value={maxGasAmount}
            onChange={edit(setMaxGasAmount)}
          />
          <CheckField
            label="submit even if the simulation fails: the fee is charged all the same"
            checked={insists}
            onChange={setInsists}
          />
          <p>
            <Link to={{ view: "signing", function: id }}>Encode this call for signing elsewhere</Link>
          </p>
        </details>
        <p class="pager">
          <button type="submit" disabled={busy}>
            Simulate
          </button>
          <button type="button" disabled={busy || choice.kind === "address"} onClick={() => void run(true)}>
            Sign and submit
          </button>
        </p>
      </form>
      <div aria-live="polite" aria-busy={busy}>
        {progress !== undefined && <CallResult progress={progress} />}
      </div>
    </div>
  );
}

/** A fault of the page's own, such as an argument that does not fit, is shown like one that the node finds. */
function callFailure(error: unknown): ApiFailure {
  const failure = toFailure(error);
  if (failure.code !== "unexpected" || !(error instanceof Error)) return failure;
  return new ApiFailure(0, "not sent", error.message);
}
