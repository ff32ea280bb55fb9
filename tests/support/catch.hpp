// The one place that names the test framework; Catch2 v3 will be a change of this line.
#pragma once

#include <catch2/catch.hpp>
