import { useEffect, useState } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { sends } from '../../state/sends.ts';
import { useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { showCommandError, showError, showInfo, showSuccess } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { findObstacle } from '../device/find-obstacle.ts';
import { notifySetting } from '../device/notify-setting.ts';
import { turnOn } from '../device/turn-on.ts';
import styles from './ask-line.module.css';

/** Offers notifications after the first message from this browser, and after a sign-in where they were on. `onAnswered`: the line is gone. */
export function AskLine({ onAnswered }: { onAnswered: () => void }) {
  const setting = useStore(notifySetting);
  const isOffered = useIsOffered(setting === 'ask' || setting === 'again');
  useEffect(() => {
    // The first message can leave before this line has loaded.
    if (sends.last !== undefined) askOnce();
    return sends.subscribe(askOnce);
  }, []);
  return isOffered && <Question isAgain={setting === 'again'} onAnswered={onAnswered} />;
}

function askOnce(): void {
  if (notifySetting.get() === undefined) notifySetting.set('ask');
}

/** Where a browser or a server cannot notify, the line does not ask. */
function useIsOffered(isAsked: boolean): boolean {
  const isPushOff = useStore(useChat().isPushOff);
  const [isPossible, setPossible] = useState(false);
  useEffect(() => {
    if (isAsked && !isPushOff) void isNotifyingPossible().then(setPossible);
  }, [isAsked, isPushOff]);
  return isAsked && !isPushOff && isPossible;
}

/** On a phone of Apple, the line leads to the home screen. Never resolves in a browser that stores no service worker. */
async function isNotifyingPossible(): Promise<boolean> {
  const obstacle = findObstacle();
  if (obstacle) return obstacle === 'home_screen';
  if (Notification.permission === 'denied') return false;
  // On a slow device, the first message can leave before it is ready.
  await navigator.serviceWorker.ready;
  return true;
}

function Question({ isAgain, onAnswered }: { isAgain: boolean; onAnswered: () => void }) {
  const { connection } = useChat();
  const [isBusy, setBusy] = useState(false);
  const texts = lazyStrings.notifications;

  async function accept(): Promise<void> {
    const obstacle = findObstacle();
    if (obstacle) {
      showInfo(texts[obstacle]);
      return decline();
    }
    setBusy(true);
    try {
      const result = await turnOn(connection);
      if (result.kind === 'on') showSuccess(texts.turnedOn);
      else if (result.kind === 'open_only') showInfo(texts.open_only);
      else if (result.kind === 'forbidden_address') showError(texts.unreachable(result.host));
      else if (result.kind === 'blocked') showError(texts.blocked);
      if (result.kind === 'blocked' || result.kind === 'forbidden_address') notifySetting.set('off');
      if (result.kind !== 'dismissed') onAnswered();
    } catch (error) {
      showCommandError(error);
    }
    setBusy(false);
  }

  function decline(): void {
    notifySetting.set('off');
    onAnswered();
  }

  return (
    <div className={styles.line}>
      <p>{isAgain ? texts.askAgain : texts.ask}</p>
      <Button variant="plain" isBusy={isBusy} onClick={() => void accept()}>
        {texts.turnOn}
      </Button>
      <Button variant="plain" className={styles.decline} onClick={decline}>
        {texts.notNow}
      </Button>
    </div>
  );
}
