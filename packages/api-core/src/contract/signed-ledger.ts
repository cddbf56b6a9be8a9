/** Ledger infos with the signatures of validators, on a node that holds some. */
export interface SignedLedger {
  /**
   * The ledger infos that end an epoch, from a version on.
   *
   * @param most - how many, at least 1; fewer may be returned
   * @param signal - says whether the client has left: reading ends then
   * @returns BCS of `LedgerInfoWithSignatures`, ascending by version, and whether there are later ones; after the last of them the newest
   * ledger info of the next epoch, where one is known at or above that version
   * @throws ApiError `internal_error` (503) where they cannot be read now
   */
  endingsSince(
    version: bigint,
    most: number,
    signal?: { readonly aborted: boolean },
  ): Promise<{
    readonly infos: readonly Uint8Array[];
    readonly more: boolean;
    readonly latest?: Uint8Array | undefined;
  }>;
}
