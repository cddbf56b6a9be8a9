/** True if an object keeps a member of this name where it was declared; names that look like indices come first in any object. */
export function keepsOrder(name: string): boolean {
  return !/^(?:0|[1-9]\d*|__proto__)$/.test(name);
}
