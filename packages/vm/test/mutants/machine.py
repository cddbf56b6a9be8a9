"""A real Move machine that answers through a pipe: the library of the npm package @initia/builder.js, of October 2024 (format 7).

Each line of the input is a JSON object. {"keep": {name: code}} puts modules into the state for good; {"name": name, "code": code} puts one
there, has it loaded and answers with a line: {"status": null} where it is verified and linked, else {"status": name, "function": index}.
MOVE_NATIVE_DIR is the folder with the library.
"""

import ctypes as c
import hashlib
import json
import os
import re
import sys


class Input(c.Structure):
    _fields_ = [("is_nil", c.c_bool), ("ptr", c.c_char_p), ("len", c.c_size_t)]


class Vector(c.Structure):
    _fields_ = [("is_none", c.c_bool), ("ptr", c.c_void_p), ("len", c.c_size_t), ("cap", c.c_size_t)]


class View(c.Structure):
    _fields_ = [("is_none", c.c_bool), ("ptr", c.c_void_p), ("len", c.c_size_t)]


VectorPtr = c.POINTER(Vector)
Read = c.CFUNCTYPE(c.c_int32, c.c_void_p, View, VectorPtr, VectorPtr)
Unused = c.CFUNCTYPE(c.c_int32, c.c_void_p)


class Database(c.Structure):
    _fields_ = [("state", c.c_void_p), ("read", Read), ("write", Unused), ("remove", Unused), ("scan", Unused)]


class Chain(c.Structure):
    _fields_ = [("state", c.c_void_p)] + [(f"call{i}", Unused) for i in range(6)]


def uleb(number):
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def text(value):
    return uleb(len(value)) + value.encode()


def address(value):
    return bytes.fromhex(value.removeprefix("0x").rjust(64, "0"))


def as_input(value):
    return Input(False, value, len(value))


class Machine:
    def __init__(self):
        folder = os.environ["MOVE_NATIVE_DIR"]
        self.lib = c.CDLL(os.path.join(folder, "libmovevm.x86_64.so"))
        self.lib.destroy_unmanaged_vector.argtypes = [Vector]
        self.lib.destroy_unmanaged_vector.restype = None
        self.lib.new_unmanaged_vector.argtypes = [c.c_bool, c.c_char_p, c.c_size_t]
        self.lib.new_unmanaged_vector.restype = Vector
        self.lib.allocate_vm.argtypes = [Input]
        self.lib.allocate_vm.restype = c.c_void_p
        self.lib.execute_view_function.argtypes = [
            c.c_void_p, c.POINTER(c.c_uint64), Database, Chain, Input, Input, VectorPtr,
        ]
        self.lib.execute_view_function.restype = Vector
        cache = (512 << 20).to_bytes(8, "little")
        self.vm = self.lib.allocate_vm(as_input(b"\x01" + cache + cache))
        self.kept = {}
        self.state = {}
        self.callbacks = (Read(self.read), Unused(lambda _: 5))
        read, unused = self.callbacks
        self.database = Database(None, read, unused, unused, unused)
        self.chain = Chain(None, *[unused] * 6)

    def read(self, _state, key, out, _error):
        wanted = c.string_at(key.ptr, key.len)
        value = self.state.get(wanted) or self.kept.get(wanted)
        if value is not None:
            out[0] = self.lib.new_unmanaged_vector(False, value, len(value))
        return 0

    def put(self, state, name, code):
        owner, module = name.split("::")
        state[address(owner) + b"\x00" + text(module)] = code
        state[address(owner) + b"\x01" + text(module)] = hashlib.sha3_256(code).digest()

    def take(self, vector):
        value = c.string_at(vector.ptr, vector.len) if vector.len else b""
        self.lib.destroy_unmanaged_vector(vector)
        return value

    def verdict(self, name, code):
        """What comes of calling a function that the module does not have: if it says so, the module was loaded."""
        self.state = {}
        self.put(self.state, name, code)
        owner, module = name.split("::")
        call = address(owner) + text(module) + text("no_such_function") + bytes(3)
        env = (100).to_bytes(8, "little") + (1_700_000_000).to_bytes(8, "little") + (1).to_bytes(8, "little")
        env += bytes(31) + b"\x01" + bytes(31) + b"\x02"
        gas = c.c_uint64(10**13)
        error = Vector(True, None, 0, 0)
        result = self.lib.execute_view_function(
            self.vm, c.byref(gas), self.database, self.chain, as_input(env), as_input(call), c.byref(error)
        )
        self.take(result)
        message = self.take(error).decode("utf8", "replace")
        if "no_such_function does not exist" in message:
            return {"status": None}
        inner = re.search(r"major_status: (\w+)", message) or re.search(r"status (\w+)", message)
        place = re.search(r"FunctionDefinition, (\d+)", message)
        return {"status": inner.group(1) if inner else message, "function": int(place.group(1)) if place else None}


machine = Machine()
for line in sys.stdin:
    request = json.loads(line)
    if "keep" in request:
        for name, code in request["keep"].items():
            machine.put(machine.kept, name, bytes.fromhex(code))
        continue
    print(json.dumps(machine.verdict(request["name"], bytes.fromhex(request["code"]))), flush=True)
