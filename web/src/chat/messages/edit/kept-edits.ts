import type { Trim } from '@snug/client';
import type { Mention } from '@snug/protocol';
import { listKeys, readItem, writeItem } from '../../../ui/browser/local-storage.ts';

const MAX_KEPT = 50;

export interface EditRef {
  uid: string;
  roomId: string;
  id: string;
}

/** The text of an edit that is not saved, and the revision that it began with. */
export interface KeptEdit {
  text: string;
  mentions?: readonly Mention[];
  revision: number;
  /** Of the message. Undefined if it was not stored yet, and in edits of earlier releases. */
  seq?: number | undefined;
}

export function readKeptEdit(ref: EditRef): KeptEdit | undefined {
  try {
    const { text, mentions = [], ...rest } = JSON.parse(readItem(toKey(ref)) ?? '{}') as Partial<KeptEdit>;
    const { revision, seq } = rest;
    return typeof text === 'string' && typeof revision === 'number'
      ? { text, mentions, revision, seq }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Removes those of trimmed messages: most of their words are the message's. */
export function dropTrimmedEdits(uid: string, { roomId, before }: Trim): void {
  const prefix = `${toPrefix({ uid })}${roomId}:`;
  for (const key of listKeys(prefix)) {
    const ref = { uid, roomId, id: key.slice(prefix.length) };
    if ((readKeptEdit(ref)?.seq ?? before) < before) keepEdit(ref, undefined);
  }
}

/** Undefined removes it. A browser keeps the newest `MAX_KEPT` of a person. */
export function keepEdit(ref: EditRef, edit: KeptEdit | undefined): void {
  if (edit) makeRoom(ref);
  writeItem(toKey(ref), edit ? JSON.stringify({ ...edit, keptAt: Date.now() }) : null);
}

function makeRoom(ref: EditRef): void {
  const others = listKeys(toPrefix(ref)).filter(key => key !== toKey(ref));
  if (others.length < MAX_KEPT) return;
  const newestFirst = others.toSorted((a, b) => readKeptAt(b) - readKeptAt(a));
  for (const key of newestFirst.slice(MAX_KEPT - 1)) writeItem(key, null);
}

/** 0 in edits of earlier releases. */
function readKeptAt(key: string): number {
  try {
    return (JSON.parse(readItem(key) ?? '{}') as { keptAt?: number }).keptAt ?? 0;
  } catch {
    return 0;
  }
}

function toPrefix({ uid }: Pick<EditRef, 'uid'>): string {
  return `snug:edit:${uid}:`;
}

function toKey(ref: EditRef): string {
  return `${toPrefix(ref)}${ref.roomId}:${ref.id}`;
}
