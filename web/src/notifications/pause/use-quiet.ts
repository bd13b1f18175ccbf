import { isQuiet } from '@snug/protocol';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { useNow } from '../../ui/text/relative-time.tsx';
import { getOwnSettings, isQuietNow } from '../own-settings.ts';

/** What silences this person now, and until when a pause does. A few seconds old at most. */
export function useQuiet(): { isQuiet: boolean; pausedUntil: number | undefined } {
  const chat = useChat();
  const own = getOwnSettings(chat);
  const settings = useStore(own);
  useNow();
  const { pausedUntil } = settings ?? {};
  const isPaused = isQuiet({ pausedUntil }, own.now());
  return { isQuiet: isQuietNow(chat), pausedUntil: isPaused ? pausedUntil : undefined };
}
