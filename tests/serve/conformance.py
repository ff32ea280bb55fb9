"""The official conformance suite of the Model Context Protocol against the everything server, in both eras.

    conformance.py EVERYTHING_SERVER BUILD_FOLDER

Installs the suite (npm `@modelcontextprotocol/conformance`) below BUILD_FOLDER; where that cannot be done, says why and
exits with 77. What Pyramid does not offer stands in not_offered.yaml; the suite fails where one of those is answered
after all, too.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
from node_packages import installed  # noqa: E402

SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12"
REVISIONS = ["2025-11-25", "2026-07-28"]


def main():
    program, build = sys.argv[1:3]
    node, suite = installed(build, SUITE)
    not_offered = Path(__file__).with_name("not_offered.yaml")
    failed = []
    results = tempfile.mkdtemp()
    server = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        url = server.stdout.readline().strip()
        for revision in REVISIONS:
            done = subprocess.run(
                [node, suite / "dist" / "index.js", "server", "--url", url, "--requirements", revision, "--expected-failures", not_offered,
                 "-o", results],
                capture_output=True, text=True, timeout=280,
            )
            print(revision, "exit code", done.returncode)
            print(done.stdout[-6000:], done.stderr[-2000:])
            if done.returncode != 0:
                failed.append(revision)
    finally:
        server.stdin.close()
        server.wait(timeout=30)
        shutil.rmtree(results)
    sys.exit(f"not conformant: {', '.join(failed)}" if failed else 0)


if __name__ == "__main__":
    main()
