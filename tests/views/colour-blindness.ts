import { linear } from '../../web/views/weight-ink.ts';
import type { Colour } from '../../web/views/colour.ts';

type Matrix = readonly [Colour, Colour, Colour];

/**
 * Of linear RGB, for the whole lack of one kind of cone: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A physiologically-based model
 * for simulation of color vision deficiency", IEEE TVCG 15(6), 2009, severity 1.0.
 */
export const visions: Readonly<Record<'usual' | 'protanopia' | 'deuteranopia' | 'tritanopia', Matrix>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const xyzOfLinear: Matrix = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const whiteD65: Colour = [0.95047, 1, 1.08883];

export type Lab = readonly [lightness: number, a: number, b: number];

/** CIE 1976 L*a*b* of a colour of sRGB, as it is seen. */
export function labOf(colour: Colour, vision: Matrix = visions.usual): Lab {
  const light = colour.map(linear) as unknown as Colour;
  const seen = times(vision, light).map((part) => Math.min(1, Math.max(0, part))) as unknown as Colour;
  const [x, y, z] = times(xyzOfLinear, seen).map((part, index) => response(part / whiteD65[index]));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** ΔE*ab of 1976, of which some 2.3 is just seen (M. Mahy, L. Van Eycken, A. Oosterlinck, Color Res. Appl. 19(2), 1994). */
export const difference = (one: Lab, other: Lab): number =>
  Math.hypot(...one.map((part, index) => part - other[index]));

export const justSeen = 2.3;

const times = (matrix: Matrix, [x, y, z]: Colour): Colour =>
  matrix.map((row) => row[0] * x + row[1] * y + row[2] * z) as unknown as Colour;

const response = (share: number): number =>
  share > 216 / 24389 ? Math.cbrt(share) : ((24389 / 27) * share + 16) / 116;
