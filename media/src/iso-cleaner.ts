import type { Box, Walk } from './iso-boxes.ts';
import type { PlaceEraser } from './place-eraser.ts';

const FREE = Uint8Array.from('free', letter => letter.charCodeAt(0));
const TYPE_AT = 4;

export interface Cleaner extends Walk {
  eraser: PlaceEraser;
  /** Of a film in a photo. */
  isInner: boolean;
}

/** Replaces a box by one of the same size that has no meaning. */
export function freeBox({ eraser }: Cleaner, box: Box): void {
  eraser.replace(box.at + TYPE_AT, FREE);
  eraser.zero(box);
}
