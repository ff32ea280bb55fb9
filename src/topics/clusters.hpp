// What is alike, by average linkage: two groups are as alike as their members are in the mean, each
// of one with each of the other; the two that are most alike become one, until no two are alike
// enough, or all that are would be too large together.
//
// How alike two members are hangs on nothing but them: it is the cosine of their vectors, made good
// for what chance takes from it where a text is short. A vector is the mean of what its words say,
// the topic and by chance something else; of n tokens n / (n + 40) of its square is the topic's. So
// one bound serves for texts of any length.
//
// Pure; any thread. Vectors are rounded to 1/2048 and their sums are those of whole numbers, so
// that neither the processor nor the order of adding changes a bit (up to 60,000 members).
//
// By chains of nearest neighbours (F. Murtagh, 1983). Time grows with the square of the number of
// groups, times the dimensions; memory is that of the vectors, 10 bytes a number, without a matrix
// of distances. 10,000 that begin alone take about 4 s and 18 MB with 176 dimensions, 30 s and 150
// MB with 1,536; one more beside 10,000 that lie together, a quarter of a second.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pyramid::topics {

using Vector = std::span<const float>;
using Members = std::vector<std::uint32_t>;  // positions, ascending

struct Member {
  Vector vector;           // of one length for all; need not be of unit length
  std::size_t tokens = 0;  // of its text; 0: of so many that chance takes nothing
};

// A group that exists: it is never taken apart.
struct Begun {
  Members members;        // at least one
  std::size_t size = 0;   // as it counts; 0: as many as are listed
  std::size_t limit = 0;  // one that begins alone may join until it is as large, beyond `most`
};

struct Bounds {
  double alike = 0;
  std::size_t most = SIZE_MAX;  // two groups become one that is no larger
};

// `members` in an order that hangs on nothing but them (that of their ids): of two that are equally
// alike the first counts. A zero vector, or one that has something that is no number, is alike to
// nothing (0), as is one of another length than the first that has any.
// `begun`: none of the members is in two; all others begin alone. Two of them may become one, whose
// limit is the smaller of theirs.
// Groups by their first member; each member is in one.
std::vector<Members> clusters(std::span<const Member> members, std::span<const Begun> begun,
                              const Bounds& bounds);

// The direction that they have in the mean, each counted alike, at unit length, rounded as above.
// Zero where they have none; empty of no vectors.
std::vector<float> middle_of(std::span<const Vector> vectors);

}  // namespace pyramid::topics
