"""cmake/outline.awk: a program does the same with and without what it takes out."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
from pathlib import Path

import pytest

CMAKE = Path(__file__).resolve().parents[2] / "cmake"

# Sums what it is given and what its arguments and the stack held on the way. `seven`
# has its last argument on the stack; the fourth block reads flags that the third set.
# The call of `near` finds the stack further up, and that of `through` must not.
FUNCTION = """
\t.section\t.text.{name},"ax",@progbits
\t.globl\t{name}
\t.type\t{name},@function
{name}:
\tpushq\t%rbx
\tpushq\t%rbp
\tsubq\t$24, %rsp
\tmovq\t%rdi, 16(%rsp)
\tmovl\t${number}, %ebx
\tmovq\t16(%rsp), %rdi
\tcallq\tswift_retain
\tmovq\t16(%rsp), %rbp
\taddq\t%rbp, %rbx
\tnegl\t%ebx
\tmovq\t%rbx, 8(%rsp)
\tmovabsq\t$1234605616436508552, %rcx
\taddq\t%rcx, 8(%rsp)
\tpushq\t$3
\tpopq\t%rax
\tcmpq\t%rax, 16(%rsp)
\tjg\t.L{name}
\tincq\t8(%rsp)
.L{name}:
\tmovl\t$77, %eax
\tmovq\t%rax, (%rsp)
\tmovq\t8(%rsp), %rdi
\tmovl\t$2, %esi
\tmovl\t$3, %edx
\tmovl\t$4, %ecx
\tmovl\t$5, %r8d
\tmovl\t$6, %r9d
\tcallq\tthrough
\tmovq\t%rax, %rdi
\tmovl\t$99, %esi
\tcallq\tnear
\tmovq\t%rax, 8(%rsp)
\tmovq\t8(%rsp), %rdi
\tleaq\t{number}(%rdi), %rdi
\tcallq\tswift_release                   # a comment
\taddq\t$24, %rsp
\tpopq\t%rbp
\tpopq\t%rbx
\tretq
.Lfunc_end_{name}:
\t.size\t{name}, .Lfunc_end_{name}-{name}
"""
# Has a value in %r11 while the stack moves.
KEPT = """
\t.section\t.text.{name},"ax",@progbits
\t.globl\t{name}
{name}:
\tmovl\t${number}, %r11d
\tmovabsq\t$1234605616436508552, %rcx
\tpushq\t%rbx
\tpushq\t%rbp
\tsubq\t$40, %rsp
\tmovq\t%rdi, 32(%rsp)
\tmovq\t%r11, %rax
\taddq\t32(%rsp), %rax
\taddq\t${number}, %rax
\taddq\t$40, %rsp
\tpopq\t%rbp
\tpopq\t%rbx
\tretq
.Lfunc_end_{name}:
"""
# Has a value in %r11 behind a call that is taken out with it.
LATER = """
\t.section\t.text.{name},"ax",@progbits
\t.globl\t{name}
{name}:
\tpushq\t%rax
\tmovl\t$98, %esi
\tcallq\tnear
\tmovl\t$5, %r11d
\tleaq\t{number}(%rax,%r11), %rax
\tpopq\t%rcx
\tretq
.Lfunc_end_{name}:
"""
# The one takes nothing from the stack, and the other passes on what it has there.
CALLED = """
\t.text
near:
\tpushq\t%rbx
\tmovq\t%rdi, %rbx
\tleaq\t(%rbx,%rsi), %rax
\tpopq\t%rbx
\tretq
.Lfunc_end_near:
through:
\tjmp\tseven                           # TAILCALL
.Lfunc_end_through:
"""
# Keeps its argument below the stack, where a call would write.
LEAF = """
\t.section\t.text.{name},"ax",@progbits
\t.globl\t{name}
{name}:
\tmovq\t%rdi, -8(%rsp)
\tmovabsq\t$1234605616436508552, %rcx
\tmovl\t${number}, %eax
\taddq\t-8(%rsp), %rax
\tretq
.Lfunc_end_{name}:
"""
PROGRAM = """
#include <stdint.h>
#include <stdio.h>
#define ALIGNED(at) ((uintptr_t)__builtin_frame_address(0) % 16 == 0)
static uint64_t counted;
void swift_retain(uint64_t object) { counted += ALIGNED() ? object : 1u << 31; }
uint64_t swift_release(uint64_t object) {
    counted += ALIGNED() ? object : 1u << 31;
    return counted;
}
uint64_t seven(uint64_t a, int b, int c, int d, int e, int f, uint64_t g) {
    return ALIGNED() ? a + b + 3 * c + d + e + f + 11 * g : 0;
}
#define CALL(name) uint64_t name(uint64_t); printf("%llu\\n", (long long)name(i));
int main(void) {
    for (uint64_t i = 0; i < 8; i++) { CALLS }
}
"""
NAMES = [*(f"cold_{number}" for number in range(5)), "hot_but_not_really"]
LEAVES = [f"leaf_{number}" for number in range(6)]
KEEPING = [f"kept_{number}" for number in range(6)]
LATERS = [f"later_{number}" for number in range(6)]
HOT = [f"hot_{number}" for number in range(6)]


BODY = re.compile(r"^(\w+):\n(.*?)^\.Lfunc_end", re.MULTILINE | re.DOTALL)


def bodies(assembly: str) -> dict[str, str]:
    return dict(BODY.findall(assembly))


def outline(assembly: Path, hot: Path) -> Path:
    output = assembly.with_name("outlined.s")
    command: list[str | Path] = ["awk", "-f", CMAKE / "outline.awk"]
    command += ["-f", CMAKE / "instructions.awk", "pass=1", hot]
    command += ["pass=2", f"output={output}", assembly]
    subprocess.run(command, check=True)
    return output


@pytest.mark.skipif(platform.machine() != "x86_64", reason="assembly of x86-64")
@pytest.mark.skipif(not shutil.which("cc"), reason="assembles and links")
def test_program_is_the_same(tmp_path: Path) -> None:
    def ran(assembly: Path) -> str:
        program = tmp_path / assembly.stem
        sources = [assembly, tmp_path / "main.c"]
        subprocess.run(["cc", "-o", program, *sources, "-z", "noexecstack"], check=True)
        return subprocess.check_output([program], text=True)

    whole = "".join(
        form.format(name=name, number=number)
        for form, names in (
            (FUNCTION, NAMES + HOT),
            (LEAF, LEAVES),
            (KEPT, KEEPING),
            (LATER, LATERS),
        )
        for number, name in enumerate(names)
    )
    source = tmp_path / "whole.s"
    whole += CALLED
    source.write_text(whole + '\t.section\t".note.GNU-stack","",@progbits\n')
    functions = NAMES + HOT + LEAVES + KEEPING + LATERS
    calls = " ".join(f"CALL({name})" for name in functions)
    (tmp_path / "main.c").write_text(PROGRAM.replace("CALLS", calls))
    hot = tmp_path / "hot.txt"
    hot.write_text("# hot ones\nhot_\nswift_\nthrough\n!hot_but\n")
    outlined = outline(source, hot)
    assert ran(outlined) == ran(source)

    before, after = bodies(whole), bodies(outlined.read_text())
    assert all("calque_outlined" in after[name] for name in NAMES + KEEPING + LATERS)
    assert all(after[name] == before[name] for name in LEAVES)
    # Of a hot function the block that calls a cold one is taken, and no other.
    for name in HOT:
        label = f".L{name}:"
        assert after[name].split(label)[0] == before[name].split(label)[0]
        assert "calque_outlined" in after[name]
    added = [body for name, body in after.items() if name not in before]
    frames = [body for body in added if body.startswith("\tpopq\t%r11\n")]
    assert any("\tpushq\t%r11\n" in body for body in frames)
    assert any(body.rstrip().endswith("popq %rbx\n\tretq") for body in added)
    assert any("callq near" in body for body in added)
    assert not any("callq through" in body for body in added)
    assert not any("$40, %rsp" in body for body in frames)
