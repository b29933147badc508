// The linker's stand-in for attnMultiplyAdd of ../src/simd.hpp. Nobody calls it: tools/post-link.mjs puts an instruction
// in the place of each call.
mergeInto(LibraryManager.library, { attnMultiplyAdd() {} });
