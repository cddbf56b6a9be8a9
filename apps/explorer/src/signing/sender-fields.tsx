import { FormField } from "../ui/form-field.tsx";
import type { SigningForm } from "./signing-form.ts";

export interface FieldsProps {
  readonly form: SigningForm;
  readonly accounts: readonly string[];
  readonly onChange: (part: Partial<SigningForm>) => void;
}

/** The numbers that every transaction has. */
const numbers = [
  ["sequenceNumber", "Sequence number"],
  ["maxGasAmount", "Max gas amount"],
  ["gasUnitPrice", "Gas unit price"],
  ["expiration", "Expires at (Unix seconds)"],
] as const satisfies readonly (readonly [keyof SigningForm, string])[];

/** Fields for the sender, the numbers that keep a transaction from being repeated, and the most that it may cost. */
export function SenderFields({ form, accounts, onChange }: FieldsProps) {
  return (
    <fieldset class="group">
      <legend>Transaction</legend>
      <datalist id="accounts">
        {accounts.map((address) => (
          <option key={address} value={address} />
        ))}
      </datalist>
      <div class="columns">
        <FormField label="Sender" list="accounts" value={form.sender} onChange={(sender) => onChange({ sender })} />
        {numbers.map(([member, label]) => (
          <FormField
            key={member}
            label={label}
            numeric
            value={form[member]}
            onChange={(value) => onChange({ [member]: value })}
          />
        ))}
        <FormField
          label="Nonce, instead of the sequence number"
          numeric
          required={false}
          hint="none"
          value={form.nonce}
          onChange={(nonce) => onChange({ nonce })}
        />
      </div>
      <FormField
        label="Secondary signers"
        required={false}
        hint="none; addresses with spaces between them"
        value={form.secondarySigners}
        onChange={(secondarySigners) => onChange({ secondarySigners })}
      />
    </fieldset>
  );
}
