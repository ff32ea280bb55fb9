// Everything an embedding program may rely on.
#pragma once

#include "pyramid/check.hpp"
#include "pyramid/clock.hpp"
#include "pyramid/environment.hpp"
#include "pyramid/error.hpp"
#include "pyramid/file_system.hpp"
#include "pyramid/import.hpp"
#include "pyramid/init.hpp"
#include "pyramid/progress.hpp"
#include "pyramid/result.hpp"
#include "pyramid/search.hpp"
#include "pyramid/status.hpp"
#include "pyramid/sync.hpp"
#include "pyramid/time.hpp"
