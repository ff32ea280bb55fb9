"""Shows that check_includes.py finds what it is there to find."""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from check_includes import problems_in  # noqa: E402

FILES = {
    "CMakeLists.txt": "pyramid_room(base)\npyramid_room(plan)\n",
    "src/base/good.cpp": '#include "base/good.hpp"\n#include <vector>\n// printf( in a comment\n',
    "src/base/up.cpp": '#include "plan/plan.hpp"\n',
    "src/plan/print.cpp": "#include <cstdio>\nvoid f() { std::printf(\"x\"); }\n",
    "src/cli/main.cpp": '#include "plan/plan.hpp"\nvoid g() { exit(1); }\n',
    "include/pyramid/public.hpp": '#include <sqlite3.h>\n#include "base/good.hpp"\n',
}
EXPECTED = [
    "include/pyramid/public.hpp: a public header includes base/good.hpp",
    "include/pyramid/public.hpp: a public header includes the third-party <sqlite3.h>",
    "src/base/up.cpp: base includes plan/plan.hpp, but plan stands below it",
    "src/plan/print.cpp: the library must not use printf(",
]

with tempfile.TemporaryDirectory() as folder:
    root = Path(folder)
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    found = sorted(problems_in(root))
if found != EXPECTED:
    sys.exit("expected\n  " + "\n  ".join(EXPECTED) + "\nfound\n  " + "\n  ".join(found))
