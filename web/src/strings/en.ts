import { firstLoadTexts } from './en/first-load-texts.ts';
import { times } from './en/times.ts';

export const en = { times, ...firstLoadTexts };
