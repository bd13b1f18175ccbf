import { isEmojiName } from '@snug/protocol';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import type { ChosenPicture } from './collect-pictures.ts';
import { proposeName } from './propose-name.ts';

/** A picture that a person wants to add. */
export interface EmojiDraft {
  id: string;
  file: File;
  name: string;
  state: 'ready' | 'adding' | 'added' | 'unusable';
  problem?: string | undefined;
  /** Of its upload, after a preview. */
  fileId?: string | undefined;
}

/** `known`: names that are taken already. */
export function createDrafts(
  pictures: readonly ChosenPicture[],
  others: readonly EmojiDraft[],
  newId: () => string,
): EmojiDraft[] {
  const taken = new Set(others.map(({ name }) => name));
  return pictures.map(({ file, problem }) => {
    const name = proposeName(file.name, taken);
    if (name !== '' && !problem) taken.add(name);
    return {
      id: newId(),
      file,
      name: problem ? '' : name,
      state: problem ? 'unusable' : 'ready',
      problem: problem && lazyStrings.addEmoji[problem],
    };
  });
}

/** With the problems of the names, by the page's knowledge: the server knows more. */
export function checkNames(drafts: readonly EmojiDraft[], isTaken: (name: string) => boolean): EmojiDraft[] {
  const { nameInvalid, nameTaken, nameTwice } = lazyStrings.addEmoji;
  const counts = new Map<string, number>();
  for (const { name, state } of drafts)
    if (state !== 'unusable') counts.set(name, (counts.get(name) ?? 0) + 1);
  return drafts.map(draft => {
    if (draft.state !== 'ready') return draft;
    const { name } = draft;
    if (!isEmojiName(name)) return { ...draft, problem: nameInvalid };
    if ((counts.get(name) ?? 0) > 1) return { ...draft, problem: nameTwice };
    return { ...draft, problem: isTaken(name) ? nameTaken : undefined };
  });
}
