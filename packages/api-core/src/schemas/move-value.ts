import Type from "typebox";

/** Any Move value in JSON. */
export const MoveValueSchema = Type.Unknown({
  title: "MoveValue",
  description:
    "A Move value. `bool` is a boolean; `u8` to `u32` and `i8` to `i32` are numbers; wider integers are decimal strings; " +
    "an address is a string; `vector<u8>` is a hex string, other vectors are arrays; `0x1::string::String` is a string; " +
    'an option is `{"vec":[]}` or `{"vec":[value]}`; another struct is an object of its fields; an enum is an object of ' +
    "its variant's fields with the variant's name in `__variant__`.",
});
