#include "index/checked_vfs.hpp"

#include "index/sum.hpp"

#include <sqlite3.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

namespace pyramid::index {

namespace {

constexpr int kPage = 4096;
constexpr std::size_t kSummed = kPage - kReservedBytes;
// What SQLite reads of the file's head before it knows the size of its pages.
constexpr int kLongestPart = 100;

// As SQLite sees the file; the machine's own file object lies right behind it.
struct CheckedFile {
  sqlite3_file base;
  std::vector<bool>* seen;  // pages that were mapped and are sound
};

sqlite3_file* real(sqlite3_file* file) {
  return reinterpret_cast<sqlite3_file*>(reinterpret_cast<CheckedFile*>(file) + 1);
}

bool is_sound(const void* page) {
  std::uint64_t sum = 0;
  std::memcpy(&sum, static_cast<const char*>(page) + kSummed, sizeof sum);
  return sum == sum_of(page, kSummed);
}

int close(sqlite3_file* file) {
  delete reinterpret_cast<CheckedFile*>(file)->seen;
  return real(file)->pMethods->xClose(real(file));
}

int read(sqlite3_file* file, void* to, int size, sqlite3_int64 at) {
  const int code = real(file)->pMethods->xRead(real(file), to, size, at);
  // Of a page that a cut file lacks SQLite makes one of zeros, where the log says that it is there.
  if (code == SQLITE_IOERR_SHORT_READ && size > kLongestPart) return SQLITE_CORRUPT;
  if (code != SQLITE_OK || size <= kLongestPart) return code;
  return size == kPage && is_sound(to) ? SQLITE_OK : SQLITE_CORRUPT;
}

int write(sqlite3_file* file, const void* from, int size, sqlite3_int64 at) {
  if (size != kPage) return real(file)->pMethods->xWrite(real(file), from, size, at);
  std::array<char, kPage> page{};
  std::memcpy(page.data(), from, kSummed);
  const std::uint64_t sum = sum_of(page.data(), kSummed);
  std::memcpy(page.data() + kSummed, &sum, sizeof sum);
  return real(file)->pMethods->xWrite(real(file), page.data(), kPage, at);
}

int fetch(sqlite3_file* file, sqlite3_int64 at, int size, void** page) {
  const int code = real(file)->pMethods->xFetch(real(file), at, size, page);
  if (code != SQLITE_OK || *page == nullptr) return code;
  std::vector<bool>& seen = *reinterpret_cast<CheckedFile*>(file)->seen;
  const auto number = static_cast<std::size_t>(at / kPage);
  if (size == kPage && number < seen.size() && seen[number]) return SQLITE_OK;
  if (size != kPage || !is_sound(*page)) {
    real(file)->pMethods->xUnfetch(real(file), at, *page);
    *page = nullptr;
    return SQLITE_CORRUPT;
  }
  try {
    if (number >= seen.size()) seen.resize(number + number / 2 + 64);
  } catch (const std::bad_alloc&) {  // SQLite is C
    return SQLITE_OK;
  }
  seen[number] = true;
  return SQLITE_OK;
}

int unfetch(sqlite3_file* file, sqlite3_int64 at, void* page) {
  return real(file)->pMethods->xUnfetch(real(file), at, page);
}
int truncate(sqlite3_file* file, sqlite3_int64 size) {
  return real(file)->pMethods->xTruncate(real(file), size);
}
int sync(sqlite3_file* file, int flags) { return real(file)->pMethods->xSync(real(file), flags); }
int file_size(sqlite3_file* file, sqlite3_int64* size) {
  return real(file)->pMethods->xFileSize(real(file), size);
}
int lock(sqlite3_file* file, int level) { return real(file)->pMethods->xLock(real(file), level); }
int unlock(sqlite3_file* file, int level) {
  return real(file)->pMethods->xUnlock(real(file), level);
}
int check_reserved(sqlite3_file* file, int* held) {
  return real(file)->pMethods->xCheckReservedLock(real(file), held);
}
int control(sqlite3_file* file, int operation, void* argument) {
  return real(file)->pMethods->xFileControl(real(file), operation, argument);
}
int sector_size(sqlite3_file* file) { return real(file)->pMethods->xSectorSize(real(file)); }
int characteristics(sqlite3_file* file) {
  return real(file)->pMethods->xDeviceCharacteristics(real(file));
}
int shm_map(sqlite3_file* file, int region, int size, int extend, void volatile** to) {
  return real(file)->pMethods->xShmMap(real(file), region, size, extend, to);
}
int shm_lock(sqlite3_file* file, int offset, int count, int flags) {
  return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}
void shm_barrier(sqlite3_file* file) { real(file)->pMethods->xShmBarrier(real(file)); }
int shm_unmap(sqlite3_file* file, int remove) {
  return real(file)->pMethods->xShmUnmap(real(file), remove);
}

constexpr sqlite3_io_methods kMethods = {3,
                                         close,
                                         read,
                                         write,
                                         truncate,
                                         sync,
                                         file_size,
                                         lock,
                                         unlock,
                                         check_reserved,
                                         control,
                                         sector_size,
                                         characteristics,
                                         shm_map,
                                         shm_lock,
                                         shm_barrier,
                                         shm_unmap,
                                         fetch,
                                         unfetch};

int open(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* opened) {
  auto* machine = static_cast<sqlite3_vfs*>(vfs->pAppData);
  // The log and what is temporary are the machine's alone.
  if ((flags & SQLITE_OPEN_MAIN_DB) == 0) return machine->xOpen(machine, name, file, flags, opened);
  auto* checked = reinterpret_cast<CheckedFile*>(file);
  checked->base.pMethods = nullptr;
  checked->seen = new (std::nothrow) std::vector<bool>;
  if (checked->seen == nullptr) return SQLITE_NOMEM;
  const int code = machine->xOpen(machine, name, real(file), flags, opened);
  const sqlite3_io_methods* methods = real(file)->pMethods;
  if (code != SQLITE_OK || methods == nullptr || methods->iVersion < 3) {
    if (methods != nullptr) methods->xClose(real(file));
    delete checked->seen;
    return code != SQLITE_OK ? code : SQLITE_CANTOPEN;
  }
  checked->base.pMethods = &kMethods;
  return SQLITE_OK;
}

// SQLite keeps a list of file systems for the whole process; ours joins it once and stays.
const char* join_list() {
  sqlite3_vfs* machine = sqlite3_vfs_find(nullptr);
  if (machine == nullptr) return nullptr;
  static sqlite3_vfs checked = *machine;
  checked.zName = "pyramid-checked";
  checked.pNext = nullptr;
  checked.pAppData = machine;
  checked.szOsFile = machine->szOsFile + static_cast<int>(sizeof(CheckedFile));
  checked.xOpen = open;
  return sqlite3_vfs_register(&checked, 0) == SQLITE_OK ? checked.zName : nullptr;
}

}  // namespace

const char* checked_vfs() {
  static const char* const name = join_list();
  return name;
}

}  // namespace pyramid::index
