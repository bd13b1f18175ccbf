import type { Chat } from '@snug/client';
import { CommandError, MAX_SET_READS } from '@snug/protocol';
import { useEffect } from 'react';
import { useChat, useMe } from '../../state/chat-context.ts';
import { listKeys, readItem, writeItem } from '../../ui/browser/local-storage.ts';

/** Earlier releases kept at most so many. */
const MAX_MARKS = 1_000;

export function useImportedReadMarks(): void {
  const chat = useChat();
  const { uid } = useMe();
  useEffect(() => importReadMarks(chat, uid), [chat, uid]);
}

/**
 * Sends the marks of earlier releases to the server, once per browser. They stay for a release that somebody goes back to. Stops
 * when the returned function is called.
 */
function importReadMarks(chat: Chat, uid: string): () => void {
  const doneKey = `snug:marks-imported:${uid}`;
  const marks = readItem(doneKey) ? [] : readMarks(`snug:read:${uid}:`);
  let isBusy = false;
  const send = async () => {
    if (isBusy || marks.length === 0 || chat.connection.state.get().status !== 'connected') return;
    isBusy = true;
    try {
      while (marks.length > 0) {
        const some = marks.slice(0, MAX_SET_READS);
        const reads = Object.fromEntries(some.map(({ roomId, seq }) => [roomId, { seq, version: 0 }]));
        await chat.connection.request('set_reads', { marks: true, reads });
        marks.splice(0, some.length);
      }
      writeItem(doneKey, '1');
    } catch (error) {
      // The next connection sends the others.
      if (!(error instanceof CommandError)) throw error;
    } finally {
      isBusy = false;
    }
  };
  void send();
  return chat.connection.state.subscribe(() => void send());
}

interface ReadMark {
  roomId: string;
  seq: number;
  /** When the room was last read, in ms since 1970; 0 if unknown. */
  at: number;
}

/** The rooms that were read last. */
function readMarks(prefix: string): ReadMark[] {
  const marks = listKeys(prefix).map(key => {
    const [seq = Number.NaN, at = 0] = (readItem(key) ?? '')
      .split(' ')
      .map(part => Number.parseInt(part, 10));
    return { roomId: key.slice(prefix.length), seq, at };
  });
  return marks
    .filter(({ seq }) => Number.isSafeInteger(seq) && seq >= 0)
    .toSorted((a, b) => b.at - a.at)
    .slice(0, MAX_MARKS);
}
