#include <cstdarg>
#include <cstdint>

/// Embind writes one text by it: "%p" of a type that has no name, since there is no RTTI. libc's own knows all formats,
/// and would be four kilobytes of every module.
extern "C" int siprintf(char* text, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  auto address = reinterpret_cast<std::uintptr_t>(va_arg(arguments, void*));
  va_end(arguments);
  int length = 0;
  for (int shift = 28; shift >= 0; shift -= 4) text[length++] = "0123456789abcdef"[(address >> shift) & 15U];
  text[length] = '\0';
  return length;
}
