/** What a person may bring as a file of arrays. Larger is refused with the size and the limit named. */
export const importLimits = {
  /** of one file, and of all arrays of an archive together once they are unfolded: 12 layers of 12 heads over 512 tokens are 151 MB */
  maxBytes: 512 * 1024 * 1024,
  /** of a file that is text: it is taken apart into objects that need several times its size */
  maxTextBytes: 32 * 1024 * 1024,
  maxHeaderBytes: 16 * 1024 * 1024,
  maxArrays: 4_096,
  maxAxes: 8,
} as const;
