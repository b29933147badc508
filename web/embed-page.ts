import './elements/attention-playground.ts';
import { openFramePage } from './frame/frame-page.ts';

openFramePage();
