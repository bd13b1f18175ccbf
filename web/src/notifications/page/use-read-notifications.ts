import type { Chat } from '@snug/client';
import { PUSH_VERSION, type PushNotice } from '@snug/protocol';
import { useEffect } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { findRegistration, isPermitted } from '../device/find-obstacle.ts';
import { findReadAmong, findReadTags } from './read-tags.ts';
import { sendToWorker } from './send-to-worker.ts';

/** Several cursors move together. */
const DELAY_MS = 200;

/** Closes the notifications of what is read, here or on another device: the server sends this device no push about it. */
export function useReadNotifications(): void {
  const chat = useChat();
  useEffect(() => followReads(chat), [chat]);
}

/** The tags of the rooms of a summary. */
function listCovered(data: unknown): string[] {
  return Object.keys((data as Partial<PushNotice> | null)?.covers ?? {});
}

function followReads({ cursors, getEpoch }: Chat): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let known = cursors.states.get();

  function sendRead(read: Record<string, number>): void {
    const epoch = getEpoch();
    if (epoch === undefined || Object.keys(read).length === 0) return;
    void sendToWorker({ snug: { v: PUSH_VERSION, epoch, read } });
  }

  async function closeOld(): Promise<void> {
    const shown = (await (await findRegistration())?.getNotifications()) ?? [];
    sendRead(
      findReadAmong(
        shown.flatMap(({ tag, data }) => [tag, ...listCovered(data)]),
        cursors.states.get(),
      ),
    );
  }

  const flush = () => {
    timer = undefined;
    const now = cursors.states.get();
    if (isPermitted()) sendRead(findReadTags(known, now));
    known = now;
  };
  if (isPermitted()) void closeOld();
  const stop = cursors.states.subscribe(() => {
    timer ??= setTimeout(flush, DELAY_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
