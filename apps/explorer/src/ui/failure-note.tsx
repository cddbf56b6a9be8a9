import type { ApiFailure } from "../api/client.ts";

/** An error as the API gave it. */
export function FailureNote({ failure }: { failure: ApiFailure }) {
  return (
    <p class="failure" role="alert">
      <strong>{failure.status === 0 ? failure.code : `${failure.status} ${failure.code}`}</strong> {failure.message}
    </p>
  );
}
