"""No two headers of a namespace define a constant of one name: the linker would take either for both,
and say nothing.

  check_names.py ROOT
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

NAMESPACE = re.compile(r"^namespace ([\w:]+) \{", re.M)
CONSTANT = re.compile(r"^inline constexpr [^=;{(]*(\bk[A-Z]\w*)", re.M)


def main(root):
    places = defaultdict(list)
    for header in sorted((root / "src").rglob("*.hpp")) + sorted((root / "include").rglob("*.hpp")):
        text = header.read_text()
        namespaces = NAMESPACE.findall(text)
        for name in CONSTANT.findall(text):
            places["::".join(namespaces[:1]), name].append(str(header.relative_to(root)))
    twice = {key: found for key, found in places.items() if len(found) > 1}
    for (namespace, name), found in sorted(twice.items()):
        print(f"{namespace}::{name} is defined by {' and '.join(found)}")
    if not places:
        print("no constants found")
    return 1 if twice or not places else 0


sys.exit(main(Path(sys.argv[1])))
