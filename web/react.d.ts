import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { AttentionPlaygroundElement, PlaygroundProps, PlaygroundEventMap } from './elements/playground-api.ts';

/** React 19 gives `onweights-change` to the element as a listener, and what is a property of it as that property. */
type PlaygroundListeners = {
  [Type in keyof PlaygroundEventMap as `on${Type}`]?: (event: PlaygroundEventMap[Type]) => void;
};

type Common = DetailedHTMLProps<HTMLAttributes<AttentionPlaygroundElement>, AttentionPlaygroundElement>;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'attention-playground': Omit<Common, keyof PlaygroundProps> & PlaygroundProps & PlaygroundListeners;
    }
  }
}
