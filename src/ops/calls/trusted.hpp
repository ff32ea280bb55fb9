// The confirmations of include/pyramid/trust.hpp, and who asks for them.
#pragma once

#include "engine/openai/http.hpp"
#include "pyramid/environment.hpp"
#include "pyramid/trust.hpp"
#include "workspace/workspace.hpp"

#include <memory>
#include <string>
#include <vector>

namespace pyramid::ops {

// Whether what is sent to this address, named by a file of the workspace, goes there.
bool may_send_to(const Environment& environment, const std::string& root,
                 const std::string& address);

// The workspace is one that was made on this machine, now.
Status note_made_here(const Environment& environment, const workspace::Workspace& workspace);

// What stands of all workspaces; none where the file is damaged.
std::vector<TrustedAddress> all_confirmed(const Environment& environment);
// kConflict where the workspace's cache folder is a link.
Result<TrustReport> confirm_addresses(const Environment& environment,
                                      const workspace::Workspace& workspace,
                                      const std::vector<std::string>& addresses);
// All of the place, whatever lies there now. Gives what it was.
Result<std::vector<TrustedAddress>> take_back(const Environment& environment,
                                              const std::string& root);

// Sends nothing: each request fails, and says why and what the person can do.
std::unique_ptr<engine::openai::HttpClient> make_refusing_client(const Environment& environment,
                                                                 const std::string& named_by,
                                                                 const std::string& root);

}  // namespace pyramid::ops
