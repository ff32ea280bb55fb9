#include "operations/documents.hpp"

#include "operations/described.hpp"

namespace pyramid::operations {

namespace {

template <typename Report>
Json document_of(const Report& report) {
  return Shape<Report>::write(report, {View::kPrograms, true, false});
}

}  // namespace

Json to_json(const Error& error) {
  return {{"error",
           {{"kind", name_of(error.kind)},
            {"what", error.what},
            {"where", error.where},
            {"cause", error.cause},
            {"hint", error.hint}}}};
}

Json to_json(const Diagnostics& diagnostics) { return document_of(diagnostics); }
Json to_json(const SyncReport& report) { return document_of(report); }
Json to_json(const InitReport& report) { return document_of(report); }

}  // namespace pyramid::operations
