import type { HighlightRequest } from './code-token.ts';
import { tokenize } from './tokenize.ts';

addEventListener('message', ({ data }: MessageEvent<HighlightRequest>) => {
  postMessage(tokenize(data));
});
