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
import { findDelay, takeUnshown } from './due-reminders.ts';
import { getSavedMessages } from './saved-messages.ts';

const LOCK = 'snug:reminded';
/** Between looks for the end of the quiet. */
const QUIET_INTERVAL_MS = 60_000;
/** In code points. */
const MAX_WORDS_LENGTH = 120;

/** Shows each due reminder once in this browser, in a visible page. In quiet hours and during a pause they wait. */
export function useReminders(): void {
  const chat = useChat();
  const { uid } = useMe();
  const saved = getSavedMessages(chat);
  const reminders = useStore(saved.reminders);
  useEffect(() => {
    const showDue = () => {
      const due = reminders.filter(({ remindAt }) => remindAt <= saved.now());
      if (due.length === 0 || document.visibilityState === 'hidden' || isQuietNow(chat)) return;
      // Two tabs must not show the same one.
      void navigator.locks
        .request(LOCK, () => takeUnshown(uid, due))
        .then(unshown => Promise.all(unshown.map(reminder => show(chat, reminder))));
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A timer can fire a little before its reminder is due, and others may follow.
    const showAndSchedule = () => {
      showDue();
      const delay = isQuietNow(chat) ? QUIET_INTERVAL_MS : findDelay(reminders, saved.now());
      if (delay !== undefined) timer = setTimeout(showAndSchedule, delay);
    };
    showAndSchedule();
    document.addEventListener('visibilitychange', showDue);
    const stop = getOwnSettings(chat).subscribe(showDue);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', showDue);
      stop();
    };
  }, [chat, saved, reminders, uid]);
}

async function show(chat: Chat, { roomId, messageId }: Reminder): Promise<void> {
  const message = await findMessage(chat, roomId, messageId);
  const { of, messageGone } = lazyStrings.reminders;
  if (!message) return showReminder(messageGone);
  const content = message.text === undefined ? (message.file?.name ?? '') : readWords(message.text);
  const words = Array.from(content).slice(0, MAX_WORDS_LENGTH).join('');
  showReminder(of(isolateBidi(message.author.name), isolateBidi(words)), {
    label: lazyStrings.messageLists.goTo,
    run: () => navigate(messagePath(roomId, messageId)),
  });
}

/** Undefined if it is deleted, or if the person can no longer read it. */
async function findMessage(chat: Chat, roomId: string, messageId: string): Promise<Message | undefined> {
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
    return undefined;
  }
}
