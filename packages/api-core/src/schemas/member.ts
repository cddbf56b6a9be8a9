import Type, { type TSchema } from "typebox";

/** A member that may be left out or `null`. The description shows it as optional only. */
export function optionalMember<S extends TSchema>(schema: S) {
  return Type.Optional(Type.Union([schema, Type.Null()]));
}

/** A member that is not looked at, whatever it holds. The description shows it as what it is meant to be. */
export function ignoredMember<S extends TSchema>(schema: S) {
  return Type.Optional(Type.Union([schema, Type.Unsafe<null>({ "x-ignored": true })]));
}
