// What is alike, by average linkage: two groups are as alike as their members are in the mean, each
// of one with each of the other, by the cosine of their vectors; the two that are most alike become
// one, until no two are alike enough.
//
// Pure; any thread. Exact: vectors are rounded to 1/2048 and all sums are those of whole numbers,
// so that no processor and no order of adding changes a bit (up to 90,000 members).
//
// By chains of nearest neighbours (F. Murtagh, 1983). Time grows with the square of the number of
// groups, times the dimensions; memory is that of the vectors, 8 bytes a number, without a matrix
// of distances.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pyramid::topics {

using Members = std::vector<std::uint32_t>;  // positions, ascending

// `vectors`: one a member, of one length, in an order that hangs on nothing but the members (that
// of their ids): of two that are equally alike the first counts. They need not be of unit length; a
// zero vector, or one that has something that is no number, is alike to nothing.
// `begun`: groups that exist, each with a member and none in two; all others begin alone. They are
// never taken apart, but two of them may become one.
// Groups by their first member; each member is in one.
std::vector<Members> clusters(std::span<const std::span<const float>> vectors,
                              std::span<const Members> begun, double alike);

}  // namespace pyramid::topics
