export * from './frame/connect-frame.ts';
