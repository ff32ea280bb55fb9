// Our lines in the configuration of agents' hosts, on disk.
#pragma once

#include "hosts/host.hpp"
#include "pyramid/file_system.hpp"

#include <optional>
#include <string>
#include <vector>

namespace pyramid::hosts {

// "" where there is no such file.
Result<std::string> read_host_file(FileSystem& files, const std::string& path);
// An error of the text of a file, with its place.
Error in_host_file(Error error, const std::string& path);

// A file of a host, as it is and as it is to be; "" = it is not there.
struct HostChange {
  std::string path, before, after;
};

// What the host reads with our lines in it; without `ours` with our lines taken out. Writes
// nothing; fails where one of the files cannot be read.
Result<std::vector<HostChange>> plan_host_files(FileSystem& files, const Host& host,
                                                const HostPlaces& places, bool of_user,
                                                const std::optional<HostOurs>& ours);
// By way of a new file: whoever reads it meanwhile finds a whole one. What a link leads to is
// changed, not the link, and a private file stays private. What has no change stays untouched.
Status write_host_file(FileSystem& files, const HostChange& change);

}  // namespace pyramid::hosts
