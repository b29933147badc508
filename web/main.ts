import './elements/attention-playground.ts';
