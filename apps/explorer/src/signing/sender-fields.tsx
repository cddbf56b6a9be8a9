import { FormField } from "./form-field.tsx";
import type { SigningForm } from "./signing-form.ts";

export interface FieldsProps {
  readonly form: SigningForm;
  readonly accounts: readonly string[];
  readonly onChange: (part: Partial<SigningForm>) => void;
}

/** Who sends, how often it can be sent, and what it may cost. */
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
        <FormField
          label="Sequence number"
          numeric
          value={form.sequenceNumber}
          onChange={(sequenceNumber) => onChange({ sequenceNumber })}
        />
        <FormField
          label="Max gas amount"
          numeric
          value={form.maxGasAmount}
          onChange={(maxGasAmount) => onChange({ maxGasAmount })}
        />
        <FormField
          label="Gas unit price"
          numeric
          value={form.gasUnitPrice}
          onChange={(gasUnitPrice) => onChange({ gasUnitPrice })}
        />
        <FormField
          label="Expires at (Unix seconds)"
          numeric
          value={form.expiration}
          onChange={(expiration) => onChange({ expiration })}
        />
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
