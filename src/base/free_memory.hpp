// Memory that was freed, back to the system.
#pragma once

namespace pyramid {

// Hands back whole pages that the allocator keeps for later, of all threads; to be called where
// much was freed that nobody will ask for again alike. Without glibc it does nothing.
void return_free_memory();

}  // namespace pyramid
