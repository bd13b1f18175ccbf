import { EMOJI_MARK, MARKED_NAME } from '@snug/protocol';
import { CustomEmoji } from '../../../emoji/custom-emoji.tsx';

/** Marked words with the pictures of their emoji. */
export function ShownWords({ of }: { of: string }) {
  return of.split(MARKED_NAME).map((part, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text keep their order
    index % 2 === 1 ? <CustomEmoji key={index} name={part} /> : part.replaceAll(EMOJI_MARK, ''),
  );
}
