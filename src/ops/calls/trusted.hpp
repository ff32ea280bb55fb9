// The confirmations of include/pyramid/trust.hpp, and who asks for them.
#pragma once

#include "engine/openai/http.hpp"
#include "pyramid/environment.hpp"
#include "pyramid/trust.hpp"
#include "workspace/workspace.hpp"

#include <memory>
#include <string>

namespace pyramid::ops {

// Whether what is sent to this address, named by a file of the workspace, goes there.
bool may_send_to(const Environment& environment, const std::string& root,
                 const std::string& address);

// The workspace is one that was made on this machine.
Status note_made_here(const Environment& environment, const std::string& root);

// All confirmations; none where the file is damaged.
std::vector<TrustedAddress> read_trusted(const Environment& environment);
Status write_trusted(const Environment& environment, const std::vector<TrustedAddress>& all);

// By what confirmations name a workspace: its real path.
std::string place_of_workspace(const Environment& environment, const std::string& root);

// Sends nothing: each request fails, and says what the person can do.
std::unique_ptr<engine::openai::HttpClient> make_refusing_client(const std::string& named_by,
                                                                 const std::string& root);

}  // namespace pyramid::ops
