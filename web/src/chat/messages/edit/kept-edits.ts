import type { Mention } from '@snug/protocol';
import { listKeys, readItem, writeItem } from '../../../ui/browser/local-storage.ts';

const MAX_KEPT = 50;

interface EditRef {
  uid: string;
  roomId: string;
  id: string;
}

/** The text of an edit that is not saved, and the revision that it began with. */
export interface KeptEdit {
  text: string;
  mentions?: readonly Mention[];
  revision: number;
}

export function readKeptEdit(ref: EditRef): KeptEdit | undefined {
  try {
    const { text, mentions = [], revision } = JSON.parse(readItem(toKey(ref)) ?? '{}') as Partial<KeptEdit>;
    return typeof text === 'string' && typeof revision === 'number'
      ? { text, mentions, revision }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined removes it. A browser keeps at most `MAX_KEPT` of a person. */
export function keepEdit(ref: EditRef, edit: KeptEdit | undefined): void {
  const others = listKeys(toPrefix(ref)).filter(key => key !== toKey(ref));
  if (edit) for (const key of others.slice(MAX_KEPT - 1)) writeItem(key, null);
  writeItem(toKey(ref), edit ? JSON.stringify(edit) : null);
}

function toPrefix({ uid }: EditRef): string {
  return `snug:edit:${uid}:`;
}

function toKey(ref: EditRef): string {
  return `${toPrefix(ref)}${ref.roomId}:${ref.id}`;
}
