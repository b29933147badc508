import type { EmitFn, HTMLAttributes, PublicProps } from 'vue';
import type { AttentionPlaygroundElement, PlaygroundProps, PlaygroundEventMap } from './elements/playground-api.ts';

type PlaygroundEmits = {
  [Type in keyof PlaygroundEventMap]: (event: PlaygroundEventMap[Type]) => void;
};

/** What Vue's compiler of templates reads: no component, the element itself. */
type Playground = new () => AttentionPlaygroundElement & {
  $props: Omit<HTMLAttributes, keyof PlaygroundProps> & PlaygroundProps & PublicProps;
  $emit: EmitFn<PlaygroundEmits>;
};

declare module 'vue' {
  interface GlobalComponents {
    'attention-playground': Playground;
  }
}
