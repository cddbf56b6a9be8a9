import type { LocalAccount } from "../local/local-network.ts";
import { FormField } from "../ui/form-field.tsx";

/** Caller of a function: an account whose key is at hand, or any address for a simulation. */
export type SenderChoice =
  | { readonly kind: "local"; readonly name: string }
  | { readonly kind: "key"; readonly key: string; readonly address: string }
  | { readonly kind: "address"; readonly address: string };

interface SenderFieldsProps {
  readonly choice: SenderChoice;
  /** Accounts of the local network whose keys are known. */
  readonly local: readonly LocalAccount[];
  /** An address to start from where no key is at hand. */
  readonly address: string;
  readonly onChange: (choice: SenderChoice) => void;
}

/** Fields to choose the caller of a function. */
export function SenderFields({ choice, local, address, onChange }: SenderFieldsProps) {
  const choose = (value: string): void => {
    if (value === "key") onChange({ kind: "key", key: "", address: "" });
    else if (value === "address") onChange({ kind: "address", address });
    else onChange({ kind: "local", name: value.slice("local ".length) });
  };
  return (
    <div class="columns">
      <label class="field">
        <span>Call as</span>
        <select
          value={choice.kind === "local" ? `local ${choice.name}` : choice.kind}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {local.map(({ name, address: at }) => (
            <option key={name} value={`local ${name}`}>
              {name} {at}
            </option>
          ))}
          <option value="key">the owner of a private key</option>
          <option value="address">any address, to simulate only</option>
        </select>
      </label>
      {choice.kind === "key" && (
        <>
          <label class="field">
            <span>Private key: it stays on this page</span>
            <input
              type="password"
              required
              value={choice.key}
              placeholder="0x… or ed25519-priv-0x…"
              autocomplete="off"
              spellcheck={false}
              onInput={({ currentTarget: { value: key } }) => onChange({ ...choice, key })}
            />
          </label>
          <FormField
            label="Sender"
            required={false}
            hint="the address that the key gives"
            value={choice.address}
            onChange={(text) => onChange({ ...choice, address: text })}
          />
        </>
      )}
      {choice.kind === "address" && (
        <FormField
          label="Sender"
          value={choice.address}
          onChange={(text) => onChange({ kind: "address", address: text })}
        />
      )}
    </div>
  );
}
