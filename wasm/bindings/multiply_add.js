// The linker's stand-in for attnMultiplyAdd of ../src/simd.hpp. Nobody calls it: tools/post-link.mjs puts an instruction
// in the place of each call. The linker copies its text behind a name, which takes the word `function`.
/* eslint-disable object-shorthand */
mergeInto(LibraryManager.library, { attnMultiplyAdd: function () {} });
