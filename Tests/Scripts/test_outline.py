"""cmake/outline.awk: a program does the same with and without what it takes out."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "cmake" / "outline.awk"

# Sums what it is given and what its arguments and the stack held on the way. `seven`
# has its last argument on the stack; the fourth block reads flags that the third set.
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
\tcallq\tseven
\tleaq\t{number}(%rax), %rdi
\tcallq\tswift_release                   # a comment
\taddq\t$24, %rsp
\tpopq\t%rbp
\tpopq\t%rbx
\tretq
.Lfunc_end_{name}:
\t.size\t{name}, .Lfunc_end_{name}-{name}
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
HOT = [f"hot_{number}" for number in range(6)]


BODY = re.compile(r"^(\w+):\n(.*?)^\.Lfunc_end", re.MULTILINE | re.DOTALL)


def bodies(assembly: str) -> dict[str, str]:
    return dict(BODY.findall(assembly))


def outline(assembly: Path, hot: Path, turn: int) -> Path:
    output = assembly.with_name(f"outlined{turn}.s")
    variables = [f"round={turn}", f"output={output}"]
    command: list[str | Path] = [
        "awk",
        "-f",
        SCRIPT,
        "pass=1",
        hot,
        "pass=2",
        *variables,
        assembly,
    ]
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
        for form, names in ((FUNCTION, NAMES + HOT), (LEAF, LEAVES))
        for number, name in enumerate(names)
    )
    source = tmp_path / "whole.s"
    source.write_text(whole + '\t.section\t".note.GNU-stack","",@progbits\n')
    calls = " ".join(f"CALL({name})" for name in NAMES + HOT + LEAVES)
    (tmp_path / "main.c").write_text(PROGRAM.replace("CALLS", calls))
    hot = tmp_path / "hot.txt"
    hot.write_text("# hot ones\nhot_\n!hot_but\n")
    once = outline(source, hot, 1)
    twice = outline(once, hot, 2)
    expected = ran(source)
    assert ran(once) == expected
    assert ran(twice) == expected

    before, after = bodies(whole), bodies(twice.read_text())
    assert all("calque_outlined" in after[name] for name in NAMES)
    assert all(after[name] == before[name] for name in HOT + LEAVES)
    outlined = [body for name, body in after.items() if name not in before]
    assert any(body.startswith("\tpushq\t%rax\n") for body in outlined)
    assert any(body.rstrip().endswith("popq %rbx\n\tretq") for body in outlined)
    assert any("jmp seven" in body for body in outlined)
