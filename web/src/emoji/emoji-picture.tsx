import { getEmojiPath } from '@snug/protocol';
import type { ComponentProps } from 'react';

interface EmojiPictureProps extends Omit<ComponentProps<'img'>, 'src'> {
  picture: string;
  animated: boolean | undefined;
}

/** Stands still for people who want less motion. */
export function EmojiPicture({ picture, animated, alt, ...image }: EmojiPictureProps) {
  const moving = <img {...image} src={getEmojiPath(picture)} alt={alt} />;
  if (!animated) return moving;
  return (
    <picture>
      <source media="(prefers-reduced-motion: reduce)" srcSet={getEmojiPath(picture, { still: true })} />
      {moving}
    </picture>
  );
}
