import type { Chat } from '@snug/client';
import { CommandError, type Message, type Reminder, readWords } from '@snug/protocol';
import { useEffect } from 'react';
import { getOwnSettings, isQuietNow } from '../../notifications/own-settings.ts';
import { useChat, useMe } from '../../state/chat-context.ts';
import { messagePath } from '../../state/room-path.ts';
import { useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { navigate } from '../../ui/browser/location.ts';
import { showReminder } from '../../ui/feedback/toast.ts';
import { isolateBidi } from '../../ui/text/bidi.ts';
import { findDelay, showUnshown } from './due-reminders.ts';
import { getSavedMessages } from './saved-messages.ts';

/** Between checks for the end of quiet hours, and for messages that the server could not return. */
const INTERVAL_MS = 60_000;
/** In code points. */
const MAX_WORDS_LENGTH = 120;

/** Shows each due reminder once in this browser, in a visible page. In quiet hours and during a pause they wait. */
export function useReminders(): void {
  const chat = useChat();
  const { uid } = useMe();
  const saved = getSavedMessages(chat);
  const reminders = useStore(saved.reminders);
  useEffect(() => {
    let isOver = false;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const showDue = async () => {
      clearTimeout(retry);
      const due = reminders.filter(({ remindAt }) => remindAt <= saved.now());
      if (due.length === 0 || document.visibilityState === 'hidden' || isQuietNow(chat)) return;
      const isDone = await showUnshown(uid, due, reminder => show(chat, reminder));
      clearTimeout(retry);
      if (!isDone && !isOver) retry = setTimeout(onDue, INTERVAL_MS);
    };
    const onDue = () => void showDue();
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A timer can fire a little before its reminder is due, and others may follow.
    const showAndSchedule = () => {
      onDue();
      const delay = isQuietNow(chat) ? INTERVAL_MS : findDelay(reminders, saved.now());
      if (delay !== undefined) timer = setTimeout(showAndSchedule, delay);
    };
    showAndSchedule();
    document.addEventListener('visibilitychange', onDue);
    const stop = getOwnSettings(chat).subscribe(onDue);
    return () => {
      isOver = true;
      clearTimeout(timer);
      clearTimeout(retry);
      document.removeEventListener('visibilitychange', onDue);
      stop();
    };
  }, [chat, saved, reminders, uid]);
}

/** Returns whether the server could return its message. */
async function show(chat: Chat, { roomId, messageId }: Reminder): Promise<boolean> {
  const message = await findMessage(chat, roomId, messageId);
  if (message === 'unavailable') return false;
  const { of, messageGone } = lazyStrings.reminders;
  // A message that an admin removed stays in the log, without its words.
  if (!message || message.deletedAt !== undefined) {
    showReminder(messageGone);
    return true;
  }
  const content = message.text === undefined ? (message.file?.name ?? '') : readWords(message.text);
  const words = Array.from(content).slice(0, MAX_WORDS_LENGTH).join('');
  showReminder(of(isolateBidi(message.author.name), isolateBidi(words)), {
    label: lazyStrings.messageLists.goTo,
    run: () => navigate(messagePath(roomId, messageId)),
  });
  return true;
}

/** Undefined if it is deleted, or if the person can no longer read it. `unavailable`: the server could not answer, for example without a connection. */
async function findMessage(
  chat: Chat,
  roomId: string,
  messageId: string,
): Promise<Message | 'unavailable' | undefined> {
  const loaded = chat
    .room(roomId)
    .view.get()
    .log?.messages.find(({ id }) => id === messageId);
  if (loaded) return loaded;
  try {
    const input = { roomId, around: messageId, limit: 1 };
    const { messages } = await chat.connection.command('get_messages', input);
    return messages.find(({ id }) => id === messageId);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return error.isRetryable ? 'unavailable' : undefined;
  }
}
