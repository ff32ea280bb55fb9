#!/usr/bin/env python3
"""Makes zone_table.txt: rules of some zones, and what Python's zoneinfo tells by them.

    python3 make_zone_table.py FOLDER > zone_table.txt

FOLDER holds TZif files, as `zic -b slim -d FOLDER /usr/share/zoneinfo/tzdata.zi` makes them.
"""
import datetime
import random
import sys
import zoneinfo

ZONES = [
    "Europe/Madrid", "America/Los_Angeles", "Asia/Kolkata", "Pacific/Chatham", "Pacific/Apia",
    "Pacific/Kiritimati", "Pacific/Pago_Pago", "Australia/Lord_Howe", "America/St_Johns",
    "America/Sao_Paulo", "Africa/Casablanca", "Asia/Beirut", "America/Havana", "Europe/Dublin",
    "Asia/Kathmandu", "America/Scoresbysund", "Europe/London", "Asia/Tokyo",
]
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def main():
    folder = sys.argv[1]
    chance = random.Random(37)
    for name in ZONES:
        with open(f"{folder}/{name}", "rb") as file:
            content = file.read()
            file.seek(0)
            zone = zoneinfo.ZoneInfo.from_file(file, key=name)
        print("file", name, content.hex())

        def local(seconds):
            return (EPOCH + datetime.timedelta(seconds=seconds)).astimezone(zone)

        def offset(seconds):
            return int(local(seconds).utcoffset().total_seconds())

        def tell(seconds):
            print("at", name, seconds, offset(seconds), local(seconds).date().isoformat())

        for _ in range(30):
            tell(chance.randrange(-4_000_000_000, 6_000_000_000))
        # Changes of the clock between 1975 and 2060, to the second, and the days that they touch.
        hour = 3600
        changes = []
        before = offset(157_766_400)
        for at in range(157_766_400, 2_840_140_800, hour):
            after = offset(at + hour)
            if after != before:
                low, high = at, at + hour
                while high - low > 1:
                    middle = (low + high) // 2
                    low, high = (middle, high) if offset(middle) == before else (low, middle)
                changes.append(high)
            before = after
        days = {local(chance.randrange(0, 4_000_000_000)).date() for _ in range(4)}
        for at in chance.sample(changes, min(8, len(changes))):
            tell(at - 1)
            tell(at)
            days.add(local(at).date())
            days.add(local(at - 1).date())
            # The clock in the hour that is skipped or twice there.
            clock = local(at).replace(tzinfo=None, fold=0) - datetime.timedelta(minutes=30)
            for minutes in (0, 60):
                shown = clock + datetime.timedelta(minutes=minutes)
                instant = shown.replace(tzinfo=zone).astimezone(datetime.timezone.utc)
                second = shown.hour * 3600 + shown.minute * 60 + shown.second
                print("clock", name, shown.date().isoformat(), second,
                      int((instant - EPOCH).total_seconds()))
        if name == "Pacific/Apia":
            days |= {datetime.date(2011, 12, day) for day in (29, 30, 31)}
        for day in sorted(days):
            midnight = int((datetime.datetime(day.year, day.month, day.day,
                                              tzinfo=datetime.timezone.utc) - EPOCH).total_seconds())
            start = next(at for at in range(midnight - 27 * hour, midnight + 27 * hour, 60)
                         if local(at).date() >= day)
            print("day", name, day.isoformat(), start)


main()
