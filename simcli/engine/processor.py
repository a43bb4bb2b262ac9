"""The few processor instructions that the engine is built on, with a plain path that gives the same
answers.

On x86-64 with AVX2 and BMI2 the fast path is taken. `SIMCLI_PLAIN=1` in the environment forces the
plain one (for tests, and for code compiled on one machine and run on another). Both paths are the
same functions to the rest of the engine.
"""

import os

from llvmlite import binding, ir
from numba import config, njit, types
from numba.extending import intrinsic

_I64 = ir.IntType(64)
_FOUR = ir.VectorType(_I64, 4)
_BYTES = ir.VectorType(ir.IntType(8), 32)

FAR = 15  # tokens missing beyond which four_missing does not count

_features = binding.get_host_cpu_features()
FAST = (
    not os.environ.get("SIMCLI_PLAIN")
    and config.CPU_NAME in (None, "", "host")
    and bool(_features.get("avx2") and _features.get("bmi2"))
)


def _unary(name, *flags):
    """An intrinsic of one int64 that calls the LLVM function `name`, with constant i1 `flags` after
    it."""

    @intrinsic
    def call(typingctx, x):
        def codegen(context, builder, signature, args):
            bit = ir.IntType(1)
            fn = builder.module.declare_intrinsic(
                name, (), ir.FunctionType(_I64, [_I64] + [bit] * len(flags))
            )
            return builder.call(fn, [args[0]] + [bit(f) for f in flags])

        return types.int64(types.int64), codegen

    return call


def _binary(name):
    """An intrinsic of two int64 that calls the LLVM function `name`."""

    @intrinsic
    def call(typingctx, x, y):
        def codegen(context, builder, signature, args):
            fn = builder.module.declare_intrinsic(name, (), ir.FunctionType(_I64, [_I64, _I64]))
            return builder.call(fn, args)

        return types.int64(types.int64, types.int64), codegen

    return call


population = _unary("llvm.ctpop.i64")  # number of set bits
trailing_zeros = _unary("llvm.cttz.i64", 0)  # place of the lowest set bit; 64 for 0


@intrinsic
def natural(typingctx, x):
    """`x`, with the word that it is never negative: an index so marked is not tested for counting
    from the end."""

    def codegen(context, builder, signature, args):
        builder.assume(builder.icmp_signed(">=", args[0], args[0].type(0)))
        return args[0]

    return types.int64(types.int64), codegen


if FAST:
    gather_bits = _binary(
        "llvm.x86.bmi.pext.64"
    )  # gather_bits(x, mask): the bits of x under mask, side by side
    _scatter_bits = _binary("llvm.x86.bmi.pdep.64")

    @njit
    def kth_bit(mask, k):
        """Place of the k-th set bit (from 0) of `mask`, which has more than k set bits."""
        return trailing_zeros(_scatter_bits(1 << k, mask))

    def _lacks(builder, args):
        """For prices[start:start+4] the tokens lacking after bonuses and coloured tokens, and the
        gold, as vectors of four numbers."""
        prices, start, bonus, coloured, gold = args
        pointer = builder.bitcast(builder.gep(prices, [start]), _FOUR.as_pointer())
        price = builder.load(pointer)
        price.align = 8
        declare = builder.module.declare_intrinsic
        subtract = declare("llvm.usub.sat.v32i8", (), ir.FunctionType(_BYTES, [_BYTES, _BYTES]))
        add_up = declare("llvm.x86.avx2.psad.bw", (), ir.FunctionType(_FOUR, [_BYTES, _BYTES]))

        def splat(value):
            one = builder.insert_element(ir.Constant(_FOUR, ir.Undefined), value, ir.IntType(32)(0))
            return builder.shuffle_vector(
                one, ir.Constant(_FOUR, ir.Undefined), ir.Constant(ir.VectorType(ir.IntType(32), 4), [0] * 4)
            )

        need = builder.call(subtract, [builder.bitcast(price, _BYTES), builder.bitcast(splat(bonus), _BYTES)])
        lack = builder.call(subtract, [need, builder.bitcast(splat(coloured), _BYTES)])
        return builder.call(add_up, [lack, ir.Constant(_BYTES, [0] * 32)]), splat(gold)

    @intrinsic
    def four_payable(typingctx, prices, start, bonus, coloured, gold):
        """Which of prices[start:start+4] can be paid, as four bits: saturating byte subtraction of
        the bonuses, then of the coloured tokens, and what is left of each price compared with the
        gold. A price of all ones can never be paid."""

        def codegen(context, builder, signature, args):
            data = context.make_array(signature.args[0])(context, builder, args[0]).data
            lack, gold = _lacks(builder, (data, *args[1:]))
            return builder.zext(builder.bitcast(builder.icmp_signed("<=", lack, gold), ir.IntType(4)), _I64)

        i64 = types.int64
        return i64(prices, i64, i64, i64, i64), codegen

    @intrinsic
    def four_missing(typingctx, prices, start, bonus, coloured, gold):
        """How many tokens each of prices[start:start+4] still lacks after bonuses, coloured tokens
        and gold, at most FAR: four 16-bit lanes."""

        def codegen(context, builder, signature, args):
            data = context.make_array(signature.args[0])(context, builder, args[0]).data
            lack, gold = _lacks(builder, (data, *args[1:]))
            left = builder.sub(lack, gold)
            none, far = ir.Constant(_FOUR, [0] * 4), ir.Constant(_FOUR, [FAR] * 4)
            left = builder.select(builder.icmp_signed("<", left, none), none, left)
            left = builder.select(builder.icmp_signed(">", left, far), far, left)
            return builder.bitcast(builder.trunc(left, ir.VectorType(ir.IntType(16), 4)), _I64)

        i64 = types.int64
        return i64(prices, i64, i64, i64, i64), codegen

