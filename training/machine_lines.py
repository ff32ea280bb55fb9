"""Lines that programs print and lines that are typed at them, made up from templates.

A template is text with {slots}; each is filled several times, from lists and number makers of its own.
The output is the same on every run.
"""
import random

WORDS = ("reader writer queue worker cache session index token batch upload mail invoice order parser "
         "router proxy scheduler backup sensor gateway report user account payment export import job "
         "socket peer node shard bucket pool lease quota search metrics health config plugin").split()
ADJ = "stale missing invalid unexpected duplicate slow broken empty expired unknown corrupt partial".split()
VERBS = ("started stopped failed retried connected closed dropped skipped loaded saved expired accepted "
         "rejected created updated deleted finished queued refreshed published received sent").split()
NAMES = ("kelp tidepool marlin otter heron quince lantern pebble acorn drift saffron larch puffin").split()
HOSTS = "web-1 db2 kelp01 ip-10-0-3-17 orders-7d9c raspberrypi vps-lund mail host lab-03 edge".split()
USERS = "ana root deploy postgres ubuntu git lena www-data ole ci".split()
EXT = "py ts js go rs java cpp c rb php kt md json yml toml css html sql sh".split()
DIRS = "src lib app tests cmd internal pkg core utils api web server client etc var".split()
PKGS = ("left-pad inflight glob rimraf lodash request uuid chokidar requests numpy flask serde tokio "
        "libssl3 curl zlib1g ripgrep openssl nginx redis postgresql-16 node typescript vite").split()
CMDS = ("git docker kubectl npm cargo pip systemctl curl ssh psql ffmpeg rsync terraform helm brew apt "
        "make cmake pytest go pnpm acmectl aws gh tar grep find sed awk jq kelpctl").split()
SUBS = ("status run build install list show apply get push start stop restart logs exec test deploy "
        "info check init update describe login plan").split()
FLAGS = ("--json -v --all -f --dry-run --help -n --verbose --force -o --output --no-cache -it --rm "
         "--watch -p --since=1h --limit --quiet -xzf -la --user --config").split()
LEVELS = "INFO WARN ERROR DEBUG WARNING TRACE FATAL CRITICAL NOTICE info warn error debug".split()
METHODS = "GET POST PUT DELETE PATCH HEAD OPTIONS".split()
ERRS = ("connection refused|no such file or directory|permission denied|timeout exceeded|"
        "account login required to read the {w}|cannot read property '{w}' of undefined|"
        "the {w} is not available|broken pipe|out of memory|too many open files|"
        "no space left on device|{w} not found|unable to resolve host {h}|unexpected end of input|"
        "invalid {w} in {w} {n}|certificate has expired|address already in use|"
        "{w} {n} was {v} by {w}|authentication failed for {u}|rate limit reached, retry in {n}s|"
        "the {w} could not be {v}|this {w} is {a}|failed to open {w}|operation not permitted").split("|")
