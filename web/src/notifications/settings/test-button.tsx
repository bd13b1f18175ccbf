import { useState } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { formatNumber } from '../../strings/format-number.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { showCommandError } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { formatTime } from '../../ui/text/format-time.ts';
import { isPermitted } from '../device/find-obstacle.ts';
import { waitForReceipt } from '../device/receipts.ts';
import { type TestResult, testDevice } from '../device/test-device.ts';
import { renewThisDevice } from '../device/turn-on.ts';
import styles from './notifications-section.module.css';

interface TestButtonProps {
  reason: string | undefined;
  isOn: boolean;
  onSent: () => void;
}

export function TestButton({ reason, isOn, onSent }: TestButtonProps) {
  const { connection } = useChat();
  const [isBusy, setBusy] = useState(false);
  const [text, setText] = useState('');
  const texts = lazyStrings.notifications;

  async function test(): Promise<void> {
    if (reason !== undefined) return setText(reason);
    if (!isOn || !isPermitted()) return setText(texts.turnOnFirst);
    setBusy(true);
    setText(texts.testing);
    try {
      const renew = () => renewThisDevice(connection);
      setText(describe(await testDevice({ connection, renew, waitForReceipt, now: Date.now })));
    } catch (error) {
      setText('');
      showCommandError(error);
    }
    setBusy(false);
    onSent();
  }

  return (
    <>
      <Button isBusy={isBusy} onClick={() => void test()}>
        {texts.test}
      </Button>
      <output className={styles.result}>{text}</output>
    </>
  );
}

function describe(result: TestResult): string {
  const texts = lazyStrings.notifications;
  if (result.kind === 'arrived')
    return texts.arrived(formatNumber(result.afterMs / 1_000, { maximumFractionDigits: 1 }));
  if (result.kind === 'not_arrived') return texts.notArrived;
  if (result.kind === 'no_service') return texts.open_only;
  if (result.kind === 'unreachable') return texts.unreachable(result.host);
  if (result.kind === 'busy') return texts.busy(formatTime(result.until));
  return result.status === undefined ? texts.refusedSilently : texts.refused(result.status);
}
