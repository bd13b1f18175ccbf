import type { ReactNode } from 'react';
import { CustomEmoji } from './custom-emoji.tsx';
import { getCustomName } from './custom-name.ts';

/** An emoji of Unicode, or `:name:` of the workspace. */
export function EmojiGlyph({ of, missing }: { of: string; missing?: ReactNode }) {
  const name = getCustomName(of);
  return name === undefined ? of : <CustomEmoji name={name} missing={missing} />;
}
