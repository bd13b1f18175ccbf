import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useChat, useMe } from '../../state/chat-context.ts';
import { useLatestRead } from '../../state/use-latest-read.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { LoadingText } from '../../ui/feedback/loading.tsx';
import { Button } from '../../ui/form/button.tsx';
import formStyles from '../account-form.module.css';
import { SignInAgain } from '../sign-in-again.tsx';
import { reloadAccount, useAccount } from '../use-account.ts';
import { readWays, type Way } from './way.ts';
import { WayEnd } from './way-end.tsx';
import { WayItem } from './way-item.tsx';

const { waysIn: texts } = lazyStrings;

interface WaysInProps {
  /** Whether a form had the focus before. */
  replacesForm?: boolean;
  onDone: () => void;
}

/** After a person has locked others out. */
export function WaysIn({ replacesForm = false, onDone }: WaysInProps) {
  const [ways, refresh] = useWays();
  const account = useAccount();
  const [ending, setEnding] = useState<Way>();
  const [isBack, setBack] = useState(replacesForm);

  function showList(): void {
    setEnding(undefined);
    setBack(true);
  }

  if (!ending || !account)
    return <WayList ways={ways} takesFocus={isBack} onEnd={account && setEnding} onDone={onDone} />;
  const needsProof = ending.kind === 'provider' || ending.kind === 'passkey';
  if (needsProof && !account.hasPassword && !account.isFresh) return <SignInAgain />;
  return (
    <WayEnd
      way={ending}
      hasPassword={needsProof && account.hasPassword}
      onDone={() => {
        refresh();
        reloadAccount();
        showList();
      }}
      onBack={showList}
    />
  );
}

function useWays(): [ways: Way[] | undefined, refresh: () => void] {
  const chat = useChat();
  const { uid } = useMe();
  return useLatestRead(useCallback(() => readWays(chat, uid, Date.now()), [chat, uid]));
}

interface WayListProps {
  ways: readonly Way[] | undefined;
  /** After a form that had it. */
  takesFocus: boolean;
  /** Undefined while the proof that it needs is unknown. */
  onEnd: ((way: Way) => void) | undefined;
  onDone: () => void;
}

function WayList({ ways, takesFocus, onEnd, onDone }: WayListProps) {
  const words = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) words.current?.focus();
  }, [takesFocus]);
  return (
    <div className={formStyles.form}>
      <p ref={words} tabIndex={-1} className={formStyles.words}>
        {ways?.length === 0 ? texts.none : texts.explanation}
      </p>
      {!ways && <LoadingText />}
      {ways && ways.length > 0 && (
        <ul aria-label={texts.title}>
          {ways.map(way => (
            <WayItem key={`${way.kind} ${way.id}`} way={way} onEnd={() => onEnd?.(way)} />
          ))}
        </ul>
      )}
      <Button variant="main" className={formStyles.submit} onClick={onDone}>
        {texts.done}
      </Button>
    </div>
  );
}