MSGS = ("{w} {v}|{w} {v} in {n} ms|{a} {w} {v}|{w} {w} {v} (id={n})|starting {w} on port {n}|"
        "listening on :{n}|{n} {w}s {v}|retrying {w} {n}/5|{W} request {w}/{v}#{n}|"
        "no {w} for {w} {n}, using default|user {u} logged in from {ip}|connected to {h}:{n}|"
        "{w}={n} {w}={w} took={n}ms|I am unable to bind to {ip}:{n}|We could not reach {h}|"
        "My {w} is {a}, giving up|You have {n} {a} {w}s|{W} has been {v} successfully|"
        "User {u} has no {w}|the {w} of {u} is {a}|Done in {f}s.|waiting for {w} to be {v}").split("|")


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)

    def hex(self, n):
        return "".join(self.r.choice("0123456789abcdef") for _ in range(n))

    def b64(self, n):
        alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        return "".join(self.r.choice(alphabet) for _ in range(n))

    def slot(self, name):
        r = self.r
        two = lambda top: "%02d" % r.randrange(top)
        time = lambda: two(24) + ":" + two(60) + ":" + two(60)
        date = lambda: "%d-%02d-%02d" % (r.randrange(2019, 2027), r.randrange(1, 13), r.randrange(1, 29))
        month = lambda: r.choice("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split())
        path = lambda: "/".join([r.choice(DIRS)] + [r.choice(WORDS) for _ in range(r.randrange(1, 3))])
        table = {
            "w": lambda: r.choice(WORDS), "W": lambda: r.choice(WORDS).capitalize(),
            "a": lambda: r.choice(ADJ), "v": lambda: r.choice(VERBS), "N": lambda: r.choice(NAMES),
            "h": lambda: r.choice(HOSTS), "u": lambda: r.choice(USERS), "p": lambda: r.choice(PKGS),
            "c": lambda: r.choice(CMDS), "s": lambda: r.choice(SUBS), "o": lambda: r.choice(FLAGS),
            "L": lambda: r.choice(LEVELS), "M": lambda: r.choice(METHODS), "e": lambda: r.choice(EXT),
            "n": lambda: str(r.choice([r.randrange(10), r.randrange(100), r.randrange(65536)])),
            "d": lambda: str(r.randrange(10)), "f": lambda: "%.2f" % (r.random() * 100),
            "x": lambda: self.hex(r.choice([7, 8, 12, 40])), "X": lambda: self.hex(2),
            "b": lambda: self.b64(r.randrange(24, 72)), "t": time, "D": date,
            "m": lambda: r.choice(MSGS), "E": lambda: r.choice(ERRS),
            "iso": lambda: date() + "T" + time() + r.choice(["Z", ".%03dZ" % r.randrange(1000), "+00:00", "+02:00"]),
            "ts": lambda: r.choice([date() + " " + time(), date() + " " + time() + ",%03d" % r.randrange(1000),
                                    date() + "T" + time() + "Z", time(), time() + ".%03d" % r.randrange(1000)]),
            "sys": lambda: "%s %2d %s" % (month(), r.randrange(1, 29), time()),
            "clf": lambda: "%02d/%s/%d:%s +0000" % (r.randrange(1, 29), month(), r.randrange(2019, 2027), time()),
            "http": lambda: "%s, %02d %s %d %s GMT" % (r.choice("Mon Tue Wed Thu Fri Sat Sun".split()),
                                                       r.randrange(1, 29), month(), r.randrange(2019, 2027), time()),
            "day": lambda: "%s %s %d %s %d" % (r.choice("Mon Tue Wed Thu Fri Sat Sun".split()), month(),
                                               r.randrange(1, 29), time(), r.randrange(2019, 2027)),
            "ip": lambda: "%d.%d.%d.%d" % (r.choice([10, 172, 192, 203, 81]), r.randrange(255), r.randrange(255), r.randrange(255)),
            "ver": lambda: "%d.%d.%d" % (r.randrange(9), r.randrange(30), r.randrange(20)),
            "P": path, "F": lambda: path() + "." + r.choice(EXT),
            "sz": lambda: "%.1f%s" % (r.random() * 900, r.choice(["K", "M", "G", " kB", " MB", "MiB", "B"])),
            "st": lambda: str(r.choice([200, 201, 204, 301, 304, 400, 401, 403, 404, 429, 500, 502, 503])),
            "uuid": lambda: "-".join(self.hex(k) for k in (8, 4, 4, 4, 12)),
            "perm": lambda: r.choice("-d-l-") + "".join(r.choice([c, c, "-"]) for c in "rwxrwxrwx"),
            "num": lambda: str(r.randrange(300, 65536)), "pc": lambda: str(r.randrange(101)) + "%",
            "bool": lambda: r.choice(["true", "false", "null", "0", "1"]),
            "mon": month,
        }
        return table[name]()

    def fill(self, template):
        text = template
        for _ in range(4):  # a slot may bring others
            out, at = [], 0
            while True:
                a = text.find("{", at)
                if a < 0:
                    break
                b = text.find("}", a)
                name = text[a + 1:b] if b > 0 else ""
                if b > 0 and name in SLOTS:
                    out.append(text[at:a] + self.slot(name))
                    at = b + 1
                else:
                    out.append(text[at:a + 1])
                    at = a + 1
            text = "".join(out) + text[at:]
        return text


SLOTS = set("w W a v N h u p c s o L M e n d f x X b t D m E iso ts sys clf http day ip ver P F sz st "
            "uuid perm num pc bool mon".split())

# One paragraph a source; one template a line.
TEMPLATES = r"""
{sys} {h} sshd[{num}]: Accepted publickey for {u} from {ip} port {num} ssh2
{sys} {h} sshd[{num}]: Failed password for invalid user {u} from {ip} port {num}
{sys} {h} systemd[1]: Started {w}.service - {W} {w}.
{sys} {h} systemd[1]: {w}.service: Main process exited, code=exited, status={d}/FAILURE
{sys} {h} kernel: [{num}.{num}] usb {d}-{d}: new high-speed USB device number {d} using xhci_hcd
{sys} {h} {w}[{num}]: {m}
{sys} {h} CRON[{num}]: ({u}) CMD (/usr/local/bin/{w} {o})
{sys} {h} dhclient[{num}]: DHCPACK of {ip} from {ip}
{h} {w}[{num}]: {L} {w}: {m}
-- Boot {x} --
{sys} {h} postfix/smtpd[{num}]: connect from unknown[{ip}]
[{num}.{num}] {w}: {m}

{ts} [{L}] {m}
{ts} {L} {m}
{ts} [{w}] {m}
{ts} [{w}] {L}: {E}
[{ts}] {L} {w}: {m}
[{ts}] [{L}] {m}
[{ts}] {w}.{L}: {E}
{L} {ts} {w}: {m}
{L}: {E}
{L} [{w}] {m}
[{L}] {m}
{L}:{w}:{m}
{L}:root:{E}
{ts} {L} [{w}-{d}] c.e.{N}.{W}Service : {m}
{ts} {L}  {N}::{w}: {m}
{ts} [thread-{d}] {L} com.{N}.{W} - {m}
{ts} {w} {L} {E}
{ts} {L} rpc error ({w}/{v}) {E}
{ts} [send] rpc request {w}/{v}#{n}
{ts} - {w} - {L} - {m}
{ts} | {L} | {w}:{n} - {m}
{L}[{n}] {m}
time="{iso}" level={L} msg="{m}" {w}={n}
ts={iso} level={L} caller={w}.go:{n} msg="{m}" err="{E}"
{"level":"{L}","time":"{iso}","msg":"{m}","{w}":{n}}
{iso} {h} {w} {num} - - {m}
I{num} {t}.{num} {num} {w}.go:{n}] {m}
E{num} {t}.{num} {num} {w}.go:{n}] {E}
==> {w}.log <==
{t} {L} {m}
{t} {m}
{t} [{w}] {m}
{D} {t} {m}
{D} {t} UTC [{num}] {L}:  {E}
{D} {t}.{n} UTC [{num}] {u}@{N} STATEMENT:  SELECT * FROM {w}s WHERE id = {n};

{ip} - - [{clf}] "{M} /{P} HTTP/1.1" {st} {n} "-" "Mozilla/5.0"
{ip} - {u} [{clf}] "{M} /{P}?{w}={n} HTTP/2.0" {st} {n}
{D} {t} [error] {n}#{n}: *{n} connect() failed (111: Connection refused) while connecting to upstream
[{day}] [core:error] [pid {num}] AH00{n}: {E}
{M} /{P} {st} {n}ms
{M} /{P} {st} in {n}ms
"{M} /api/{w}/{n}" {st} - {f} ms
{ip} {M} /{P} {st} {f}ms {n}b

HTTP/1.1 {st} OK
HTTP/2 {st}
HTTP/1.1 {st} Not Found
< HTTP/1.1 {st} Service Unavailable
> {M} /{P} HTTP/1.1
> Host: {h}.example.net
> User-Agent: curl/{ver}
> Accept: */*
< content-type: application/json; charset=utf-8
< date: {http}
Date: {http}
Server: nginx/{ver}
Content-Type: text/html; charset=utf-8
Content-Length: {n}
Connection: keep-alive
Cache-Control: max-age={n}, private
ETag: "{x}"
X-Request-Id: {uuid}
Set-Cookie: {w}={b}; Path=/; HttpOnly
Location: https://{h}.example.net/{P}
* Connected to {h}.example.net ({ip}) port 443 (#0)
* TLSv1.3 (OUT), TLS handshake, Client hello (1):
*   Trying {ip}:443...
* Connection #0 to host {h} left intact
curl: ({d}) {E}
curl -sS https://{h}.example.net/{P} -H 'Authorization: Bearer {x}'
Authorization: Bearer {b}
Access-Control-Allow-Origin: *
Strict-Transport-Security: max-age={n}; includeSubDomains
Vary: Accept-Encoding
Last-Modified: {http}

NAME                     READY   STATUS    RESTARTS   AGE
{w}-{w}-{x}   1/1     Running   {d}          {n}d
{w}-{d}   0/1     CrashLoopBackOff   {n} (2m ago)   {d}h
service/{w}   ClusterIP   {ip}   <none>   {n}/TCP   {d}d
deployment.apps/{w} configured
pod/{w}-{x} deleted
configmap/{w} created
Warning  BackOff  {d}m (x{n} over {n}m)  kubelet  Back-off restarting failed container
Normal   Pulled   {n}s   kubelet  Container image "{N}/{w}:{ver}" already present on machine
Error from server (NotFound): pods "{w}" not found
error: deployment "{w}" exceeded its progress deadline
The connection to the server {ip}:6443 was refused - did you specify the right host or port?

CONTAINER ID   IMAGE     COMMAND   CREATED   STATUS   PORTS   NAMES
{x}   {N}/{w}:{ver}   "/entrypoint.sh"   {d} days ago   Up {d} hours   0.0.0.0:{n}->{n}/tcp   {N}_{w}_1
Step {d}/{n} : RUN apt-get update && apt-get install -y {p}
 ---> {x}
#{n} [{w} {d}/{d}] COPY package.json ./
#{n} DONE {f}s
=> [internal] load build definition from Dockerfile    {f}s
=> CACHED [{d}/{d}] WORKDIR /{w}
Successfully tagged {N}/{w}:{ver}
{w}_1  | {ts} {L} {m}
{w}-1    | {m}
Error response from daemon: {E}
docker: Error response from daemon: {E}.
Digest: sha256:{x}{x}
Status: Downloaded newer image for {p}:{ver}
{x}: Pull complete
{ver}: Pulling from library/{p}
Container {N}-{w}-1  Started
Network {N}_default  Created

npm WARN deprecated {p}@{ver}: This module is not supported
npm warn deprecated {p}@{ver}: this library is no longer supported, use {p} instead
npm ERR! code E{st}
npm ERR! {E}
npm error {E}
npm ERR! A complete log of this run can be found in: /home/{u}/.npm/_logs/{D}-debug-0.log
npm notice New minor version of npm available! {ver} -> {ver}
added {n} packages, and audited {n} packages in {d}s
{n} packages are looking for funding
  run `npm fund` for details
found 0 vulnerabilities
{d} moderate severity vulnerabilities
up to date, audited {n} packages in {d}s
> {N}@{ver} build
> vite build
warning "{p} > {p}@{ver}" has unmet peer dependency "{p}@^{d}".
yarn install v{ver}
Done in {f}s.
Progress: resolved {n}, reused {n}, downloaded {d}, added {d}, done
+ {p} {ver}
- {p} {ver}
added 1 package in {d}s
To address all issues, run:
  npm audit fix

Collecting {p}=={ver}
  Downloading {p}-{ver}-py3-none-any.whl ({sz})
Requirement already satisfied: {p} in ./venv/lib/python3.11/site-packages ({ver})
Installing collected packages: {p}, {p}, {p}
Successfully installed {p}-{ver} {p}-{ver}
ERROR: Could not find a version that satisfies the requirement {p}=={ver}
ERROR: No matching distribution found for {p}
Building wheels for collected packages: {p}
WARNING: You are using pip version {ver}; however, version {ver} is available.
Resolved {n} packages in {n}ms
error: externally-managed-environment
Using cached {p}-{ver}.tar.gz ({sz})

Reading package lists... Done
Building dependency tree... Done
Get:{d} http://deb.example.org/debian bookworm/main amd64 {p} amd64 {ver}-1 [{sz}]
Hit:{d} http://archive.example.org/ubuntu jammy InRelease
Setting up {p} ({ver}-{d}) ...
Unpacking {p} ({ver}-{d}+deb12u1) ...
Selecting previously unselected package {p}.
Preparing to unpack .../{p}_{ver}_amd64.deb ...
Processing triggers for man-db ({ver}-{d}) ...
The following NEW packages will be installed:
{d} upgraded, {d} newly installed, 0 to remove and {n} not upgraded.
Need to get {sz} of archives.
After this operation, {sz} of additional disk space will be used.
E: Unable to locate package {p}
E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process {num}
dpkg: error processing package {p} (--configure):
{D} {t} status installed {p}:amd64 {ver}-{d}
==> Downloading https://ghcr.io/v2/homebrew/core/{p}/blobs/sha256:{x}
==> Pouring {p}--{ver}.arm64_sonoma.bottle.tar.gz
==> Installing dependencies for {p}: {p}, {p}
Error: {p} {ver} is already installed
Warning: {p} {ver} is already installed and up-to-date.
Updated {d} taps (homebrew/core and homebrew/cask).
installed:  {p}-{ver}

   Compiling {p} v{ver}
   Compiling {N} v{ver} (/home/{u}/{N})
    Finished `dev` profile [unoptimized + debuginfo] target(s) in {f}s
     Running unittests {F} (target/debug/deps/{w}-{x})
warning: unused variable: `{w}`
warning: `{N}` (lib) generated {d} warnings
error[E0{n}]: cannot find value `{w}` in this scope
  --> {F}:{n}:{d}
error: could not compile `{N}` (bin "{N}") due to {d} previous errors
test {w}::{w}_{v} ... ok
test {w}::{w}_{v} ... FAILED
test result: FAILED. {n} passed; {d} failed; 0 ignored; 0 measured; finished in {f}s
running {n} tests
    Updating crates.io index
      Adding {p} v{ver}
thread 'main' panicked at {F}:{n}:{d}:
called `Result::unwrap()` on an `Err` value: Os { code: {d}, kind: NotFound, message: "{E}" }
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
   {d}: {N}::{w}::{v}
             at ./{F}:{n}:{d}

============================= test session starts ==============================
collected {n} items
{F}::test_{w}_{v} PASSED [ {pc}]
{F} ......F...                                         [ {pc}]
FAILED {F}::test_{w} - AssertionError: assert {n} == {n}
E       AssertionError: assert '{w}' in '{w}'
========================= {d} failed, {n} passed in {f}s =========================
{n} passed, {d} warnings in {f}s
platform linux -- Python 3.11.2, pytest-{ver}, pluggy-{ver}
PASS {F} ({f} s)
FAIL {F}
  ✓ {v} the {w} ({n} ms)
  ✕ {v} the {a} {w} ({n} ms)
  ● {W} › {v} the {w}
Test Suites: {d} failed, {n} passed, {n} total
Tests:       {n} passed, {n} total
Snapshots:   {d} total
Time:        {f} s
Ran all test suites.
    expect(received).toBe(expected) // Object.is equality
    Expected: {n}
ok  	{N}.dev/{P}	{f}s
--- FAIL: Test{W} ({f}s)
    {w}_test.go:{n}: got {n}, want {n}
FAIL	{N}.dev/{P} [build failed]
=== RUN   Test{W}/{w}
?   	{N}.dev/{P}	[no test files]
{n}/{n} Test #{n}: {w}: {w} {v} ..................   Passed    {f} sec
100% tests passed, 0 tests failed out of {n}
Total Test time (real) = {f} sec
The following tests FAILED:
[INFO] Tests run: {n}, Failures: {d}, Errors: 0, Skipped: {d}, Time elapsed: {f} s - in com.{N}.{W}Test
[INFO] BUILD FAILURE
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:{ver}:compile
[INFO] --- surefire:{ver}:test (default-test) @ {N} ---
[INFO] Scanning for projects...
BUILD SUCCESSFUL in {n}s
> Task :{N}:test FAILED
✓ {w} {v} ({n}ms)
✗ {w} {v}
not ok {n} - {w} {v}
ok {n} - {w} {v}
1..{n}
{n} passing ({d}s)
{d} failing
OK ({n} tests, {n} assertions)
Finished in {f} seconds ({n} examples, {d} failures)

On branch {N}
Your branch is ahead of 'origin/main' by {d} commits.
  (use "git push" to publish your local commits)
Changes not staged for commit:
  (use "git add <file>..." to update what will be committed)
	modified:   {F}
	deleted:    {F}
	new file:   {F}
Untracked files:
nothing to commit, working tree clean
no changes added to commit (use "git add" and/or "git commit -a")
commit {x}{x}
Author: {u} <{u}@example.org>
Date:   {day} +0200
Merge: {x} {x}
diff --git a/{F} b/{F}
index {x}..{x} 100644
--- a/{F}
+++ b/{F}
@@ -{n},{d} +{n},{d} @@ {w}
+    {w} = {w}.{v}({n})
-    return {w}.{w}({w})
+  "{w}": "{ver}",
- {w}: {n}
+import {w}
 {F} | {n} +++++-----
 {d} files changed, {n} insertions(+), {n} deletions(-)
 create mode 100644 {F}
[{N} {x}] {w}: {v} the {w}
{x} (HEAD -> main, origin/main) {w}: {v} the {w}
{x} {v} the {a} {w}
* {x} Merge branch '{N}'
remote: Counting objects: 100% ({n}/{n}), done.
Receiving objects: 100% ({n}/{n}), {sz} | {sz}/s, done.
Enumerating objects: {n}, done.
To github.com:{u}/{N}.git
   {x}..{x}  main -> main
 * [new branch]      {w} -> origin/{w}
error: failed to push some refs to 'github.com:{u}/{N}.git'
hint: Updates were rejected because the tip of your current branch is behind
fatal: not a git repository (or any of the parent directories): .git
fatal: {E}
Already up to date.
Fast-forward
Switched to branch '{w}'
Auto-merging {F}
CONFLICT (content): Merge conflict in {F}
Automatic merge failed; fix conflicts and then commit the result.
?? {F}
 M {F}
<<<<<<< HEAD
>>>>>>> {x}
=======
Cloning into '{N}'...
Successfully rebased and updated refs/heads/{w}.

 id | {w} | {w} | created_at
----+------+--------+---------------------
  {n} | {w} | {f} | {D} {t}
({n} rows)
| id | {w}     | {w} |
+----+---------+------+
| {n} | {w} | {D} |
{n} rows in set ({f} sec)
Query OK, {n} rows affected ({f} sec)
ERROR {n} ({n}): You have an error in your SQL syntax
ERROR:  relation "{w}s" does not exist
LINE 1: SELECT * FROM {w}s;
{N}=# SELECT count(*) FROM {w}s WHERE {w} = '{w}';
mysql> SHOW TABLES;
SELECT {w}, {w} FROM {w}s JOIN {w}s ON {w}_id = id ORDER BY {w} LIMIT {n};
INSERT INTO {w}s ({w}, {w}) VALUES ({n}, '{w}');
UPDATE {w}s SET {w} = {n} WHERE {w} IS NULL;
CREATE TABLE {w}s (id INTEGER PRIMARY KEY, {w} TEXT NOT NULL);
ALTER TABLE {w}s ADD COLUMN {w} timestamptz DEFAULT now();
DELETE FROM {w}s WHERE id = {n};
select {w} from {w}s where id = {n}
{n}|{w}|{D}|{f}
 Seq Scan on {w}s  (cost=0.00..{f} rows={n} width={n})

{perm}  {d} {u} {u}  {n} {mon} {n} {t} {w}.{e}
{perm}@ {d} {u}  staff   {n} {mon}  {d} 2024 {F}
total {n}
drwxr-xr-x 2 {u} {u} 4096 {mon} 12 10:02 {w}
  PID USER      PR  NI    VIRT    RES    SHR S  %CPU  %MEM     TIME+ COMMAND
{num} {u}  20   0 {n} {n} {n} S  {f}  {f}   0:{f} {w}
{u}  {num}  {f}  {f} {n} {n} ?  Ssl  10:02  0:{d} /usr/bin/{w} {o}
USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND
Filesystem      Size  Used Avail Use% Mounted on
/dev/sd{d}  {sz}  {sz}  {sz} {pc} /{w}
tmpfs  {sz}  0  {sz}  0% /run
{sz}	./{P}
{n}	{F}
tcp   0  0 {ip}:{n}  0.0.0.0:*  LISTEN  {num}/{w}
{d}: eth0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP
    inet {ip}/24 brd {ip} scope global eth0
64 bytes from {ip}: icmp_seq={d} ttl={n} time={f} ms
PING {h} ({ip}) 56(84) bytes of data.
{d} packets transmitted, {d} received, 0% packet loss, time {n}ms
              total        used        free      shared  buff/cache   available
Mem:  {n} {n} {n} {n} {n}
load average: {f}, {f}, {f}
 {t} up {n} days,  {d} users,  load average: {f}, {f}, {f}
● {w}.service - {W} {w}
     Loaded: loaded (/lib/systemd/system/{w}.service; enabled; preset: enabled)
     Active: active (running) since {day}; {d}h ago
   Main PID: {num} ({w})
./{F}:{n}:    {w} = {w}
{F}:{n}:{d}: {w}
Linux {h} {ver}-{n}-amd64 #1 SMP x86_64 GNU/Linux
sda  8:0  0 {sz}  0 disk

{"{w}": "{w}", "{w}": {n}, "{w}": {bool}}
  "{w}": "{m}",
  "{w}": {n},
  "{w}_{w}": {bool}
  "{w}": [
{"id":"{uuid}","{w}":["{w}","{w}"],"ok":{bool}}
{"error":{"code":{st},"message":"{E}"}}
  - name: {w}
    image: {N}/{w}:{ver}
{w}_{w}: {n}
apiVersion: apps/v1
kind: Deployment
    {w}: "{ver}"
replicas: {d}
version: '3.8'
[{w}.{w}]
{w}_{w} = "{w}"
{w} = {n}
{w}.{w}={n}
export {w}_{w}={x}
DATABASE_URL=postgres://{u}:{w}@{h}:{n}/{N}
{W}_{W}={bool}
[{w}]
id,{w},{w},{w}
{n},{w},{f},{D}
{D},{n},{n},{f},{w}
{w};{w};{f};{n}
<?xml version="1.0" encoding="UTF-8"?>
<{w} id="{n}"><{w}>{w}</{w}></{w}>
  <{w} {w}="{n}"/>
</{w}>
<div class="{w}-{w}">{W}</div>
<dependency><groupId>com.{N}</groupId></dependency>
{
}
],
});
| {W} | {W} | {W} |
|---|---|---|
| {w} | {n} | {f} |
| {w} {v} | {pc} | {bool} |
{w}	{n}	{f}	{w}

Traceback (most recent call last):
  File "/{P}/{w}.py", line {n}, in {w}
    return self.{w}.{w}({w}={n})
    {w} = await {w}.{v}({w})
ValueError: invalid literal for int() with base 10: '{w}'
KeyError: '{w}'
TypeError: '{w}' object is not subscriptable
FileNotFoundError: [Errno 2] No such file or directory: '{F}'
ModuleNotFoundError: No module named '{w}'
requests.exceptions.ConnectionError: HTTPSConnectionPool(host='{h}', port=443): Max retries exceeded
During handling of the above exception, another exception occurred:
{N}.errors.{W}Error: {E}
Exception in thread "{w}-{d}" java.lang.IllegalStateException: {E}
	at com.{N}.{w}.{W}.{v}({W}.java:{n})
	at java.base/java.lang.Thread.run(Thread.java:{n})
Caused by: java.io.IOException: {E}
	... {n} more
java.lang.NullPointerException: Cannot invoke "{W}.{w}()" because "{w}" is null
TypeError: Cannot read properties of undefined (reading '{w}')
    at {W}.{v} (/{P}/{w}.js:{n}:{n})
    at async {w} (file:///{P}/{w}.mjs:{n}:{d})
    at Object.<anonymous> (/{P}/{w}.ts:{n}:{d})
    at node:internal/main/run_main_module:{n}:{n}
Uncaught (in promise) Error: {E}
UnhandledPromiseRejectionWarning: Error: {E}
ReferenceError: {w} is not defined
panic: runtime error: invalid memory address or nil pointer dereference
goroutine {n} [running]:
main.{w}(0x{x}, 0x{x})
	/{P}/{w}.go:{n} +0x{X}
Segmentation fault (core dumped)
Aborted
Killed
#{d}  0x{x} in {w}::{v} ({w}=0x{x}) at {F}:{n}
terminate called after throwing an instance of 'std::runtime_error'
  what():  {E}
System.NullReferenceException: Object reference not set to an instance of an object.
   at {N}.{W}.{W}() in {F}:line {n}
Error: {E}
Error: {E} at {F}:{n}
Fatal error: Uncaught Error: Call to undefined function {w}() in {F}:{n}

{F}:{n}:{d}: error: use of undeclared identifier '{w}'
{F}:{n}:{d}: warning: unused variable '{w}' [-Wunused-variable]
{F}:{n}:{d}: note: candidate function not viable
{F}({n},{d}): error TS{n}: Property '{w}' does not exist on type '{W}'.
{F}:{n}:{d} - error TS{n}: {W} is {a}.
      |         ^~~~~~~
   {n} |   auto {w} = {w}.{v}();
/usr/bin/ld: {F}.o: undefined reference to `{w}_{v}'
collect2: error: ld returned 1 exit status
make[{d}]: *** [Makefile:{n}: {w}.o] Error {d}
make: Nothing to be done for 'all'.
make: *** No rule to make target '{w}'.  Stop.
[{n}/{n}] Building CXX object {P}.cpp.o
[ {pc}] Linking CXX executable {w}
ninja: build stopped: subcommand failed.
ninja: no work to do.
gcc -O2 -Wall -c {F} -o {w}.o
-- Configuring done ({f}s)
-- Found {W}: /usr/lib/x86_64-linux-gnu/lib{w}.so (found version "{ver}")
  {n}:{d}  error  '{w}' is defined but never used  no-unused-vars
✖ {n} problems ({n} errors, {d} warnings)
{F}:{n}:{d}: F401 '{w}' imported but unused
Found {d} errors in {d} files (checked {n} source files)
syntax error near unexpected token `{w}'

$ {c} {s} {w}
$ {c} {s} {o} {w}
{u}@{h}:~$ {c} {s} {o}
{u}@{h}:~/{N}$ ls -la
root@{h}:/# {c} {s}
(venv) {u}@{h} {N} % {c} {s}
[{u}@{h} {N}]$ {c} {s} {w}
% {c} {s}
# {c} {s} {w}
PS C:\Users\{u}> {c} {s}
C:\{N}> dir
>>> {w} = {w}.{v}({n})
>>> import {w}
{c} {s} {o}
{c} {s} {o} {w}
{c} {s} {w} {o} {n}
{c} {s} {w}
{c} {o}
{c} {s} {o} | grep {w}
sudo {c} {s} {w}
sudo systemctl restart {w}
cd {P} && {c} {s}
cat {F} | head -{n}
{c} {s} > {w}.log 2>&1
for f in *.{e}; do {c} {s} "$f"; done
export PATH=$PATH:/opt/{N}/bin
chmod +x {w}.sh && ./{w}.sh
ssh {u}@{ip} -p {n}
scp {F} {u}@{h}:/{P}
tail -f /var/log/{w}.log
git checkout -b {w}/{w}
git commit -m "{w}: {v} the {w}"
git push origin {w}
git rebase -i HEAD~{d}
docker run -it --rm -p {n}:{n} {N}/{w}:{ver}
docker compose up -d {w}
kubectl get pods -n {w}
npm run {w}
npm install {p} --save-dev
pip install {p}=={ver}
python3 {F} {o} {n}
node {F}
cargo run --release -- {o}
go test ./... -run {W}
psql -h {h} -U {u} -d {N}
make -j{d} {w}
/{w} {o}
/{w}
./{w} {o} {n}
{N}ctl {s} {o}
{N} {s} --{w}={n}
bash: {w}: command not found
zsh: command not found: {w}
-bash: ./{w}.sh: Permission denied
usage: {w} [-h] [--{w} {W}] {w}
Usage: {c} [OPTIONS] COMMAND [ARGS]...
  -h, --help     show this help message and exit
  {o}    {v} the {w}
{c}: unrecognized option '--{w}'
{c}: error: unrecognized arguments: --{w}
Unknown command: {w}
Process exited with code {d}
exit status {d}
exit code: {d}
Exit code {n}

{X}{X} {X}{X} {X}{X} {X}{X} {X}{X} {X}{X}
0000{x}  {X} {X} {X} {X} {X} {X} {X} {X}  {X} {X} {X} {X}  |{w}....|
0x{x}
{x}
{x}{x}  {F}
{b}
{b}{b}==
{uuid}
sha256:{x}{x}
MD5 ({F}) = {x}
ssh-ed25519 {b} {u}@{h}
-----BEGIN CERTIFICATE-----
-----END PUBLIC KEY-----
eyJ{b}.eyJ{b}.{b}
SHA256:{b}
data:image/png;base64,{b}
https://{h}.example.net/{P}?{w}={x}&{w}={n}
/{P}/{w}.{e}
{F}:{n}
{F}
C:\Users\{u}\{N}\{w}.{e}

##[group]Run {c} {s}
##[error]Process completed with exit code {d}.
::error file={F},line={n}::{E}
Run {c} {s}
Job failed: exit code {d}
Pipeline #{n} failed
$ {c} {s} -- {w}
Uploading artifacts...
Saving cache for successful job
Restored cache from key: {w}-{x}
section_start:{num}{num}:{w}
Stage: {w} [{st}] duration={n}s
[{w}] {W} {v} in {f}s
[{w}] {c} {s}
[{n}/{n}] {W} {w}...
X-Cron-Env: <SHELL=/bin/sh>
Exit {d}: {E}
+ {c} {s} {w}
++ {c} {s}
*** {W} {v} ***
---- {w} {n} ----
{w}: {E}
{c}: {E}
{c}: {F}: {E}
{F}: {E}
{w}: {m} [{st}]
{W}Error: {E}
{w}.{W}Exception: {E}
{pc} |██████████          | {n}/{n} [00:{d}<00:{n}, {f}it/s]
Epoch {d}/{n} - loss: {f} - acc: {f} - val_loss: {f}
step {n} loss {f} lr {f}
Downloading {p} {pc} [=====>      ] {sz}/s eta {d}s
{w} {n}ms
{w}   {n}   {pc}   {f}
Terraform will perform the following actions:
  # aws_{w}.{w} will be created
  + {w} = "{w}"
Plan: {d} to add, {d} to change, {d} to destroy.
aws_{w}.{w}: Creation complete after {n}s [id={x}]
TASK [{w} : {v} {w}] *******
ok: [{h}]
changed: [{h}] => (item={w})
{h} : ok={n} changed={d} unreachable=0 failed={d}
const {w} = await {w}.{v}({n});
def {w}_{v}(self, {w}):
    if {w} is None:
        return {w}[{n}]
function {w}({w}) {
import { {w} } from './{w}';
#include <{w}.h>
public static void main(String[] args) {
std::vector<{W}> {w}s;
let mut {w} = {W}::new();
fn {w}(&self) -> Result<{W}, Error> {
func {v}({w} int) error {
if err != nil {
print(f"{{w}} {n}")
{w}.{v}({n})
{w}[{n}] = {w}({w})
{w}
{w}:
{w}, {w}
{W} {w};
{w}_t {w};
  {W} {w}_ = {n};
+  {W} {w};
-  const {W}& {w};
+#pragma once
#endif
#  endif
# define {w}_{w} {n}
#ifdef HAVE_{w}_H
typedef struct {w} {w}_t;
typedef unsigned long {w}_{w};
class {W} {
+class {W} : public {W} {
struct {W} {
enum class {W} { k{W}, k{W} };
std::int64_t {w}_{v}({W} {w});
virtual void {w}() const = 0;
  return {w} == {w} ? {n} : {w}_{w};
  bool {v} = false;  // {a} {w}s
namespace {N}::{w} {
using {w}::{W};
__{w}_{w}__
interface {W} { {w}: string; {w}?: number }
type {W} = Record<string, {W}>;
val {w} = {w}.map { it.{w} }
while {w}: {v}({w})
for {w} in {w}s:
elif {w} == "{w}":
except {W}Error as {w}:
@{w}.{w}("/{w}")
{w}: {W} = field(default=None)
(define ({w} {w}) (+ {w} {n}))
fn main() {
end
done
fi
esac
{w} on /{P} type {w} (rw,relatime,mode=755)
       valid_lft forever preferred_lft forever
    link/ether 00:{X}:{X}:{X}:{X}:{X} brd ff:ff:ff:ff:ff:ff
compilation terminated.
// {v} the {w}
/* {w} */
# {v} {w} here
return {w}
"""


def sources():
    """The templates, a list a source."""
    return [[line for line in block.split("\n") if line] for block in TEMPLATES.strip("\n").split("\n\n")]


FIXED = 4  # how often a line without slots counts


def lines(times=9, seed=37):
    """(line, number of its source), each template filled `times` times, repeats left out."""
    make, seen, out = Maker(seed), set(), []
    for number, templates in enumerate(sources()):
        for template in templates:
            fixed = make.fill(template) == template
            for _ in range(FIXED if fixed else times):
                text = make.fill(template)
                if fixed or text not in seen:
                    seen.add(text)
                    out.append((text, number))
    return out


if __name__ == "__main__":
    for text, _ in lines():
        print("machine\t" + text)
