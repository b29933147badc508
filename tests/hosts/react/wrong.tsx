import type {} from 'attention-playground/react';

/** What the types must refuse. */
export const wrong = (
  <>
    {/* @ts-expect-error A step is a number. */}
    <attention-playground step="two" />
    {/* @ts-expect-error There is no such score function. */}
    <attention-playground scoreFunction="cosmic" />
    {/* @ts-expect-error What is told has no such field. */}
    <attention-playground onstep-change={({ detail }) => detail.nothing} />
  </>
);
