import type { Trim } from '@snug/client';
import type { Mention } from '@snug/protocol';
import { toEditPrefix, volatileEdits } from '../../../state/volatile-edits.ts';
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
    const { text, mentions = [], ...rest } = JSON.parse(readNewest(toKey(ref)) ?? '{}') as Partial<KeptEdit>;
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
  const prefix = `${toEditPrefix(uid)}${roomId}:`;
  const volatile = [...volatileEdits.get().keys()].filter(key => key.startsWith(prefix));
  for (const key of [...listKeys(prefix), ...volatile]) {
    const ref = { uid, roomId, id: key.slice(prefix.length) };
    if ((readKeptEdit(ref)?.seq ?? before) < before) keepEdit(ref, undefined);
  }
}

/** Undefined removes it. A browser keeps the newest `MAX_KEPT` of a person, and the page as many that the browser refuses. */
export function keepEdit(ref: EditRef, edit: KeptEdit | undefined): void {
  if (edit) makeRoom(ref);
  const text = edit ? JSON.stringify({ ...edit, keptAt: Date.now() }) : null;
  const isStored = writeItem(toKey(ref), text);
  keepInPage(toKey(ref), isStored ? null : text);
}

function keepInPage(key: string, text: string | null): void {
  const before = volatileEdits.get();
  if (text === null && !before.has(key)) return;
  const others = [...before].filter(([other]) => other !== key);
  volatileEdits.set(new Map(text === null ? others : [...others, [key, text] as const].slice(-MAX_KEPT)));
}

function readNewest(key: string): string | null | undefined {
  return volatileEdits.get().get(key) ?? readItem(key);
}

function makeRoom(ref: EditRef): void {
  const others = listKeys(toEditPrefix(ref.uid)).filter(key => key !== toKey(ref));
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

function toKey(ref: EditRef): string {
  return `${toEditPrefix(ref.uid)}${ref.roomId}:${ref.id}`;
}
