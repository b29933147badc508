import './elements/attention-playground.ts';

export type * from './elements/playground-api.ts';
