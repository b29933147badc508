#include "attn/simd_peak.hpp"

#include <emscripten/bind.h>

// Beside the fused attention, whose speed is told as a share of it.
EMSCRIPTEN_BINDINGS(simd_peak) { emscripten::function("multiplyAndAdd", &attn::multiplyAndAdd); }
