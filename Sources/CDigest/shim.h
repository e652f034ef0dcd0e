#pragma once

// Before sha2.h, which uses its names.
#include <sys/types.h>

#include <sha2.h>
