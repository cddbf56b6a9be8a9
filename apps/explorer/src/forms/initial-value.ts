import type { TypeText } from "../move/type-text.ts";

/** The JSON value that a form for a type starts from. Structs start without members: their form puts them in. */
export function initialValue({ head }: TypeText): unknown {
  if (head === "bool") return false;
  if (head === "vector" || head === "0x1::string::String") return head === "vector" ? [] : "";
  if (head === "0x1::option::Option") return { vec: [] };
  if (head === "0x1::object::Object" || head === "address" || isInteger(head)) return "";
  return {};
}

/** Whether a type is an integer of any width. */
export function isInteger(head: string): boolean {
  return /^[ui](8|16|32|64|128|256)$/.test(head);
}

/**
 * What was typed into the field of an integer, in the API's JSON form: up to 32 bits a number, above that text. Other text
 * stays as it is, so that the API can say what is wrong with it.
 */
export function integerJson(head: string, text: string): unknown {
  const narrow = /^[ui](8|16|32)$/.test(head);
  return narrow && /^-?\d{1,10}$/.test(text) ? Number(text) : text;
}

/** Whether a type is a vector of bytes, whose JSON form is hex. */
export function isBytes({ head, args }: TypeText): boolean {
  return head === "vector" && args[0]?.head === "u8";
}
