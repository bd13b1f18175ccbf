import { useChat } from '../state/chat-context.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { Button } from '../ui/form/button.tsx';
import styles from './connection-status.module.css';
import type { ConnectionFault } from './use-connection-fault.ts';

const { connection: texts } = lazyStrings;

export function ConnectionFaultNotice({ fault }: { fault: ConnectionFault }) {
  const { connection } = useChat();
  if (fault.kind === 'wrong_address')
    return (
      <p role="alert" className={styles.line}>
        <span>{texts.wrongAddress(fault.expected, location.origin)}</span>
        <span className={styles.quiet}>{texts.setAddress}</span>
      </p>
    );
  return (
    <p role="alert" className={styles.line}>
      <span>{texts.noSockets}</span>
      <span className={styles.quiet}>{texts.passSockets}</span>
      <Button variant="plain" onClick={() => connection.wake()}>
        {texts.tryAgain}
      </Button>
    </p>
  );
}