else:

    @njit
    def gather_bits(x, mask):
        """The bits of `x` under `mask`, side by side from the lowest."""
        result, place = 0, 0
        while mask:
            result |= ((x >> trailing_zeros(mask)) & 1) << place
            mask &= mask - 1
            place += 1
        return result

    @njit
    def kth_bit(mask, k):
        """Place of the k-th set bit (from 0) of `mask`, which has more than k set bits."""
        for _ in range(k):
            mask &= mask - 1
        return trailing_zeros(mask)

    @njit
    def four_payable(prices, start, bonus, coloured, gold):
        """Which of prices[start:start+4] can be paid with bonuses, coloured tokens and gold, as
        four bits."""
        high = 0x8080808080
        answer = 0
        for i in range(4):
            price = prices[start + i]
            if price >= 0:
                t = (price | high) - bonus
                m = t & high
                t = ((t & (m - (m >> 7))) | high) - coloured
                m = t & high
                t &= m - (m >> 7)
                answer |= int((((t * 0x0101010101) >> 32) & 0xFF) <= gold) << i
        return answer

    @njit
    def four_missing(prices, start, bonus, coloured, gold):
        """How many tokens each of prices[start:start+4] still lacks after bonuses, coloured tokens
        and gold, at most FAR: four 16-bit lanes."""
        high = 0x8080808080
        answer = 0
        for i in range(4):
            price, left = prices[start + i], FAR
            if price >= 0:
                t = (price | high) - bonus
                m = t & high
                t = ((t & (m - (m >> 7))) | high) - coloured
                m = t & high
                t &= m - (m >> 7)
                left = min(max((((t * 0x0101010101) >> 32) & 0xFF) - gold, 0), FAR)
            answer |= left << 16 * i
        return answer


@intrinsic
def copy_record(typingctx, target, source):
    """Copy one structured record over another of the same type."""
    if target != source or not isinstance(target, types.Record):
        return None

    def codegen(context, builder, signature, args):
        byte = ir.IntType(8).as_pointer()
        to, source = (builder.bitcast(record, byte) for record in args)
        copy = builder.module.declare_intrinsic("llvm.memcpy", [byte, byte, _I64])
        builder.call(copy, [to, source, _I64(target.size), ir.IntType(1)(0)])
        return context.get_dummy_value()

    return types.void(target, source), codegen


def caller(signature):
    """An intrinsic `call(address, arguments)` that calls the compiled function of that numba
    signature at `address` (int64) with a tuple of arguments of exactly its types. What the function
    raises goes on through the caller, as in a direct call."""

    @intrinsic
    def call(typingctx, address, arguments):
        def codegen(context, builder, sig, args):
            values = [builder.extract_value(args[1], i) for i in range(len(signature.args))]
            kind = context.call_conv.get_function_type(signature.return_type, signature.args)
            function = builder.inttoptr(args[0], kind.as_pointer())
            # As context.call_conv.call_function does it, which would set to zero on every turn what
            # each call on the way may answer.
            with builder.goto_entry_block():
                answer_at = builder.alloca(kind.args[0].pointee)
                error_at = builder.alloca(kind.args[1].pointee)
            packed = context.get_arg_packer(signature.args).as_arguments(builder, values)
            code = builder.call(function, [answer_at, error_at, *packed])
            status = context.call_conv._get_return_status(builder, code, builder.load(error_at))
            with builder.if_then(status.is_error, likely=False):
                context.call_conv.return_status_propagate(builder, status)
            return builder.load(answer_at)

        return signature.return_type(types.int64, types.Tuple(signature.args)), codegen

    return call
