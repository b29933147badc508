/** What is used of gifenc, which has no types of its own. */
declare module 'gifenc' {
  /** [colours][red, green, blue] */
  export type Palette = number[][];

  export interface Encoder {
    /** The palette of the first frame is that of all which bring none. `delay` in milliseconds. */
    writeFrame(
      indices: Uint8Array,
      width: number,
      height: number,
      options: {
        palette?: Palette;
        delay?: number;
        repeat?: number;
        transparent?: boolean;
        transparentIndex?: number;
        dispose?: number;
      },
    ): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }

  export function GIFEncoder(): Encoder;
  export function quantize(rgba: Uint8Array, colours: number): Palette;
  export function nearestColorIndex(palette: Palette, colour: readonly number[]): number;
}
