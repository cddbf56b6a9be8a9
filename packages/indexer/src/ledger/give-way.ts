/** Lets others have their turn. */
export function giveWay(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
