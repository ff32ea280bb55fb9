"""Shows that check_includes.py finds what it is there to find."""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from check_includes import problems_in  # noqa: E402

FILES = {
    "CMakeLists.txt": "pyramid_room(base)\npyramid_room(plan)\n"
    "pyramid_room(ops FOLDERS low high)\n",
    "src/base/good.cpp": '#include "base/good.hpp"\n#include <vector>\n// printf( in a comment\n',
    "src/base/up.cpp": '#include "plan/plan.hpp"\n',
    "src/base/relative.cpp": '#include "../plan/plan.hpp"\n',
    "src/base/end.cpp": "void e() { std::exit(1); x.exit(); std::snprintf(b); }\n",
    "src/base/environment.cpp": 'auto h = std::getenv("HOME"); void a() { std::abort(); }\n',
    "src/base/stream.cpp": 'void s() { std::cout << 1; std::cerr << 2; }\n',
    "src/plan/print.cpp": "#include <cstdio>\nvoid f() { std::printf(\"x\"); }\n",
    "src/ops/all.cpp": '#include "ops/high/use.hpp"\n',
    "src/ops/high/use.cpp": '#include "ops/low/part.hpp"\n#include "ops/beside.hpp"\n',
    "src/ops/low/part.cpp": '#include "ops/high/use.hpp"\n',
    "src/ops/new/part.cpp": '#include "ops/low/part.hpp"\n',
    "src/cli/main.cpp": '#include "plan/plan.hpp"\nvoid g() { exit(1); }\n',
    "include/pyramid/public.hpp": '#include <sqlite3.h>\n#include "base/good.hpp"\n',
}
EXPECTED = [
    "include/pyramid/public.hpp: a public header includes base/good.hpp",
    "include/pyramid/public.hpp: a public header includes the third-party <sqlite3.h>",
    "src/base/end.cpp: the library must not use std::exit(",
    "src/base/environment.cpp: the library must not use abort(",
    "src/base/environment.cpp: the library must not use getenv(",
    "src/base/relative.cpp: ../plan/plan.hpp names no room; write it as room/file.hpp",
    "src/base/stream.cpp: the library must not use std::cerr",
    "src/base/stream.cpp: the library must not use std::cout",
    "src/base/up.cpp: base includes plan/plan.hpp, but plan stands below it",
    "src/ops/high/use.cpp: includes beside.hpp, which stands beside the folders",
    "src/ops/low/part.cpp: low includes high/use.hpp, but high stands below it",
    "src/ops/new/part.cpp: the folder new is not among the FOLDERS of its room",
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
